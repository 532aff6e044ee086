import type { ServiceContext } from '../context.ts';
import type { Deployments } from '../deployments/deployments.ts';

/** What reading data needs besides the common context. */
export interface DataContext extends ServiceContext {
  readonly deployments: Deployments;
  /** What a query of the data query API may take, in milliseconds. @default 60,000 (contract §4) */
  readonly queryTimeoutMs?: number | undefined;
}

export const defaultQueryTimeoutMs = 60_000;
