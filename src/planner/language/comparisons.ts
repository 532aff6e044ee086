import { numberWords, operatorOf, unitWords } from './grammar.ts';
import { scaleOf, isScale as scalesOf } from './scales.ts';
import { forms, span, type Token } from './text.ts';
import { unitSize } from './unit-sizes.ts';
import { kindOf } from './word-kind.ts';
import { wordTable } from './word-table.ts';

export type ComparisonOperator = '>' | '>=' | '<' | '<=' | '=' | '<>' | 'between';

/** A comparison with a number: `over 100`, `at least 5`, `between 10 and 20`. */
export interface NumberComparison {
  readonly operator: ComparisonOperator;
  readonly values: readonly number[];
  /** The number was given in hundredths: `20%`. */
  readonly percent?: boolean;
  /** What the number counts, such as `minute`. */
  readonly unit?: string | undefined;
  /** The adjective that says what is compared: `longer than 14`, `aged 18 to 25`. */
  readonly adjective?: string | undefined;
  /** Indexes of its words, the numbers included. */
  readonly tokens: readonly number[];
}

const phraseTable: readonly (readonly [words: string, operator: ComparisonOperator])[] = [
  ['no more than', '<='],
  ['not more than', '<='],
  ['no less than', '>='],
  ['not less than', '>='],
  ['no fewer than', '>='],
  ['greater than or equal to', '>='],
  ['less than or equal to', '<='],
  ['more than', '>'],
  ['greater than', '>'],
  ['higher than', '>'],
  ['larger than', '>'],
  ['bigger than', '>'],
  ['less than', '<'],
  ['fewer than', '<'],
  ['lower than', '<'],
  ['smaller than', '<'],
  ['more expensive than', '>'],
  ['less expensive than', '<'],
  ['aged over', '>'],
  ['aged under', '<'],
  ['aged', '='],
  ['at least', '>='],
  ['at most', '<='],
  ['up to', '<='],
  ['equal to', '='],
  ['over', '>'],
  ['above', '>'],
  ['exceeding', '>'],
  ['exceeds', '>'],
  ['exceed', '>'],
  ['under', '<'],
  ['below', '<'],
  ['exactly', '='],
  ['only', '='],
  ['just', '='],
  ['equals', '='],
  ['>=', '>='],
  ['<=', '<='],
  ['>', '>'],
  ['<', '<'],
  ['=', '='],
];

const signs = wordTable<ComparisonOperator>({ negative: '<', positive: '>' });

const phrases = phraseTable.map(([words, operator]) => ({ words: words.split(' '), operator }));

/** Finds comparisons with numbers among words that are not dates. */
export function findComparisons(tokens: readonly Token[], taken: ReadonlySet<number>): NumberComparison[] {
  const found: NumberComparison[] = [];
  for (let at = 0; at < tokens.length; at++) {
    if (taken.has(at)) continue;
    const plain =
      rangeAt(tokens, taken, at) ??
      phraseAt(tokens, taken, at) ??
      trailingAt(tokens, taken, at) ??
      countAt(tokens, taken, at);
    if (plain === undefined) continue;
    const comparison = measuredBy(plain, tokens);
    found.push(comparison);
    at = Math.max(...comparison.tokens);
  }
  return found;
}

/** Adjectives that stand behind how much they measure. */
export const spans: ReadonlySet<string> = new Set(['high', 'tall', 'long', 'wide', 'deep']);

/** "Less than 2 blocks high": the adjective behind the number and its unit says what is compared. */
function measuredBy(comparison: NumberComparison, tokens: readonly Token[]): NumberComparison {
  const end = Math.max(...comparison.tokens);
  const at = [end + 1, end + 2].find((place) => spans.has(tokens[place]?.word ?? ''));
  const next = tokens[(at ?? end) + 1];
  const isLast = next === undefined || next.afterBreak || operatorOf(next.word) !== undefined;
  const isBroken = span(end + 1, at ?? end).some((place) => tokens[place]?.afterBreak === true);
  if (at === undefined || comparison.adjective !== undefined || !isLast || isBroken) return comparison;
  const unit = at === end + 1 ? comparison.unit : tokens[end + 1]?.lemma;
  return {
    ...comparison,
    unit,
    adjective: tokens[at]?.word,
    tokens: [...comparison.tokens, ...span(end + 1, at)],
  };
}

const rangeLeads: ReadonlySet<string | undefined> = new Set(['between', 'from', 'of', 'aged']);

/** `between 10 and 20`, `aged 18 to 25`, `5 to 10 years`, `100-150k`. */
function rangeAt(
  tokens: readonly Token[],
  taken: ReadonlySet<number>,
  at: number,
): NumberComparison | undefined {
  const lead = rangeLeads.has(tokens[at]?.word) ? tokens[at]?.word : undefined;
  const from = lead === undefined ? at : at + 1;
  const isDashed = tokens[from + 1]?.dashed === true && tokens[from]?.dashed !== true;
  const to = isDashed ? from + 1 : from + 2;
  const low = numberAt(tokens, taken, from);
  const high = numberAt(tokens, taken, to);
  const joining = lead === undefined || lead === 'of' ? ['to'] : ['to', 'and', 'until'];
  const isJoined = isDashed || joining.includes(tokens[from + 1]?.word ?? '');
  if (low === undefined || high === undefined || !isJoined || (lead !== 'between' && low >= high))
    return undefined;
  // "1 and 10 billion", "100-150k": both ends are meant.
  const said = scaleWords[tokens[to + 1]?.word ?? ''];
  const suffix = /^\d+$/.test(tokens[from]?.word ?? '')
    ? (scales[/[a-z]*$/.exec(tokens[to]?.word ?? '')?.[0] ?? ''] ?? 1)
    : 1;
  const scale = said ?? 1;
  const { unit, end } = unitBehind(tokens, said === undefined ? to : to + 1);
  const isOld = unit === 'year' && tokens[end + 1]?.word === 'old';
  return {
    operator: 'between',
    values: [low * scale * (low * suffix < high ? suffix : 1), high * scale],
    percent: unit === 'percent',
    unit,
    adjective: isOld ? 'old' : lead === 'aged' ? lead : undefined,
    tokens: span(at, isOld ? end + 1 : end),
  };
}

function phraseAt(
  tokens: readonly Token[],
  taken: ReadonlySet<number>,
  at: number,
): NumberComparison | undefined {
  const sign = signs[tokens[at]?.word ?? ''];
  if (sign !== undefined) return { operator: sign, values: [0], tokens: [at] };
  for (const { words, operator } of [...phrases, ...comparativeAt(tokens, at)]) {
    if (!words.every((word, offset) => tokens[at + offset]?.word === word)) continue;
    const isNegative = tokens[at + words.length]?.word === 'minus';
    const start = at + words.length + (isNegative ? 1 : 0);
    // "Half a million", "a half hour".
    const isHalf = /^(?:half an?|an? half)$/.test(`${tokens[start]?.word} ${tokens[start + 1]?.word}`);
    // "Only a single order", "have only placed one order".
    const isSingle = tokens[start + 1]?.word === 'single' && /^an?$/.test(tokens[start]?.word ?? '');
    const isDone =
      /^(?:only|just)$/.test(words.join()) &&
      isDeed(tokens[start]) &&
      parseCount(tokens[start + 1]?.word) !== undefined;
    const place = isHalf || isSingle || isDone ? start + 1 : start;
    const scale = scaleWords[tokens[place + 1]?.word ?? ''];
    // "A million", "under an hour".
    const isOf = scale !== undefined || unitSize(tokens[place + 1]?.word) !== undefined;
    const isOne =
      /^(?:one|single)$/.test(tokens[place]?.word ?? '') || (/^an?$/.test(tokens[place]?.word ?? '') && isOf);
    const amount = isHalf ? 0.5 : isOne ? 1 : numberAt(tokens, taken, place);
    const value = amount !== undefined && isNegative ? -amount : amount;
    if (value === undefined) return undefined;
    const adjective = words.find((word) => scalesOf(word));
    // "Aged 60 or older".
    const trailing = operator === '=' ? trailingAt(tokens, taken, place) : undefined;
    if (trailing !== undefined)
      return { ...trailing, adjective, tokens: [...span(at, place - 1), ...trailing.tokens] };
    const { unit, end } = unitBehind(tokens, scale === undefined ? place : place + 1);
    return {
      operator,
      values: [value * (scale ?? 1)],
      percent: unit === 'percent',
      unit,
      adjective,
      tokens: span(at, end),
    };
  }
  return undefined;
}

/** "Harder than"; the others of the table say by themselves what they compare. */
function comparativeAt(tokens: readonly Token[], at: number): typeof phrases {
  const word = tokens[at]?.word ?? '';
  const scale = word.endsWith('er') && tokens[at + 1]?.word === 'than' ? scaleOf(word) : undefined;
  return scale === undefined ? [] : [{ words: [word, 'than'], operator: scale.rising ? '>' : '<' }];
}

/** `10+`, `100 or more`, `5 and above`, `10 or less`. */
function trailingAt(
  tokens: readonly Token[],
  taken: ReadonlySet<number>,
  at: number,
): NumberComparison | undefined {
  const isOne = tokens[at]?.word === 'one' && !taken.has(at);
  const value = isOne ? 1 : numberAt(tokens, taken, at);
  const { unit, end } = unitBehind(tokens, at);
  if (value !== undefined && tokens[at]?.andMore === true)
    return { operator: '>=', values: [value], unit, tokens: span(at, end) };
  if (value === undefined || !['or', 'and'].includes(tokens[end + 1]?.word ?? '')) return undefined;
  const word = tokens[end + 2]?.word ?? '';
  const operator = ['more', 'above', 'higher', 'better', 'greater', 'over', 'up'].includes(word)
    ? '>='
    : ['less', 'fewer', 'below', 'lower', 'under'].includes(word)
      ? '<='
      : undefined;
  const found = { values: [value], unit, tokens: span(at, end + 2) };
  if (operator !== undefined) return { operator, ...found };
  // "60 or older".
  const scale = word.endsWith('er') ? scaleOf(word) : undefined;
  return scale && { operator: scale.rising ? '>=' : '<=', adjective: word, ...found };
}

/** "Have two orders", "with one order", "on one service only", "placed a single order": exactly so many of what is named. */
function countAt(
  tokens: readonly Token[],
  taken: ReadonlySet<number>,
  at: number,
): NumberComparison | undefined {
  const isSingle = tokens[at]?.word === 'single' && /^an?$/.test(tokens[at - 1]?.word ?? '');
  const value = taken.has(at) ? undefined : isSingle ? 1 : parseCount(tokens[at]?.word);
  const before = tokens[isSingle ? at - 2 : at - 1];
  const next = tokens[at + 1];
  if (value === undefined || next === undefined || next.afterBreak || kindOf(next) !== 'noun')
    return undefined;
  const isOnly = tokens[at + 2]?.word === 'only';
  const isHad = /^(?:have|has|had|having|with)$/.test(before?.word ?? '') || isDeed(before);
  return isOnly || isHad ? { operator: '=', values: [value], tokens: [at] } : undefined;
}

/** "Placed", "bought", "made". */
function isDeed(token: Token | undefined): boolean {
  if (token === undefined) return false;
  // Unlike "weight".
  return /\wed$|^made$/.test(token.word) || (token.word.endsWith('ght') && token.word !== token.lemma);
}

/** A number of things: `one`, `two`, `12`. */
function parseCount(word: string | undefined): number | undefined {
  const value = word === 'one' ? 1 : word === undefined ? undefined : parseNumber(word);
  return value !== undefined && Number.isInteger(value) && value > 0 && value < 1_000 ? value : undefined;
}

const scaleWords = wordTable<number>({ thousand: 1e3, million: 1e6, billion: 1e9, trillion: 1e12 });

/** What a word such as "million" multiplies by; undefined for others. */
export function multiplierOf(word: string): number | undefined {
  return scaleWords[word];
}

const scales = wordTable<number>({ k: 1e3, m: 1e6, mn: 1e6, mio: 1e6, b: 1e9, bn: 1e9 });

function numberAt(tokens: readonly Token[], taken: ReadonlySet<number>, at: number): number | undefined {
  const token = tokens[at];
  if (token === undefined || taken.has(at)) return undefined;
  return parseNumber(gluedUnit(token) === undefined ? token.word : token.word.replace(/[a-z]+$/, ''));
}

/** The unit of the number that ends at a place, and the place of its last word: "10 mg", "10mg". */
function unitBehind(
  tokens: readonly Token[],
  at: number,
): { readonly unit: string | undefined; readonly end: number } {
  const glued = gluedUnit(tokens[at]);
  if (glued !== undefined) return { unit: glued, end: at };
  const next = tokens[at + 1]?.lemma ?? '';
  return unitWords.has(next) ? { unit: next, end: at + 1 } : { unit: undefined, end: at };
}

/** The unit that is written to its number, unless it is one by which the number is multiplied: "2h", but "2k". */
function gluedUnit(token: Token | undefined): string | undefined {
  const written = /^[\d,.]+([a-z]+)$/.exec(token?.word ?? '')?.[1];
  if (written === undefined || scales[written] !== undefined) return undefined;
  const { lemma } = forms(written);
  return unitWords.has(lemma) ? lemma : undefined;
}

/** `1,000`, `2.5`, `100k`; undefined when it is not a number. */
export function parseNumber(word: string): number | undefined {
  const said = word === 'one' ? undefined : numberWords[word];
  if (said !== undefined) return said;
  const match = /^(\d+(?:,\d{3})*(?:\.\d+)?)([a-z]*)$/.exec(word);
  if (match?.[1] === undefined) return undefined;
  const scale = match[2] === '' ? 1 : scales[match[2] ?? ''];
  return scale === undefined ? undefined : Number(match[1].replaceAll(',', '')) * scale;
}
