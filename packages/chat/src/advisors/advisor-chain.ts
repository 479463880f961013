import { advisorTwice, invalidOption, noResponse, toolAdvisorNotUnique } from '../chat-error'
import { ToolSet } from '@vernal/tools'
import type { ChatOptions } from '../model/prompt'
import type { ChatModel } from '../model/chat-model'
import type { ChatResponse } from '../model/chat-response'
import { formattedPrompt } from '../model/format-instructions'
import { ResponseAggregator } from '../model/response-aggregator'
import { MemoryAdvisor, ToolAdvisor, type Advisor, type AdvisorNext } from './advisor'
import type { ChatClientRequest, ChatClientResponse } from './chat-client-request'

/** Advisors around a model, composed once, outermost first. Immutable; any number of requests may pass at once. */
export class AdvisorChain {
  /** Outermost first. */
  readonly advisors: readonly Advisor[]
  /** Whether one of them runs tools. */
  readonly hasToolAdvisor: boolean
  readonly #first: AdvisorNext

  /**
   * @throws {ChatError} `CHAT_TOOL_ADVISOR_NOT_UNIQUE` when more than one advisor runs tools
   * @throws {ChatError} `CHAT_ADVISOR_TWICE` when one stands there twice, or two remember in the same memory
   * @throws {ChatError} `CHAT_OPTION_INVALID` for a model or advisor that is none
   */
  constructor(advisors: readonly Advisor[], model: ChatModel) {
    if (!isModel(model)) throw invalidOption('The model of a ChatClient', model, 'Pass a ChatModel.')
    const stranger = advisors.findIndex((advisor) => !isAdvisor(advisor))
    if (stranger >= 0) throw invalidOption('An advisor', advisors[stranger], 'Pass an instance of an Advisor.')
    checkDistinct(advisors)
    const toolAdvisors = advisors.filter((advisor) => advisor instanceof ToolAdvisor)
    if (toolAdvisors.length > 1) throw toolAdvisorNotUnique(toolAdvisors)
    this.hasToolAdvisor = toolAdvisors.length > 0
    this.advisors = advisors.toSorted((left, right) => left.order - right.order)
    this.#first = this.advisors.reduceRight<AdvisorNext>(
      (next, advisor) => (request) => advisor.advise(request, next),
      (request) => askModel(model, request),
    )
  }

  /** Sends a request through the chain. */
  run(request: ChatClientRequest): AsyncIterable<ChatClientResponse> {
    return this.#first(request)
  }
}

/** One that stands there twice would do its work twice; two that share a memory would store every turn twice. */
function checkDistinct(advisors: readonly Advisor[]): void {
  const twice = advisors.find((advisor, index) => advisors.indexOf(advisor) !== index)
  if (twice && !(twice instanceof ToolAdvisor)) throw advisorTwice(twice, twice)
  const remembering = advisors.filter((advisor) => advisor instanceof MemoryAdvisor)
  for (const [index, advisor] of remembering.entries()) {
    const other = remembering.slice(0, index).find(({ memory }) => memory !== undefined && memory === advisor.memory)
    if (other) throw advisorTwice(other, advisor)
  }
}

const isModel = (value: ChatModel | undefined | null): boolean => typeof value?.call === 'function'
const isAdvisor = (value: Advisor | undefined | null): boolean => typeof value?.advise === 'function'

function askModel(model: ChatModel, request: ChatClientRequest): AsyncIterable<ChatClientResponse> {
  checkToolChoice(request.prompt.options)
  return request.streaming ? streamModel(model, request) : callModel(model, request)
}

/** Providers refuse such a request, each in its own words. */
function checkToolChoice({ tools = ToolSet.empty, toolChoice }: ChatOptions): void {
  const wanted = typeof toolChoice === 'object' ? toolChoice.tool : undefined
  if (wanted === undefined && (toolChoice !== 'required' || tools.size > 0)) return
  if (wanted !== undefined && tools.find(wanted)) return
  const remedy = tools.size > 0 ? `Attached are: ${tools.names.join(', ')}.` : 'No tool is attached to the request.'
  throw invalidOption('toolChoice', wanted === undefined ? 'required' : `the tool "${wanted}"`, remedy)
}

async function* callModel(model: ChatModel, request: ChatClientRequest): AsyncIterable<ChatClientResponse> {
  const complete: ChatResponse | undefined = await model.call(formattedPrompt(request.prompt, model), request.signal)
  if (!complete) throw noResponse(`the model ${model.constructor.name}`)
  yield { chatResponse: complete, complete, context: request.context }
}

/** The one place where chunks are put together: everyone further out finds the whole answer in `complete`. */
async function* streamModel(model: ChatModel, request: ChatClientRequest): AsyncIterable<ChatClientResponse> {
  const { context } = request
  const aggregator = new ResponseAggregator()
  for await (const chunk of model.stream(formattedPrompt(request.prompt, model), request.signal)) {
    aggregator.add(chunk)
    if (chunk.generations.length > 0) yield { chatResponse: withoutUsage(chunk), context }
  }
  const complete = aggregator.result()
  yield { chatResponse: { generations: [], metadata: complete.metadata }, complete, context }
}

/** Providers repeat usage over chunks; it is given out once, so that adding up and taking the last agree. */
function withoutUsage(chunk: ChatResponse): ChatResponse {
  if (!chunk.metadata.usage) return chunk
  const { usage: _counted, ...metadata } = chunk.metadata
  return { ...chunk, metadata }
}
