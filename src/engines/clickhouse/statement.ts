import { randomUUID } from 'node:crypto';
import type { ClickHouseClient, ResultSet } from '@clickhouse/client';
import { AppError } from '../../errors.ts';
import type { Column, EngineQuery, Parameter, Row } from '../query-engine.ts';
import { assertSelect } from '../select-statement.ts';
import { settledWithin } from '../settled-within.ts';
import type { StatementDriver } from '../statement-runner.ts';
import { clickHouseError } from './errors.ts';
import { statementSettings } from './settings.ts';
import { type ColumnReader, columnReader } from './values.ts';

export interface ClickHouseDriverOptions {
  readonly client: ClickHouseClient;
  /** For what must not wait behind the statements. */
  readonly control: ClickHouseClient;
  readonly seconds: number;
  readonly memoryBytes: number;
}

const patienceMs = 5_000;
const killIntervalMs = 250;

const format = 'JSONCompactEachRowWithNamesAndTypes';
type Line = { json<T>(): T };

/** One SELECT, its rows read as they come. */
export function createClickHouseDriver(
  query: EngineQuery,
  options: ClickHouseDriverOptions,
): StatementDriver {
  const queryId = randomUUID();
  const abort = new AbortController();
  let result: ResultSet<typeof format> | undefined;
  let lines: AsyncIterator<readonly Line[]> | undefined;
  let readers: readonly ColumnReader[] = [];
  let isRunning = false;

  async function pull(): Promise<readonly Line[]> {
    const step = await lines?.next();
    if (step === undefined || step.done === true) {
      isRunning = false;
      return [];
    }
    return step.value;
  }

  const rowsOf = (chunk: readonly Line[]): Row[] =>
    chunk.map((line) =>
      line.json<readonly unknown[]>().map((value, index) => readers[index]?.read(value) ?? null),
    );

  async function kill(): Promise<void> {
    await options.control
      .command({
        query: 'KILL QUERY WHERE query_id = {id:String} ASYNC',
        query_params: { id: queryId },
      })
      .catch(() => undefined);
  }

  async function next(): Promise<readonly Row[]> {
    return rowsOf(await pull());
  }

  return {
    async start() {
      assertSelect(query.sql);
      isRunning = true;
      result = await options.client.query({
        query: query.sql,
        format,
        query_id: queryId,
        query_params: Object.fromEntries(query.params.map((value, index) => [`p${index + 1}`, bound(value)])),
        clickhouse_settings: statementSettings(options),
        abort_signal: abort.signal,
      });
      lines = result.stream()[Symbol.asyncIterator]() as AsyncIterator<readonly Line[]>;
      const head: Line[] = [];
      while (head.length < 2) {
        const chunk = await pull();
        if (chunk.length === 0)
          throw new AppError('SQL_FAILED', 'The data source ended its answer too early.');
        head.push(...chunk);
      }
      const [names, types, ...first] = head;
      readers = (types?.json<string[]>() ?? []).map(columnReader);
      const columns: Column[] = (names?.json<string[]>() ?? []).map((name, index) => ({
        name,
        columnType: readers[index]?.columnType ?? 'String',
      }));
      const rows = rowsOf(first);
      return { columns, rows: rows.length > 0 ? rows : await next() };
    },
    next,
    async letGo(inFlight) {
      if (isRunning) {
        const until = performance.now() + patienceMs;
        // A server that has not yet begun the statement knows nothing to kill, so it is asked again.
        do await kill();
        while (!(await settledWithin(killIntervalMs, inFlight)) && performance.now() < until);
        abort.abort();
        result?.close();
      }
      await inFlight;
    },
    toAppError: clickHouseError,
  };
}

/** As text: the placeholder names the type. */
function bound(value: Parameter): Parameter {
  return typeof value === 'boolean' ? value : value === null ? null : String(value);
}
