import type { ServiceContext } from '../context.ts';
import type { Deployments } from '../deployments/deployments.ts';

/** What reading data needs besides the common context. */
export interface DataContext extends ServiceContext {
  readonly deployments: Deployments;
  /** What a query of the data query API may take, in milliseconds. @default the deployment's own, 60,000 */
  readonly queryTimeoutMs?: number | undefined;
}
