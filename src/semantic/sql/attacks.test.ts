import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attacks, controls } from '../../../test/fixtures/semantic/attacks.ts';
import {
  clickHouseFixture,
  duckDbFixture,
  type Fixture,
  postgresFixture,
  regional,
} from '../../../test/fixtures/semantic/fixture.ts';
import { AppError } from '../../errors.ts';

const viewer = regional('EU');
const { TEST_DATABASE_URL: url, TEST_CLICKHOUSE_URL: clickHouseUrl } = process.env;
const engines: readonly (readonly [string, boolean, () => Promise<Fixture>])[] = [
  ['DuckDB', true, duckDbFixture],
  ['PostgreSQL', url !== undefined, () => postgresFixture(url ?? '')],
  ['ClickHouse', clickHouseUrl !== undefined, () => clickHouseFixture(clickHouseUrl ?? '')],
];

describe.each(engines)('statements that reach for more, on %s', (_name, isAvailable, open) => {
  if (!isAvailable) {
    it.skip('needs a server for tests', () => undefined);
    return;
  }
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await open();
  });
  afterAll(async () => {
    await fixture[Symbol.asyncDispose]();
  });
  it.each(attacks.map(({ after, sql }) => [after, sql] as const))(
    'statements that reach for more: %s',
    async (_after, sql) => {
      const error = await fixture.layer.compile(sql, viewer).then(
        (compiled) => expect.fail(`compiled to ${compiled.sql}`),
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(AppError);
      expect(error).toMatchObject({ code: expect.stringMatching(/^SQL_(INVALID|NOT_ALLOWED)$/) });
    },
  );

  it.each(controls)('lets through %s', async (sql) => {
    await expect(fixture.ask(sql, viewer)).resolves.toBeDefined();
  });
});

describe('messages', () => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await duckDbFixture();
  });
  afterAll(async () => {
    await fixture[Symbol.asyncDispose]();
  });

  it('never suggest a member or relation that the viewer may not use', async () => {
    const messages = await Promise.all(
      [
        'SELECT credits FROM customers',
        'SELECT secret_notes FROM orders',
        'SELECT * FROM internals',
        'SELECT hidden_totals FROM orders',
        'SELECT customer_idd FROM orders',
      ].map((sql) => fixture.layer.compile(sql, viewer).then(String, String)),
    );
    for (const message of messages)
      expect(message).not.toMatch(/"(credit|secret_note|internal|hidden_total|customer_id)"/);
    expect(messages[0]).toContain('Unknown column "credits" of customers (line 1, column 8)');
  });

  it('point at the place and name the nearest member', async () => {
    await expect(fixture.ask('SELECT status,\n  MEASURE(cuont) FROM orders', viewer)).rejects.toThrow(
      'Unknown column "cuont" of orders (line 2, column 11). Did you mean "count"?',
    );
    await expect(fixture.ask('SELECT 1 FROM oders', viewer)).rejects.toThrow(
      'Unknown relation "oders" (line 1, column 15). Did you mean "orders"?',
    );
    await expect(fixture.ask("SELECT 'é', statsu FROM orders", viewer)).rejects.toThrow(
      '(line 1, column 13)',
    );
    await expect(fixture.ask('SELECT id FRM orders', viewer)).rejects.toMatchObject({ code: 'SQL_INVALID' });
  });

  it('of the engine tell no value, table or column', async () => {
    const error = await fixture
      .ask('SELECT cast(name AS int) FROM customers', viewer)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'SQL_FAILED' });
    expect(String(error)).not.toMatch(/Ada|Ben|customers|c0|t0/);
  });
});
