import fc from 'fast-check';
import { compile } from 'vega-lite';
import { describe, expect, it } from 'vitest';
import { createSeriesColours, seriesPalette, withColourSignals } from './series-colours.ts';

const names = (count: number) => Array.from({ length: count }, (_, index) => `series ${index}`);

describe('colours of series', () => {
  it('stay with their values when a filter takes others away or brings them back', () => {
    const values = fc.uniqueArray(fc.string(), { minLength: 1, maxLength: seriesPalette.length });
    fc.assert(
      fc.property(values, fc.infiniteStream(fc.boolean()), (all, keep) => {
        const colours = createSeriesColours();
        const before = new Map(colours.of('channel', all).map((colour, index) => [all[index], colour]));
        const left = all.filter(() => keep.next().value);
        for (const shown of [left, left.toReversed(), all]) {
          expect(colours.of('channel', shown)).toEqual(shown.map((value) => before.get(value)));
        }
      }),
    );
  });

  it('colours of series are different for all series of a chart, as long as there are enough', () => {
    const value = fc.integer({ min: 0, max: 30 }).map(String);
    const charts = fc.array(fc.uniqueArray(value, { maxLength: seriesPalette.length }), { maxLength: 6 });
    fc.assert(
      fc.property(charts, (drawn) => {
        const colours = createSeriesColours();
        for (const values of drawn) expect(new Set(colours.of('product', values)).size).toBe(values.length);
      }),
    );
  });

  it('begin the same on every page, for the same values', () => {
    const [first, second] = [createSeriesColours(), createSeriesColours()];
    expect(first.of('channel', ['online', 'store'])).toEqual(second.of('sales_channel', ['online', 'store']));
  });

  it('colours of series are of each field by itself, and repeat when there are too few', () => {
    const colours = createSeriesColours();
    colours.of('product', names(40));
    expect(new Set(colours.of('channel', names(9))).size).toBe(9);
    expect(new Set(colours.of('product', names(40)))).toEqual(new Set(seriesPalette));
  });

  it('stay with their values over a reload, whatever is drawn first, and no value of the data is kept', () => {
    const kept = new Map<string, string>();
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => void kept.set(key, text),
    };
    const values = fc.uniqueArray(fc.string({ minLength: 4 }), {
      minLength: 2,
      maxLength: seriesPalette.length,
    });
    fc.assert(
      fc.property(values, (all) => {
        kept.clear();
        const before = createSeriesColours(seriesPalette, storage).of('channel', all);
        const left = all.slice(1).toReversed();
        const after = createSeriesColours(seriesPalette, storage).of('channel', left);
        expect(after).toEqual(before.slice(1).toReversed());
        for (const value of all) expect([...kept.values()].join()).not.toContain(JSON.stringify(value));
      }),
    );
  });

  it('colours of series are grey for no value and for the rest', () => {
    const [none, rest, one] = createSeriesColours().of('channel', [null, 'Other', 'online']);
    expect([none, rest]).toEqual(['#868e96', '#868e96']);
    expect(seriesPalette).toContain(one);
  });
});

describe('a compiled chart', () => {
  const compiled = (color: object) =>
    compile({
      data: { values: [{ channel: 'online', revenue: 1 }] },
      mark: 'bar',
      encoding: { x: { field: 'revenue', type: 'quantitative' }, color: { field: 'channel', ...color } },
    } as never).spec;

  it('a compiled chart takes the colours of its series from signals', () => {
    const { spec, scales } = withColourSignals(compiled({ type: 'nominal' }));
    expect(scales).toEqual([{ name: 'color', signal: 'series_colours_0', field: 'channel' }]);
    expect(spec.scales?.find(({ name }) => name === 'color')).toMatchObject({
      range: { signal: 'series_colours_0' },
    });
    expect(spec.signals).toContainEqual({ name: 'series_colours_0', value: [...seriesPalette] });
  });

  it.each([
    { type: 'nominal', scale: { range: ['red', 'blue'] } },
    { type: 'nominal', scale: { scheme: 'tableau10' } },
    { type: 'quantitative', field: 'revenue' },
    { value: 'red', field: undefined },
  ])('a compiled chart keeps colours of its own: %j', (color) => {
    expect(withColourSignals(compiled(color)).scales).toEqual([]);
  });
});
