import { availableParallelism, totalmem } from 'node:os';
import { expect, test } from 'vitest';
import { availableMemory, duckDbBudget } from './budget.ts';

const gibibyte = 1024 ** 3;

test.each([
  ['a container of 1 GiB on a machine of 16', 1 * gibibyte, 16 * gibibyte, 1 * gibibyte],
  ['a machine whose limit is not known', 0, 16 * gibibyte, 16 * gibibyte],
  ['a container without a limit', 2 ** 64, 16 * gibibyte, 16 * gibibyte],
])('%s: what it may use', (_, constrained, total, expected) => {
  expect(availableMemory(constrained, total)).toBe(expected);
});

test('the default is at most a quarter of the memory, and all processors', () => {
  const { memoryBytes, threads } = duckDbBudget({});
  expect(memoryBytes).toBeGreaterThan(0);
  expect(memoryBytes).toBeLessThanOrEqual(totalmem() / 4);
  expect(threads).toBe(availableParallelism());
});

test('what is given replaces the default, each by itself', () => {
  expect(duckDbBudget({ memoryBytes: gibibyte, threads: 3 })).toEqual({ memoryBytes: gibibyte, threads: 3 });
  expect(duckDbBudget({ threads: 3 })).toEqual({ ...duckDbBudget({}), threads: 3 });
});
