import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadDataModel } from '../model/load-model.ts';
import { createMetadataIndex } from './metadata-index.ts';

const { model } = await loadDataModel(join(import.meta.dirname, '../../../examples/shop/model'));
const index = createMetadataIndex(model);

function timesOf(relation: string, groups: readonly string[]): Record<string, readonly string[] | undefined> {
  const viewer = { userAttributes: { region: ['EU'] }, groups: [...groups], securityContext: {} };
  const found = index.visible({ viewer }).find(({ name }) => name === relation);
  return Object.fromEntries((found?.measures ?? []).map(({ name, times }) => [name, times]));
}

describe('the times that date a measure', () => {
  it('the times that date a measure are not those of the things that its rows belong to from afar', () => {
    expect(timesOf('store_performance', ['managers'])).toMatchObject({
      'store_performance.store_revenue': [],
      'store_performance.store_orders': [],
    });
  });

  it('the times that date a measure are not told where they are all times of the view', () => {
    const told = ['sales', 'orders_overview', 'returns_analysis'].flatMap((view) =>
      Object.values(timesOf(view, ['managers'])),
    );
    expect(told.length).toBeGreaterThan(10);
    expect(timesOf('store_performance', ['managers'])['store_performance.store_count']).toBeUndefined();
  });
});
