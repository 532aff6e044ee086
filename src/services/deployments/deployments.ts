import type { ReuseCount } from '../../engines/cache/cached-queries.ts';
import type { QueryActivity } from '../../engines/query-engine.ts';
import type { SemanticLayer } from '../../semantic/semantic-layer.ts';
import type { Problem } from '../../yaml/model-error.ts';
import type { Dashboard } from '../workspace/dashboard.ts';
import type { ResultLimitsByCaller } from './result-limits.ts';

/** The data of a deployment of the workspace. It stays open as long as the process runs. */
export interface DeploymentData {
  readonly accountName: string;
  readonly number: number;
  /** IANA name, if the workspace sets one. */
  readonly timezone: string | undefined;
  /** Dashboards on the main model, sorted by name. */
  readonly dashboards: readonly Dashboard[];
  /** Limits of one result. */
  readonly resultLimits: ResultLimitsByCaller;
  /** Branches that a session token may name. */
  readonly userBranches: readonly string[];
  /**
   * The main model, or the branch with this name. It does not check permissions: requests must use `layerFor`. In
   * development, the model changes with its files.
   * @throws AppError `BRANCH_NOT_FOUND`
   */
  layer(branch: string | undefined): SemanticLayer;
  /**
   * Resolves if the data source responds. Models that have mistakes or were not checked yet are then checked again.
   * @throws AppError `DATA_SOURCE_UNAVAILABLE`
   */
  ping(signal?: AbortSignal): Promise<void>;
  /** Known mismatches between its models and its data, with files and lines. For the operator only. @default none */
  problems?(): ModelProblems;
  /** Numbers of running and waiting queries. */
  activity?(): QueryActivity;
  /** How many results were reused; undefined if none are kept. */
  reuse?(): ReuseCount | undefined;
}

interface ModelProblems {
  /** Some queries fail because of these. */
  readonly mistakes: readonly Problem[];
  readonly warnings: readonly Problem[];
}

export interface Deployments extends AsyncDisposable {
  readonly all: readonly DeploymentData[];
  /** @throws AppError `NOT_FOUND` if the workspace does not have it */
  get(accountName: string, number: number): DeploymentData;
}
