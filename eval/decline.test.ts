import { describe, expect, it } from 'vitest';
import { declines } from './decline.ts';

const asked = 'Which of the top 5 sites made more than 900 MWh in rain?';

describe('declines', () => {
  it.each([
    'I cannot answer this: the data has no weather.',
    'I looked at the sites, but there is no information about rain.',
    'The data model doesn’t contain the weather. It covers 12 sites.',
    "Rain isn't tracked. In total the sites made 8,100 MWh.",
    'Sites with more than 900 MWh cannot be told apart by rain.',
    'I did not understand "rain", so I would rather not give a number.',
    'Do you mean "Energy by site" or "Outages by site"?',
    'Could you specify the period?',
    'I stopped before I found an answer, because it took too long.',
  ])('takes "%s" for a decline', (answer) => {
    expect(declines(answer, asked)).toBe(true);
  });

  it.each([
    'North made 1,200 MWh. There is no data on rain.',
    'Alice Tan.',
    'Argentina won the World Cup.',
    'North Sea, and not the other sites.',
    'Energy was not spread evenly: North made 1,200 MWh.',
  ])('takes "%s" for an answer', (answer) => {
    expect(declines(answer, asked)).toBe(false);
  });
});
