import { ChatModel, EmbeddingModel } from '@vernal/chat'
import {
  Logger,
  token,
  type BeanNeed,
  type BeanRegistration,
  type InterfaceToken,
  type RegistrationContext,
} from '@vernal/container'
import type { Cassette } from '../cassette/cassette'
import { modelNameUnknown, primaryUnclear } from '../model-error'
import { configuredChoice } from './chat-model-choice'
import { isReplayed } from './cassette-settings'
import { CASSETTE, cassetteBeans } from './cassette-bean'
import { decoratedModel } from './decorated-model'
import { ModelProperties } from './model-properties'
import { namedChatModel, namedEmbeddingModel, prefixOf } from './named-model'
import { modelsOfKind, NamedModelsProperties, type NamedModelProperties } from './named-models-properties'

/** The beans of `vernal.ai.models`, and what stands around the model that answers where no name is said. */
export function registerModels(context: RegistrationContext): readonly BeanRegistration[] {
  const named = context.properties(NamedModelsProperties)
  const properties = context.properties(ModelProperties)
  const models = new NamedModels(context, modelsOfKind(named, 'chat'), properties)
  return [
    ...(models.cassette ? cassetteBeans(properties, context) : []),
    ...models.chatModels(),
    ...models.default(),
    ...[...modelsOfKind(named, 'embedding')].map(([name, model]) => embeddingBean(name, model, context)),
  ]
}

/** Which model answers where no name is said; undefined when it is none of `vernal.ai.models`. */
export function primaryName(
  models: ReadonlyMap<string, NamedModelProperties>,
  { primary }: Pick<ModelProperties, 'primary'>,
): string | undefined {
  return primary ?? [...models].find(([, model]) => model.primary)?.[0]
}

class NamedModels {
  readonly cassette: boolean
  readonly #context: RegistrationContext
  readonly #models: ReadonlyMap<string, NamedModelProperties>
  readonly #properties: ModelProperties
  readonly #primary: string | undefined
  /** Each model without what stands around it, so that two may fall back to each other. */
  readonly #own: ReadonlyMap<string, InterfaceToken<ChatModel>>
  readonly #isReplayed: boolean

  constructor(
    context: RegistrationContext,
    models: ReadonlyMap<string, NamedModelProperties>,
    properties: ModelProperties,
  ) {
    this.#context = context
    this.#models = models
    this.#properties = properties
    this.#primary = primaryName(models, properties)
    this.#own = new Map([...models.keys()].map((name) => [name, token<ChatModel>(`the model ${name} itself`)]))
    this.#isReplayed = isReplayed(context.environment)
    this.cassette = properties.cassette.path !== undefined && properties.cassette.mode !== 'off'
    this.#checkNames()
  }

  chatModels(): readonly BeanRegistration[] {
    // What is replayed needs neither keys nor packages.
    const own = this.#isReplayed ? [] : [...this.#models].map(([name, model]) => this.#ownBean(name, model))
    return [...own, ...[...this.#models].map(([name, model]) => this.#bean(name, model))]
  }

  /** Fallback and cassette around the model of the application, or of `vernal.ai.openai` and its siblings. */
  default(): readonly BeanRegistration[] {
    const { fallback } = this.#properties
    const [inner] = this.#context.candidates(ChatModel).filter((candidate) => !candidate.fallback)
    const isThere = inner !== undefined || configuredChoice(this.#context.environment).name !== 'none'
    this.#checkPrimary(isThere)
    if (this.#primary !== undefined || (fallback.length === 0 && !(isThere && this.cassette))) return []
    const first = inner ? [{ name: inner.name, need: { token: ChatModel, qualifier: inner.name } }] : []
    const others = fallback.map((name) => ({ name, need: this.#ownNeed(name) }))
    return [this.#around('defaultChatModel', 'vernal.ai.model', [...first, ...others], { primary: true })]
  }

  #bean(name: string, model: NamedModelProperties): BeanRegistration {
    const isPrimary = name === this.#primary
    const listed = model.fallback.length > 0 || !isPrimary ? model.fallback : this.#properties.fallback
    const names = [name, ...listed.filter((other) => other !== name)]
    const chain = names.map((each) => ({ name: each, need: this.#ownNeed(each) }))
    const traits = { qualifiers: [name], primary: isPrimary, fallback: !isPrimary, cassetteName: name }
    return this.#around(`${name}ChatModel`, prefixOf(name), chain, traits)
  }

  #ownBean(name: string, model: NamedModelProperties): BeanRegistration {
    const { environment } = this.#context
    const make = (logger: Logger): Promise<ChatModel> => {
      logger.info({ model: name }, `Chat model "${name}": ${model.model ?? 'the default'} of ${model.provider}.`)
      return namedChatModel(name, model, environment, logger)
    }
    const type = this.#own.get(name) as InterfaceToken<ChatModel>
    return { name: `${name}ModelItself`, type, origin: prefixOf(name), inject: [{ token: Logger }], make }
  }

  #around(
    name: string,
    origin: string,
    chain: readonly { readonly name: string; readonly need: BeanNeed }[],
    {
      cassetteName,
      ...traits
    }: Pick<BeanRegistration, 'qualifiers' | 'primary' | 'fallback'> & { cassetteName?: string },
  ): BeanRegistration {
    const inject = [
      { token: Logger },
      ...(this.cassette ? [{ token: CASSETTE }] : []),
      ...(this.#isReplayed ? [] : chain.map(({ need }) => need)),
    ]
    const make = (logger: Logger, ...beans: never[]): ChatModel => {
      const [cassette, models] = this.cassette
        ? [beans[0] as Cassette | undefined, beans.slice(1) as ChatModel[]]
        : [undefined, beans as ChatModel[]]
      const named = models.map((model, index) => ({ name: chain[index]?.name ?? '', model }))
      return decoratedModel(named, { properties: this.#properties, logger, cassette, cassetteName })
    }
    return { name, type: ChatModel, origin, ...traits, inject, make }
  }

  #ownNeed(name: string): BeanNeed {
    return { token: this.#own.get(name) as InterfaceToken<ChatModel> }
  }

  #checkNames(): void {
    const known = [...this.#models.keys()]
    const { primary, fallback } = this.#properties
    if (primary !== undefined) this.#check('vernal.ai.model.primary', [primary], known)
    this.#check('vernal.ai.model.fallback', fallback, known)
    for (const [name, model] of this.#models) this.#check(`${prefixOf(name)}.fallback`, model.fallback, known)
    const primaries = known.filter((name) => this.#models.get(name)?.primary)
    if (primary === undefined && primaries.length > 1) throw primaryUnclear(primaries)
  }

  #check(property: string, names: readonly string[], known: readonly string[]): void {
    const unknown = names.find((name) => !known.includes(name))
    if (unknown !== undefined) throw modelNameUnknown(property, unknown, known)
  }

  /** Several names and nothing else to ask: somebody has to choose. */
  #checkPrimary(isThere: boolean): void {
    const isChosen = this.#primary !== undefined || isThere || this.#properties.fallback.length > 0
    if (!isChosen && this.#models.size > 1) throw primaryUnclear([...this.#models.keys()])
  }
}

const embeddingBean = (
  name: string,
  model: NamedModelProperties,
  { environment }: RegistrationContext,
): BeanRegistration => ({
  name: `${name}EmbeddingModel`,
  type: EmbeddingModel,
  qualifiers: [name],
  primary: model.primary,
  fallback: !model.primary,
  origin: prefixOf(name),
  make: () => namedEmbeddingModel(name, model, environment),
})
