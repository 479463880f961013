/** English words that say nothing about a tool. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `
    a able about above after again against all also although am an and any are as at back be because been before
    being below between both but by can cannot come could couldn d dare did didn do does doesn don done during each
    else etc even ever every few for from further getting give given go going gone got had hadn has hasn have haven
    he hello help her here hers herself hey hi him himself his how however i if im in interested into is isn it its
    itself ive just know let lets like ll look looking m many may me might more most much must my myself need no nor
    not now of off ok okay on once one only or other ought our ours ourselves out over own per please re s same
    shall shan she should shouldn since so some such t tell than thank thanks that the their theirs them themselves
    then there therefore these they this those though through to too try under until up upon us used using ve very
    via want wanted wants was wasn way we well were weren what when where which while who whom whose why will with
    within without won would wouldn yes yet you your yourself yourselves
  `
    .trim()
    .split(/\s+/),
)

/** Whether a lower-case word says nothing about a tool. */
export const isStopWord = (word: string): boolean => STOP_WORDS.has(word)
