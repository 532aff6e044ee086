import type { CertifiedQuery } from '../contract/prompt.ts';
import { askedWords } from '../semantic/search/words.ts';

const maxQueries = 5;
const maxCharacters = 4_000;

/**
 * The certified queries whose questions have most in common with a question, at most 5 and 4,000 characters; a word that few of
 * them have counts more. All of them, if they are that few.
 */
export function relevantQueries(
  question: string,
  queries: readonly CertifiedQuery[],
): readonly CertifiedQuery[] {
  const asked = new Set(askedWords(question));
  const words = queries.map((query) => new Set(askedWords(query.question)));
  const rarity = (word: string): number =>
    Math.log(1 + queries.length / words.filter((own) => own.has(word)).length);
  const scored = queries
    .map((query, place) => {
      const shared = [...(words[place] ?? [])].filter((word) => asked.has(word));
      return { query, score: shared.reduce((sum, word) => sum + rarity(word), 0) };
    })
    .filter(({ score }) => score > 0 || queries.length <= maxQueries)
    .sort((a, b) => b.score - a.score)
    .slice(0, maxQueries);
  let size = 0;
  return scored.flatMap(({ query: { question: own, sql } }) => {
    size += own.length + sql.length;
    return size <= maxCharacters ? [{ question: own, sql }] : [];
  });
}

/** The certified query that a statement is, spaces and a closing semicolon aside. */
export function certifiedBy(sql: string, queries: readonly CertifiedQuery[]): CertifiedQuery | undefined {
  const plain = (text: string): string => text.trim().replace(/;$/, '').replace(/\s+/g, ' ').trim();
  return queries.find((query) => plain(query.sql) === plain(sql));
}
