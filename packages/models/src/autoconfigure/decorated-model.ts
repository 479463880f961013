import type { ChatModel } from '@vernal/chat'
import type { Logger } from '@vernal/container'
import type { Cassette } from '../cassette/cassette'
import type { FallbackModel } from '../fallback/fallback-chat-model'
import { failureCode, type ModelFallbackEvent } from '../fallback/model-fallback-event'
import type { ModelProperties } from './model-properties'

/** What stands around a model. */
export interface Decoration {
  readonly properties: Pick<ModelProperties, 'fallbackOn' | 'circuitBreaker'>
  readonly logger: Logger
  readonly cassette: Cassette | undefined
  /** The name of the model on the cassette. */
  readonly cassetteName: string | undefined
}

/** The first model, those it falls back to, and the cassette around all of them. Without models the cassette is replayed. */
export function decoratedModel(models: readonly FallbackModel[], decoration: Decoration): ChatModel {
  const { cassette, cassetteName: name } = decoration
  const [first, ...others] = models
  const model = first && others.length > 0 ? fallbackModel([first, ...others], decoration) : first?.model
  if (!cassette) return model as ChatModel
  const { CassetteChatModel } = require('../cassette') as typeof import('../cassette')
  return new CassetteChatModel({ cassette, model, name })
}

function fallbackModel(
  models: readonly [FallbackModel, ...FallbackModel[]],
  { properties: { fallbackOn, circuitBreaker }, logger }: Decoration,
): ChatModel {
  const { FallbackChatModel } = require('../fallback') as typeof import('../fallback')
  return new FallbackChatModel(models, {
    fallbackOn,
    onEvent: (event) => log(event, logger),
    ...(circuitBreaker.enabled
      ? { circuitBreaker: { failures: circuitBreaker.failures, restMs: circuitBreaker.rest } }
      : {}),
  })
}

function log(event: ModelFallbackEvent, logger: Logger): void {
  if (event.type === 'model-failed') {
    const { model, next, error } = event
    const then = next === undefined ? 'there is no other' : `asking "${next}"`
    return logger.warn({ model, next }, `The model "${model}" failed (${failureCode(error)}); ${then}.`)
  }
  if (event.failed.length > 0) logger.info({ model: event.model }, `The model "${event.model}" answered instead.`)
}
