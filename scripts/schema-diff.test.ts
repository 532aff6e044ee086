import { expect, test } from 'vitest';
import { breakingChanges } from './schema-diff.ts';

test.each([
  ['a field that is gone', 'type Query { a: Int }', ["Field 'b' was removed from object type 'Query'"]],
  [
    'a field that may be null',
    'type Query { a: Int b: String }',
    ["Field 'Query.b' changed type from 'String!' to 'String'"],
  ],
  ['a field that is new', 'type Query { a: Int b: String! c: Int }', []],
  ['a field that is deprecated', 'type Query { a: Int @deprecated(reason: "Use b.") b: String! }', []],
])('the schema is compared with that of the last release: %s', async (_, after, expected) => {
  expect(await breakingChanges('type Query { a: Int b: String! }', after)).toEqual(expected);
});
