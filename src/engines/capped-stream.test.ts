import { describe, expect, test } from 'vitest';
import { cappedStream, type ResultLimits } from './capped-stream.ts';
import { duckDbFixture } from './engine-fixture.ts';
import type { Row } from './query-engine.ts';

/** Reads 10,000 integers under limits: the rows that came, and how it ended. */
async function read(limits: ResultLimits): Promise<{ rows: Row[]; failure: unknown }> {
  await using fixture = await duckDbFixture();
  await using stream = cappedStream(
    await fixture.engine.query(fixture.numbers(10_000), { timeoutMs: 20_000 }),
    limits,
  );
  const rows: Row[] = [];
  try {
    for await (const chunk of stream.chunks) rows.push(...chunk);
    return { rows, failure: undefined };
  } catch (failure) {
    return { rows, failure };
  }
}

describe('a capped result', () => {
  test('is whole when it fits exactly', async () => {
    const { rows, failure } = await read({ maxRows: 10_000, maxBytes: 80_000 });
    expect(rows).toHaveLength(10_000);
    expect(failure).toBeUndefined();
  });

  test('gives the rows that fit, then fails and says what to do', async () => {
    const { rows, failure } = await read({ maxRows: 9_999 });
    expect(rows).toHaveLength(9_999);
    expect(rows.at(-1)).toEqual([9_998]);
    expect(failure).toMatchObject({ code: 'QUERY_LIMIT', message: expect.stringContaining('9999 rows') });
  });

  test('fails over its bytes', async () => {
    const { failure } = await read({ maxBytes: 79_999 });
    expect(failure).toMatchObject({ code: 'QUERY_LIMIT', message: expect.stringContaining('79999 bytes') });
  });
});
