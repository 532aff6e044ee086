import type { CertifiedQuery } from '../../contract/prompt.ts';
import { operatorOf } from '../language/grammar.ts';
import { tokenize } from '../language/text.ts';
import type { Speech } from '../speech/english.ts';
import type { SqlAnswer } from './conversation.ts';

/** The certified query whose question says the same in the same words, articles and the like aside. */
export function findCertified(
  question: string,
  certified: readonly CertifiedQuery[],
): CertifiedQuery | undefined {
  const asked = contentOf(question);
  if (asked === '') return undefined;
  return certified.find((it) => contentOf(it.question) === asked);
}

/** Kinds of words that do not change what is asked. */
const small: ReadonlySet<string> = new Set(
  'filler which many much of in and with by per each list'.split(' '),
);

/** The order of the words stays: "from Berlin to Paris" is not "from Paris to Berlin". */
function contentOf(text: string): string {
  return tokenize(text)
    .filter(({ word, lemma }) => !small.has(operatorOf(word)?.kind ?? operatorOf(lemma)?.kind ?? ''))
    .map((token) => token.lemma)
    .join(' ');
}

/** The answer of a certified query: its first row. */
export function certifiedAnswer(
  question: string,
  { columns, rows, totalRows }: SqlAnswer,
  speech: Speech,
): string {
  const { none, some, unknown } = speech.certified;
  const [row] = rows;
  if (row === undefined) return none(question);
  const cells = columns.map((column, at) => {
    const value = row[at] ?? unknown;
    return `${column.replaceAll('_', ' ')} ${typeof value === 'number' ? speech.number(value, 4) : String(value)}`;
  });
  return some(question, cells, totalRows > 1 ? speech.number(totalRows, 0) : undefined);
}
