import { operatorOf } from './grammar.ts';
import { isKindOf } from './lexical.ts';
import { forms, tokenize } from './text.ts';
import { isForeign, isWord } from './word-kind.ts';

const noun = '(?:\\p{Ll}+ ){0,2}\\p{Ll}+(?: (?:in|of|at) (?:the|our|my|a|an) \\p{Ll}+)?';
const speaker = "(?:i|we|he|she|they|you|it)(?:['’](?:m|re|s|d|ve|ll))?";
/** Where one thing that a message says may end and the next begin. */
const ends = new RegExp(
  [
    // A sentence, or what stands behind a dash.
    '(?<=\\p{L}{3,}["”’)]?[.;:]|[?!]["”’)]?)\\s+',
    '\\s+[–—-]\\s+',
    // What for, before the question or after it.
    `(?<=^for (?:the|a|an|my|our) ${noun}),?\\s+(?=(?:i|we)\\b)`,
    `(?<!\\b(?:it|this|that|them|these|those))\\s+(?=for (?:my|our|an?|the) ${noun}[.?!]*$)`,
    // Another question, or why one asks.
    ',\\s+(?=(?:which|what) (?:\\p{Ll}+ ){1,2}(?:is|was) (?:that|this|it)\\W*$)',
    ',?\\s+(?=and (?:how (?:many|much)|when|where|who)\\b)',
    `,?\\s+(?=(?:because|so(?: that)?) ${speaker} )`,
    `,\\s+(?=(?:${speaker}|(?:those|these|the) (?:numbers?|figures?)) )`,
    ',\\s+(?=(?:want(?:ed)?|need(?:ed)?|trying|planning|thinking) )',
  ].join('|'),
  'iu',
);

/** More are no message of one question and what is said about it. */
const maxParts = 4;

/** What a message says one after the other; undefined where it is one thing. */
export function partsOf(text: string): readonly string[] | undefined {
  const parts = withoutScopes(text.split(ends).filter((it) => /[\p{L}\p{N}]/u.test(it)));
  return parts.length > 1 && parts.length <= maxParts ? pointedOut(parts) : undefined;
}

/** "Cancelled bookings for the night tour" is one thing, unlike "bookings by month for the board meeting". */
function withoutScopes(parts: readonly string[]): string[] {
  const whole: string[] = [];
  for (const part of parts) {
    const isScope = whole.length > 0 && /^for (?:the|an?)\b/i.test(part) && !isPurpose(part);
    if (isScope) whole.push(`${whole.pop()} ${part}`);
    else whole.push(part);
  }
  return whole;
}

/** "A patient says she takes menthulu, which plant is that?" asks which plant is menthulu, where one word before is a name. */
function pointedOut(parts: readonly string[]): readonly string[] {
  const [told = '', question = '', ...more] = parts;
  const asked = /^\W*((?:which|what) (?:\p{Ll}+ ){1,2}(?:is|was)) (?:that|this|it)\W*$/iu.exec(question)?.[1];
  if (asked === undefined || more.length > 0 || !isAside(told)) return parts;
  const [name, ...others] = tokenize(told).filter((it) => operatorOf(it.word) === undefined && isForeign(it));
  return name === undefined || others.length > 0 ? parts : [told, `${asked} ${name.raw}?`];
}

const speakers =
  "i|i['’]?m|i['’]?ve|i['’]?d|we|we['’]?re|we['’]?ve|we['’]?d|they|they['’]?re|my|our|he|she|somebody|someone|(?:need|want)(?:ed)? (?:it|this|that|them|these|those|to)";
/** Says who asks, what for, or what is thought of it. */
const aside = new RegExp(
  `^\\W*(?:(?:so|that|well|because|since|as|btw|hi|hello) )*(?:(?:${speakers})\\b|(?:a|the|one|this|that) \\p{L}+ (?:says?|said|asks?|asked|wants?|wanted|needs?|told)\\b|\\p{L}+ (?:says|said)\\b|(?:those|these|the) (?:numbers?|figures?) (?:are|is|were|was)\\b|(?:that|this|it) (?:looks?|seems?|sounds?|feels?)\\b|for (?:the|an?|my|our|this)\\b|(?:thinking|planning|preparing|trying|asking|wondering|curious|considering|hoping)\\b)`,
  'iu',
);
const request =
  /(?<!\bto )\bshow\b|\bshow (?:me|us)\b|\b(?:list|give|compare|count|which|what|who|how|when|where)\b/i;

const narrows = /\b(?:only|without|except|excluding|unless|instead|rather|mean|meant)\b/i;

/** The parts that tell about whoever asks, or what for, and neither ask nor narrow anything. */
export function asidesAmong(parts: readonly string[]): readonly string[] {
  // What stands behind a question may be of it: "recipes for a banner".
  return parts.filter((part, at) =>
    at > 0 && /^for (?:the|an?)\b/.test(part) ? isPurpose(part) : isAside(part),
  );
}

function isAside(part: string): boolean {
  return ![request, narrows, namesSomething].some((it) => it.test(part)) && aside.test(part);
}

/** "For a report", "for the board meeting": no part of what there may be in the data, unlike "for the north", "for a visit". */
function isPurpose(part: string): boolean {
  const words = /^\W*for (?:the|an?) ([\p{Ll} ]+)\W*$/u.exec(part)?.[1]?.split(' ') ?? [];
  const { word, lemma } = forms(words.at(-1) ?? '');
  return word === lemma && words.some((it) => readings.some((kind) => isKindOf(it, kind)));
}

/** What figures are read in, or by. */
const readings = ['written communication', 'publication', 'gathering', 'committee'];

/** A number, a quotation, or a word that is written as a name. */
const namesSomething = /\d|["“„«]|(?<=\p{L}[\p{L}'’-]*,? )(?!I\b|I['’])\p{Lu}/u;

/** Whether a part asks what the next one spells out, in words that name nobody: "does experience pay off? show me …". */
export function isAnnouncement(part: string): boolean {
  return (
    /\?\s*$/.test(part) &&
    !namesSomething.test(part) &&
    tokenize(part).every((it) => operatorOf(it.word) !== undefined || isWord(it))
  );
}

const joints = /\s+(?:and|vs\.?|versus|compared (?:to|with)|against|as well as)\s+(?:the )?/giu;
const said =
  /\s+(?:by|per|each|for|in|on|at|from|since|during|between|over|until|before|after|this|last|today|yesterday|where|with|monthly|weekly|daily)\b.*$/iu;
const counts = /^\W*how (?:many|much)\b/i;
const finite = /\b(?:do|does|did|is|are|was|were|have|has|had)\b/i;
const maxFigureWords = 5;

/** The ways in which a message may ask for two figures of the same: "refunds and revenue by month" as one question each. */
export function figurePairs(text: string): readonly (readonly [string, string])[] {
  const plain = text.replace(/^\s*compare\s+/i, '').replace(/[\s.?!]+$/, '');
  return [...plain.matchAll(joints)].flatMap((joint): (readonly [string, string])[] => {
    const one = plain.slice(0, joint.index);
    const other = plain.slice(joint.index + joint[0].length);
    // "How many guests and how many bookings are there in Leeds": both are, unlike "how many guests are there and how many …".
    if (counts.test(other) && (!counts.test(one) || finite.test(one))) return [];
    const rest = other.replace(counts, '').trimStart();
    const scope = said.exec(rest)?.[0] ?? '';
    const figure = rest.slice(0, rest.length - scope.length);
    // "Days between a payment and a refund" are one figure.
    if (/^\s*and\b/i.test(joint[0]) && /\bbetween (?:\S+ ){0,3}\S+$/i.test(one)) return [];
    if (figure === '' || [one, figure].some((it) => it.split(/\s+/).length > maxFigureWords)) return [];
    return [[`${one}${scope}`, `${counts.test(one) ? 'how many ' : ''}${figure}${scope}`]];
  });
}

const joined = /(?<!\p{L})(\p{L}{3,}) and (\p{L}{3,})(?!\p{L})/giu;

/** As past forms end. */
const mayBeDone = /(?:ed|en|wn|ld|nt|pt|ght|ft)$/i;

/** The two questions of what was done in two ways: "claims opened and closed per month", "opened and closed claims per month". */
export function deedPair(text: string): readonly [string, string] | undefined {
  const [only, ...more] = text.matchAll(joined);
  if (only === undefined || more.length > 0) return undefined;
  const [pair, one = '', other = ''] = only;
  if (!mayBeDone.test(one) && !mayBeDone.test(other)) return undefined;
  return [text.replace(pair, one), text.replace(pair, other)];
}
