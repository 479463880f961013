import type { OpenAiPreset } from '@vernal/models/openai'

/** How one server answers: the fields, ids and order of its real answers, with texts of our own. */
export interface RecordedShape {
  /** Where the shape was seen. */
  readonly source: string
  readonly headers?: Readonly<Record<string, string>>
  /** The message of an answer in one piece, and what stands beside it in its choice and its body. */
  readonly whole: { readonly message: object; readonly choice?: object; readonly body?: object }
  /** The lines of a stream, without its end mark. An object is one chunk. */
  readonly stream: readonly (object | string)[]
  /** Whether the server shows what the model thought. */
  readonly showsReasoning: boolean
}

const WEATHER = '{"city":"Oslo"}'
const call = (id: string, rest: object = {}) => ({
  id,
  type: 'function',
  function: { name: 'weather', arguments: WEATHER },
  ...rest,
})
const usage = { prompt_tokens: 20, completion_tokens: 10, total_tokens: 30 }

/** The chunks of a stream, in the envelope of the server. */
const chunks = (envelope: object, choices: readonly (object | null)[], last: object = {}) =>
  choices.map((choice, at) => ({
    object: 'chat.completion.chunk',
    created: 1_764_000_000,
    ...envelope,
    choices: choice === null ? [] : [{ index: 0, ...choice }],
    ...(at === choices.length - 1 ? last : {}),
  }))

const delta = (piece: object, finish_reason: string | null = null, rest: object = {}) => ({
  delta: piece,
  finish_reason,
  ...rest,
})
const args = (piece: string, rest: object = {}) =>
  delta({ tool_calls: [{ index: 0, function: { arguments: piece }, ...rest }] })

export const RECORDED_SHAPES: Readonly<Record<OpenAiPreset, RecordedShape>> = {
  openai: {
    source: 'https://platform.openai.com/docs/api-reference/chat-streaming and the typings of openai 6.49',
    headers: { 'x-request-id': 'req_1', 'x-ratelimit-remaining-requests': '99', 'openai-processing-ms': '12' },
    whole: {
      message: { role: 'assistant', content: null, tool_calls: [call('call_a')], refusal: null, annotations: [] },
      choice: { logprobs: null },
      body: { service_tier: 'default', system_fingerprint: 'fp_1' },
    },
    stream: chunks(
      {
        id: 'chatcmpl-1',
        model: 'gpt-4.1-mini',
        service_tier: 'default',
        system_fingerprint: 'fp_1',
        obfuscation: 'xyz',
      },
      [
        delta({ role: 'assistant', content: null, refusal: null }, null, { logprobs: null }),
        delta({ tool_calls: [{ index: 0, ...call('call_a', { function: { name: 'weather', arguments: '' } }) }] }),
        args('{"city'),
        args('":"Oslo"}'),
        delta({}, 'tool_calls'),
        null,
      ],
      {
        usage: {
          ...usage,
          prompt_tokens_details: { cached_tokens: 0 },
          completion_tokens_details: { reasoning_tokens: 0 },
        },
      },
    ),
    showsReasoning: false,
  },
  azure: {
    source:
      'https://learn.microsoft.com/azure/ai-foundry/openai/concepts/content-filter (streaming, asynchronous filter)',
    headers: { 'apim-request-id': 'req_1', 'x-ratelimit-remaining-tokens': '990' },
    whole: {
      message: { role: 'assistant', content: null, tool_calls: [call('call_a')], refusal: null },
      choice: { content_filter_results: {} },
      body: { prompt_filter_results: [{ prompt_index: 0, content_filter_results: { hate: { filtered: false } } }] },
    },
    stream: [
      { id: '', model: '', object: '', created: 0, choices: [], prompt_filter_results: [{ prompt_index: 0 }] },
      ...chunks(
        { id: 'chatcmpl-1', model: 'gpt-4.1' },
        [
          delta({ role: 'assistant', content: null, refusal: null }, null, { content_filter_results: {} }),
          delta({ tool_calls: [{ index: 0, ...call('call_a', { function: { name: 'weather', arguments: '' } }) }] }),
          args(WEATHER),
          delta({}, 'tool_calls', { content_filter_results: {} }),
          null,
        ],
        { usage },
      ),
    ],
    showsReasoning: false,
  },
  dashscope: {
    source: 'https://www.alibabacloud.com/help/en/model-studio/deep-thinking and recorded streams of vercel/ai',
    headers: { 'x-request-id': 'req_1' },
    whole: {
      message: {
        role: 'assistant',
        content: '',
        reasoning_content: 'Look it up.',
        tool_calls: [call('call_a', { index: 0 })],
      },
    },
    stream: chunks(
      { id: 'chatcmpl-1', model: 'qwen-plus', system_fingerprint: null, usage: null },
      [
        delta({ role: 'assistant', content: null, reasoning_content: '' }),
        delta({ content: null, reasoning_content: 'Look it ' }),
        delta({ content: null, reasoning_content: 'up.' }),
        delta({
          content: null,
          tool_calls: [{ index: 0, ...call('call_a', { function: { name: 'weather', arguments: '' } }) }],
        }),
        args('{"city":', { id: '', type: 'function' }),
        args(' "Oslo"}'.trimStart(), { id: '', type: 'function' }),
        args('', { id: '', type: 'function' }),
        delta({ content: '' }, 'tool_calls'),
        null,
      ],
      { usage: { ...usage, completion_tokens_details: { reasoning_tokens: 4 } } },
    ),
    showsReasoning: true,
  },
  deepseek: {
    source: 'https://api-docs.deepseek.com/guides/thinking_mode',
    whole: {
      message: {
        role: 'assistant',
        content: '',
        reasoning_content: 'Look it up.',
        tool_calls: [call('call_00_a', { index: 0 })],
      },
    },
    stream: chunks(
      { id: '930c60df', model: 'deepseek-chat', system_fingerprint: 'fp_ds' },
      [
        delta({ role: 'assistant', content: null, reasoning_content: '' }),
        delta({ content: null, reasoning_content: 'Look it up.' }),
        delta({ tool_calls: [{ index: 0, ...call('call_00_a', { function: { name: 'weather', arguments: '' } }) }] }),
        args(WEATHER),
        delta({ content: '', reasoning_content: null }, 'tool_calls'),
      ],
      { usage: { ...usage, prompt_cache_hit_tokens: 0, prompt_cache_miss_tokens: 20 } },
    ),
    showsReasoning: true,
  },
  gemini: {
    source: 'https://github.com/noho/dayu-agent/issues/45 and https://ai.google.dev/gemini-api/docs/openai',
    whole: {
      message: {
        role: 'assistant',
        tool_calls: [call('jm4owj31', { extra_content: { google: { thought_signature: 'EjQKMgEMOdbH' } } })],
      },
    },
    stream: chunks(
      { id: 'RxHtadK', model: 'gemini-3.1-flash-lite' },
      [
        // No index: a call comes in one piece.
        delta({
          role: 'assistant',
          tool_calls: [call('jm4owj31', { extra_content: { google: { thought_signature: 'EjQKMgEMOdbH' } } })],
        }),
        delta({ role: 'assistant' }, 'stop'),
      ],
      { usage },
    ),
    showsReasoning: false,
  },
  groq: {
    source: 'https://console.groq.com/docs/api-reference and https://console.groq.com/docs/reasoning',
    headers: { 'x-request-id': 'req_1', 'x-ratelimit-remaining-requests': '99' },
    whole: {
      message: { role: 'assistant', reasoning: 'Look it up.', tool_calls: [call('fc_a')] },
      body: { x_groq: { id: 'req_1' }, service_tier: 'on_demand' },
    },
    stream: chunks(
      { id: 'chatcmpl-1', model: 'openai/gpt-oss-20b', system_fingerprint: 'fp_g' },
      [
        delta({ role: 'assistant', content: '' }, null, { logprobs: null }),
        delta({ reasoning: 'Look it ', channel: 'analysis' }),
        delta({ reasoning: 'up.', channel: 'analysis' }),
        delta({ tool_calls: [{ index: 0, ...call('fc_a') }] }),
        delta({}, 'tool_calls'),
      ],
      { x_groq: { id: 'req_1', usage: { ...usage, queue_time: 0.1 } } },
    ),
    showsReasoning: true,
  },
  'llama-cpp': {
    source: 'https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md and docs/function-calling.md',
    whole: {
      message: { role: 'assistant', reasoning_content: 'Look it up.', content: null, tool_calls: [call('a')] },
      body: { timings: { prompt_n: 20 }, system_fingerprint: 'b6000' },
    },
    stream: chunks(
      { id: 'chatcmpl-1', model: 'qwen3', system_fingerprint: 'b6000' },
      [
        delta({ role: 'assistant', content: null }),
        delta({ reasoning_content: 'Look it up.' }),
        delta({ tool_calls: [{ index: 0, ...call('a', { function: { name: 'weather', arguments: '{' } }) }] }),
        args('"city":"Oslo"}'),
        delta({}, 'tool_calls'),
        null,
      ],
      { usage, timings: { prompt_n: 20 } },
    ),
    showsReasoning: true,
  },
  'lm-studio': {
    source: 'https://lmstudio.ai/docs/developer/openai-compat/tools',
    whole: {
      message: { role: 'assistant', content: '', reasoning: 'Look it up.', tool_calls: [call('365174485')] },
      choice: { logprobs: null },
      body: { stats: {}, system_fingerprint: 'qwen3' },
    },
    stream: chunks(
      { id: 'chatcmpl-1', model: 'qwen3', system_fingerprint: 'qwen3' },
      [
        delta({ role: 'assistant', reasoning: 'Look it ' }, null, { logprobs: null }),
        delta({ reasoning: 'up.' }),
        delta({
          role: 'assistant',
          tool_calls: [{ index: 0, ...call('365174485', { function: { name: 'weather', arguments: '' } }) }],
        }),
        args(WEATHER, { type: 'function' }),
        delta({}, 'tool_calls', { logprobs: null }),
        null,
      ],
      { usage },
    ),
    showsReasoning: true,
  },
  mistral: {
    source: 'https://docs.mistral.ai/capabilities/function_calling and https://docs.mistral.ai/capabilities/reasoning',
    headers: { 'mistral-correlation-id': 'req_1', 'ratelimitbysize-remaining': '990' },
    whole: {
      message: {
        role: 'assistant',
        content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Look it up.' }] }],
        tool_calls: [call('D681PevKs', { index: 0 })],
        prefix: false,
      },
    },
    stream: chunks(
      { id: 'c1', model: 'magistral-medium' },
      [
        delta({ role: 'assistant', content: '' }),
        delta({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Look it ' }] }] }),
        delta({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'up.' }] }] }),
        delta({ content: '', tool_calls: [call('D681PevKs', { index: 0 })] }, 'tool_calls'),
      ],
      { usage },
    ),
    showsReasoning: true,
  },
  ollama: {
    source: 'https://docs.ollama.com/api/openai-compatibility and recorded streams in g0t4/ask-openai.nvim',
    whole: {
      message: {
        role: 'assistant',
        content: '',
        reasoning: 'Look it up.',
        tool_calls: [call('call_hk81qg8b', { index: 0 })],
      },
      body: { system_fingerprint: 'fp_ollama' },
    },
    stream: chunks(
      { id: 'chatcmpl-838', model: 'qwen3', system_fingerprint: 'fp_ollama' },
      [
        delta({ role: 'assistant', content: '', reasoning: 'Look it ' }),
        delta({ role: 'assistant', content: '', reasoning: 'up.' }),
        delta({ role: 'assistant', content: '', tool_calls: [{ index: 0, ...call('call_hk81qg8b') }] }),
        delta({ role: 'assistant', content: '' }, 'tool_calls'),
        null,
      ],
      { usage },
    ),
    showsReasoning: true,
  },
  openrouter: {
    source:
      'https://openrouter.ai/docs/api-reference/streaming and https://openrouter.ai/docs/use-cases/reasoning-tokens',
    whole: {
      message: {
        role: 'assistant',
        content: '',
        refusal: null,
        reasoning: 'Look it up.',
        reasoning_details: [{ type: 'reasoning.text', text: 'Look it up.', format: 'unknown', index: 0 }],
        tool_calls: [call('call_a', { index: 0 })],
      },
      choice: { native_finish_reason: 'tool_calls', logprobs: null },
      body: { provider: 'Someone' },
    },
    stream: [
      ': OPENROUTER PROCESSING',
      ': OPENROUTER PROCESSING',
      ...chunks(
        { id: 'gen-1', model: 'some/model', provider: 'Someone' },
        [
          delta(
            {
              role: 'assistant',
              content: '',
              reasoning: 'Look it ',
              reasoning_details: [{ type: 'reasoning.text', text: 'Look it ', index: 0 }],
            },
            null,
            { native_finish_reason: null },
          ),
          delta({
            role: 'assistant',
            content: '',
            reasoning: 'up.',
            reasoning_details: [{ type: 'reasoning.text', text: 'up.', index: 0 }],
          }),
          delta({
            role: 'assistant',
            content: null,
            tool_calls: [{ index: 0, ...call('call_a', { function: { name: 'weather', arguments: '' } }) }],
          }),
          args(WEATHER, { type: 'function' }),
          delta({ role: 'assistant', content: '' }, 'tool_calls', { native_finish_reason: 'tool_calls' }),
          delta({ role: 'assistant', content: '' }, null, { native_finish_reason: null }),
        ],
        { usage: { ...usage, cost: 0.001 } },
      ),
    ],
    showsReasoning: true,
  },
  vllm: {
    source: 'https://docs.vllm.ai/en/latest/features/reasoning_outputs.html and features/tool_calling.html',
    whole: {
      message: {
        role: 'assistant',
        content: null,
        refusal: null,
        annotations: null,
        audio: null,
        function_call: null,
        tool_calls: [call('chatcmpl-tool-a')],
        reasoning: 'Look it up.',
        reasoning_content: 'Look it up.',
      },
      choice: { logprobs: null, stop_reason: null, token_ids: null },
      body: { service_tier: null, prompt_logprobs: null, kv_transfer_params: null },
    },
    stream: chunks(
      { id: 'chatcmpl-1', model: 'qwen3' },
      [
        delta({ role: 'assistant', content: '' }, null, { logprobs: null }),
        delta({ reasoning: 'Look it ', reasoning_content: 'Look it ' }),
        delta({ reasoning: 'up.', reasoning_content: 'up.' }),
        delta({ tool_calls: [{ index: 0, ...call('chatcmpl-tool-a', { function: { name: 'weather' } }) }] }),
        args('{"city": '.trimEnd()),
        args('"Oslo"}'),
        delta({ content: '' }, 'tool_calls', { stop_reason: null }),
        null,
      ],
      { usage },
    ),
    showsReasoning: true,
  },
}
