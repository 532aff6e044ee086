import type { CertifiedQuery } from '../contract/prompt.ts';
import { tokenize } from './text.ts';
import { isFiller } from './words.ts';

/** The certified query whose question says the same in the same words, articles and the like aside. */
export function findCertified(
  question: string,
  certified: readonly CertifiedQuery[],
): CertifiedQuery | undefined {
  const asked = contentOf(question);
  if (asked === '') return undefined;
  return certified.find((it) => contentOf(it.question) === asked);
}

/** The order of the words stays: "from Berlin to Paris" is not "from Paris to Berlin". */
function contentOf(text: string): string {
  return tokenize(text)
    .filter((token) => !isFiller(token))
    .map((token) => token.lemma)
    .join(' ');
}
