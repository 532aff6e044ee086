/** A word that a message gives a meaning of its own: "call a block tough if its hardness is 3 or more". */
interface Definition {
  readonly term: string;
  /** What it is said of; undefined where it is said of anything. */
  readonly thing: string | undefined;
  /** What is true of whatever is called so, as it is said behind a noun: "whose hardness is 3 or more". */
  readonly clause: string;
}

const word = "(?:(?!(?:is|are|if|when|whenever|where|that|who|with|as|it)\\b)[\\p{L}\\p{N}'’&-]+)";
const thing = `(?<thing>${word}(?: ${word}){0,2}?)`;
const term = `(?<term>${word}(?: ${word}){0,3}?)`;
const opening =
  "^(?:(?:ok|okay|so|and|now|please|hi|well)\\b,? ?)*(?:(?:let['’]?s|let us|we['’]ll|i['’]ll|i['’]d|i|we|you|can|could|just) )*";
const supposing = '(?:(?:say|suppose|assume|imagine)(?: that)? )';
const when = ',? (?:if|when|whenever|once|as soon as|as long as|where) ';
const article = '(?:an?|the|any|every|each)';
const forMe = '(?: (?:for|to) (?:me|us))?';
const condition = '(?<clause>.{3,200})$';

/** How a word is given a meaning. */
const ways: readonly RegExp[] = [
  `${opening}(?:call|consider|name|count) (?:${article} )?${thing} an? ${term}${when}${condition}`,
  `${opening}(?:call|consider|name|count) (?:${article} )?${thing} (?:as )?${term}${when}${condition}`,
  `${opening}${supposing}?${article} ${thing} (?:is|counts as|qualifies as) (?:an? )?${term}${forMe}${when}${condition}`,
  `${opening}${supposing}?(?:everything|anything|everyone|everybody|anyone|anybody) (?<clause>.{3,120}?) (?:is|are|counts? as|qualif(?:ies|y) as) (?:an? )?${term}$`,
  `${opening}${supposing}?(?:all|every|any|each) ${thing} (?<clause>(?:with|without|that|who|whose|from|\\p{L}+ed) .{3,120}?) (?:is|are|counts? as) (?:an? )?${term}$`,
  `${opening}${supposing}?${article} ${term} (?:is|means|is defined as) an? ${thing} (?<clause>(?:with|without|that|which|who|whose|of|from|over|under|above|below|\\p{L}+ed) .{3,200})$`,
  `${opening}define ${term} as an? ${thing} (?<clause>(?:with|without|that|which|who|whose|of|from|over|under|above|below|\\p{L}+ed) .{3,200})$`,
  `${opening}define ${term} as ${condition}`,
  `${opening}(?:by|with) ${term},? (?:i|we) mean ${condition}`,
  `${opening}(?:where )?${term} (?:means|meaning|shall mean|stands for) ${condition}`,
  `^\\(${term} ?(?:=|:|means) ?${condition}`,
].map((it) => new RegExp(it, 'iu'));

/** Where a definition may end, and a question begin. */
const breaks =
  /(?<=[^\d\s][.;:?!]|\d[.;:?!](?=\s+\p{L}))\s+|\s+[–—-]\s+|\s*(?=\()|(?<=\))\s*|,\s+(?=where )/u;

/**
 * A message with what its own words mean in their place: "Call a block tough if its hardness is 3 or more. How many tough blocks
 * per material?" asks how many blocks whose hardness is 3 or more per material.
 * @param earlier messages of the thread, oldest first, which may have given words a meaning as well
 */
export function inItsOwnTerms(text: string, earlier: readonly string[]): string {
  const parts = text.split(breaks).filter((it) => it !== '');
  const told = parts.map(definitionsIn);
  const asked = parts.filter((_, at) => told[at]?.length === 0).join(' ');
  const before = earlier.flatMap((it) => it.split(breaks).map(definitionsIn));
  // The latest meaning holds.
  const known = [...told.toReversed(), ...before.toReversed()].filter((it) => it.length > 0);
  let plain = asked;
  for (const [at, definitions] of known.entries()) {
    const isOwn = at < told.filter((it) => it.length > 0).length;
    const used = definitions.find((it) => mentions(plain, it));
    if (used !== undefined) plain = substituted(plain, used);
    else if (isOwn) plain = pointedTo(plain, definitions[0]);
  }
  return plain === asked ? text : plain.replace(/[\s,;:]+(?=[?.!]*$)/, '');
}

/** The ways to take a sentence as a definition: "call a food low fat if …" may be of foods that are low fat, or of food low that is fat. */
function definitionsIn(sentence: string): readonly Definition[] {
  const plain = sentence.replace(sentence.startsWith('(') ? /[\s.;:,!)]+$/ : /[\s.;:,!]+$/, '');
  if (/\?\s*$/.test(sentence)) return [];
  for (const way of ways) {
    const { term: named, thing: of, clause } = way.exec(plain)?.groups ?? {};
    if (named === undefined || clause === undefined) continue;
    const words = [of ?? '', named].join(' ').trim().split(' ');
    const others =
      of === undefined || way !== ways[1]
        ? []
        : words.slice(2).map((_, at) => [words.slice(0, at + 2), words.slice(at + 2)] as const);
    return [
      definitionOf(of, named, clause),
      ...others.map(([first, last]) => definitionOf(first.join(' '), last.join(' '), clause)),
    ];
  }
  return [];
}

function definitionOf(of: string | undefined, named: string, clause: string): Definition {
  const [, kind, rest] = (of === undefined && ofKind.exec(clause)) || [];
  if (kind !== undefined && rest !== undefined) return definitionOf(kind, named, rest);
  const isPerson = /^(?:someone|somebody|anyone|anybody)$/i.test(of ?? '');
  return { term: named, thing: isPerson ? 'people' : of, clause: relative(clause) };
}

/** "Customers with at least five orders". */
const ofKind =
  /^(?:an? |the |all |any )?((?!(?:less|fewer|more|at|over|under|it|they)\b)\p{L}+(?: \p{L}+)?) ((?:with|without|that|who|which|whose) .*)$/iu;

const isRelative =
  /^(?:that|who|which|whose|with|without|from|in|of|on|at|by|for|since|before|after|(?:only |never |not )?\p{L}+ed)\b/iu;
const amount =
  '(?:less|fewer|more|at (?:least|most)|over|under|above|below|between|exactly|no|none|up to|[<>=]|[$€£]?\\d)';
/** "At least five orders", "sales over 1000". */
const isAmount = new RegExp(`^(?:(?!(?:that|whose|who)\\b)\\p{L}+ ){0,2}${amount}(?![\\p{L}])`, 'iu');

function relative(clause: string): string {
  const plain = clause.trim();
  const ofIt = plain
    .replace(/^(?:it|they|he|she|that|one)['’]s /i, 'that is ')
    .replace(/^(?:it|they|he|she|one|somebody|someone|you) /i, 'that ')
    .replace(/^(?:its|their|his|her|the) /i, 'whose ');
  if (isAmount.test(ofIt) && !isRelative.test(ofIt.replace(/^at (?:least|most)\b/i, '')))
    return `with ${ofIt}`;
  if (isRelative.test(ofIt)) return ofIt;
  return `that ${ofIt.replace(/ (?:it|them)\b/i, '')}`;
}

/** As a term may be written: "cash-hungry", "giants". */
function patternOf(named: string): string {
  const words = named.split(/[ -]+/).map((it) => it.replace(/[^\p{L}\p{N}]/gu, '.'));
  return `${words.join('[ -]')}(?:e?s)?`;
}

/** "By status, where status means open" says nothing of a status. */
function mentions(text: string, { term: named }: Definition): boolean {
  const said = `(?<![\\p{L}\\p{N}])(?<!\\b(?:by|per|each|which) )${patternOf(named)}(?![\\p{L}\\p{N}])`;
  return new RegExp(said, 'iu').test(text);
}

function substituted(text: string, { term: named, thing: of, clause }: Definition): string {
  const said = `(?<![\\p{L}\\p{N}])${patternOf(named)}(?![\\p{L}\\p{N}])`;
  const things = of === undefined ? undefined : pluralOf(of);
  const noun = of === undefined ? '\\p{L}+s' : `(?:${patternOf(of)}|${things})`;
  return text
    .replace(
      new RegExp(`${said} (?:(?<noun>${noun})|ones?)(?![\\p{L}\\p{N}])`, 'giu'),
      (_, ...groups) => `${(groups.at(-1) as { noun?: string }).noun ?? things ?? 'ones'} ${clause}`,
    )
    .replace(
      new RegExp(`\\b(?:is|are|was|were)(?: (?:all|also))? (?:an? )?${said}(?! (?:of|by|per)\\b)`, 'iu'),
      predicateOf(clause),
    )
    .replace(
      new RegExp(`\\b(which|how many)(?: ones?)?(?= ${escaped(predicateOf(clause))})`, 'iu'),
      things === undefined ? '$&' : `$1 ${things}`,
    )
    .replace(
      new RegExp(`\\b(the |those |these )?${said}`, 'giu'),
      (_, pointer: string | undefined) =>
        `${things === undefined ? 'those' : `${pointer ?? ''}${things}`} ${clause}`,
    );
}

/** "Which elements are that?", "who is it?" behind a definition. */
function pointedTo(text: string, definition: Definition | undefined): string {
  if (definition === undefined) return text;
  return text.replace(
    /\b(?:is|are|was|were) (?:that|those|these|they|it)(?=\W*$)/i,
    predicateOf(definition.clause),
  );
}

function predicateOf(clause: string): string {
  return clause.replace(/^(?:that|who|which) /i, '').replace(/^with /i, 'have ');
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function pluralOf(noun: string): string {
  if (/s$|people$/i.test(noun)) return noun;
  if (/[^aeiou]y$/i.test(noun)) return noun.replace(/y$/i, 'ies');
  return /(?:x|z|ch|sh)$/i.test(noun) ? `${noun}es` : `${noun}s`;
}
