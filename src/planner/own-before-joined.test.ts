import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** A haulier: claims end by a day and firms by a status, trailers are drawn by vehicles, and drivers hold permits that run out. */
const haulier: World = {
  name: 'haulier',
  now: '2025-06-16T12:00:00Z',
  model: {
    'haulier.yml': `
cubes:
  - name: firms
    sql_table: firms
    title: Firms
    dimensions:
      - { name: firm_no, title: Firm no, sql: "{CUBE}.firm_no", type: string, primary_key: true }
      - { name: name, title: Firm, sql: "{CUBE}.name", type: string }
      - { name: status, title: Firm status, sql: "{CUBE}.status", type: string }
      - { name: grade, title: Grade, sql: "{CUBE}.grade", type: string }
    measures:
      - { name: firm_count, title: Firms, type: count }
  - name: claims
    sql_table: claims
    title: Claims
    description: What firms claim for damage, on the road and in storage
    joins:
      - { name: firms, relationship: many_to_one, sql: "{CUBE}.firm_no = {firms}.firm_no" }
    dimensions:
      - { name: claim_no, title: Claim no, sql: "{CUBE}.claim_no", type: string, primary_key: true }
      - { name: opened_on, title: Opened on, sql: "CAST({CUBE}.opened_on AS TIMESTAMP)", type: time }
      - { name: closed_on, title: Closed on, description: Empty while the claim is open, sql: "CAST({CUBE}.closed_on AS TIMESTAMP)", type: time }
    measures:
      - { name: claim_count, title: Claims, type: count }
  - name: vehicles
    sql_table: vehicles
    title: Vehicles
    dimensions:
      - { name: vehicle_no, title: Vehicle no, sql: "{CUBE}.vehicle_no", type: string, primary_key: true }
      - { name: status, title: Status, sql: "{CUBE}.status", type: string }
    measures:
      - { name: vehicle_count, title: Vehicles, type: count }
      - { name: retired_count, title: Retired vehicles, type: count, filters: [{ sql: "{CUBE}.status = 'retired'" }] }
  - name: trailers
    sql_table: trailers
    title: Trailers
    joins:
      - { name: vehicles, relationship: many_to_one, sql: "{CUBE}.vehicle_no = {vehicles}.vehicle_no" }
    dimensions:
      - { name: trailer_no, title: Trailer no, sql: "{CUBE}.trailer_no", type: string, primary_key: true }
    measures:
      - { name: trailer_count, title: Trailers, type: count }
  - name: drivers
    sql_table: drivers
    title: Drivers
    dimensions:
      - { name: driver_no, title: Driver no, sql: "{CUBE}.driver_no", type: string, primary_key: true }
      - { name: permit, title: Permit, description: B or C; empty for drivers without a permit, sql: "{CUBE}.permit", type: string }
      - { name: permit_valid_until, title: Permit valid until, sql: "CAST({CUBE}.permit_valid_until AS TIMESTAMP)", type: time }
    measures:
      - { name: driver_count, title: Drivers, type: count }
`,
  },
  tables: {
    firms: [
      ['firm_no', 'name', 'status', 'grade'],
      ['F1', 'Arp', 'active', 'Storer'],
      ['F2', 'Bay', 'closed', 'Mover'],
      ['F3', 'Cox', 'closed', 'Mover'],
    ],
    claims: [
      ['claim_no', 'firm_no', 'opened_on', 'closed_on'],
      ['C1', 'F1', '2024-11-01', '2024-12-01'],
      ['C2', 'F1', '2025-02-01', '2025-03-01'],
      ['C3', 'F1', '2025-03-01', '2025-03-20'],
      ['C4', 'F2', '2025-04-01', null],
      ['C5', 'F3', '2025-06-12', '2025-06-15'],
      ['C6', 'F3', '2025-06-13', null],
    ],
    vehicles: [
      ['vehicle_no', 'status'],
      ['V1', 'retired'],
      ['V2', 'in use'],
      ['V3', 'retired'],
    ],
    trailers: [
      ['trailer_no', 'vehicle_no'],
      ['T1', 'V1'],
      ['T2', 'V1'],
      ['T3', 'V1'],
      ['T4', 'V2'],
    ],
    drivers: [
      ['driver_no', 'permit', 'permit_valid_until'],
      ['D1', 'B', '2025-12-31'],
      ['D2', 'C', '2025-01-31'],
      ['D3', 'C', '2026-01-31'],
      ['D4', null, null],
    ],
  },
};

const world = openWorlds<'haulier'>({ haulier });

type Case = readonly [question: string, rows: readonly (readonly unknown[])[]];

describe('what is said of rows is said of them before what they belong to', () => {
  it.each<Case>([
    ['claims opened in 2025 and already closed', [[3]]],
    ['claims that are closed', [[4]]],
    ['claims closed in 2025', [[3]]],
    ['how many claims were closed in March', [[2]]],
    ['trailers of retired vehicles', [[3]]],
    ['how many drivers have a permit', [[3]]],
    ['drivers without a permit', [[1]]],
  ])('%s', async (question, rows) => {
    expectRows(await world('haulier').ask(question), rows as never);
  });
});

describe('what is said of something that rows have is not left aside', () => {
  it.each([
    'how many drivers have an expired permit',
    'how many drivers have a valid permit',
    'drivers without a valid permit',
    'how many claims happened in storage',
  ])('%s', async (question) => {
    const { result, answer } = await world('haulier').ask(question);
    expect(result, answer).toBeUndefined();
  });
});
