import { chartSpecProblems } from '../../src/charts/spec/chart-spec.ts';
import { fuzz } from './fuzz.ts';

fuzz('A chart specification', async () => ({
  name: 'vega-spec',
  seeds: [
    {
      $schema: 'https://vega.github.io/schema/vega-lite/v5.json',
      mark: { type: 'line', tooltip: true, point: true },
      encoding: {
        x: {
          field: 'month',
          type: 'temporal',
          timeUnit: 'yearmonth',
          axis: { title: 'Month', format: '%b %Y' },
        },
        y: { field: 'revenue', type: 'quantitative', aggregate: 'sum', scale: { zero: true } },
        color: { field: 'channel', type: 'nominal', sort: ['online', 'store'] },
      },
    },
    {
      transform: [
        { calculate: "toNumber(datum['revenue'])", as: 'amount' },
        { filter: { field: 'amount', range: [0, 10] } },
        { window: [{ op: 'rank', as: 'place' }], sort: [{ field: 'amount', order: 'descending' }] },
      ],
      layer: [
        { mark: 'bar', encoding: { x: { field: 'channel' }, y: { field: 'amount' } } },
        { mark: { type: 'text', dy: -5 }, encoding: { text: { field: 'amount', format: ',.0f' } } },
      ],
    },
  ].map((spec) => JSON.stringify(spec)),
  words: [
    '"url":"http://evil.test/"',
    '"expr":"1"',
    '"signal":"1"',
    '"href":',
    '"bind":',
    '"params":[',
    '"sequence":',
    '"datum":',
    '"field":"revenue"',
    ',',
    ':',
  ],
  brackets: [
    ['[', ']'],
    ['{"layer":[', ']}'],
    ['{"spec":', '}'],
    ['{"not":', '}'],
    ['(', ')'],
  ], // prettier-ignore
  maxLength: 60_000,
  maxMs: 20,
  parse: (text) => chartSpecProblems(JSON.parse(text), ['month', 'revenue', 'channel']),
  isRefusal: (error) => error instanceof SyntaxError,
}));
