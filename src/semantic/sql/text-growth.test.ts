import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { duckDbFixture, type Fixture, staff } from '../../../test/fixtures/semantic/fixture.ts';
import { AppError } from '../../errors.ts';
import { functions } from './functions.ts';

const mebibyte = 2 ** 20;
/** 11,700 rows: several of DuckDB's vectors. */
const rows = 'orders o, order_items i, payments p, readings r';

/** 152,100 rows, whose texts come to a megabyte. */
const long = 'orders a, order_items b, payments c, readings d, orders e';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await duckDbFixture();
});
afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
});

/** How a statement ends, and by how much the process grows meanwhile. */
async function grownBy(sql: string): Promise<{ readonly outcome: string; readonly bytes: number }> {
  const before = process.memoryUsage.rss();
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 2);
  const outcome = await fixture.ask(sql).then(
    () => 'answered',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
  clearInterval(timer);
  return { outcome, bytes: Math.max(peak, process.memoryUsage.rss()) - before };
}

/** Each function that gives text, as it makes the most of the text `s`. */
const growing: Readonly<Record<string, string>> = {
  '||': Array.from({ length: 20 }, () => 's').join(' || '),
  concat: `concat(${Array.from({ length: 20 }, () => 's').join(', ')})`,
  concat_ws: `concat_ws(${Array.from({ length: 20 }, () => 's').join(', ')})`,
  replace: `replace(s, 'a', '${'a'.repeat(200)}')`,
  regexp_replace: `regexp_replace(s, '', '${'a'.repeat(200)}', 'g')`,
  repeat: 'repeat(s, 200)',
  lpad: 'concat(lpad(s, 1000), s, lpad(s, 1000), s)',
  rpad: 'concat(rpad(s, 1000), s, rpad(s, 1000), s)',
  translate: "concat(translate(s, 'a', '🎈'), s, s, s, s)",
  upper: 'concat(upper(s), lower(s), upper(s), lower(s))',
  lower: 'concat(lower(s), upper(s), lower(s), upper(s))',
  reverse: 'concat(reverse(s), s, reverse(s), s)',
  trim: 'concat(trim(s), s, trim(s), s)',
  btrim: 'concat(btrim(s), s, btrim(s), s)',
  ltrim: 'concat(ltrim(s), s, ltrim(s), s)',
  rtrim: 'concat(rtrim(s), s, rtrim(s), s)',
  substring: 'concat(substring(s, 1), s, substring(s, 1), s)',
  substr: 'concat(substr(s, 1), s, substr(s, 1), s)',
  left: 'concat("left"(s, 100000), s, "left"(s, 100000), s)',
  right: 'concat("right"(s, 100000), s, "right"(s, 100000), s)',
  split_part: "concat(split_part(s, '-', 1), s, split_part(s, '-', 1), s)",
  md5: 'concat(md5(s), s, md5(s), s)',
  to_char: `concat(to_char(timestamp '2024-01-01', '"${'x'.repeat(900)}"'), s, s)`,
};

describe('texts that a query makes', () => {
  it('texts that a query makes are known for each function that gives text', () => {
    const giveText = [...functions].filter(([, spec]) => !spec.aggregate && spec.type([], []) === 'text');
    expect(Object.keys(growing)).toEqual(expect.arrayContaining(giveText.map(([name]) => name)));
  });

  it.each(Object.entries(growing))(
    'texts that a query makes do not fill the memory: %s of itself',
    async (_, expression) => {
      const levels = Array.from(
        { length: 6 },
        (_level, n) => `l${n + 1} AS (SELECT ${expression} AS s FROM l${n})`,
      );
      const sql = `WITH l0 AS (SELECT r.label || ' a-b-c a-b-c' AS s FROM ${rows}), ${levels.join(', ')} SELECT max(length(s)) AS n FROM l6`;
      const { outcome, bytes } = await grownBy(sql);
      expect(outcome).toMatch(/^(answered|QUERY_LIMIT|SQL_NOT_ALLOWED)$/);
      expect(bytes).toBeLessThan(256 * mebibyte);
    },
  );

  it.each([
    [
      'a scalar subquery',
      `SELECT max(length((SELECT string_agg(a.status, ',') FROM ${long}) || i.id)) AS n FROM ${rows}`,
    ],
    [
      'a joined aggregate',
      `SELECT max(length(x.s || i.id)) AS n FROM (SELECT string_agg(a.status, ',') AS s FROM ${long}) x, ${rows}`,
    ],
    [
      'an aggregate in upper()',
      `SELECT max(length(upper(x.s))) AS n FROM (SELECT string_agg(a.status, ',') AS s FROM ${long}) x, ${rows}`,
    ],
    [
      'a list',
      `SELECT max(length(CAST(x.l AS text))) AS n FROM (SELECT array_agg(a.status) AS l FROM ${long}) x, ${rows}`,
    ],
    [
      'a list, put together',
      `SELECT max(length(x.l || '')) AS n FROM (SELECT array_agg(a.status) AS l FROM ${long}) x, ${rows}`,
    ],
  ])('texts that a query makes do not fill the memory: %s, for each row', async (_, sql) => {
    const { outcome, bytes } = await grownBy(sql);
    expect(outcome).toMatch(/^(QUERY_LIMIT|SQL_NOT_ALLOWED)$/);
    expect(bytes).toBeLessThan(256 * mebibyte);
  });

  it('texts that a query makes are printed as they are when they are as short as the texts that are read', async () => {
    const { sql } = await fixture.layer.compile(
      "SELECT c.name || ', ' || c.country AS place, upper(c.name) AS loud, concat_ws(' ', c.name, c.region) AS line FROM customers c",
      staff,
    );
    expect(sql).not.toContain('strlen');
  });

  it('texts that a query makes are right where they are bounded', async () => {
    const many = Array.from({ length: 4 }, () => "c.name || '-' || coalesce(c.country, '?')").join(
      " || '/' || ",
    );
    const sql = `SELECT upper(${many}) AS t, count(*) AS n, string_agg(c.name, ',') AS names FROM customers c WHERE c.id IN (1, 5) GROUP BY ${many} ORDER BY 1`;
    expect((await fixture.layer.compile(sql, staff)).sql).toContain('strlen');
    const line = (text: string) => Array.from({ length: 4 }, () => text).join('/');
    expect((await fixture.ask(sql)).rows).toEqual([
      [line('ADA-DE'), 1, 'Ada'],
      [line('EVE-?'), 1, 'Eve'],
    ]);
  });

  it.each([
    [
      'a text of another relation',
      "SELECT c.name || (SELECT max(p.name) FROM products p WHERE p.id <= c.id) AS t, string_agg(c.region, ',') OVER () AS r FROM customers c WHERE c.id = 2",
      'BenMug',
    ],
    [
      'nothing',
      "SELECT c.region || c.name AS t, (SELECT string_agg(x.name, ',') FROM customers x) AS r FROM customers c WHERE c.id = 5",
      null,
    ],
    [
      'a replacement from a column',
      "SELECT replace(c.name, 'd', c.country) AS t FROM customers c WHERE c.id = 1",
      'ADEa',
    ],
  ])('texts that a query makes are right where they are bounded: with %s', async (_, sql, text) => {
    expect((await fixture.ask(sql)).rows[0]?.[0]).toBe(text);
  });

  it('texts that a query makes that are too long are told with what to do', async () => {
    const sql = `SELECT max(length(x.s || '!')) AS n FROM (SELECT string_agg(a.status, ',') AS s FROM ${long}) x`;
    await expect(fixture.ask(sql)).rejects.toMatchObject({
      code: 'QUERY_LIMIT',
      message: expect.stringContaining('Shorten it first'),
    });
    const shortened = sql.replace('x.s ||', '"left"(x.s, 100) ||');
    expect((await fixture.ask(shortened)).rows).toEqual([[101]]);
  });
});
