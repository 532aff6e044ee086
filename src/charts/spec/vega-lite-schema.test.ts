import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dangersOf } from '../../../test/fixtures/vega-lite/compiled.ts';
import { Choices, grownBy, hostileTexts } from '../../../test/fixtures/vega-lite/grown.ts';
import {
  isExpression,
  type Placement,
  placements,
  simplest,
  variantsOf,
  vegaLite,
  type Way,
} from '../../../test/fixtures/vega-lite/schema.ts';
import { chartSpecProblems, type Spec } from './chart-spec.ts';

/** Properties of Vega-Lite's schema by what they would do. The names are all that the schema has for it. */
const dangerous = {
  loads: 'url href data datasets lookup from font labelFont titleFont subtitleFont image geoshape',
  runs: 'expr param params select selection bind on clear toggle zoom stream event between consume customFormatTypes',
  escapes: 'element input cursor usermeta style name locale formatType numberFormatType timeFormatType',
  floods: 'sequence graticule sphere minstep divide steps interval tickCount keyvals bins',
} as const;

/** Those that a chart may have in some places are refused there with the values that make them dangerous. */
const dangerousValues: Readonly<Record<string, readonly unknown[]>> = {
  formatType: ['evil'],
  interval: ['millisecond', { interval: 'millisecond', step: 1 }],
  keyvals: [{ start: 0, stop: 1e8, step: 1 }],
  steps: [1e9, [1e-9, 1]],
  tickCount: ['millisecond', { interval: 'millisecond', step: 1 }, 1e9],
};

/** Names that also stand for something harmless: a field, and a number. */
const harmless = new Set(['LoessTransform.on', 'RegressionTransform.on', 'WindowFieldDef.param']);

/** Whether a problem is reported at the placed property, in it, or at what it is in; the whole chart is not enough. */
function isRefused({ path, build }: Pick<Way, 'path' | 'build'>, value: unknown): boolean {
  return chartSpecProblems(build(value)).some(
    ({ path: at }) => at.length > 0 && at.slice(0, path.length).every((step, index) => step === path[index]),
  );
}

const all = placements((way, value) => !isRefused(way, value));

const nameOf = ({ definition, property }: Placement) => `${definition}.${property}`;

describe("Vega-Lite's own schema", () => {
  it('is walked as a whole: each property is placed where the schema allows it', () => {
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(vegaLite);
    // Some of them, since each takes milliseconds; a few values of the simplest kind are too simple for the schema.
    const sample = all.filter((_, index) => index % 40 === 0);
    const wrong = sample.filter(({ schema, build }) => !validate(build(simplest(schema))));
    expect(all.length).toBeGreaterThan(2_600);
    expect(new Set(all.map(({ definition }) => definition)).size).toBeGreaterThan(260);
    expect(wrong.length / sample.length).toBeLessThan(0.02);
  });

  it.each(Object.entries(dangerous))('has no property that %s which a chart may have', (_, names) => {
    const wanted = new Set(names.split(' '));
    const places = all.filter((place) => wanted.has(place.property) && !harmless.has(nameOf(place)));
    expect([...wanted].filter((name) => !places.some(({ property }) => property === name))).toEqual([]);
    const allowed = places.filter((place) =>
      (dangerousValues[place.property] ?? [simplest(place.schema)]).some((value) => !isRefused(place, value)),
    );
    expect(allowed.map(nameOf)).toEqual([]);
  });

  it('has no place where a chart may have an expression instead of a value', () => {
    const places = all.filter(({ schema }) => variantsOf(schema).some(isExpression));
    expect(places.length).toBeGreaterThan(900);
    expect(places.filter((place) => !isRefused(place, { expr: 'evil()' })).map(nameOf)).toEqual([]);
    expect(all.filter((place) => !isRefused(place, { signal: 'evil()' })).map(nameOf)).toEqual([]);
  });

  it('leaves room for charts: nearly all that marks, axes, legends, titles and encodings may have is allowed', () => {
    const looks =
      /^(MarkDef|BarConfig|Axis|AxisConfig|Legend|LegendConfig|Header|TitleParams|Encoding|Scale|PositionFieldDef|StringFieldDef)$/;
    const values = [
      '#fff',
      'left',
      'top',
      'start',
      'middle',
      'circle',
      'linear',
      'normal',
      'horizontal',
      'butt',
      'round',
    ];
    const more = [
      1,
      2,
      100,
      0.5,
      true,
      null,
      [1],
      ['a'],
      {},
      [{ field: 'a' }],
      { field: 'a' },
      'screen',
      'show',
      'day',
      'rgb',
      'number',
      '1',
    ];
    const places = all.filter(({ definition }) => looks.test(definition));
    const allowed = new Set(
      places.flatMap((place) =>
        [simplest(place.schema), ...values, ...more].every((value) => isRefused(place, value))
          ? []
          : [nameOf(place)],
      ),
    );
    const never = new Set(places.flatMap((place) => (allowed.has(nameOf(place)) ? [] : [place.property])));
    expect(allowed.size).toBeGreaterThan(350);
    expect([...never].sort().join(' ')).toBe(
      'aria ariaRole aspect bins cursor description domainRaw font gradientDirection gradientHorizontalMaxLength ' +
        'gradientHorizontalMinLength gradientLabelLimit gradientLabelOffset gradientVerticalMaxLength ' +
        'gradientVerticalMinLength href key labelFont latitude latitude2 layout lineBreak longitude longitude2 smooth style ' +
        'subtitleFont symbolBaseFillColor symbolBaseStrokeColor symbolDirection time titleFont tooltip unselectedOpacity url',
    );
  });
});

const x = { field: 'revenue', type: 'quantitative' };
const y = { field: 'region', type: 'nominal' };
const time = { field: 'day', type: 'temporal' };

/** Charts of every kind, from which the property test goes on. */
const seeds: readonly Spec[] = [
  { mark: 'bar', encoding: { x, y, tooltip: [{ field: 'region', type: 'nominal' }] } },
  {
    mark: { type: 'line', point: true, tooltip: true },
    encoding: { x: time, y: { ...x, axis: {} }, color: { ...y, legend: {}, scale: {} } },
    config: { axis: {}, legend: {}, view: {}, title: {}, bar: {} },
  },
  {
    transform: [
      { calculate: 'datum.revenue * 2', as: 'total' },
      { window: [{ op: 'rank', as: 'place' }], sort: [{ field: 'revenue', order: 'descending' }] },
      { filter: { field: 'place', lte: 3 } },
      { fold: ['revenue', 'total'] },
      { timeUnit: 'year', field: 'day', as: 'y' },
    ],
    layer: [
      {
        mark: 'area',
        encoding: { x: { ...time, timeUnit: 'yearmonth' }, y: { ...x, aggregate: 'sum', title: 'T' } },
      },
      {
        mark: { type: 'rule' },
        encoding: {
          y: { datum: 10 },
          color: { value: 'red', condition: { test: 'datum.revenue > 1', value: '#fff' } },
        },
      },
    ],
  },
  {
    facet: { ...y, header: {} },
    columns: 2,
    title: { text: 'A', subtitle: 'b' },
    spec: {
      mark: 'point',
      encoding: {
        x: { ...x, bin: { maxbins: 10 } },
        size: { aggregate: 'count' },
        order: y,
        detail: time,
        text: y,
      },
    },
  },
  { encoding: { x: time, y: x }, layer: [{ mark: 'line' }, { mark: 'text', encoding: { text: y, row: y } }] },
  {
    hconcat: [
      {
        repeat: ['revenue', 'total'],
        spec: { mark: 'boxplot', encoding: { y: { ...x, field: { repeat: 'repeat' } } } },
      },
      { mark: 'arc', encoding: { theta: { ...x, stack: true }, opacity: { value: 0.4 } } },
    ],
  },
];

const rows = Array.from({ length: 12 }, (_, index) => ({
  region: `r${index % 3}`,
  revenue: index * 3,
  total: index,
  day: Date.UTC(2024, index, 1),
  image: 'https://evil.test/x.png',
}));

describe('a chart that grew by whatever the schema allows and the check accepts', () => {
  it('loads nothing, leads nowhere and runs nothing, once compiled and drawn', async () => {
    let accepted = 0;
    let hostile = 0;
    const numbers = fc.array(fc.nat(100_000), { minLength: 60, maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...seeds), fc.nat(40), numbers, async (seed, steps, drawn) => {
        const choices = new Choices(drawn);
        let spec = seed;
        for (let step = 0; step < steps; step++) {
          const grown = grownBy(spec, choices);
          if (chartSpecProblems(grown).length > 0) continue;
          spec = grown;
          accepted += 1;
        }
        const text = JSON.stringify(spec);
        if (hostileTexts.some((each) => text.includes(JSON.stringify(each)))) hostile += 1;
        expect({ spec, dangers: await dangersOf(spec, rows) }).toEqual({ spec, dangers: [] });
      }),
      { numRuns: 150 },
    );
    // It would prove little of charts that did not grow, or only by what is harmless.
    expect(accepted).toBeGreaterThan(500);
    expect(hostile).toBeGreaterThan(50);
  });

  it('would be seen to be dangerous by what is looked at', async () => {
    const bars = { mark: 'bar', encoding: { x, y } };
    const examples: readonly Spec[] = [
      { ...bars, mark: { type: 'bar', href: 'https://evil.test' } },
      { ...bars, mark: { type: 'bar', cursor: 'pointer' } },
      { ...bars, mark: { type: 'bar', fill: 'url(https://evil.test/#a)' } },
      { ...bars, mark: { type: 'bar', tooltip: { signal: "{'image': 'https://evil.test'}" } } },
      { ...bars, encoding: { x: { ...x, title: '\\"+evil()+\\"' }, y } },
      { ...bars, encoding: { x, y: { datum: 'evil()', timeUnit: 'seconds' } } },
      { ...bars, params: [{ name: 'a', value: 1, bind: { input: 'range', element: 'body' } }] },
      { ...bars, transform: [{ calculate: "warn('a')", as: 'a' }] },
      { ...bars, mark: { type: 'image', url: 'https://evil.test/a.png' } },
    ];
    for (const example of examples) expect(await dangersOf(example, rows)).not.toEqual([]);
  });
});
