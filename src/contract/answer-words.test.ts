import { expect, it } from 'vitest';
import { languageBySmallWords } from './answer-words.ts';

it.each([
  ['revenue by country', 'en'],
  ['Umsatz nach Land', 'de'],
  ['Umsätze', undefined],
  ['größte Lager', 'de'],
  ['Mahngebühren Rückgabe Leihdauer', 'de'],
  ['Köln revenue', undefined],
  ['Top 5 cities: Zürich', undefined],
  ['Sales, Des Moines', undefined],
])('the small words of "%s" tell %s as its language', (text, language) => {
  expect(languageBySmallWords(text)).toBe(language);
});
