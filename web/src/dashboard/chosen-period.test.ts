import { expect, test } from 'vitest';
import { createFormats } from '../shared/format.ts';
import { captionOf, chosenPeriod } from './chosen-period.ts';

const formats = createFormats({ locale: 'en-GB', timeZone: 'UTC' });
test.each([
  [{ name: 'period', kind: 'DATE_RANGE', from: '2025-01-01', to: '2025-06-30' }, '1 Jan – 30 Jun 2025'],
  [{ name: 'period', kind: 'DATE_RANGE', from: '2025-01-01' }, 'from 1 Jan 2025'],
  [{ name: 'period', kind: 'DATE_RANGE', from: null, to: '2025-06-30' }, 'until 30 Jun 2025'],
  [{ name: 'period', kind: 'DATE_RANGE', from: null, to: null }, undefined],
  [{ name: 'channel', kind: 'LIST', values: ['store'] }, undefined],
  [{ name: 'shipped', kind: 'DATE_RANGE', from: '2025-01-01' }, undefined],
] as const)('%o narrows a tile to %s', (choice, text) => {
  const period = chosenPeriod({ filters: ['period', 'channel'] }, [choice], formats);
  // Some versions put narrow spaces around the dash.
  expect(period?.replaceAll(/\s/g, ' ')).toBe(text);
});

test('a caption says which days its tile is of', () => {
  const caption = (
    ...args: [kind: 'FIGURE' | 'CHART', string | null, { from: string; to: string }?, string?]
  ) => captionOf({ kind: args[0], description: args[1] }, args[2], args[3], formats).replaceAll(/\s/g, ' ');
  const year = { from: '2025-01-01', to: '2025-12-31' };
  expect(caption('FIGURE', null, year)).toBe('1 Jan – 31 Dec 2025');
  expect(caption('FIGURE', 'In the EU', year, 'until 31 Dec 2025')).toBe('1 Jan – 31 Dec 2025 · In the EU');
  expect(caption('FIGURE', 'So far', undefined, 'until 30 Jun 2025')).toBe('Only until 30 Jun 2025 · So far');
  expect(caption('CHART', null, undefined, 'until 30 Jun 2025')).toBe('');
  expect(caption('FIGURE', null)).toBe('');
});
