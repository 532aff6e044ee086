import { AppError } from '../errors.ts';
import type { DataModel } from './data-model.ts';
import { refusalOf } from './sql/engine-failure.ts';

/** A query of a viewer, for the operator: what it read and how it went, without its text, values or rows. */
export interface QueryEvent {
  /** Each cube that it read, and where that is declared: `orders (model/orders.yml:3)`. */
  readonly cubes: readonly string[];
  /** Time until its first rows, or until it failed, then or behind them. */
  readonly ms: number;
  /** Present if the results of the data source are reused: whether it came from there. */
  readonly cached?: boolean;
  /** Present if it failed: the error code, and the engine's reason without values. */
  readonly failure?: { readonly code: string; readonly cause?: string };
}

/** @param outcome the result, or what the query failed with */
export function queryEvent(
  model: DataModel,
  read: ReadonlySet<string>,
  startedMs: number,
  outcome: { readonly cached?: boolean | undefined; readonly error?: unknown },
): QueryEvent {
  const cubes = [...read].map((name) => {
    const location = model.cubes.get(name)?.location;
    return location === undefined ? name : `${name} (${location.file}:${location.line})`;
  });
  const { cached, error } = outcome;
  return {
    cubes,
    ms: Math.round(performance.now() - startedMs),
    ...(cached === undefined ? {} : { cached }),
    ...(error === undefined ? {} : { failure: failureOf(error) }),
  };
}

function failureOf(error: unknown): NonNullable<QueryEvent['failure']> {
  const code = error instanceof AppError ? error.code : 'INTERNAL';
  // What an engine says of its statement holds no values.
  const cause = refusalOf(error)?.message ?? causeOf(error);
  return cause === undefined ? { code } : { code, cause };
}

function causeOf(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof Error)) return undefined;
  return 'kind' in cause && typeof cause.kind === 'string' ? cause.kind : causeOf(cause);
}
