import { availableParallelism, totalmem } from 'node:os';

/** Resources of one DuckDB engine, or of all in a process together. */
export interface DuckDbBudget {
  readonly memoryBytes: number;
  readonly threads: number;
}

/**
 * Resources of all engines in this process together.
 * @param given overrides the default: a quarter of the memory and all processors of the container, or else of the machine
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

/** @param constrained limit of the container; 0, or more than the machine has, if there is none */
export function availableMemory(constrained: number, total: number): number {
  return constrained > 0 ? Math.min(constrained, total) : total;
}

/**
 * An equal share for each engine: DuckDB limits memory per instance, so only shares keep one deployment's queries from
 * failing another's.
 */
export function shareOf(budget: DuckDbBudget, engines: number): DuckDbBudget {
  return {
    memoryBytes: Math.floor(budget.memoryBytes / Math.max(1, engines)),
    threads: Math.max(1, Math.floor(budget.threads / Math.max(1, engines))),
  };
}
