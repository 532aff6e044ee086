import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** A kennel where some dogs have no name yet, and some stays no price. */
const kennel: World = {
  name: 'kennel',
  model: {
    'kennel.yml': `
cubes:
  - name: dogs
    sql_table: dogs
    title: Dogs
    dimensions:
      - { name: dog_id, title: Dog number, sql: dog_id, type: number, primary_key: true }
      - { name: name, title: Dog name, sql: dog_name, type: string }
      - { name: breed, title: Breed, sql: breed, type: string }
    measures:
      - { name: dog_count, title: Dogs, type: count }
      - { name: paid_total, title: Paid fees, type: sum, sql: fee, format: currency, currency: EUR, filters: [{ sql: "{CUBE}.paid" }] }
      - { name: avg_wait, title: Average wait, type: avg, sql: wait }
`,
  },
  tables: {
    dogs: [
      'dog_id dog_name breed fee paid wait'.split(' '),
      [1, 'Rex', 'Terrier', 40, true, 3],
      [2, 'Bo', 'Terrier', 60, true, 3],
      [3, null, 'Collie', 80, false, null],
      [4, null, 'Collie', 20, false, null],
      [5, 'Kit', 'Spaniel', 100, true, 3],
    ],
  },
};

const world = openWorlds({ kennel });

describe('what has no name', () => {
  it('is listed beside the others where a key tells it apart', async () => {
    const asked = await world('kennel').ask('list all dogs');
    expectRows(asked, await world('kennel').truth('SELECT dog_name FROM dogs'));
    expect(asked.answer).toContain('5 in all');
  });

  it('is found by what it has', async () => {
    expectRows(await world('kennel').ask('which dogs are collies?'), [[null], [null]]);
  });
});

describe('what has no figure', () => {
  it('is no part of what others have alike', async () => {
    const { answer, result } = await world('kennel').ask('average wait by breed');
    expect(result?.data).toHaveLength(3);
    expect(answer).toMatch(/\b2\b.*Spaniel and Terrier/);
    expect(answer).not.toContain('Collie');
  });

  it('is among no first few', async () => {
    const { answer } = await world('kennel').ask('top 3 breeds by paid fees');
    expect(answer).toMatch(/Spaniel \(€100\) and Terrier \(€100\)/);
    expect(answer).not.toContain('Collie');
  });
});
