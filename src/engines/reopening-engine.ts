import { AppError } from '../errors.ts';
import type { ObservableQueryEngine } from './query-engine.ts';

/**
 * An engine whose source may not be available yet: it is opened now, and retried on each use until that succeeds. Until then
 * queries and `ping` fail with `DATA_SOURCE_UNAVAILABLE`, and the rest of the service works.
 * @throws AppError what `open` throws, unless it is `DATA_SOURCE_UNAVAILABLE`
 */
export async function createReopeningEngine(
  dialect: ObservableQueryEngine['dialect'],
  open: () => Promise<ObservableQueryEngine>,
): Promise<ObservableQueryEngine> {
  let engine: ObservableQueryEngine | undefined;
  let opening: Promise<ObservableQueryEngine> | undefined;
  let disposed = false;

  /** One attempt at a time, shared by all callers. */
  function opened(): Promise<ObservableQueryEngine> {
    if (engine !== undefined) return Promise.resolve(engine);
    if (disposed) return Promise.reject(unavailable());
    opening ??= open()
      .then(async (fresh) => {
        if (disposed) {
          await fresh[Symbol.asyncDispose]();
          throw unavailable();
        }
        engine = fresh;
        return fresh;
      })
      .finally(() => {
        opening = undefined;
      });
    return opening;
  }

  try {
    await opened();
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'DATA_SOURCE_UNAVAILABLE')) throw error;
  }

  return {
    dialect,
    query: async (query, options) => {
      options.signal?.throwIfAborted();
      return (await safely(opened())).query(query, options);
    },
    describeTable: async (table) => (await safely(opened())).describeTable(table),
    listTables: async (signal) => (await safely(opened())).listTables(signal),
    ping: async (signal) => (await safely(opened())).ping(signal),
    version: () => engine?.version?.() ?? '',
    catalog: () => engine?.catalog?.(),
    activity: () => engine?.activity() ?? { running: 0, waiting: 0 },
    async [Symbol.asyncDispose]() {
      disposed = true;
      await opening?.catch(() => {});
      await engine?.[Symbol.asyncDispose]();
    },
  };
}

/** The reason why a source does not open names files and hosts, so it is for operators, not for users. */
async function safely(opened: Promise<ObservableQueryEngine>): Promise<ObservableQueryEngine> {
  try {
    return await opened;
  } catch (error) {
    throw unavailable(error);
  }
}

function unavailable(cause?: unknown): AppError {
  return new AppError(
    'DATA_SOURCE_UNAVAILABLE',
    'The data source is not available right now. Try again later.',
    {
      cause,
      retryAfterSeconds: 5,
    },
  );
}
