import { expect, it } from 'vitest';
import { duckDbError } from './errors.ts';

it.each([
  ['Out of Memory Error: could not allocate block', 'QUERY_LIMIT'],
  [
    'Invalid Input Error: Attempting to fetch from an unsuccessful query result\nError: Out of Memory Error: could not allocate block',
    'QUERY_LIMIT',
  ],
  ['Invalid Input Error: a value says Out of Memory Error: here', 'SQL_FAILED'],
  ['TransactionContext Error: Current transaction is aborted (please ROLLBACK)', 'SQL_FAILED'],
])('What DuckDB says is told by its code: %s', (message, code) => {
  const error = duckDbError(new Error(message));
  expect(error.code).toBe(code);
  expect(error.message).not.toMatch(/allocate|aborted|here/);
});
