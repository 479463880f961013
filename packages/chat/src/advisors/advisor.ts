import type { ChatClientRequest, ChatClientResponse } from './chat-client-request'

/** Asks the rest of the chain. May be called again: that is all a recursive advisor needs. */
export type AdvisorNext = (request: ChatClientRequest) => AsyncIterable<ChatClientResponse>

/**
 * Stands around the model: sees each request on its way in and each response on its way out.
 *
 * One method serves both flavours. When `request.streaming` is false, yield exactly one response; otherwise yield the pieces
 * as they come, the last with `complete`. An advisor inside the tool loop (an order above the loop's) sees every round,
 * one outside sees the turn.
 */
export abstract class Advisor {
  /** For people: in errors and traces. Default: the name of the class. */
  get name(): string {
    return this.constructor.name
  }

  /** Where the advisor stands: lower is further out. Equal orders stand in the order of registration. Default 0. */
  get order(): number {
    return 0
  }

  /**
   * Advises one request.
   *
   * @param next the rest of the chain, and behind it the model
   */
  abstract advise(request: ChatClientRequest, next: AdvisorNext): AsyncIterable<ChatClientResponse>
}

/** Marks an advisor that remembers conversations. */
export abstract class MemoryAdvisor extends Advisor {
  /** Where it remembers. A chain has at most one advisor for each memory. */
  readonly memory?: object
}

/** Marks the advisor that runs tools. A chain has at most one. */
export abstract class ToolAdvisor extends Advisor {}

/** The orders of the advisors that come with Vernal; 32-bit numbers, lower is further out. */
export const ADVISOR_ORDER = {
  /** Nothing is further out. */
  highest: -2_147_483_648,
  /** Memory around the whole turn. */
  memory: -2_147_483_448,
  /** The tool loop. Advisors with a higher order see each of its rounds. */
  toolCalling: -2_147_483_348,
  /** Nothing is nearer to the model. */
  lowest: 2_147_483_647,
} as const
