import { expect, it } from 'vitest';
import { describeModel } from './describe-relations.ts';

it('a language model is told what the figures of a member are counted in', () => {
  const described = describeModel(
    [
      {
        name: 'sites',
        type: 'cube',
        title: 'Sites',
        measures: [{ name: 'sites.used', title: 'Consumption', type: 'sum', unit: 'kWh' }],
        dimensions: [{ name: 'sites.area', title: 'Floor area', type: 'number', unit: 'm²' }],
        segments: [],
      },
    ],
    10_000,
  );
  expect(described).toMatchObject([{ measures: [{ unit: 'kWh' }], dimensions: [{ unit: 'm²' }] }]);
});
