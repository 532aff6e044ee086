import type { ServiceContext } from '../context.ts';
import type { Deployments } from '../deployments/deployments.ts';

/** The context of services that read data. */
export interface DataContext extends ServiceContext {
  readonly deployments: Deployments;
}
