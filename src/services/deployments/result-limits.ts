import type { Value } from '../../engines/query-engine.ts';
import { AppError } from '../../errors.ts';

/** Limits of one result. A result that exceeds them fails; it is never cut silently. */
export interface ResultLimits {
  readonly maxRows: number;
  /** Size of the rows as they are written; for a page, which is kept in memory, size of their values. */
  readonly maxBytes: number;
  /** Their names in `limits` of a deployment in inlay.yml. */
  readonly names: { readonly rows: string; readonly bytes: string };
}

/** Limits of a deployment. Session tokens have their own, never above those of API keys. */
export type ResultLimitsByCaller = Readonly<Record<'apiKey' | 'user', ResultLimits>>;

const defaultResultLimits = {
  maxRows: 10_000_000,
  maxBytes: 4 * 1024 ** 3,
  userMaxRows: 1_000_000,
  userMaxBytes: 512 * 1024 ** 2,
} as const;

type ConfiguredLimits = { readonly [Name in keyof typeof defaultResultLimits]?: number | undefined };

/** @param configured omitted limits have their defaults */
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
  return tooLarge(`${maxRows} rows (${names.rows})`);
}

export function tooManyBytes({ maxBytes, names }: ResultLimits): AppError {
  return tooLarge(`${maxBytes} bytes (${names.bytes})`);
}

function tooLarge(limit: string): AppError {
  return new AppError(
    'QUERY_LIMIT',
    `The result exceeds the limit of ${limit}. Add conditions, aggregate, or use LIMIT.`,
  );
}

/** Size of a value in bytes: text and JSON in UTF-8, anything else eight bytes. */
export function sizeOf(value: Value): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'object' && value !== null) return Buffer.byteLength(JSON.stringify(value));
  return 8;
}
