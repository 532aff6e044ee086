import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, postgresFixture, regional } from '../../../test/fixtures/semantic/fixture.ts';
import { AppError } from '../../errors.ts';

const { TEST_DATABASE_URL: url = '' } = process.env;
const viewer = regional('EU');
/** Only in rows that the viewer may not see, and in no query. */
const secrets = /Cyn|Dov|Eve/;

/** What ends a plain string early, or means something else, where a backslash escapes. */
const texts = [
  '\\',
  '\\\\',
  "\\'",
  "'\\'",
  "\\''",
  'a\\nb',
  '\\047',
  "\\' || (SELECT string_agg(name, ',') FROM customers) || '",
  "\\' || (SELECT string_agg(name, $$,$$) FROM customers) --",
  "\\'), (SELECT string_agg(name, $$,$$) FROM customers) --",
  "\\'; SELECT name FROM customers --",
];

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Everywhere that a text of a statement becomes a text of the engine's statement. */
const places: readonly (readonly [string, (text: string) => string])[] = [
  ['a value', (text) => `SELECT ${quoted(text)} AS v`],
  ['an escaped value', (text) => `SELECT E'${text.replaceAll(/[\\']/g, '\\$&')}' AS v`],
  ['a value in dollars', (text) => `SELECT $q$${text}$q$ AS v`],
  ['a comparison', (text) => `SELECT id FROM orders WHERE status = ${quoted(text)}`],
  ['IN', (text) => `SELECT id FROM orders WHERE status IN ('paid', ${quoted(text)})`],
  ['LIKE', (text) => `SELECT label LIKE ${quoted(`%${text}%`)} AS v FROM readings`],
  ['NOT ILIKE', (text) => `SELECT id FROM readings WHERE label NOT ILIKE ${quoted(`%${text}%`)}`],
  ['LIKE with ESCAPE', (text) => `SELECT label LIKE ${quoted(`%${text}%`)} ESCAPE '!' AS v FROM readings`],
  ['ESCAPE', (text) => `SELECT id FROM readings WHERE label LIKE '%a%' ESCAPE ${quoted(text)}`],
  ['a regular expression', (text) => `SELECT id FROM readings WHERE label ~ ${quoted(text)}`],
  ['a replacement', (text) => `SELECT regexp_replace(label, 'a', ${quoted(text)}) AS v FROM readings`],
  ['a format', (text) => `SELECT to_char(moment, ${quoted(`"${text}"YYYY`)}) AS v FROM readings`],
  ['a bare format', (text) => `SELECT to_char(moment, ${quoted(text)}) AS v FROM readings`],
  ['a format to read by', (text) => `SELECT to_date('2024', ${quoted(`YYYY"${text}"`)}) AS v`],
  ['a date', (text) => `SELECT cast(${quoted(text)} AS date) AS v`],
  ['an interval', (text) => `SELECT interval ${quoted(text)} AS v`],
  ['a time zone', (text) => `SELECT timestamptz '2024-01-01 00:00:00+00' AT TIME ZONE ${quoted(text)} AS v`],
  ['a unit', (text) => `SELECT date_trunc(${quoted(text)}, moment) AS v FROM readings`],
  ['an argument', (text) => `SELECT replace(label, 'a', ${quoted(text)}) AS v FROM readings`],
  ['a separator', (text) => `SELECT string_agg(status, ${quoted(text)} ORDER BY id) AS v FROM orders`],
  ['a concatenation', (text) => `SELECT status || ${quoted(text)} AS v FROM orders ORDER BY v`],
  [
    'CASE',
    (text) => `SELECT CASE status WHEN ${quoted(text)} THEN ${quoted(text)} ELSE 'x' END AS v FROM orders`,
  ],
  ['VALUES', (text) => `VALUES (${quoted(text)}, 1), ('x', 2)`],
  ['groups', (text) => `SELECT status = ${quoted(text)} AS v, count(*) FROM orders GROUP BY 1 ORDER BY 1`],
  [
    'a filter of a measure',
    (text) => `SELECT MEASURE(count) FILTER (WHERE status <> ${quoted(text)}) FROM orders`,
  ],
  [
    'HAVING',
    (text) => `SELECT status FROM orders GROUP BY 1 HAVING max(status) > ${quoted(text)} ORDER BY 1`,
  ],
  [
    'DISTINCT ON',
    (text) =>
      `SELECT DISTINCT ON (status || ${quoted(text)}) status FROM orders ORDER BY status || ${quoted(text)}`,
  ],
  ['a window', (text) => `SELECT count(*) OVER (PARTITION BY status = ${quoted(text)}) AS v FROM orders`],
  [
    'a join',
    (text) =>
      `SELECT o.id FROM orders o JOIN orders p ON o.id = p.id AND o.status <> ${quoted(text)} ORDER BY 1`,
  ],
  ['a result column', (text) => `SELECT 1 AS "${text.replaceAll('"', '""').slice(0, 60)}"`],
];

async function outcome(fixture: Fixture, sql: string): Promise<unknown> {
  try {
    const { columns, rows } = await fixture.ask(sql, viewer);
    return { columns, rows };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.code;
  }
}

describe.skipIf(url === '')('texts in statements for PostgreSQL', () => {
  let plain: Fixture;
  const scratch = `literals_${process.pid}`;
  const open: { readonly what: string; fixture?: Fixture }[] = [
    { what: 'the url says so' },
    { what: 'the database says so' },
  ];
  const withOptions = (of: string, value: string): string => {
    const changed = new URL(of);
    changed.searchParams.set('options', `-c standard_conforming_strings=${value}`);
    return changed.href;
  };
  const administrate = async (sql: string): Promise<void> => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };

  beforeAll(async () => {
    plain = await postgresFixture(url);
    await administrate(`CREATE DATABASE ${scratch}`);
    await administrate(`ALTER DATABASE ${scratch} SET standard_conforming_strings = off`);
    const database = new URL(url);
    database.pathname = `/${scratch}`;
    for (const each of open) {
      each.fixture =
        each.what === 'the url says so'
          ? await postgresFixture(url, withOptions(url, 'off'))
          : await postgresFixture(withOptions(database.href, 'on'), database.href);
    }
  });
  afterAll(async () => {
    await plain[Symbol.asyncDispose]();
    for (const { fixture } of open) await fixture?.[Symbol.asyncDispose]();
    await administrate(`DROP DATABASE ${scratch}`);
  });

  describe.each(open)('whose plain strings know backslashes because $what', (each) => {
    it.each(places)('mean what they say as %s', async (what, sqlOf) => {
      const { fixture } = each;
      if (fixture === undefined) throw new Error('not open');
      for (const text of texts) {
        const sql = sqlOf(text);
        const result = await outcome(fixture, sql);
        expect(result, sql).toEqual(await outcome(plain, sql));
        expect(JSON.stringify(result), sql).not.toMatch(secrets);
        if (what === 'a value') expect(result).toMatchObject({ rows: [[text]] });
      }
    });

    it('mean the same in the SQL of a model and of an engine', async () => {
      const { rows } = (await each.fixture?.oracle("SELECT '\\', 'a\\nb', E'\\\\'")) ?? {};
      expect(rows).toEqual([['\\', 'a\\nb', '\\']]);
    });
  });
});
