import { numberWords, operatorOf, unitWords } from './grammar.ts';
import { scaleOf, isScale as scalesOf } from './scales.ts';
import type { Token } from './text.ts';
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
    const comparison =
      betweenAt(tokens, taken, at) ??
      rangeAt(tokens, taken, at) ??
      phraseAt(tokens, taken, at) ??
      trailingAt(tokens, taken, at);
    if (comparison === undefined) continue;
    found.push(comparison);
    at = Math.max(...comparison.tokens);
  }
  return found;
}

function betweenAt(
  tokens: readonly Token[],
  taken: ReadonlySet<number>,
  at: number,
): NumberComparison | undefined {
  if (tokens[at]?.word !== 'between') return undefined;
  const low = numberAt(tokens, taken, at + 1);
  if (low === undefined || tokens[at + 2]?.word !== 'and') return undefined;
  const high = numberAt(tokens, taken, at + 3);
  if (high === undefined) return undefined;
  const old = tokens[at + 4]?.lemma === 'year' && tokens[at + 5]?.word === 'old';
  // "Between 1 and 10 billion" are both billions.
  const scale = scaleWords[tokens[at + 4]?.word ?? ''];
  if (scale !== undefined)
    return { operator: 'between', values: [low * scale, high * scale], tokens: range(at, at + 4) };
  return old
    ? { operator: 'between', values: [low, high], adjective: 'old', tokens: range(at, at + 5) }
    : {
        operator: 'between',
        values: [low, high],
        tokens: range(at, unitWords.has(tokens[at + 4]?.lemma ?? '') ? at + 4 : at + 3),
      };
}

/** `aged 18 to 25`, `from 10 to 20`, `5-10 days`. */
function rangeAt(
  tokens: readonly Token[],
  taken: ReadonlySet<number>,
  at: number,
): NumberComparison | undefined {
  const lead = tokens[at]?.word ?? '';
  const before = tokens[at - 1];
  // "Categories 1 to 3".
  const isListed =
    before !== undefined &&
    numberAt(tokens, taken, at) !== undefined &&
    tokens[at + 1]?.word === 'to' &&
    operatorOf(before.word) === undefined &&
    !tokens[at]?.afterBreak;
  if (isListed) {
    const ends = [at, at + 2].map((place) => numberAt(tokens, taken, place));
    const [low, high] = ends;
    const counted = tokens[at + 3];
    const isLast = counted === undefined || counted.afterBreak || operatorOf(counted.word) !== undefined;
    if (low !== undefined && high !== undefined && low < high && isLast)
      return { operator: 'between', values: [low, high], tokens: range(at, at + 2) };
  }
  const led = lead === 'aged' || lead === 'from' || (lead === 'of' && tokens[at + 2]?.word === 'to');
  const low = led ? numberAt(tokens, taken, at + 1) : undefined;
  if (low === undefined || !['to', 'and', 'until'].includes(tokens[at + 2]?.word ?? '')) return undefined;
  const high = numberAt(tokens, taken, at + 3);
  if (high === undefined) return undefined;
  const unit = unitWords.has(tokens[at + 4]?.lemma ?? '') ? 4 : 3;
  return {
    operator: 'between',
    values: [low, high],
    adjective: lead === 'aged' ? lead : undefined,
    tokens: range(at, at + unit),
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
    const place = at + words.length + (isNegative ? 1 : 0);
    const scale = scaleWords[tokens[place + 1]?.word ?? ''];
    const isOne = tokens[place]?.word === 'one' || (tokens[place]?.word === 'a' && scale !== undefined);
    const amount = isOne ? 1 : numberAt(tokens, taken, place);
    const value = amount !== undefined && isNegative ? -amount : amount;
    if (value === undefined) return undefined;
    const adjective = words.find((word) => scalesOf(word));
    // "Aged 60 or older".
    const trailing = operator === '=' ? trailingAt(tokens, taken, place) : undefined;
    if (trailing !== undefined)
      return { ...trailing, adjective, tokens: [...range(at, place - 1), ...trailing.tokens] };
    const end = scale === undefined ? place : place + 1;
    const unit = tokens[end + 1]?.lemma ?? '';
    return {
      operator,
      values: [value * (scale ?? 1)],
      percent: unit === 'percent',
      unit: unitWords.has(unit) ? unit : undefined,
      adjective,
      tokens: range(at, unitWords.has(unit) ? end + 1 : end),
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
  const value = numberAt(tokens, taken, at);
  const next = tokens[at + 1]?.lemma ?? '';
  const unit = unitWords.has(next) ? 1 : 0;
  if (value !== undefined && tokens[at]?.andMore === true)
    return {
      ...{ operator: '>=', values: [value], tokens: range(at, at + unit) },
      unit: unit === 1 ? next : undefined,
    };
  if (value === undefined || !['or', 'and'].includes(tokens[at + 1 + unit]?.word ?? '')) return undefined;
  const word = tokens[at + 2 + unit]?.word ?? '';
  const operator = ['more', 'above', 'higher', 'better', 'greater', 'over', 'up'].includes(word)
    ? '>='
    : ['less', 'fewer', 'below', 'lower', 'under'].includes(word)
      ? '<='
      : undefined;
  const tokensOf = range(at, at + 2 + unit);
  if (operator !== undefined) return { operator, values: [value], tokens: tokensOf };
  // "60 or older".
  const scale = word.endsWith('er') ? scaleOf(word) : undefined;
  return (
    scale && { operator: scale.rising ? '>=' : '<=', values: [value], adjective: word, tokens: tokensOf }
  );
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, offset) => from + offset);
}

const scaleWords = wordTable<number>({ thousand: 1e3, million: 1e6, billion: 1e9 });

/** What a word such as "million" multiplies by; undefined for others. */
export function multiplierOf(word: string): number | undefined {
  return scaleWords[word];
}

const scales = wordTable<number>({ k: 1e3, m: 1e6, mn: 1e6, mio: 1e6, b: 1e9, bn: 1e9 });

function numberAt(tokens: readonly Token[], taken: ReadonlySet<number>, at: number): number | undefined {
  const token = tokens[at];
  return token === undefined || taken.has(at) ? undefined : parseNumber(token.word);
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
