import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** Parcels of 2024, every fourth of which came back a month later; every third is a rush parcel. */
const parcels = Array.from({ length: 48 }, (_, id) => {
  const month = String((id % 11) + 1).padStart(2, '0');
  const isReturned = id % 4 === 0;
  const next = String((id % 11) + 2).padStart(2, '0');
  return [
    id,
    id % 3 === 0 ? 'rush' : 'standard',
    isReturned ? 'returned' : 'delivered',
    `2024-${month}-10`,
    isReturned ? `2024-${next}-05` : '',
  ] as const;
});

const post: World = {
  name: 'post',
  model: {
    'post.yml': `
cubes:
  - name: parcels
    sql_table: parcels
    title: Parcels
    dimensions:
      - { name: parcel_id, title: Parcel number, sql: parcel_id, type: number, primary_key: true, format: id }
      - { name: parcel_kind, title: Parcel kind, sql: parcel_kind, type: string }
      - { name: status, title: Parcel status, sql: status, type: string }
      - { name: sent_on, title: Sent on, sql: "CAST({CUBE}.sent_on AS TIMESTAMP)", type: time }
      - { name: returned_on, title: Returned on, description: Day on which the parcel was returned, sql: "CAST({CUBE}.returned_on AS TIMESTAMP)", type: time }
    measures:
      - { name: parcel_count, title: Parcels, type: count }
`,
  },
  tables: { parcels: [['parcel_id', 'parcel_kind', 'status', 'sent_on', 'returned_on'], ...parcels] },
};

const world = openWorlds({ post });

describe('the share of some rows that something was done with', () => {
  const share = (kind: string) =>
    `SELECT COUNT(*) FILTER (WHERE status = 'returned') * 1.0 / COUNT(*) FROM parcels WHERE parcel_kind = '${kind}'`;

  it('is of those rows, and not of all that it was done with', async () => {
    const asked = await world('post').ask('what share of the rush parcels was returned in 2024?');
    expectRows(asked, await world('post').truth(share('rush')));
    expect(asked.answer).toContain('Dated by Sent on.');
  });

  it('is the same of others in a follow-up', async () => {
    const asked = await world('post').ask('and standard ones?', [
      'what share of the rush parcels was returned in 2024?',
    ]);
    expectRows(asked, await world('post').truth(share('standard')));
  });
});
