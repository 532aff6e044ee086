import type { Value } from '../../engines/query-engine.ts';
import { AppError } from '../../errors.ts';

/** What one result may come to on its way to a client (contract §4). Over it the result fails; it is never silently cut. */
export interface ResultLimits {
  readonly maxRows: number;
  /** Of rows as they are written; of a page, which is kept in memory until it is written, of their values. */
  readonly maxBytes: number;
  /** How `limits` of a deployment in inlay.yml names the two. */
  readonly names: { readonly rows: string; readonly bytes: string };
}

/** Of a deployment: end users, by their tokens, have limits of their own, never above those of API keys. */
export type ResultLimitsByCaller = Readonly<Record<'apiKey' | 'user', ResultLimits>>;

export const defaultResultLimits = {
  maxRows: 10_000_000,
  maxBytes: 4 * 1024 ** 3,
  userMaxRows: 1_000_000,
  userMaxBytes: 512 * 1024 ** 2,
} as const;

type ConfiguredLimits = { readonly [Name in keyof typeof defaultResultLimits]?: number | undefined };

/** @param configured what is left out keeps its default */
export function resultLimits(configured: ConfiguredLimits): ResultLimitsByCaller {
  const { maxRows = defaultResultLimits.maxRows, maxBytes = defaultResultLimits.maxBytes } = configured;
  const { userMaxRows = defaultResultLimits.userMaxRows, userMaxBytes = defaultResultLimits.userMaxBytes } =
    configured;
  return {
    apiKey: { maxRows, maxBytes, names: { rows: 'maxRows', bytes: 'maxBytes' } },
    user: {
      maxRows: Math.min(maxRows, userMaxRows),
      maxBytes: Math.min(maxBytes, userMaxBytes),
      names: { rows: 'userMaxRows', bytes: 'userMaxBytes' },
    },
  };
}

export function tooManyRows({ maxRows, names }: ResultLimits): AppError {
  return tooLarge(`${names.rows}: ${maxRows} rows`);
}

export function tooManyBytes({ maxBytes, names }: ResultLimits): AppError {
  return tooLarge(`${names.bytes}: ${maxBytes} bytes`);
}

function tooLarge(limit: string): AppError {
  return new AppError(
    'QUERY_LIMIT',
    `The result is larger than one query may give here (${limit}). Add conditions, aggregate, or use LIMIT.`,
  );
}

/** What a value comes to in memory: text in UTF-8, eight bytes for anything that is neither text nor JSON. */
export function sizeOf(value: Value): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'object' && value !== null) return Buffer.byteLength(JSON.stringify(value));
  return 8;
}
