import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { duckDbFixture, type EngineFixture, postgresFixture } from '../../test/fixtures/engine.ts';
import { AppError } from '../errors.ts';

const { TEST_DATABASE_URL: url } = process.env;
const engines: readonly (readonly [string, boolean, () => Promise<EngineFixture>])[] = [
  ['DuckDB', true, duckDbFixture],
  ['PostgreSQL', url !== undefined, () => postgresFixture(url ?? '')],
];

/** Nobody would write it into a message of their own. */
const marker = 'Quintessa77';
const number = '7700770077';

/** Values that hold the marker, as text and as a number, from a row and from the statement itself. */
const texts = [
  `'${marker}'`,
  `(name || '${marker}')`,
  `('x to ${marker.toUpperCase()}' || name)`,
  `(name || '(${marker}')`,
  `(chr(10) || '''"${marker}' || chr(10) || name)`,
];
const numbers = [number, `(big * 0 + ${number})`, `CAST('${number}' AS bigint)`];

/** What fails on a text, on some engine. */
const ofText = (text: string): string[] => [
  ...[
    'integer',
    'bigint',
    'double precision',
    'numeric(4, 2)',
    'boolean',
    'date',
    'timestamp',
    'interval',
    'time',
    'uuid',
    'json',
  ].map((type) => `CAST(${text} AS ${type})`),
  `${text} + 1`,
  `regexp_replace('a', ${text} || '[', '')`,
  `'a' LIKE 'b' ESCAPE ${text}`,
  `'a' ~ (${text} || '(')`,
  `timezone(${text}, timestamp '2024-01-01')`,
  `date_trunc(${text}, timestamp '2024-01-01')`,
  `date_part(${text}, timestamp '2024-01-01')`,
  `strptime(${text}, '%Y')`,
  `to_date(${text}, 'YYYY-MM-DD')`,
  `to_timestamp(${text}, 'YYYY')`,
  `json_extract(${text}, '$.a')`,
  `decode(${text}, 'hex')`,
  `chr(length(${text}) * -1)`,
  `split_part(${text}, 'a', 0)`,
  `nope(${text})`,
  `error(${text})`,
  `${text} = date '2024-01-01'`,
  `CASE WHEN ${text} = 'a' THEN 1 ELSE CAST(${text} AS integer) END`,
  `(SELECT ${text} UNION ALL SELECT ${text})`,
];
const ofNumber = (value: string): string[] => [
  ...['integer', 'smallint', 'numeric(3, 1)', 'date'].map((type) => `CAST(${value} AS ${type})`),
  `${value} * ${value} * ${value} * ${value}`,
  `make_date(${value}, 1, 1)`,
  `chr(${value})`,
  `repeat('x', ${value})`,
  `sqrt(-${value})`,
  `ln(-${value})`,
  `exp(${value})`,
  `interval '1 year' * ${value}`,
  `timestamp '2024-01-01' + interval '1 year' * ${value}`,
  `date '2024-01-01' + ${value}`,
];

const statements = [
  ...[...texts.flatMap(ofText), ...numbers.flatMap(ofNumber)].flatMap((expression) => [
    `SELECT ${expression} AS a FROM samples WHERE id = 1`,
    `SELECT id FROM samples WHERE id = 1 AND (${expression}) IS NULL GROUP BY id`,
  ]),
  `SELECT '${marker}' FROM nowhere WHERE '${marker}' = 1`,
  `SELECT nope FROM samples WHERE name = '${marker}'`,
  `SELECT '${marker}`,
  `SELECT 1 WHERE name = '${marker}' '${marker}' '${marker}'`,
  `SELECT 1 FROM samples WHERE ${number} nonsense '${marker}'`,
  `SELECT sum('${marker}'), '${marker}'.x FROM samples`,
  `SELECT '${marker}' FROM samples WHERE id < 1e400`,
];

describe.each(engines)('errors of %s', (_name, isAvailable, open) => {
  let fixture: EngineFixture | undefined;
  beforeAll(async () => {
    if (isAvailable) fixture = await open();
  });
  afterAll(async () => {
    await fixture?.[Symbol.asyncDispose]();
  });

  test.runIf(isAvailable)(
    'hold no value of a row or of the statement, in their words, causes and log',
    async () => {
      const lines: string[] = [];
      const logger = pino({}, { write: (line: string) => void lines.push(line) });
      let failures = 0;
      for (const sql of statements) {
        try {
          await using result = await fixture?.engine.query({ sql, params: [] }, { timeoutMs: 10_000 });
          for await (const _rows of result?.chunks ?? []);
        } catch (error) {
          failures++;
          expect(error).toBeInstanceOf(AppError);
          logger.info({ err: error }, String(error));
          expect(lines.at(-1), sql).not.toMatch(new RegExp(`${marker}|${number}|Zoë|Neil`, 'i'));
        }
      }
      // Most of them fail on either engine.
      expect(failures).toBeGreaterThan(statements.length * 0.6);
    },
  );

  test.runIf(isAvailable)('say of which kind they are, for whoever reads the log', async () => {
    const causeOf = async (sql: string): Promise<unknown> =>
      fixture?.engine.query({ sql, params: [] }, { timeoutMs: 10_000 }).then(
        () => undefined,
        (error: unknown) => (error instanceof AppError ? error.cause : undefined),
      );
    const cast = await causeOf('SELECT CAST(name AS integer) AS n FROM samples WHERE id = 1');
    expect(cast).toMatchObject({
      name: 'EngineError',
      message: expect.stringMatching(/^(DuckDB Conversion Error|PostgreSQL 22P02)$/),
      stack: expect.stringMatching(/^EngineError: (DuckDB Conversion Error$|PostgreSQL 22P02\n {4}at )/),
    });
    expect(await causeOf('SELECT nope FROM samples')).toMatchObject({
      message: expect.stringMatching(/^(DuckDB Binder Error|PostgreSQL 42703)$/),
    });
  });
});
