import fc from 'fast-check';
import { type Node, parseSync, type SelectStmt } from 'libpg-query';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attacks } from '../../../test/fixtures/semantic/attacks.ts';
import {
  composedCases,
  measureCases,
  plainCases,
  policyCases,
  repeatedRowCases,
} from '../../../test/fixtures/semantic/cases.ts';
import {
  clickHouseFixture,
  duckDbFixture,
  type Fixture,
  regional,
} from '../../../test/fixtures/semantic/fixture.ts';
import { AppError } from '../../errors.ts';

const viewer = regional('EU');
/** Only in rows that the viewer may not see, and in no query. */
const secrets = /Cyn|Dov|Eve|2500\.00|12\.25/;

const seeds = [...plainCases, ...measureCases, ...repeatedRowCases, ...composedCases, ...policyCases]
  .map(({ sql }) => sql)
  .filter((sql) => !secrets.test(sql));
const tokensOf = (sql: string): string[] => sql.match(/'(?:[^']|'')*'|"(?:[^"]|"")*"|\w+|\s+|[^\w\s]/g) ?? [];
const vocabulary = [
  ...new Set([
    ...[...seeds, ...attacks.map(({ sql }) => sql).filter((sql) => sql.length < 200)].flatMap(tokensOf),
    ...[
      'customers',
      'internal',
      'credit',
      'customer_id',
      '__0',
      'c0',
      't0',
      'OR',
      'true',
      '--',
      '/*',
      ';',
      'UNION',
      '*',
    ],
  ]),
].filter((token) => !secrets.test(token));
const names = [...new Set(seeds.flatMap(tokensOf))].filter((token) => /^[a-z_]{2,}$/.test(token));

interface Mutation {
  readonly kind: 'replace' | 'insert' | 'delete' | 'swap';
  readonly place: number;
  readonly token: string;
}

function mutate(sql: string, mutations: readonly Mutation[]): string {
  const tokens = tokensOf(sql);
  for (const { kind, place, token } of mutations) {
    const index = Math.floor(place * tokens.length);
    if (kind === 'replace') tokens[index] = token;
    else if (kind === 'insert') tokens.splice(index, 0, ` ${token} `);
    else if (kind === 'delete') tokens.splice(index, 1);
    else tokens.splice(index, 2, tokens[index + 1] ?? '', tokens[index] ?? '');
  }
  return tokens.join('');
}

interface TableRead {
  readonly table: string;
  /** Whether the SELECT that reads it filters rows, and whether the one around that does. */
  readonly filters: readonly boolean[];
}

function tablesOf(sql: string): TableRead[] {
  const found: TableRead[] = [];
  const visit = (value: unknown, filters: readonly boolean[]): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('RangeVar' in value) {
      const { RangeVar } = value as Extract<Node, { RangeVar: unknown }>;
      found.push({ table: RangeVar.relname ?? '', filters });
    }
    const statement = 'SelectStmt' in value ? (value.SelectStmt as SelectStmt) : undefined;
    const inside = statement === undefined ? filters : [statement.whereClause !== undefined, ...filters];
    for (const item of Object.values(value)) visit(item, inside);
  };
  visit(parseSync(sql), []);
  return found;
}

/** Reads of the fixture's tables as the rewriting makes them: those with a policy only under its filter. */
function isSafe({ table, filters }: TableRead): boolean {
  if (table === 'orders') return filters[0] === true;
  // The cube is a SELECT of its own, which stands inside the filtered one.
  if (table === 'customers') return filters[1] === true;
  return ['order_items', 'products', 'payments', 'readings'].includes(table) || /^cte\d+$/.test(table);
}

const { TEST_CLICKHOUSE_URL: clickHouseUrl } = process.env;
/** The last is how many mutants are tried: a statement takes ClickHouse tens of milliseconds. */
const engines: readonly (readonly [string, boolean, () => Promise<Fixture>, number])[] = [
  ['DuckDB', true, duckDbFixture, 6000],
  ['ClickHouse', clickHouseUrl !== undefined, () => clickHouseFixture(clickHouseUrl ?? ''), 200],
];

describe.each(engines.filter(([, isAvailable]) => isAvailable))(
  'mutated statements on %s',
  (engine, _, open, numRuns) => {
    let fixture: Fixture;
    beforeAll(async () => {
      fixture = await open();
    });
    afterAll(async () => {
      await fixture[Symbol.asyncDispose]();
    });

    it('mutated statements are refused, or read nothing but rows that the viewer may see', async () => {
      let accepted = 0;
      const mutation = fc.record({
        kind: fc.constantFrom('replace' as const, 'insert' as const, 'delete' as const, 'swap' as const),
        place: fc.double({ min: 0, max: 0.999, noNaN: true }),
        token: fc.oneof(
          { weight: 3, arbitrary: fc.constantFrom(...names) },
          { weight: 1, arbitrary: fc.constantFrom(...vocabulary) },
        ),
      });
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...seeds),
          fc.array(mutation, { minLength: 1, maxLength: 2 }),
          async (seed, mutations) => {
            const sql = mutate(seed, mutations);
            const compiled = await fixture.layer.compile(sql, viewer).catch((error: unknown) => {
              expect(error, sql).toBeInstanceOf(AppError);
              return undefined;
            });
            if (compiled === undefined) return;
            // PostgreSQL's parser reads what is written for DuckDB.
            const reads = engine === 'DuckDB' ? tablesOf(compiled.sql) : [];
            expect(
              reads.filter((read) => !isSafe(read)),
              `${sql} became ${compiled.sql}`,
            ).toEqual([]);
            const result = await fixture.ask(sql, viewer).catch((error: unknown) => {
              expect(error, sql).toBeInstanceOf(AppError);
              expect(String(error), sql).not.toMatch(secrets);
              return undefined;
            });
            if (result === undefined) return;
            accepted++;
            expect(JSON.stringify(result), sql).not.toMatch(secrets);
          },
        ),
        { numRuns },
      );
      // The property says something only if many mutants run.
      expect(accepted).toBeGreaterThan(numRuns / 20);
    });
  },
);
