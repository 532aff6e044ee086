import { expect } from 'vitest';

/** Shorter questions could be in a log by chance. */
const minLength = 12;
const asked = new Set<string>();

/** Remembers a question of a test, which no log may repeat. */
export function rememberQuestion(question: unknown): void {
  if (typeof question === 'string' && question.length >= minLength) asked.add(question);
}

/** Customers of the examples have addresses, so that a row in a log shows too. */
const address = /[\w.+-]+@[\w-]+\.[a-z]{2,}/i;

/** Fails if what a process has written holds a secret, an e-mail address, or a question of the same test file. */
export function expectDiscreetLog(said: readonly string[], secrets: readonly string[]): void {
  const log = said.join('');
  const texts = [...secrets.filter(({ length }) => length >= minLength), ...asked];
  const leaked = texts.filter((text) => log.includes(JSON.stringify(text).slice(1, -1)));
  expect([...leaked, ...(address.exec(log) ?? [])], 'what must not be in a log').toEqual([]);
}
