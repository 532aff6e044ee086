import { operatorOf } from './grammar.ts';
import type { Token } from './text.ts';

/** How the text of a value begins, ends, or what is in it. */
export type TextComparison = 'contains' | 'starts' | 'ends';

/** A condition on how values are written: `starting with B`, `with "Manager" in the name`. */
export interface TextMatch {
  readonly comparison: TextComparison;
  /** As typed. */
  readonly text: string;
  readonly quoted: boolean;
  /** Where what is compared is named: before it, behind it, or nowhere but as "the name". */
  readonly of: 'before' | 'behind' | 'name';
  readonly from: number;
  readonly to: number;
}

/** The verbs, and what follows them. */
const verbs: readonly (readonly [RegExp, RegExp | undefined, TextComparison])[] = [
  [/^contain(s|ing|ed)?$/, undefined, 'contains'],
  [/^(start(s|ing|ed)?|begin(s|ning)?|began)$/, /^with$/, 'starts'],
  [/^end(s|ing|ed)?$/, /^(with|in)$/, 'ends'],
];

const having = /^(with|have|has|having|had)$/;
const introducing = /^(the|a|an|that|which|whose|with|have|has|having|their|its)$/;
const determiner = /^(the|a|an|their|its|his|her)$/;
/** "The letter B", "the word Manager". */
const sayingKind = /^(letter|word|text|term|string|phrase|prefix|suffix)$/;
const naming = /^(name|namen|title|titel)$/;

/** Every way to read such a condition; most words after "contain" are none. @param taken words of dates and numbers */
export function findTextMatches(
  tokens: readonly Token[],
  text: string,
  taken: ReadonlySet<number>,
): TextMatch[] {
  return tokens.flatMap(({ index, word }): TextMatch[] => {
    const operandAt = (at: number) => readOperand(tokens, text, taken, at);
    for (const [verb, particle, comparison] of verbs) {
      if (!verb.test(word)) continue;
      if (particle !== undefined && !particle.test(tokens[index + 1]?.word ?? '')) continue;
      const operand = operandAt(index + (particle === undefined ? 1 : 2));
      if (operand === undefined) continue;
      const own = { comparison, text: operand.text, quoted: operand.quoted };
      const behind = comparison === 'contains' ? placesBehind(tokens, operand) : [];
      const joined = /^(that|which|who)$/.test(tokens[index - 1]?.word ?? '') ? index - 1 : index;
      const found: TextMatch[] = [
        ...behind.map((it) => ({ ...own, from: joined, ...it })),
        { ...own, of: 'before', from: joined, to: operand.to },
      ];
      if (naming.test(tokens[joined - 1]?.lemma ?? '')) {
        let from = joined - 1;
        while (introducing.test(tokens[from - 1]?.word ?? '')) from -= 1;
        found.push({ ...own, of: 'name', from, to: operand.to });
      }
      return found;
    }
    if (!having.test(word)) return [];
    const operand = operandAt(index + 1);
    if (operand === undefined) return [];
    return placesBehind(tokens, operand).map((it) => ({
      ...{ comparison: 'contains', text: operand.text, quoted: operand.quoted, from: index },
      ...it,
    }));
  });
}

/** "In the name", where nothing else may be called so, or "in the" before what is. */
function placesBehind(
  tokens: readonly Token[],
  { to: operand, quoted }: Operand,
): Pick<TextMatch, 'of' | 'to'>[] {
  const within = operand + 1;
  if (!/^(in|within)$/.test(tokens[within]?.word ?? '')) return [];
  const to = determiner.test(tokens[within + 1]?.word ?? '') ? within + 1 : within;
  const isName = naming.test(tokens[to + 1]?.lemma ?? '');
  return [
    ...(to > within || quoted || isName ? [{ of: 'behind' as const, to }] : []),
    ...(isName ? [{ of: 'name' as const, to: to + 1 }] : []),
  ];
}

interface Operand {
  readonly text: string;
  readonly quoted: boolean;
  readonly to: number;
}

function readOperand(
  tokens: readonly Token[],
  text: string,
  taken: ReadonlySet<number>,
  at: number,
): Operand | undefined {
  const [article, next] = [tokens[at], tokens[at + 1]];
  if (article === undefined) return undefined;
  if (determiner.test(article.raw) && next !== undefined) {
    if (sayingKind.test(next.lemma)) return readOperand(tokens, text, taken, at + 2);
    if (/^\p{L}$/u.test(next.raw)) return readOperand(tokens, text, taken, at + 1);
  }
  if (sayingKind.test(article.word) && next !== undefined && !next.afterBreak)
    return readOperand(tokens, text, taken, at + 1);
  const isName = (token: Token): boolean => token.quoted || /^\p{Lu}|\d/u.test(token.raw);
  const isLetter = article.raw.length === 1 && (next === undefined || next.afterBreak);
  // "Contain more", "starting with the".
  if (taken.has(at) || (!isName(article) && !isLetter && operatorOf(article.word) !== undefined))
    return undefined;
  let to = at;
  for (let place = at + 1; place < tokens.length; place += 1) {
    const token = tokens[place];
    if (token === undefined || taken.has(place) || token.quoted !== article.quoted) break;
    if (!token.quoted && (token.afterBreak || !isName(article) || !isName(token))) break;
    to = place;
  }
  const said = text.slice(article.start, tokens[to]?.end);
  // What stands for other text in a pattern.
  return /[%_\\]/.test(said) ? undefined : { text: said, quoted: article.quoted, to };
}
