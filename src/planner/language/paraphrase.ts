import { numberPattern as number } from './grammar.ts';
import { durationWays } from './plain-durations.ts';
import { orderedPlainly } from './plain-orders.ts';

const not = "(?:not|n[o’']?t)";
const unknown = `(?:missing|unknown|empty|blank|${not} (?:known|given|available|recorded|specified|stated|filled in))`;
const ordinal = '(second|third|fourth|fifth|sixth|2nd|3rd|4th|5th|6th)';

const age = `(?:${number}|an?) (?:days?|weeks?|months?|years?)`;
/** "…, and did that client subscribe?": a second question about what the first one is of. */
export const alsoAsked =
  /(?<=[\p{L}\p{N}]),? and (?:(?:is|are|was|were|has|have|had|can|could)(?= (?:that|this|these|those|it|they|he|she)\b)|(?:did|does|do)(?= (?:the|that|this|these|those|it|they|he|she)\b)) /giu;

/** Each way to put something with a plainer one, which names nothing that a data model holds. */
const ways: readonly (readonly [RegExp, string])[] = [
  // "Break the profit down by region".
  [/\b(?:break|split|divide) (?:the )?(\p{L}[\p{L} ]{1,30}?) (?:down|up|out) by\b/giu, '$1 by'],
  // What is not there.
  [
    new RegExp(
      `\\b(?:whose|(?:for|of) which(?: the)?|where the) (\\p{L}[\\p{L} -]{1,30}?) (?:is|are|was|were) ${unknown}`,
      'giu',
    ),
    'without known $1',
  ],
  [
    new RegExp(
      `\\bfor which (\\p{L}+) (?:is|are|was|were) (?:the )?(\\p{L}[\\p{L} -]{1,30}?) ${unknown}`,
      'giu',
    ),
    'which $1 without known $2',
  ],
  [
    new RegExp(
      `\\b(?:whose|of which the) (\\p{L}[\\p{L} -]{1,30}?) (?:we|they|you|one|nobody) (?:do|does|did) ?${not} know`,
      'giu',
    ),
    'without known $1',
  ],
  [
    new RegExp(
      `\\b(?:the |is |are |was |were )?(\\p{L}[\\p{L}-]+) (?:is |are |was |were )${unknown}(?=\\s*[?.!,;]|$)`,
      'giu',
    ),
    'without known $1',
  ],
  [/\b(?:with|have|has|had) (?:an? |the )?(?:unknown|missing|blank|empty) (?=\p{L})/giu, 'without known '],
  [
    new RegExp(
      `\\b(?:has|have|had|is|are|was|were) ?${not} (?:ever |yet )?been (\\p{L}+ed)(?=\\s*[?.!,;]|$)`,
      'giu',
    ),
    'without $1',
  ],
  [
    /\b(?:nobody|no one|noone) (?:ever |still )?(?:uses?|has|have)(?: any ?more| at all)?/giu,
    'with zero use',
  ],
  [/\bnever (\p{L}+) (?:anything|something|any)(?=\s*[?.!,;]|$)/giu, 'never $1'],
  // What there is some of.
  [
    /\b(?:gets?|has|have|with|pays?|gives?(?: off)?) (?:any|some) (\p{L}+)(?: at all)?(?=\s*[?.!,;]|$)/giu,
    'with $1 above 0',
  ],
  // So many of them.
  [
    new RegExp(
      `\\b(?:needs?|takes?|took|requires?|uses?|makes?|gives?|yields?|comes? in|out of|from|on|with|have|has|of) (?:all|just|only|exactly|precisely) (${number}|an?|a single) (?=\\p{L})`,
      'giu',
    ),
    'with exactly $1 ',
  ],
  [/\bwith exactly (?:an?(?: single)?|one|a single) /giu, 'with exactly 1 '],
  // So many times.
  [
    new RegExp(
      `\\b(?:who |that |which )?(?:have |has |had )?(?:(\\p{L}+[cs]e)d|(\\p{L}+)ed) ((?:more|less|fewer) than|at (?:least|most)|over|exactly|only|just) (${number}) times\\b`,
      'giu',
    ),
    'with $3 $4 $1$2s',
  ],
  [
    /\b(?:who |that |which )?(?:have |has |had )?(?:(\p{L}+[cs]e)d|(\p{L}+)ed) (?:only |just )once\b/giu,
    'with exactly 1 $1$2s',
  ],
  [
    /\b(?:who |that |which )?(?:have |has |had )?(?:(\p{L}+[cs]e)d|(\p{L}+)ed) more than once\b/giu,
    'with more than 1 $1$2s',
  ],
  [/\bmost (?:often|widely|commonly|frequently) used\b/giu, 'most common'],
  [/\b(?:on|in|from|with|of|has|have) (?:only )?(?:an?|one) single (?=\p{L})/giu, 'with exactly 1 '],
  [/\bonly (?:has|have|had|got) (?:one|an?|1) (?=\p{L})/giu, 'with exactly 1 '],
  [new RegExp(`\\bfull (\\p{L}[\\p{L} ]{1,20}?) (?:of )?(${number})(?=\\s*[?.!,;]|$)`, 'giu'), '$1 of $2'],
  // "Players with the maximum score of 20", unlike "what was the highest score of 2020".
  [
    new RegExp(
      `(?<!\\b(?:is|are|was|were|what) )\\bthe (?:maximum|max\\.?|maximal|highest|top|minimum|min\\.?|minimal|lowest)(?: possible)? (\\p{L}[\\p{L} ]{1,20}?) of (?!(?:19|20)\\d\\d\\b)(${number})(?=\\s*[?.!,;]|$)`,
      'giu',
    ),
    '$1 of $2',
  ],
  [/\bwithout (?:even )?(?:an?|one) single (?=\p{L})/giu, 'without '],
  [/\b(?:not (?:even )?(?:an?|one) single|not one|no single) (?=(?!of\b)\p{L})/giu, 'no '],
  // Ranges.
  [
    new RegExp(`\\bbetween (?!the )(\\p{L}[\\p{L} ]{2,30}?) (${number}) and (${number})\\b`, 'giu'),
    'with $1 between $2 and $3',
  ],
  ...durationWays,
  // What went on.
  [
    /\b(is|are|was|were) (?:still |already )?(?:running|ongoing|on-going|under ?way|in progress|going on|in force)(?= (?:in|on|during|last|this|today|yesterday|from|between)\b)/giu,
    '$1 still',
  ],
  // What comes first.
  [/\b(?:the )?(?:main|leading|chief|primary) (?=\p{L}+s\b)/giu, 'most common '],
  [/^what did we (?=(?:bill|earn|invoice|make|spend)\b)/giu, 'how much did we '],
  [/\b(best|worst|top)[ -]performing (?=\p{L})/giu, '$1 '],
  [/\bbest[ -]?seller(s?)\b/giu, 'product$1 with the most sales'],
  // Places in an order.
  [
    new RegExp(
      `\\b(?:comes?|came|is|are|ranks?|ranked) ${ordinal} (?:by|in|for|in terms of|when it comes to)(?: the)? `,
      'giu',
    ),
    'has the $1 highest ',
  ],
  [
    /\b(?:northernmost|most northern(?:ly)?|(?:furthest|farthest) (?:to the )?north)\b/giu,
    'highest latitude',
  ],
  [/\b(?:southernmost|most southern(?:ly)?|(?:furthest|farthest) (?:to the )?south)\b/giu, 'lowest latitude'],
  [/\b(?:easternmost|most eastern(?:ly)?|(?:furthest|farthest) (?:to the )?east)\b/giu, 'highest longitude'],
  [/\b(?:westernmost|most western(?:ly)?|(?:furthest|farthest) (?:to the )?west)\b/giu, 'lowest longitude'],
  // For better or worse.
  [
    /(?<!\b(?:we|i|you|to|can|could|should) )\b(?:improv(?:e|es|ed|ing)|worsen(?:s|ed|ing)?|shr(?:ink|inks|ank|unk|inking))\b/giu,
    'change',
  ],
  // A business is what it comes to.
  [
    /\b(our|my|the) ((?:\p{L}+ )?)business (?=(?:grow|change|increase|decrease|decline|rise|fall|(?:go|get) \p{L}+)\b)/giu,
    '$1 $2',
  ],
  // Which way something goes.
  [
    /^\s*(?:is|are) (?:the |our |my )?(.+?) (?:going |trending |moving )?(?:up or down|growing or (?:shrinking|falling)|rising or falling|increasing or decreasing)\b/iu,
    '$1 over time',
  ],
  // How many, and how many of these.
  [/ (?:are|were) there\b(?=.+\bhow many of (?:those|these|them) )/giu, ''],
  [/ do (?:we|you|they) have\b(?=.+\bhow many of (?:those|these|them) )/giu, ''],
  [
    /^\s*how many (\p{L}[^,?]*?),? and how many of (?:those|these|them) (\p{L}[^,?]*?)\s*[?.!]*$/iu,
    'what share of $1 $2',
  ],
  // The period before.
  [
    /^\s*(?:and |now |then )*compared? (it |that |this )?(?:to|with|against) (?:the same \p{L}+ (?:of |in )?)?(?:the|an?|one) (year|quarter|month|week) (?:before|earlier)\b/iu,
    'compare $1with the previous $2',
  ],
  // Ages, of things since they came up.
  [
    new RegExp(
      `\\b(?:(?:that|which|who) )?(?:(?:is|are|was|were) )?(?:older than (${age})|(?:more than|over) (${age}) old)\\b`,
      'giu',
    ),
    'from more than $1$2 ago',
  ],
  // Ages.
  [/\b(under|over|above|below)[ -](\d+)s\b/giu, 'people aged $1 $2'],
  [/\b(?:an? )?(\d+)[ -]years?[ -]olds?\b/giu, 'people aged $1'],
  // How many, at the end.
  [
    /^(?!\s*how\b)(.+?)\s*[,:;–-]+\s*(?:count|how many(?: (?:are|is) (?:there|they|that))?|number)\s*[?.!]*$/iu,
    'how many $1',
  ],
  // How far two are apart: either is said of both.
  [/^\s*by (?:what|which) (?!percent)\p{L}+ (?=(?:do|does|did|is|are|was|were) .+ than )/iu, ''],
  [/\bhow many times (?:as (?:much|many)|more) (?=.+ (?:than|compared (?:to|with)) )/giu, 'how much '],
  // One of what is said of another.
  [/\bper (?:gram|unit|dollar|euro|pound) of (?=\p{L})/giu, 'relative to '],
  // How to put the figures together, said last.
  [
    /[?.,;:–-]+ *(?:(?:show|give|take|use|compare)(?: me| us)? )?(?:the )?(?:averages|means)(?:,? please)?\s*[?.!]*$/iu,
    ', on average',
  ],
  // Those whose share is asked.
  [
    /\bwhat (share|percentage|percent|proportion|fraction) (?:is|are|was|were) (?!the\b|that\b|this\b|it\b|they\b|those\b|these\b|of\b|there\b|in\b|by\b)(?=\p{L})/giu,
    '$1 of ',
  ],
  // What is looked for is listed.
  [
    /^\s*(?:i(?:[’']?m| am)|we(?:[’']?re| are)) (?:looking|searching) for (?!the (?:total|average|number)\b)/iu,
    'list ',
  ],
  [/[.?!;,]\s*(?:so )?(?:which|what) (?:ones? )?(?:are there|is there|exist)\s*[.?!]*$/iu, ''],
  [/\bhow much (?:is|are|was|were) (?:the |our |all |my )*(\p{L}[\p{L} ]*?) worth\b/giu, 'value of $1'],
  // "The heaviest parcel going by weight".
  [
    /(?<=\b(?:\p{L}+est|(?:most|least) \p{L}+|best|worst) [^,;.?!]*?)(?:,? (?:going|judging|judged|measured) by|,? if (?:you|we|i) go by)\b/giu,
    ' by',
  ],
  // What says nothing.
  [/\b(by|per|each|every) (?:single )?individual (?=\p{L})/giu, '$1 '],
  [/,?\s*\ball (?:the )?\p{L}+ (?:added up|added together|taken together|put together|combined)\b/giu, ''],
  // "Sales per month, all shops of the chain together", unlike "who bought all books together".
  [/[,;:–-]\s*all (?:the )?\p{L}+(?: of (?:the |an? )?\p{L}+)? together(?=\s*[.?!,;]|$)/giu, ''],
  [/[ ,]*\b(?:whatsoever|so far|to date|by the way|side by side)\b/giu, ''],
  [/\b(?<=\b(?:no|any|without)\b.*) of any (?:kind|sort|type)\b/giu, ''],
  [/\b(?:at the moment|at present|right now)\b/giu, 'currently'],
  [/\b(?:no|nr)\.? of (?=\p{L})/giu, 'number of '],
  [/\b(?:what|which) (?:part|portion) of\b/giu, 'what share of'],
  [/,?\s*\bfrom (?:the )?most (\p{L}+) to (?:the )?least(?: \1)?\b/giu, ', highest first'],
  [/,?\s*\bfrom (?:the )?least (\p{L}+) to (?:the )?most(?: \1)?\b/giu, ', lowest first'],
  // "Hardest material on top".
  [
    /(?:[,;:]|\bwith\b|\b(?:sorted|ordered)\b)\s*(?:the )?(\p{L}+est)(?: \p{L}+)? (?:on top|at the top|first)(?=\s*(?:please)?[.?!]*$)/giu,
    ', $1 first',
  ],
  [/\bhalf an? (?=\p{L})/giu, '0.5 '],
  [
    /^\s*(?:who|which|what)(?: one)? (?:is|was|has|had) (?:the )?(\p{L}+er)(?: \p{L}+)?[,:]? (?:the )?(.+?) or (?:the )?(.+?)\s*[?.!]*$/iu,
    'is $2 $1 than $3',
  ],
  // What alone is looked at.
  [
    /\b(?:only counting|counting only|only count|count only|looking only at|look only at|considering only|only considering|if (?:we|you|i) only (?:count|consider|look at))\b/giu,
    'only',
  ],
  // Both of two.
  [
    /\b(?:with|without)(?: an?| any)? (\p{L}[\p{L} -]*?),? (?:vs\.?|versus|or|and|compared (?:to|with)) (?:(?:those|people|the ones) )?(?:with|without)(?: (?:it|one|any|an?(?: \p{L}+)?))?(?=\s*[?.!,]|$)/giu,
    'by whether $1',
  ],
  [/\b(?:with|without) (?:or|and|vs\.?|versus) (?:with|without)(?: an?| any)? (?=\p{L})/giu, 'by whether '],
  // What tells them apart.
  [
    /\bhow (?:does|do|did) (?:the |our )?(.+?) (?:depend on|vary (?:by|with|across|between)|differ (?:by|between|across)|change with|rise with|relate to|develop with)(?: the)? /giu,
    '$1 by ',
  ],
  [
    /\bhow (?:the |our )?(.+?) (?:depends on|varies (?:by|with|across|between)|differs (?:by|between|across)|changes with|rises with|relates to|develops with)(?: the)? /giu,
    '$1 by ',
  ],
  // What each of them has.
  [
    /^\s*(?:(?:please )?(?:give|show) me |list )?(.+?),? and how (\p{L}+) (?:they are|it is|each (?:one )?(?:is|are)|each of them is)\s*[?.!]*$/iu,
    'list $1 with their $2',
  ],
  // What is said of something is no condition on it: "Leeds looks weak. Split it by team".
  [
    /^(\s*(?!(?:which|what|who|whose|how|where|when|why|list|show|give)\b)[\p{L}\p{N}][^.!?;:,]{1,40}?)(?<!\b(?:that|which|who)) (?:looks?|looked|seems?|seemed|sounds?|appears?)(?: to be)?(?: (?:very|really|so|too|quite|rather|pretty|a bit|a little))* \p{L}+[.!;:]+ (?=\p{L})/iu,
    '$1. ',
  ],
  // Of whomever was spoken of.
  [
    /^((?:\s*(?:and|now|ok|so|then|please)\b,?)*\s*(?:only|just|exclude|excluding|without|leave out|drop|skip)(?: the)?) (?:people|persons|everyone|everybody|anyone|anybody)(?= (?:who|that|with|without|from|in)\b)/iu,
    '$1 those',
  ],
  // "Which of them at least have parking" has no bound.
  [
    /\bat least (?=(?:have|has|had|are|is|were|was|do|does|did|can)\b)|(?<=\b(?:have|has|had) )at least (?=(?:some|any)\b)/giu,
    '',
  ],
  // What something is called.
  [
    /^(\W*)how (?=(?:do|does|did|would|can) (?:you|they|we|people|one) call\b|(?:is|are) [^,;?]{1,60} called\b)/giu,
    '$1what ',
  ],
  // Whether something is so of what was asked for.
  [alsoAsked, ', and whether '],
  // Who was there.
  [/\b(?:took|take|takes|taking) part\b/giu, 'are there'],
  // Losses.
  [/\b(profits?|gains?) or loss(?:es)?\b/giu, '$1'],
  [
    new RegExp(
      `\\b(?:made|make|makes|making|reported|report|show|shows|with|had|have|post|posted) (?:an? |any )?loss(?:es)? of (?:more than|over) (?=[$€£]?${number})`,
      'giu',
    ),
    'with profit below minus ',
  ],
  [
    new RegExp(`\\b(?:lost|lose|loses|losing) (?:more than|over) (?=[$€£]?${number})`, 'giu'),
    'with profit below minus ',
  ],
  [
    /\b(?:lost|lose|loses|losing) the most (?=\p{L}+(?: \p{L}+)? (?:in|since|from|vs|versus|compared|this|last)\b)/giu,
    'fell the most in ',
  ],
  [
    /\b(?:are |is |were |was )?(?:(?:losing|lose|loses|lost)(?: (?:us|any|the most))? money|made a loss|make a loss|makes a loss|making a loss|made losses|reported a loss|show a loss|shows a loss)(?: overall)*\b(?! (?!(?:in|during|last|this|since|by|per|on|over|and|or|with|we|for|at|to|of|there|then|now)\b)\p{L})/giu,
    'with profit below 0',
  ],
  [
    /\b(ones|those|these) (?:with|having|that (?:have|had)) (?:an? |any )?loss(?:es)?\b(?! \p{L})/giu,
    '$1 with profit below 0',
  ],
  [/\b(?:biggest|largest|highest|greatest|worst|most) loss(?:es)?\b/giu, 'lowest profit'],
];

/** A question in plainer words; undefined where there are none. */
export function paraphrased(text: string): string | undefined {
  let plain = text;
  for (const [said, plainer] of ways) plain = plain.replace(said, plainer);
  plain = orderedPlainly(plain);
  return plain === text ? undefined : plain;
}
