import { numberPattern as number } from './grammar.ts';

const timeUnit = '(?:minutes?|hours?|days?|weeks?)';
/** "Delivered", "were paid". */
const done =
  '(?:(?:that|which) )?(?:(?:is|are|was|were|get|gets|got|has been|have been) )?(?:only )?(\\p{L}{3,}ed|paid|sent|sold|built)';

/** Each way to ask how long something takes with a plainer one. */
export const durationWays: readonly (readonly [RegExp, string])[] = [
  [
    /\b(\p{L}+ )?(?:has|have) been (?:(?:employed|working) )?(?:here|(?:with|for) us)(?: for)? (?:the )?(longest|shortest)\b/giu,
    '$1has the $2 standing',
  ],
  [/\b(longest|shortest)[ -](?:serving|standing) (?=\p{L})/giu, '$1 standing of '],
  [
    /\bhow long (?:has|have|was|were|did) (?!it\b|they\b|we\b)(.{2,40}?) (?:been |stay |work )?(?:(?:employed|working) )?(?:here|(?:with|for) us)(?=\s*[?.!,;]|$)/giu,
    'tenure of $1',
  ],
  [
    /\bhow long (?:does|do) (?!it\b|they\b|we\b)(.{2,40}?) (?:usually |typically |normally |generally )?(?:stay|work|remain) (?:here|(?:with|for) us)(?: on average)?(?=\s*[?.!,;]|$)/giu,
    'average tenure of $1',
  ],
  [
    /\bhow long (?:does|do|did) it (?:usually |typically |normally |generally |actually )?take (?:until|till|before|for) (?:the |our |an? )?(\p{L}+) (?:(?:is|are|was|were|get|gets|to get|to be|have been|has been) )(\p{L}+)(?: on average)?/giu,
    'average time to $2 of $1',
  ],
  [
    /\bhow long (?:does|do|did) it (?:usually |typically |normally |generally |actually )?take (?:the |our )?(?!us\b|them\b|me\b|to\b)(\p{L}+) to (?:get |be )?(\p{L}+)(?: on average)?/giu,
    'average time to $2 of $1',
  ],
  [
    /\bhow (?:quickly|fast|soon) (?:does|do|did) (?:the |our )?(?!we\b|they\b|it\b)(\p{L}+) (?:usually |typically |normally |generally |actually )?(?:get )?(\p{L}{3,})(?=\s*[?.!,;]|$| (?:on average|by|in|per)\b)(?: on average)?/giu,
    'average time to $2 of $1',
  ],
  [/\b(?:is|are|was|were) (?:the |our )?slowest (\p{L}{3,}?)ers?\b/giu, 'has the longest average time to $1'],
  [
    /\b(?:is|are|was|were) (?:the |our )?(?:fastest|quickest) (\p{L}{3,}?)ers?\b/giu,
    'has the shortest average time to $1',
  ],
  [
    /\bhow long (?:does|do|did) (?:it|we|they) (?:usually |typically |normally |generally |actually )?(?:take|need) (?:(?:us|them|me) )?(?:to|until|till|before|from)\b(?: (?:it|they|we) (?:is|are|was|were|get|gets))?/giu,
    'average time to',
  ],
  [
    /\bhow long (?:does|do|did) (?:the |our )?(\p{L}[\p{L} -]{1,30}?) (?:usually |typically |normally |generally |actually )?take to (?:get |be )?(\p{L}+)(?: on average)?/giu,
    'average time to $2 of $1',
  ],
  [
    /\bhow long (?:does|do|did) (?:the |an? |our )?(\p{L}+) (?:usually |typically |normally |generally |actually )?take\b(?: on average)?/giu,
    'average $1 time',
  ],
  [
    new RegExp(
      `\\b(?:that |which |who )?(?:takes?|took|taking|needs?|needed) (more than|less than|fewer than|longer than|over|under|at least|at most) (${number} ${timeUnit}) (?:to (?:get |be )?|until |from )(\\p{L}[\\p{L} ]{2,30}?)(?=\\s*[?.!,;]|$| (?:in|by|per|for|of|this|last)\\b)`,
      'giu',
    ),
    'with time to $3 $1 $2',
  ],
  [
    new RegExp(
      `\\b(?:that |which |who )?(?:takes?|took|taking|lasts?|lasted|lasting) (more than|less than|fewer than|longer than|over|under|at least|at most) (${number} ${timeUnit})\\b(?! (?:to|until|from|of)\\b)`,
      'giu',
    ),
    'with duration $1 $2',
  ],
  [
    /\bhow many (minutes|hours|days|weeks) (?:(?:does|do|did) (?:it|we|they) (?:take|need) |pass |are there )?(?=between |from |to |until )/giu,
    'average $1 ',
  ],
  [
    new RegExp(
      `\\b${done} in (less than|under|more than|over|at most) (${number} ${timeUnit})\\b(?! of\\b)`,
      'giu',
    ),
    'with time to $1 $2 $3',
  ],
  [
    new RegExp(`\\b${done} (?:with)?in (${number} ${timeUnit})\\b(?! of\\b)`, 'giu'),
    'with time to $1 at most $2',
  ],
  [
    /\b(?:takes?|took|taking) (?:the )?(longest|shortest|most|least) (?:time )?to (?=\p{L})/giu,
    'has the $1 time to ',
  ],
  [/\b(?:is|are|was|were) (?:the )?slowest to (?=\p{L})/giu, 'has the longest time to '],
  [/\b(?:is|are|was|were) (?:the )?(?:fastest|quickest) to (?=\p{L})/giu, 'has the shortest time to '],
  [/\b(?:the )?slowest (\p{L}+) to (?=\p{L})/giu, '$1 with the longest time to '],
  [/\b(?:the )?(?:fastest|quickest) (\p{L}+) to (?=\p{L})/giu, '$1 with the shortest time to '],
  [/\b(\p{L}{2,}?)s (?:the )?slowest\b/giu, 'has the longest time to $1'],
  [/\b(\p{L}{2,}?)s (?:the )?(?:fastest|quickest)\b/giu, 'has the shortest time to $1'],
];
