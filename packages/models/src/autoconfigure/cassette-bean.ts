import { Environment, token, type BeanRegistration, type RegistrationContext } from '@vernal/container'
import { ToolExecutor } from '@vernal/tools'
import type { Cassette } from '../cassette/cassette'
import { isReplayed } from './cassette-settings'
import type { ModelProperties } from './model-properties'

const ORIGIN = 'vernal.ai.model.cassette'

/** The cassette that all configured models share. */
export const CASSETTE = token<Cassette>('Cassette')

/** The cassette of `vernal.ai.model.cassette`, and what gives the results of tools from it. */
export function cassetteBeans(
  { cassette }: ModelProperties,
  context: RegistrationContext,
): readonly BeanRegistration[] {
  const player = cassetteBean(cassette)
  return cassette.tools === 'recorded' ? [player, executorBean(context.candidates(ToolExecutor)[0]?.name)] : [player]
}

/** Closed at the end, it says what was not asked for. */
const cassetteBean = ({ path = '', mode, redact, ignoredOptions }: ModelProperties['cassette']): BeanRegistration => ({
  name: 'modelCassette',
  type: CASSETTE,
  origin: ORIGIN,
  inject: [{ token: Environment }],
  make: (environment: Environment) => {
    const { Cassette } = require('../cassette') as typeof import('../cassette')
    const chosen = isReplayed(environment) ? 'replay' : mode === 'off' ? 'auto' : mode
    return new Cassette({ path, mode: chosen, redact, ignoredOptions })
  },
})

/** @param inner the executor of the application, when it has one */
const executorBean = (inner: string | undefined): BeanRegistration => ({
  name: 'cassetteToolExecutor',
  type: ToolExecutor,
  primary: true,
  origin: ORIGIN,
  inject: [{ token: CASSETTE }, ...(inner === undefined ? [] : [{ token: ToolExecutor, qualifier: inner }])],
  make: (cassette: Cassette, executor?: ToolExecutor) => {
    const { CassetteToolExecutor } = require('../cassette') as typeof import('../cassette')
    return new CassetteToolExecutor(cassette, executor)
  },
})
