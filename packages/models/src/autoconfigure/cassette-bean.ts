import { Environment, token, type BeanRegistration } from '@vernal/container'
import type { Cassette } from '../cassette/cassette'
import { isReplayed } from './cassette-settings'
import type { ModelProperties } from './model-properties'

/** The cassette that all configured models share. */
export const CASSETTE = token<Cassette>('Cassette')

/** The cassette of `vernal.ai.model.cassette`; closed at the end, it says what was not asked for. */
export const cassetteBean = ({ cassette }: ModelProperties): BeanRegistration => ({
  name: 'modelCassette',
  type: CASSETTE,
  origin: 'vernal.ai.model.cassette',
  inject: [{ token: Environment }],
  make: (environment: Environment) => {
    const { Cassette } = require('../cassette') as typeof import('../cassette')
    const { path = '', mode, redact, ignoredOptions } = cassette
    const chosen = isReplayed(environment) ? 'replay' : mode === 'off' ? 'auto' : mode
    return new Cassette({ path, mode: chosen, redact, ignoredOptions })
  },
})
