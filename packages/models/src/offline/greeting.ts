const REPLIES: readonly (readonly [RegExp, string])[] = [
  [
    /^(hello|hi|hey|howdy|hiya|greetings|good (morning|afternoon|evening|day)|welcome)( there| again| everyone| all)?$/,
    'Hello! I am the offline stand-in, not a language model.',
  ],
  [
    /^((hello|hi|hey)( there)? )?((who|what) are you|what can (you do|i ask( you)?|you help( me)? with))$/,
    'I am the offline stand-in, not a language model: I match words, and call tools.',
  ],
  [
    /^(thanks|thank you|thx|cheers|great|perfect|nice|cool|wonderful)( a lot| so much| very much| you)?$/,
    'You are welcome.',
  ],
  [/^(bye|goodbye|see you|good night|farewell)( later| then)?$/, 'Goodbye.'],
  [
    /^(ok|okay|yes|no|sure|fine|right|test|testing|ping|help|please help|help me)$/,
    'I am the offline stand-in, not a language model.',
  ],
]

/** The reply to a text that greets, thanks or takes leave and asks nothing; undefined when it asks something. */
export function greetingReply(text: string): string | undefined {
  const words = text
    .toLowerCase()
    .replace(/[^\p{L}\s]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return REPLIES.find(([greeting]) => greeting.test(words))?.[1]
}
