import { availableParallelism, totalmem } from 'node:os';

/** What one DuckDB engine may take, or all of a process together. */
export interface DuckDbBudget {
  readonly memoryBytes: number;
  readonly threads: number;
}

/**
 * What all engines of this process may take together.
 * @param given what differs from the default: a quarter of the memory and all of the processors that the container may
 *   use, or the machine where nothing limits it
 */
export function duckDbBudget(given: {
  readonly memoryBytes?: number | undefined;
  readonly threads?: number | undefined;
}): DuckDbBudget {
  return {
    memoryBytes: given.memoryBytes ?? availableMemory(process.constrainedMemory(), totalmem()) / 4,
    threads: given.threads ?? availableParallelism(),
  };
}

/** @param constrained of the container; 0, or more than the machine has, without a limit */
export function availableMemory(constrained: number, total: number): number {
  return constrained > 0 ? Math.min(constrained, total) : total;
}

/**
 * An equal part for each engine: DuckDB bounds memory by the instance, so that only parts keep the queries of one
 * deployment from failing those of another.
 */
export function shareOf(budget: DuckDbBudget, engines: number): DuckDbBudget {
  return {
    memoryBytes: Math.floor(budget.memoryBytes / Math.max(1, engines)),
    threads: Math.max(1, Math.floor(budget.threads / Math.max(1, engines))),
  };
}
