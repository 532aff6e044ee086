import { formatProblem } from '../../yaml/model-error.ts';
import { type Caller, requireAdmin, requireDeployment } from '../caller.ts';
import type { Deployments } from './deployments.ts';

/** How a deployment does now, in the process that answers. */
export interface DeploymentHealth {
  readonly isReachable: boolean;
  readonly runningQueries: number;
  readonly waitingQueries: number;
  /** Queries since the process began that were answered from kept results; null if results are not kept. */
  readonly reusedResults: number | null;
  /** The same that were answered by the data source. */
  readonly freshResults: number | null;
  /** Mismatches between its models and its data, by file and line. Some queries fail because of these. */
  readonly mistakes: readonly string[];
  readonly warnings: readonly string[];
}

/** How long a data source may take to respond. */
const pingMs = 3_000;

/** @throws AppError `UNAUTHENTICATED`, `FORBIDDEN`, `NOT_FOUND` */
export async function readDeploymentHealth(
  { deployments }: { readonly deployments: Deployments },
  caller: Caller | null,
  number: number,
): Promise<DeploymentHealth> {
  const admin = requireAdmin(caller);
  requireDeployment(admin, number);
  const data = deployments.get(admin.account.name, number);
  const isReachable = await data.ping(AbortSignal.timeout(pingMs)).then(
    () => true,
    () => false,
  );
  const { running, waiting } = data.activity?.() ?? { running: 0, waiting: 0 };
  const { mistakes, warnings } = data.problems?.() ?? { mistakes: [], warnings: [] };
  const reuse = data.reuse?.();
  return {
    isReachable,
    runningQueries: running,
    waitingQueries: waiting,
    reusedResults: reuse?.reused ?? null,
    freshResults: reuse?.fresh ?? null,
    mistakes: mistakes.map(formatProblem),
    warnings: warnings.map(formatProblem),
  };
}
