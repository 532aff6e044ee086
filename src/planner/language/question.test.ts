import { expect, it } from 'vitest';
import { parseQuestion, withNames } from './question.ts';

it('a German question stays one where a year of it is part of a name, and has no date any more', () => {
  const question = parseQuestion('Wie hoch ist der Umsatz der Aktion Winter 2025?');
  const from = question.text.indexOf('Winter');
  const named = withNames(question, [[from, from + 'Winter 2025'.length]]);
  expect(question.isDated).toBe(true);
  expect(named.isDated).toBe(false);
  expect(named.tokens).toEqual(question.tokens);
  expect(new Set(named.tokens.map(({ language }) => language))).toEqual(new Set(['de']));
});
