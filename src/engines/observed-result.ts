import { metrics } from '../telemetry/metrics.ts';
import { measured, openSpan } from '../telemetry/span.ts';
import type { ResultStream, Row } from './query-engine.ts';

/**
 * Starts a query as a span, which ends with its result: at the last row, a failure, or its disposal.
 * @param engine the kind of data source
 */
export async function observedResult(
  engine: string,
  start: () => Promise<ResultStream>,
): Promise<ResultStream> {
  const attributes = { 'db.system.name': engine };
  const measure = measured(metrics.engineQuery, { engine });
  const { run, end } = openSpan(`query ${engine}`, { isPart: true, attributes, measure });
  try {
    const result = await run(start);
    return {
      ...result,
      chunks: observedRows(result.chunks, end),
      async [Symbol.asyncDispose]() {
        await result[Symbol.asyncDispose]();
        end();
      },
    };
  } catch (error) {
    end(error);
    throw error;
  }
}

async function* observedRows(
  chunks: AsyncIterable<readonly Row[]>,
  end: (failure?: unknown) => void,
): AsyncGenerator<readonly Row[]> {
  try {
    yield* chunks;
  } catch (error) {
    end(error);
    throw error;
  } finally {
    end();
  }
}
