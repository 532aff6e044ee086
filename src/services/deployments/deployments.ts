import type { QueryActivity } from '../../engines/query-engine.ts';
import type { SemanticLayer } from '../../semantic/semantic-layer.ts';
import type { Problem } from '../../yaml/model-error.ts';
import type { Dashboard } from '../workspace/dashboard.ts';
import type { ResultLimitsByCaller } from './result-limits.ts';

/** What a deployment answers queries with. Lives as long as the process; opened from the workspace. */
export interface DeploymentData {
  readonly accountName: string;
  readonly number: number;
  /** IANA name, when the workspace sets one. */
  readonly timezone: string | undefined;
  /** Of the main model, by name. */
  readonly dashboards: readonly Dashboard[];
  /** What one result may come to. */
  readonly resultLimits: ResultLimitsByCaller;
  /** The branches that a session token may name. */
  readonly userBranches: readonly string[];
  /**
   * The main model, or the branch of this name, whoever asks; requests go through `layerFor`. In development its model
   * changes with its files.
   * @throws AppError `BRANCH_NOT_FOUND`
   */
  layer(branch: string | undefined): SemanticLayer;
  /**
   * Resolves when the data source answers, and models of which that is not known, or which had mistakes, were checked
   * against it. @throws AppError `DATA_SOURCE_UNAVAILABLE`
   */
  ping(signal?: AbortSignal): Promise<void>;
  /** What is known to be wrong with its models against its data, by file and line: for its operator only. @default nothing */
  problems?(): ModelProblems;
  /** What its engine is doing, for metrics and tests. */
  activity?(): QueryActivity;
}

export interface ModelProblems {
  /** With these, some queries fail. */
  readonly mistakes: readonly Problem[];
  readonly warnings: readonly Problem[];
}

export interface Deployments extends AsyncDisposable {
  readonly all: readonly DeploymentData[];
  /** @throws AppError `NOT_FOUND` when the workspace no longer has it */
  get(accountName: string, number: number): DeploymentData;
}
