import { expect, it } from 'vitest';
import { asTyped, germanStem, inGrammar, languageOf } from './german.ts';
import { germanPrefixes, germanSuffixes, germanWords } from './german-words.ts';
import { parseQuestion } from './question.ts';
import { kindOf } from './word-kind.ts';

it.each([
  ['Wie viele Bestellungen gab es im Januar 2025?', 'how many Bestellungen are there in January 2025?'],
  ['Gesamtumsatz pro Monat', 'total Umsatz per month'],
  ['Welche 5 Kunden haben den höchsten Umsatz?', 'which 5 Kunden have the highest Umsatz?'],
  ['Umsatz vom 1.3.2024 bis 31.12.2024', 'Umsatz from 2024-03-01 to 2024-12-31'],
  ['Kunden mit mehr als 1.234,5 Euro Umsatz', 'Kunden with more than 1234.5 Euro Umsatz'],
  ['Umsatz vor 3 Monaten', 'Umsatz 3 months ago'],
  ['Bestellungen nach dem 5. März 2024', 'Bestellungen after 5 March 2024'],
  ['Umsatz im 3. Quartal 2024', 'Umsatz in Q3 2024'],
  ['Kundenzahl nach Bundesland', 'number of Kunden by Bundesland'],
  ['durchschnittlicher Preis fuer Schuhe', 'average price for Schuhe'],
  ['Bestellungen montags nach Region', 'Bestellungen on Mondays by Region'],
  ['Sonntagsumsatz am letzten Sonntag', 'Sunday Umsatz in last Sunday'],
  ['Umsatz am Wochenende gegenüber werktags', 'Umsatz on weekends compared to on weekdays'],
  ['Bestellungen nach 20 Uhr', 'Bestellungen after 20 oclock'],
  ['Bestellungen zwischen 18 und 20 Uhr abends', 'Bestellungen between 18 and 20 oclock in the evening'],
  ['Bestellungen ab 18:30 Uhr', 'Bestellungen from 18:30 oclock'],
  ['Umsatz von „Die Zeit“ nach Stadt', 'Umsatz of „Die Zeit“ by Stadt'],
])('the small words of a German question are read as the grammar has them: %s', (typed, read) => {
  expect([languageOf(typed), inGrammar(typed)]).toEqual(['de', read]);
});

it.each([
  ['What is the total revenue by month?', 'en'],
  ['Which hat sells best in May?', 'en'],
  ['Top 5', undefined],
  ['username flowchart restart', undefined],
  ['Umsatz 2024', undefined],
  ['und 2023?', 'de'],
])('a question tells its language by its small words: %s', (question, language) => {
  expect(languageOf(question)).toBe(language);
});

it('inflected German nouns have one root', () => {
  for (const words of [
    'kunde kunden kundinnen',
    'bestellung bestellungen',
    'umsatz umsatze umsatzen',
    'haus hauser',
  ])
    expect(new Set(words.split(' ').map(germanStem)).size, words).toBe(1);
});

it.each([
  ['Kunden mit unbezahlten Rechnungen', 'unbezahlten', 'adjective'],
  ['Anzahl der überfälligen Rechnungen', 'überfälligen', 'adjective'],
  ['Welche Kunden begleichen Rechnungen am schnellsten?', 'begleichen', 'verb'],
])('a word before what it is said of is no verb: %s', (question, word, kind) => {
  const token = parseQuestion(question).tokens.find(({ raw }) => raw === word);
  expect(token && kindOf(token)).toBe(kind);
});

it('words that are not understood are named as they were typed', () => {
  expect(asTyped('expensive', 'die teuersten Produkte')).toBe('teuersten');
});

it('the German table says each form once, and stays a table of small words', () => {
  const forms = germanWords.flatMap(([, german]) => german.split(' '));
  expect(forms.filter((form, at) => forms.indexOf(form) !== at)).toEqual([]);
  expect(forms.filter((form) => !/^[a-z_]+-?$/.test(form))).toEqual([]);
  expect(germanWords.length + germanPrefixes.length + germanSuffixes.length).toBeLessThanOrEqual(300);
});
