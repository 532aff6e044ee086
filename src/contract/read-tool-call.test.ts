import { expect, test } from 'vitest';
import { readToolInput, readToolResult } from './read-tool-call.ts';

test('the result of a query is recognised by its columns and rows', () => {
  const result = { schema: [{ name: 'channel' }, { name: 'orders' }], data: [['online', 3]] };
  expect(readToolResult(JSON.stringify(result))).toEqual({ query: result });
});

test('the results of a search and of a failed call are recognised', () => {
  expect(readToolResult('{"cubes":[{"name":"sales"}]}')).toEqual({ search: { cubes: [{ name: 'sales' }] } });
  const failure = { error: 'No such column.', sqlQuery: 'SELECT 1' };
  expect(readToolResult(JSON.stringify(failure))).toEqual({ failure });
});

test('only text parameters of a call are read', () => {
  expect(readToolInput('{"sqlQuery":"SELECT 1","queryTitle":{"a":1}}')).toEqual({ sqlQuery: 'SELECT 1' });
});

test.each(['', '[1', 'null', '"text"', '[]', '{}', '{"schema":1,"data":{}}', '{"cubes":{},"error":1}'])(
  'nothing is read of %s',
  (json) => {
    expect(readToolResult(json)).toEqual({});
    expect(readToolInput(json)).toEqual({});
  },
);
