import { expect, test } from 'vitest';
import { readToolCall } from './read-tool-call.ts';

test('reads the SQL and the rows of a query', () => {
  const result = { schema: [{ name: 'channel' }, { name: 'orders' }], data: [['online', 3]] };
  expect(readToolCall('{"sqlQuery":"SELECT 1"}', JSON.stringify(result))).toMatchObject({
    sql: 'SELECT 1',
    table: { columns: ['channel', 'orders'], rows: [['online', 3]] },
  });
});

test('reads a search, and what failed', () => {
  const search = readToolCall('{"searchQuery":"orders"}', '{"cubes":[{"name":"sales"}]}');
  expect(search).toMatchObject({ search: 'orders', cubes: ['sales'] });
  expect(readToolCall('{}', '{"error":"No such column."}').error).toBe('No such column.');
});

test.each([
  [null, null],
  ['', 'null'],
  ['[1', '"text"'],
  ['{"sqlQuery":{"a":1}}', '{"schema":1,"data":{}}'],
  ['{}', '{"schema":[null],"data":[1,"row",null]}'],
])('reads nothing of %j and %j that is not there', (input, result) => {
  const call = readToolCall(input, result);
  expect([call.sql, call.search, call.error, call.cubes]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(call.table?.rows ?? []).toEqual([]);
});
