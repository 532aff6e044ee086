import { numberWords } from '../language/grammar.ts';
import type { Edit } from './edit.ts';

const number = `\\d{1,3}|${Object.keys(numberWords).join('|')}`;
const those = 'that|those|they|them|these|it';
/** As many as were shown, and no number of anything that is named: "the two", "the five are". */
export const theTwo = `the (?:${Object.keys(numberWords).join('|')})(?=\\s*(?:[?.!,;]|$)| (?:is|are|was|were|has|have|had|do|does|did|can|will)\\b)`;
/** "Of them", "of those ten", "of the two". */
const ofThose = `(?:(?:of|among) (?:them|those|these)(?: (?:${number})(?! \\d))?|(?:of|among) ${theTwo})`;

/** What stands before that which is meant. */
const nowThat = '(?:but|just|only|rather|instead)';

type Effect = (edit: Draft, groups: readonly string[]) => void;
export type Draft = { -readonly [K in keyof Edit]: Edit[K] };

const drop: Effect = (edit, [what = '', noun = '']) => {
  edit.replaces ||= noun === '';
  const text = what.trim();
  if (text === '' && /limit|cap/i.test(noun)) edit.unlimited = true;
  edit.dropped = [...edit.dropped, text === '' ? noun : text];
};
/** "Not just the ten" takes back that there were ten. */
const dropOrAll: Effect = (edit, groups) => {
  if (new RegExp(`^(?:(?:first|top|those|these) )?(?:${number})$`, 'i').test(groups[0]?.trim() ?? ''))
    edit.unlimited = true;
  else drop(edit, groups);
};
const deny: Effect = (edit, [, what = '']) => {
  edit.replaces = true;
  edit.denied = what;
};
/** "For all regions": what was narrowed is widened, where it was. */
export const widen: Effect = (edit, groups) => {
  drop(edit, groups);
  edit.widens = true;
};
const ask =
  (asks: Edit['asks']): Effect =>
  (edit) => {
    edit.asks ??= asks;
    edit.narrows = true;
  };
const replace: Effect = (edit) => {
  edit.replaces = true;
};
const add: Effect = (edit) => {
  edit.adds = true;
};
const goOn: Effect = () => undefined;
const ofThem: Effect = (edit) => {
  edit.narrows = true;
};
/** "Longest first" orders what is shown: it asks for no maximum. Dates and judgements ("newest", "best") have orders of their own. */
const small = 'shortest|lightest|youngest|cheapest|lowest|smallest|fewest|least \\p{L}+';
const big = '(?!newest|latest|oldest|earliest|best)(?:\\p{L}+est|most \\p{L}+)';

/** "Drop the ones that are". */
const leavingOut =
  '^((?:\\s*(?:and|now|ok|then|please|but)\\b,?)*)\\s*(?:drop|remove|exclude|leave out|take out|skip|ignore|hide|without)\\s+(?:(?:all|any) )?(?:of )?(?:the(?: ones?)?|those|ones?)(?: (?:that|which|who))?(?: (?:are|is|have|has|with))?';

/** Each wording with what is read in its place, in the order in which they are looked for. */
export const wordings: readonly (readonly [RegExp, string, Effect])[] = [
  [
    /^\s*(?:(?:and|but|ok|okay|now|then|please|so)\b,?\s*)*(?:(?:(?:go |switch )?back to|return to|zurück zu|than|as|in)(?: (?:the|den))?(?: (?:plain|absolute[nr]?|raw|actual|simple|reinen?))?|(?:(?:show|give|just)(?: me| us)? )?(?:the )?(?:plain|absolute|raw|actual|simple)|the(?= \p{L}+ again)) (?:numbers|counts|zahlen)(?: again)?(?: please| bitte)?(?=\s*(?:[,.?!]|$))(?:\s*,\s*(?:and\b)?)?/iu,
    '',
    (edit) => {
      edit.plain = true;
    },
  ],
  // "No, only Kim", "I mean the hours": the rest stays as it was asked.
  [
    /^\s*(?:(?:(?:no|nope|nein|wait|sorry)\b\s*[,.!;:–—-]+\s*)+|(?:(?:(?:no|nope|nein|wait|sorry)\b[\s,.!;:–—-]*)*i (?:mean|meant|meine|meinte)\b[\s,:]*))(?=[\p{L}\d])(?!(?:how|what|which|who|where|when|show|list|give|to|that)\b)/iu,
    '',
    (edit) => {
      edit.corrects = true;
    },
  ],
  [/,\s*(?:and )?not (?:by |per )?(?:the|a|an) ([^,;?.!]+?)\s*[.?!]*$/iu, '', drop],
  [
    new RegExp(
      `^(\\s*(?:(?:and|but|no|ok|so|then|now)\\b[\\s,]*)*)not (?!just\\b|only\\b)(?:(?:by|per|for|in) )?(?:(?:the|a|an|their|its) )?([^,;:?.!]{2,40}?)(?:\\s*[,;:–—-]+)?(?:\\s+${nowThat})+\\s+(?=[\\p{L}\\d])`,
      'iu',
    ),
    '$1',
    deny,
  ],
  [
    /^(\s*(?:(?:and|but|no|ok|so|then|now)\b[\s,]*)*)not (?:(?:by|per) )?(?:the|a|an|their|its) ([^,;:?.!]{2,40}?)\s*[,;:–—-]+\s*(?=[\p{L}\d])/iu,
    '$1',
    deny,
  ],
  // "The hardest among those" are split by nothing.
  [/\bamong(?:st)? (them|those|these)\b(?=\s*(?:[,:;.?!–—-]|$))/iu, 'of $1', goOn],
  // "These ten" are those that were shown, and nothing that is called so.
  [new RegExp(`\\b(these|those) (?:${Object.keys(numberWords).join('|')})(?= \\p{L})`, 'iu'), '$1', goOn],
  // "Net income it is".
  [/^([^,;?.!]{2,40}?) it is\b(?=\s*(?:[-–—,;:.!]|but\b|$))/iu, '$1', goOn],
  [
    new RegExp(
      `\\bhow much (?:money )?(?:is|are|was|were) (?:${those})(?: worth)?(?: (?:altogether|together|in total|in all|overall))?\\s*[.?!]*$`,
      'iu',
    ),
    '',
    ask('amount'),
  ],
  [
    /^\W*(?:and )?(?:(?:the )?(?:grand )?total|in total|overall|altogether|in all)\s*[.?!]*$/iu,
    '',
    ask('total'),
  ],
  // As "wie viel ist das insgesamt?" is known to the grammar.
  [/^\W*(?:and )?how (?:much|many) (?:is|are|was|were|macht) the total\s*[.?!]*$/iu, '', ask('amount')],
  [
    new RegExp(
      `\\b(?:how much|what) (?:do|does|did) (?:${those})(?: all)? (?:come|add up|amount|sum up) to(?: (?:altogether|together|in total|in all|overall))?\\s*[.?!]*$`,
      'iu',
    ),
    '',
    ask('amount'),
  ],
  [
    new RegExp(
      `^(\\s*(?:and |but |now )*)(?:(?:which|what|who)(?: ones?)? ${ofThose}|(.*\\b(?:ones|those)\\b.*) (?:that|which|who)) (?:has|have|had|got|with) (?:none|zero)(?: at all)?\\s*[.?!]*$`,
      'iu',
    ),
    '$1$2',
    ask('none'),
  ],
  [
    /^(\s*(?:and |but |now )*(?:which|what|who|how many|list|show|name)\b.*?) (?:has|have|had|got|with) (?:none|no|zero)(?: at all)?\s*[.?!]*$/iu,
    '$1',
    ask('none'),
  ],
  [
    new RegExp(`${leavingOut} (?:above|over|more than|higher than)\\b`, 'iu'),
    '$1only those with at most',
    ofThem,
  ],
  [
    new RegExp(`${leavingOut} (?:below|under|less than|fewer than|lower than)\\b`, 'iu'),
    '$1only those with at least',
    ofThem,
  ],
  [new RegExp(`${leavingOut} (?:no|without(?: (?:an?|any))?)\\b`, 'iu'), '$1without those with no', ofThem],
  [
    /^\s*(?:and |but |now )*(?:what about |how about )?(?:how many (?:of them )?|which (?:ones )?|those (?:that|who) |the ones (?:that|who) )?(?:do|does|did|have|has|had) ?(?:not|n[o’']?t)\s*[.?!]*$/iu,
    '',
    ask('not'),
  ],
  [
    /^\s*(?:and |but |now )*(?:what about |how about )?(?:how many (?:of them )?|which (?:ones )?|those (?:that|who) |the ones (?:that|who) )?(?:are|is|was|were) ?(?:not|n[o’']?t)\s*[.?!]*$/iu,
    '',
    ask('others'),
  ],
  [
    /^\s*(?:and |but |now )*(?:what about |how about |(?:of|for|by) )?(?:the others?|the rest|the other ones|(?:the|den) (?:anderen|übrigen))\s*[.?!]*$/iu,
    '',
    ask('others'),
  ],
  // "Und die, die nicht?"
  [
    /^\s*(?:and |but |now )*(?:what about )?(?:the|diejenigen|denen|jene),? the(?: me)? not(?: (?:have|are|is))?\s*[.?!]*$/iu,
    '',
    ask('not'),
  ],
  [
    new RegExp(
      `\\bhow many (\\p{L}+ )?(?:is|are|was|were) (?:${those}|there) (?:altogether|in total|in all|overall)\\b`,
      'iu',
    ),
    'how many $1',
    ask('total'),
  ],
  [
    new RegExp(`\\bhow many (?:is|are|was|were) (?:${those}|there)\\b(?! \\p{L})`, 'iu'),
    'how many',
    ask('count'),
  ],
  [
    new RegExp(`\\bhow many (\\p{L}+ )(?:is|are|was|were) (?:${those})\\b(?! \\p{L})`, 'iu'),
    'how many $1',
    ask('count'),
  ],
  [
    /^(?:\s*(?:and|now|please|just|only|give me|show me|tell me)\b)*\s*the (?:total )?(?:number|count)(?: of (?:them|those|these))?\s*[.?!]*$/iu,
    'how many',
    ask('count'),
  ],
  [/\b(share|percentage|percent|proportion) of (?:each|them|those|these)\b/iu, '$1', goOn],
  [new RegExp(`\\bhow many ${ofThose}\\b`, 'iu'), 'how many', ask('count')],
  [new RegExp(`\\bhow many (\\p{L}+) ${ofThose}(?= )`, 'iu'), 'how many $1', ask('count')],
  [
    /,?\s*\b(?:(?:in|for|of|during) )?(?:that|the same|both|those|these|the two) (year|quarter|month|week|day|period)s?\b(?=\s*(?:[?.!,]|$))/iu,
    '',
    (edit, [unit]) => {
      edit.keepsDates = unit?.toLowerCase() as Edit['keepsDates'];
    },
  ],
  // "How many were cancelled then?" is of the time that was shown; "so how many are there then?" only goes on.
  [
    /(?<=\b(?:was|were|did|had|will)\b[^,;:?.!]*) then\s*(?=[?.!]*$)/iu,
    '',
    (edit) => {
      edit.keepsDates ??= 'period';
    },
  ],
  [
    new RegExp(`(^\\s*(?:and |but |now )*|[,;:] )(?:which|what|who)(?: ones?)? ${ofThose}\\b`, 'iu'),
    '$1which',
    ask('which'),
  ],
  [/^(\s*(?:and |but |now )*)which ones?\b/iu, '$1which', ask('which')],
  // "Which stations are those in Hamburg?"
  [
    /^(\s*(?:and |but |now )*)(?:which|what) (\p{L}+) (?:are|were) (?:those|these|they)(?= (?:in|from|of|with) \p{L}|\s*[?.!]*$)/iu,
    '$1which $2',
    ask('which'),
  ],
  [
    /^(\s*(?:and |but )*)(?:do|does|did|are|is|have|has) any of (?:them|those|these)\b/iu,
    '$1which',
    ask('which'),
  ],
  [
    /^\s*(?:and |but |so |ok |now )*(?:(?:which|what|who)(?: ones?)? (?:are|were|is|was) (?:they|these|those|that|it)|what are (?:their names|they called))\s*[.?!]*$/iu,
    '',
    ask('list'),
  ],
  [
    /\b(?:list|show|name|give)(?: me)?(?: all)?(?: of)? (?:them|those|these|the ones?|(?:the|their) names?)\b(?! (?:by|per|as|for each)\b)/iu,
    '',
    ask('list'),
  ],
  // "List the ketches among them with their length."
  [
    /\b(?:list|show|name|give)(?: me)?(?: all)? (the \p{L}+) (?:of|among) (?:them|those|these)\b/iu,
    '$1',
    ask('list'),
  ],
  [
    /^\s*(?:and |now |please |just |only |can i (?:have|get|see) )*(?:(?:the|their|all|all the) )?names(?: please)?\s*[.?!]*$/iu,
    '',
    ask('list'),
  ],
  [
    /,?\s*\b(?:instead of|rather than|in place of)\s+(?:(?:just|only|the|a|an|per|by|each|for)\s+)*([^,;?.!]+)/iu,
    '',
    drop,
  ],
  [
    /,?\s*\bnot (?:just|only) (?:(?:for|in|from|the)\s+)*([^,;?.!]+?)(?: ones)?(?=[,.;?!]|$)(?!, but)/iu,
    '',
    dropOrAll,
  ],
  // "Forget the lockers": what was said of them holds no more.
  [
    /\b(?:forget|never ?mind)(?: about)? (?:the|that|those) (?!(?:split|breakdown|grouping|chart|order|ones?)\b)([\p{L}\p{N} -]{2,30}?)(?=\s*(?:[,;.?!]|$))/iu,
    '',
    drop,
  ],
  [/,?\s*\bwhether (?:they |it |he |she )?([^,;?.!]+?) or not\b/iu, '', drop],
  [
    /\b(?:remove|drop|forget|lift|skip|clear|undo|without|ignore|no(?: more)?|take (?:off|out|away)|get rid of)\s+(?:(?:the|that|this|any|all)\s+)*([^,;?.!]*?)\b(filters?|limits?|restrictions?|conditions?|constraints?)\b/iu,
    '',
    drop,
  ],
  [/,?\s*\b(?:for |over |across )?all (years|quarters|months|weeks) (?:together|combined)\b/iu, '', widen],
  // "In all those regions" are these.
  [
    /\b(?:for|in|across|over)\s+all (?!(?:of )?(?:these|those)\b)(?:the )?(\p{L}[\p{L} -]*?)(?: again)?(?=[,.;?!]|$)/iu,
    '',
    widen,
  ],
  // "All regions again", "back to all regions".
  [
    /^\s*(?:and |now |ok,? |then |back to |show |with )*all (?:the |our )?(\p{L}[\p{L} -]*?)(?: again|(?<=\bback to all .*))\s*[.?!]*$/iu,
    '',
    widen,
  ],
  [
    new RegExp(`^((?:\\s*(?:and|now|ok|then|the)\\b,?)*)\\s*(?:${small}) first\\b`, 'iu'),
    '$1 lowest first',
    goOn,
  ],
  [
    new RegExp(`^((?:\\s*(?:and|now|ok|then|the)\\b,?)*)\\s*(?!${small})${big} first\\b`, 'iu'),
    '$1 highest first',
    goOn,
  ],
  [
    /^\s*(?:and |now |then |ok,? )*(?:show |list |give me )?(?:all of them|all|everything|the full list)(?: again)?\s*[.?!]*$/iu,
    '',
    (edit) => {
      edit.unlimited = true;
    },
  ],
  [
    new RegExp(
      `^((?:\\s*(?:and|now|ok|then|please)\\b,?)*)\\s*(?:just|only|make (?:it|that|this)(?: the)?|limit (?:it |that |this )?to|show(?: me)? (?:just|only))\\s+(?:the )?(?:top |first |best )?(${number})(?: (?:please|of them|items?|rows?|results?|ones?))?\\s*[.?!]*$`,
      'iu',
    ),
    '$1 top $2',
    goOn,
  ],
  [
    new RegExp(
      `\\b(?:the |a )?(?:top |first |best )?(${number}) (?:is|are|will be|would be) (?:enough|fine|ok|okay|plenty|sufficient)\\b`,
      'iu',
    ),
    'top $1',
    goOn,
  ],
  [
    /^((?:\s*(?:and|now|ok|then|please|can you|could you)\b,?)*)\s*(?:add|include|including|append|show me also|show also)\b/iu,
    '$1',
    add,
  ],
  [/\b(?:also|too|as well|additionally|in addition)\b/iu, '', add],
  [
    /,?\s*\b(?:(?:(?:in|for|of|from) )?(?:each|every)|per)(?: one)?(?: of (?:the|these|those))? (?:groups?|combinations?)\s*(?=[?.!]*$)/iu,
    '',
    (edit) => {
      edit.ofGroups = true;
      edit.narrows = true;
    },
  ],
  // "Worst on top" is an order.
  [/(?<!\b(?:\p{L}+est|worst|most|least)(?: \p{L}+)? )\bon top(?: of (?:that|it))?\b/iu, '', add],
  [/\binstead\b/iu, '', replace],
  [
    /(?<!\b(?:at|by|since|until|till|before|after|around) )\bthis time(?: around)?\s*(?=[.?!]*$)/iu,
    '',
    replace,
  ],
  [
    /^(\s*(?:(?:and|but|ok|now)\b,?\s*)*)(?:this time,? (?=(?:for|only|just|with|by|in|of)\b)|diesmal )/iu,
    '$1',
    replace,
  ],
];
