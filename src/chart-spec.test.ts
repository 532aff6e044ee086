import { describe, expect, it } from 'vitest';
import { chartSpecProblems } from './chart-spec.ts';

const bars = { mark: 'bar', encoding: { x: { field: 'revenue' }, y: { field: 'region' } } };
const columns = ['region', 'revenue'];

describe('a chart specification', () => {
  it('is fit when it draws columns and what its transforms make of them', () => {
    expect(chartSpecProblems(bars, columns)).toEqual([]);
    const transform = [{ fold: ['revenue'] }, { calculate: 'datum.value * 2', as: 'twice' }];
    const encoding = { x: { field: 'twice' }, y: { field: 'key' } };
    expect(
      chartSpecProblems({ layer: [{ ...bars }, { mark: 'rule', encoding }], transform }, columns),
    ).toEqual([]);
  });

  it.each([
    [
      'another column',
      { ...bars, encoding: { x: { field: 'cost' } } },
      'There is no column "cost". There are region, revenue.',
    ],
    ['no mark', { encoding: bars.encoding }, 'It names no mark.'],
    ['no column', { mark: 'bar' }, 'It encodes no column.'],
    [
      'another version',
      { ...bars, $schema: 'https://vega.github.io/schema/vega-lite/v4.json' },
      'It must be Vega-Lite v5.',
    ],
    ['data from an address', { ...bars, data: { url: 'https://example.com' } }, '"url"'],
    [
      'data of a lookup',
      { ...bars, transform: [{ lookup: 'region', from: { data: { url: '/x' }, key: 'k' } }] },
      '"url"',
    ],
    ['an image', { layer: [bars, { mark: { type: 'image', url: 'https://example.com/x.png' } }] }, '"url"'],
    ['a link', { ...bars, encoding: { ...bars.encoding, href: { value: 'https://example.com' } } }, '"href"'],
    ['settings for its reader', { ...bars, usermeta: { embedOptions: {} } }, '"usermeta"'],
  ])('is not with %s', (_, spec, message) => {
    expect(chartSpecProblems(spec, columns)).toEqual([expect.stringContaining(message)]);
  });
});
