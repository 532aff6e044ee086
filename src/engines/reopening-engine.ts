import { AppError } from '../errors.ts';
import type { ObservableQueryEngine } from './query-engine.ts';

/**
 * An engine whose source may not be there yet: it is opened now, and again whenever it is needed until that succeeds.
 * Until then queries and `ping` fail with `DATA_SOURCE_UNAVAILABLE`, and everything else of the service works.
 * @throws AppError what `open` throws, unless it is `DATA_SOURCE_UNAVAILABLE`
 */
export async function createReopeningEngine(
  dialect: ObservableQueryEngine['dialect'],
  open: () => Promise<ObservableQueryEngine>,
): Promise<ObservableQueryEngine> {
  let engine: ObservableQueryEngine | undefined;
  let opening: Promise<ObservableQueryEngine> | undefined;
  let disposed = false;

  /** One attempt at a time, shared by all who wait for it. */
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
    ping: async (signal) => (await safely(opened())).ping(signal),
    activity: () => engine?.activity() ?? { running: 0, waiting: 0 },
    async [Symbol.asyncDispose]() {
      disposed = true;
      await opening?.catch(() => {});
      await engine?.[Symbol.asyncDispose]();
    },
  };
}

/** What keeps a source from opening names files and hosts, which is for operators and not for those who ask. */
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
