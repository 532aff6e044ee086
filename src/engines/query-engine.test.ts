import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { duckDbFixture, type EngineFixture, postgresFixture } from '../../test/fixtures/engine.ts';
import { isAbortError } from '../errors.ts';
import type { EngineQuery, Parameter, QueryEngine, QueryOptions, ResultStream, Row } from './query-engine.ts';

const databaseUrl = process.env['TEST_DATABASE_URL'];

interface Read {
  readonly columns: string[];
  readonly rows: Row[];
}

function sql(text: string, ...params: Parameter[]): EngineQuery {
  return { sql: text, params };
}

async function readAll(result: ResultStream): Promise<Read> {
  await using open = result;
  const rows: Row[] = [];
  for await (const chunk of open.chunks) {
    rows.push(...chunk);
  }
  return { columns: open.columns.map(({ name, columnType }) => `${name}:${columnType}`), rows };
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'no error',
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
  );
}

const fixtures = [
  { dialect: 'duckdb', create: duckDbFixture, available: true },
  {
    dialect: 'postgres',
    create: () => postgresFixture(databaseUrl ?? ''),
    available: databaseUrl !== undefined,
  },
] as const;

describe.each(fixtures)('$dialect', ({ create, available }) => {
  describe.skipIf(!available)('engine', () => {
    let fixture: EngineFixture;
    let engine: QueryEngine;
    /** As many as statements run at once: none of them gets all of the engine. */
    let owners: string[];

    beforeAll(async () => {
      fixture = await create();
      engine = fixture.engine;
      owners = Array.from({ length: fixture.maxConcurrentQueries }, (_, index) => `owner ${index}`);
    });
    afterAll(async () => {
      await fixture[Symbol.asyncDispose]();
    });

    function read(query: EngineQuery, options: Partial<QueryOptions> = {}): Promise<Read> {
      return engine.query(query, { timeoutMs: 30_000, ...options }).then(readAll);
    }

    describe('values', () => {
      test('every type leaves as JSON carries it, and NULL as null', async () => {
        const { columns, rows } = await read(sql('SELECT * FROM samples ORDER BY id'));
        expect(columns).toEqual([
          'id:Int64',
          'big:Int64',
          'price:Decimal',
          'ratio:Double',
          'weight:Double',
          'ok:Boolean',
          'day:Date',
          'seen_at:Timestamp',
          'instant:Timestamp',
          'name:String',
          'doc:Json',
          'tags:Json',
          'uid:String',
          'clock:String',
          'span:String',
          'bytes:String',
        ]);
        expect(rows).toEqual([
          [
            1,
            '9007199254740993',
            '19.90',
            0.1,
            0.1,
            true,
            '2024-02-29',
            '2024-01-31T23:59:59.123',
            '2024-07-01T00:00:00.000',
            'Zoë "the" O\'Neil, 🚀',
            { a: [1, null, 'x'], n: '12345678901234567890' },
            ['a', 'b, c', null],
            '00000000-0000-0000-0000-00000000000a',
            '10:00:00.5',
            'P1Y2M3DT4H5M6.7S',
            '\\x00ff',
          ],
          [
            2,
            -5,
            '-0.05',
            null,
            -1.5,
            false,
            '0044-03-15',
            '1969-12-31T23:59:59.999999',
            '1969-12-31T23:00:00.000',
            '',
            null,
            [],
            'ffffffff-ffff-ffff-ffff-ffffffffffff',
            '23:59:59.999999',
            'PT-1H',
            '\\x',
          ],
          [3, ...new Array(15).fill(null)],
        ]);
      });

      test('not-a-number and infinity are null, whatever the type', async () => {
        const { rows } = await read(
          sql(`SELECT CAST('NaN' AS double precision) AS a, CAST('infinity' AS double precision) AS b,
            CAST('-infinity' AS date) AS c, CAST('infinity' AS timestamp) AS d, CAST('infinity' AS timestamptz) AS e`),
        );
        expect(rows).toEqual([[null, null, null, null, null]]);
      });

      test('years before 1 and after 9999 are expanded ISO 8601', async () => {
        const { rows } = await read(
          sql(`SELECT date '0001-01-01' - 400 AS bc, date '9999-12-31' + 1 AS far,
            timestamp '0001-01-01 00:00:00' - interval '1 day' AS bc_at`),
        );
        expect(rows).toEqual([['-000001-11-28', '+010000-01-01', '0000-12-31T00:00:00.000']]);
      });

      test('sums of big integers stay exact', async () => {
        const { rows } = await read(sql('SELECT sum(big) AS total, count(*) AS n FROM samples'));
        expect(rows.map((row) => row.map(String))).toEqual([['9007199254740988', '3']]);
      });

      test('an empty result has its columns', async () => {
        expect(await read(sql('SELECT id, day FROM samples WHERE id < 0'))).toEqual({
          columns: ['id:Int64', 'day:Date'],
          rows: [],
        });
      });

      test('columns may share a name', async () => {
        expect(await read(sql('SELECT 1 AS a, 2 AS a'))).toEqual({
          columns: ['a:Int64', 'a:Int64'],
          rows: [[1, 2]],
        });
      });
    });

    describe('time zones', () => {
      const instants = sql(`SELECT instant FROM samples WHERE id = 1
        UNION ALL SELECT timestamptz '2024-03-31 00:59:59+00' UNION ALL SELECT timestamptz '2024-03-31 01:00:00+00'
        UNION ALL SELECT timestamptz '2024-10-27 00:30:00+00' UNION ALL SELECT timestamptz '2024-10-27 01:30:00+00'
        ORDER BY 1 DESC`);

      test.each([
        [
          'UTC',
          [
            '2024-10-27T01:30',
            '2024-10-27T00:30',
            '2024-07-01T00:00',
            '2024-03-31T01:00',
            '2024-03-31T00:59',
          ],
        ],
        [
          'Europe/Berlin',
          [
            '2024-10-27T02:30',
            '2024-10-27T02:30',
            '2024-07-01T02:00',
            '2024-03-31T03:00',
            '2024-03-31T01:59',
          ],
        ],
        [
          'Asia/Kathmandu',
          [
            '2024-10-27T07:15',
            '2024-10-27T06:15',
            '2024-07-01T05:45',
            '2024-03-31T06:45',
            '2024-03-31T06:44',
          ],
        ],
        [
          'America/Los_Angeles',
          [
            '2024-10-26T18:30',
            '2024-10-26T17:30',
            '2024-06-30T17:00',
            '2024-03-30T18:00',
            '2024-03-30T17:59',
          ],
        ],
      ])('instants are shown in %s', async (timezone, expected) => {
        const { rows } = await read(instants, { timezone });
        expect(rows.map(([value]) => String(value).slice(0, 16))).toEqual(expected);
      });

      test('the engine itself works in the time zone of the query, and only there', async () => {
        const month = sql(
          "SELECT CAST(date_trunc('month', instant) AS date) AS month FROM samples WHERE id = 1",
        );
        expect((await read(month, { timezone: 'America/New_York' })).rows).toEqual([['2024-06-01']]);
        expect((await read(month)).rows).toEqual([['2024-07-01']]);
      });

      test('a time before zones were agreed keeps its seconds', async () => {
        const { rows } = await read(sql("SELECT timestamptz '1890-01-01 00:00:00+00' AS at"), {
          timezone: 'Europe/Berlin',
        });
        expect(rows).toEqual([['1890-01-01T00:53:28.000']]);
      });

      test.each(['Mars/Olympus', "UTC'; DROP TABLE samples; --", ''])('%j is refused', async (timezone) => {
        expect(await codeOf(read(sql('SELECT 1'), { timezone }))).toBe('BAD_REQUEST');
      });
    });

    describe('parameters', () => {
      test('parameters are bound with the type that the same literal would have', async () => {
        const { rows } = await read(
          sql(
            `SELECT id FROM samples WHERE id = $1 AND price > $2 AND name <> $3 AND ok = $4 AND day >= $5
              AND seen_at < $6 AND big > $7 AND name IS DISTINCT FROM $8 ORDER BY id LIMIT $9`,
            1,
            19.5,
            "x' OR 1=1 --",
            true,
            '2024-01-01',
            '2025-01-01T00:00:00.000',
            9_007_199_254_740_991,
            null,
            10,
          ),
        );
        expect(rows).toEqual([[1]]);
      });

      test('choose overloads as literals do', async () => {
        const { rows } = await read(
          sql("SELECT substring('abcdef', $1, $2) AS part, date '2024-02-28' + $3 AS day", 2, 3, 2),
        );
        expect(rows).toEqual([['bcd', '2024-03-01']]);
      });

      test('too few are an error, not a hang', async () => {
        expect(await codeOf(read(sql('SELECT id FROM samples WHERE id = $1')))).toMatch(
          /^(SQL_FAILED|INTERNAL)$/,
        );
        expect((await read(sql('SELECT 1 AS one'))).rows).toEqual([[1]]);
      });
    });

    describe('streaming', () => {
      test('a million rows arrive in order, in pieces, with bounded memory', async () => {
        await using result = await engine.query(fixture.numbers(1_000_000), { timeoutMs: 60_000 });
        global.gc?.();
        const before = process.memoryUsage().rss;
        let peak = 0;
        let next = 0;
        let largest = 0;
        for await (const chunk of result.chunks) {
          largest = Math.max(largest, chunk.length);
          for (const [value] of chunk) {
            if (value !== next) {
              throw new Error(`expected ${next}, got ${String(value)}`);
            }
            next += 1;
          }
          peak = Math.max(peak, process.memoryUsage().rss);
        }
        expect(next).toBe(1_000_000);
        expect(largest).toBeLessThan(20_000);
        expect((peak - before) / 2 ** 20).toBeLessThan(150);
      });

      test('a reader that stops early gives the connection back', async () => {
        for (let turn = 0; turn < 6; turn += 1) {
          const result = await engine.query(fixture.numbers(1_000_000), { timeoutMs: 30_000 });
          for await (const chunk of result.chunks) {
            expect(chunk.length).toBeGreaterThan(0);
            break;
          }
        }
        await fixture.untilActive(0);
      });

      test('a failure of the first rows rejects the query, a later one rejects the reader', async () => {
        expect(await codeOf(engine.query(fixture.failsAt(0), { timeoutMs: 30_000 }))).toBe('SQL_FAILED');
        const late = await engine.query(fixture.failsAt(900_000), { timeoutMs: 30_000 });
        expect(await codeOf(readAll(late))).toBe('SQL_FAILED');
        await fixture.untilActive(0);
      });
    });

    describe('bounds', () => {
      test('aborting while the engine works leaves it idle', async () => {
        const controller = new AbortController();
        const pending = engine.query(fixture.endless(), { timeoutMs: 60_000, signal: controller.signal });
        await fixture.untilActive(1);
        controller.abort();
        await expect(pending).rejects.toSatisfy(isAbortError);
        await fixture.untilActive(0);
        expect((await read(sql('SELECT 1 AS one'))).rows).toEqual([[1]]);
      });

      test('aborting amid a stream rejects the reader and leaves the engine idle', async () => {
        const controller = new AbortController();
        const result = await engine.query(fixture.numbers(100_000_000), {
          timeoutMs: 60_000,
          signal: controller.signal,
        });
        const reader = result.chunks[Symbol.asyncIterator]();
        expect((await reader.next()).done).toBe(false);
        controller.abort();
        await expect(reader.next()).rejects.toSatisfy(isAbortError);
        await fixture.untilActive(0);
      });

      test('an aborted signal starts nothing', async () => {
        await expect(
          engine.query(sql('SELECT 1'), { timeoutMs: 1000, signal: AbortSignal.abort() }),
        ).rejects.toSatisfy(isAbortError);
      });

      test('a statement that takes too long is cancelled in the engine', async () => {
        expect(await codeOf(engine.query(fixture.endless(), { timeoutMs: 200 }))).toBe('QUERY_TIMEOUT');
        await fixture.untilActive(0);
      });

      test('a reader that pauses too long loses its result', async () => {
        const result = await engine.query(fixture.numbers(100_000_000), { timeoutMs: 2_000 });
        await fixture.untilActive(0);
        const reader = result.chunks[Symbol.asyncIterator]();
        await reader.next();
        expect(await codeOf(reader.next())).toBe('QUERY_TIMEOUT');
      });

      test('beyond the limit statements wait, beyond the queue they are refused', async () => {
        const controller = new AbortController();
        const options = { timeoutMs: 60_000, signal: controller.signal };
        const busy = owners.map((owner) => codeOf(engine.query(fixture.endless(), { ...options, owner })));
        await fixture.untilActive(fixture.maxConcurrentQueries);
        const waiting = Array.from({ length: fixture.maxWaitingQueries }, () => read(sql('SELECT 1 AS one')));
        expect(await codeOf(read(sql('SELECT 1')))).toBe('OVERLOADED');
        // Between two batches of its rows, a statement is not active.
        await fixture.untilActive(fixture.maxConcurrentQueries);
        controller.abort();
        await Promise.all(busy);
        expect((await Promise.all(waiting)).map(({ rows }) => rows)).toEqual(waiting.map(() => [[1]]));
        // Whoever aborts is told at once; a slot is free once the engine has let go.
        await fixture.untilActive(0);
      });

      test('whoever leaves results open does not hold up others', async () => {
        const options = { timeoutMs: 60_000, owner: 'slow' };
        await using paused = await engine.query(fixture.numbers(100_000_000), options);
        const queued = read(sql('SELECT 1 AS one'), options);
        const others = await Promise.all(['a', 'b'].map((owner) => read(sql('SELECT 2 AS two'), { owner })));
        expect(others.map(({ rows }) => rows)).toEqual([[[2]], [[2]]]);
        await paused[Symbol.asyncDispose]();
        expect((await queued).rows).toEqual([[1]]);
      });

      test('a waiting statement can be aborted, and waits no longer than its time', async () => {
        const busy = new AbortController();
        const running = owners.map((owner) =>
          codeOf(engine.query(fixture.endless(), { timeoutMs: 60_000, owner, signal: busy.signal })),
        );
        await fixture.untilActive(fixture.maxConcurrentQueries);
        const impatient = new AbortController();
        const pending = engine.query(sql('SELECT 1'), { timeoutMs: 60_000, signal: impatient.signal });
        impatient.abort();
        await expect(pending).rejects.toSatisfy(isAbortError);
        expect(await codeOf(engine.query(sql('SELECT 1'), { timeoutMs: 50 }))).toBe('OVERLOADED');
        busy.abort();
        await Promise.all(running);
        await fixture.untilActive(0);
      });
    });

    describe('read-only', () => {
      test.each([
        'INSERT INTO samples (id) VALUES (9)',
        'INSERT INTO samples (id) VALUES (9) RETURNING id',
        'UPDATE samples SET id = 9',
        'DELETE FROM samples',
        'DROP TABLE samples',
        'CREATE TABLE more AS SELECT 1 AS a',
        'CREATE TEMP TABLE more AS SELECT 1 AS a',
        "COPY samples TO '/tmp/inlay-escape.csv'",
        "COPY (SELECT 1) TO PROGRAM 'true'",
        "SET TIME ZONE 'UTC'",
        'SET work_mem = 1000000',
        'BEGIN',
        'EXPLAIN SELECT 1',
        'EXPLAIN ANALYZE SELECT 1',
        'DO $$ BEGIN END $$',
        'VACUUM',
        'SELECT 1; SELECT 2',
        'SELECT 1; DELETE FROM samples',
        '',
      ])('refuses %s', async (text) => {
        expect(await codeOf(read(sql(text)))).toMatch(/^SQL_(NOT_ALLOWED|FAILED)$/);
        expect((await read(sql('SELECT count(*) AS n FROM samples'))).rows).toEqual([[3]]);
      });

      test.each([
        'SELECT 1 AS a',
        'WITH t AS (SELECT 1 AS a) SELECT a FROM t',
        '(SELECT 1 AS a)',
        'VALUES (1)',
      ])('runs %s', async (text) => {
        expect((await read(sql(text))).rows).toEqual([[1]]);
      });
    });

    describe('errors', () => {
      test('errors of names say what is missing', async () => {
        await expect(read(sql('SELECT nope FROM samples'))).rejects.toMatchObject({
          code: 'SQL_FAILED',
          message: expect.stringContaining('nope'),
        });
        await expect(read(sql('SELECT 1 FROM nowhere'))).rejects.toMatchObject({
          code: 'SQL_FAILED',
          message: expect.stringContaining('nowhere'),
        });
      });

      test('errors of values do not show the value', async () => {
        const error = await read(sql('SELECT CAST(name AS integer) AS n FROM samples WHERE id = 1')).catch(
          (caught: unknown) => caught,
        );
        expect(error).toMatchObject({ code: 'SQL_FAILED' });
        expect(String(error)).not.toMatch(/Zoë|Neil/);
      });
    });

    describe('tables', () => {
      test('tables are described as their queries are', async () => {
        const { columns } = await read(sql('SELECT * FROM samples LIMIT 0'));
        const described = await engine.describeTable('samples');
        expect(described?.map(({ name, columnType }) => `${name}:${columnType}`)).toEqual(columns);
      });

      test('tables are found under quoted and qualified names', async () => {
        expect(await engine.describeTable('"samples"')).toHaveLength(16);
        expect(await engine.describeTable(fixture.qualifiedName)).toHaveLength(16);
      });

      test.each(['nope', 'nope.samples', 'a.b.c', '', 'samples; SELECT 1', '/etc/passwd', '"/etc/passwd"'])(
        'there is none called %j',
        async (name) => {
          expect(await engine.describeTable(name)).toBeNull();
        },
      );
    });

    test('ping answers also while all slots are busy', async () => {
      const controller = new AbortController();
      const busy = owners.map((owner) =>
        codeOf(engine.query(fixture.endless(), { timeoutMs: 60_000, owner, signal: controller.signal })),
      );
      await fixture.untilActive(fixture.maxConcurrentQueries);
      await engine.ping();
      controller.abort();
      await Promise.all(busy);
    });

    test('disposing stops what runs and what waits', async () => {
      await using other = await create();
      const running = owners.map((owner) =>
        codeOf(other.engine.query(other.endless(), { timeoutMs: 60_000, owner })),
      );
      await other.untilActive(other.maxConcurrentQueries);
      const waiting = codeOf(other.engine.query(sql('SELECT 1'), { timeoutMs: 60_000 }));
      await other.engine[Symbol.asyncDispose]();
      expect(await Promise.all([...running, waiting])).toEqual(
        Array.from({ length: other.maxConcurrentQueries + 1 }, () => 'UNAVAILABLE'),
      );
      expect(await codeOf(other.engine.query(sql('SELECT 1'), { timeoutMs: 1000 }))).toBe('UNAVAILABLE');
    });
  });
});
