import { createHash } from 'node:crypto';

/** How long the same question, put to the same agent, counts as asked again. */
export const repeatedWithinDays = 30;

/** Identifies a question among those of an agent, whatever its case, spaces and final punctuation. */
export function questionKey(content: string): string {
  const words = content.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, ' ').trim();
  const plain = words.replace(/[\s?!.…]+$/u, '');
  return createHash('sha256').update(plain.toWellFormed()).digest('base64url').slice(0, 22);
}
