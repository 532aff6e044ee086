import { availableParallelism, totalmem } from 'node:os';

/** Resources of a DuckDB. */
export interface DuckDbBudget {
  readonly memoryBytes: number;
  readonly threads: number;
}

/**
 * Resources of the DuckDB that all data sources of this process share.
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
