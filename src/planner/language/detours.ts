/** Each way to ask for something in a roundabout order with the straight one, which says the same. */
const detours: readonly (readonly [RegExp, string])[] = [
  // "Unpaid bills in May, which are they?"
  [
    /^\s*(?!(?:which|what|who|whose|how|where|when|why|list|show|give|and|is|are|was|were|do|does|did|has|have|had|can)\b)(\p{L}.*?)[.?!;,:–-]\s*(?:so )?(?:which|what) (?:ones )?(?:is|are) (?:it|they|those|that)\s*[.?!]*$/iu,
    'list $1',
  ],
  // "Are there sites without a gate? Which?"
  [
    /^\s*(?:is|are) there (?:any )?(?!(?:more|less|fewer|as many)\b)(\p{L}[^.?!]*)[.?!]+\s*(?:(?:and )?if so,? )?(?:and )?(?:which|what|who)(?: ones?)?\s*[.?!]*$/iu,
    'which $1',
  ],
  // "Of the orders from Kiel, what part was late?"
  [
    /^\s*(?:out )?of (?:all )?(?:the |our |my )?(\p{L}[^,;.?!]*?), (?:what|which|how much of a) (?:part|portion|share|percentage|percent|proportion|fraction) (?=(?:is|are|was|were|has|have|had|do|does|did)\b)/iu,
    'what share of $1 ',
  ],
  // "List the blocks that give light" asks which blocks give light.
  [
    /^\s*(?:please )?(?:list|show|name)(?: me)?(?: all)?(?: of)?(?: the)? (\p{L}+(?: \p{L}+)?) (?:that|which|who) (?=(?:ha(?:s|ve)|gets?|gives?|makes?|shows?|pays?|contains?)\b)/iu,
    'which $1 ',
  ],
  // "Halogens: how many isotopes does each of them have?"
  [
    /^\s*(?:the )?(?!(?:for|in|of|at|on|about|from)\b)(\p{L}[\p{L} -]{1,30}?):\s+(how (?:many|much) .*\b(?:each|all|any|one|most) of )(?:them|those|these)\b/iu,
    '$2the $1',
  ],
  // "Show me the halogens, one by one" asks for each of them by name.
  [
    /^\s*(?:(?:please )?(?:list|show|give)(?: me)? )?(?!(?:.*\b(?:by|per|each)\b.*)\bone by one\b)(.+?),? one by one\s*[.?!]*$/iu,
    'list $1',
  ],
  // "Lowest rated 3 shows".
  [/\b(lowest|highest|best|worst|top|most|least)[ -](\p{L}+ed) (\d{1,2}) (?=\p{L})/giu, '$3 $1 $2 '],
  // "Sales per category, all years" are split by none of these.
  [
    /(\b(?:by|per)\b[^,;]*),\s*(?:over |across |for |in )?all (?:the )?(?:years|quarters|months|weeks)(?: together| combined)?\s*(?=[.?!]*$)/iu,
    '$1',
  ],
];

/** A question in the order in which it would be asked straight. */
export function askedStraight(text: string): string {
  return detours.reduce((plain, [said, straight]) => plain.replace(said, straight), text);
}
