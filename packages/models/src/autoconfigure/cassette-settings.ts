import type { Environment } from '@vernal/container'
import { existsSync } from 'node:fs'

const PREFIX = 'vernal.ai.model.cassette'

/** Whether models are replayed and nobody is asked, so that neither keys nor packages of a model are needed. */
export function isReplayed(environment: Pick<Environment, 'get' | 'resolve'>): boolean {
  const path = environment.get(`${PREFIX}.path`)
  const mode = environment.get(`${PREFIX}.mode`)?.trim().toLowerCase() ?? 'auto'
  if (!path || mode === 'off' || mode === 'record') return false
  if (mode === 'replay' || isCi(environment)) return true
  return mode === 'once' && existsSync(path)
}

/** Whether the application runs where nothing may be recorded by accident. */
const isCi = (environment: Pick<Environment, 'resolve'>): boolean =>
  !['', 'false', '0'].includes(environment.resolve('${CI:}').trim().toLowerCase())
