import { defineBean } from '../beans/bean-definition'
import { type Member, membersOf } from '../beans/bean-metadata'
import type { BeanRegistry } from '../beans/bean-registry'
import { defaultName } from '../beans/component'
import { classDefinition, findMethodType, methodDefinition, methodOrigin } from '../beans/read-definition'
import { registeredDefinitions, type RegistrationContext } from '../beans/register-beans'
import { type Class, superclasses, type Token } from '../beans/token'
import { type Binder, bindProperties } from '../config/binder'
import { type PropertiesClass, enabledProperties, isConfigurationProperties } from '../config/configuration-properties'
import type { Environment } from '../config/environment'
import { conditionFailed } from '../failures/start-errors'
import { type Condition, type ConditionContext, conditionsOf } from './condition'
import type { ConditionReport, ConditionResult } from './condition-report'

/** A class the application offers, and where it was found. */
export interface Declaration {
  readonly type: Class
  readonly file?: string | undefined
  /** Folders a package condition looks from: the application, then the package that declares the class. */
  readonly folders: readonly string[]
  readonly isAutoConfiguration?: boolean
}

/** What conditions and properties classes need from the application. */
export interface DeclarationContext {
  readonly environment: Environment
  readonly binder: Binder
  readonly report: ConditionReport
  packageVersion(name: string, folders: readonly string[]): string | undefined
}

/** Judges the conditions of classes and their `@Bean` methods, and registers those that hold, at once and in order. */
export class Declarations {
  readonly #registration: RegistrationContext

  constructor(
    private readonly registry: BeanRegistry,
    private readonly context: DeclarationContext,
  ) {
    this.#registration = {
      environment: context.environment,
      candidates: (token) => registry.candidates(token),
      properties: (type) => bindProperties(context.binder, type),
    }
  }

  /** @throws {ContainerError} when a declaration cannot be read, a name is taken, or a condition throws */
  register(declaration: Declaration): void {
    const { type } = declaration
    const results = this.#judge(conditionsOf(type), type.name, declaration, undefined)
    const failed = results.find((result) => !result.matches)
    if (failed !== undefined) {
      this.#skip(type, failed)
      return
    }
    if (results.length === 0 && declaration.isAutoConfiguration === true) {
      this.context.report.recordUnconditional(type.name)
    }
    for (const properties of enabledProperties(type)) this.#addProperties(properties)
    if (isConfigurationProperties(type)) this.#addProperties(type)
    else this.registry.add(classDefinition(type, declaration.file))
    for (const member of membersOf(type, 'bean')) this.#registerMethod(declaration, member)
    for (const definition of registeredDefinitions(type, this.#registration)) this.registry.add(definition)
  }

  #registerMethod(declaration: Declaration, member: Member): void {
    const { type } = declaration
    const source = methodOrigin(type, member.key)
    const declaredType = findMethodType(type, member.key)
    const holder = superclasses(type).find((at) => Object.hasOwn(at.prototype as object, member.key)) ?? type
    const conditions = conditionsOf(holder.prototype as object, member.key)
    const failed = this.#judge(conditions, source, declaration, declaredType).find((result) => !result.matches)
    if (failed === undefined) this.registry.add(methodDefinition(type, member))
    else this.#recordSkipped(source, declaredType, failed.message)
  }

  #judge(
    conditions: readonly Condition[],
    source: string,
    declaration: Declaration,
    declaredType: Token | undefined,
  ): readonly ConditionResult[] {
    if (conditions.length === 0) return []
    const context: ConditionContext = {
      environment: this.context.environment,
      candidates: (token) => this.registry.candidates(token),
      packageVersion: (name) => this.context.packageVersion(name, declaration.folders),
      declaredType,
    }
    const results: ConditionResult[] = []
    for (const condition of conditions) {
      const outcome = judgeSafely(condition, context, source)
      results.push({ condition: condition.name, ...outcome })
      if (!outcome.matches) break
    }
    this.context.report.record({ source, matches: results.every((result) => result.matches), results })
    return results
  }

  /** A class left out takes its `@Bean` methods with it. */
  #skip(type: Class, failed: ConditionResult): void {
    this.#recordSkipped(type.name, type, failed.message)
    for (const { key } of membersOf(type, 'bean')) {
      this.#recordSkipped(methodOrigin(type, key), findMethodType(type, key), failed.message)
    }
  }

  #recordSkipped(source: string, type: Token | undefined, message: string): void {
    this.context.report.recordSkipped({ source, types: type === undefined ? [] : [type], message })
  }

  #addProperties(type: PropertiesClass): void {
    if (this.registry.candidates(type).length > 0) return
    const { binder } = this.context
    const supply = () => bindProperties(binder, type)
    const name = `${type.prefix}-${defaultName(type)}`
    const origin = `properties class ${type.name}`
    this.registry.add(defineBean({ name, type, origin, maker: { kind: 'supplier', supply } }))
  }
}

function judgeSafely(condition: Condition, context: ConditionContext, source: string) {
  try {
    return condition.judge(context)
  } catch (cause) {
    throw conditionFailed(condition.name, source, cause)
  }
}
