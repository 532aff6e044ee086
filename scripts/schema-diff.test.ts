import { expect, test } from 'vitest';
import { schemaChanges } from './schema-diff.ts';

const directive = 'directive @semanticNonNull on FIELD_DEFINITION ';
const before = `${directive} type Query { a: Int b: String! c: Int @semanticNonNull d: Int @deprecated(reason: "Use a.") }`;

test.each([
  [
    'a field that is gone',
    'type Query { a: Int c: Int @semanticNonNull d: Int }',
    ["Field 'b' was removed from object type 'Query'"],
  ],
  [
    'a field that may be null',
    'type Query { a: Int b: String c: Int @semanticNonNull d: Int }',
    ["Field 'Query.b' changed type from 'String!' to 'String'"],
  ],
  [
    'a field that may be null without an error',
    'type Query { a: Int b: String! c: Int d: Int }',
    ["Directive 'semanticNonNull' was removed from field 'Query.c'"],
  ],
  ['a field that is new', 'type Query { a: Int b: String! c: Int @semanticNonNull d: Int e: Int }', []],
  [
    'a field that is deprecated',
    'type Query { a: Int @deprecated(reason: "Use b.") b: String! c: Int @semanticNonNull d: Int }',
    [],
  ],
])('the schema is compared with that of the last release: %s', async (_, after, breaking) => {
  expect(await schemaChanges(before, directive + after)).toEqual({ breaking, removed: [] });
});

test('a field that the last release deprecated may go, and is named', async () => {
  expect(
    await schemaChanges(before, `${directive} type Query { a: Int b: String! c: Int @semanticNonNull }`),
  ).toEqual({
    breaking: [],
    removed: ["Field 'd' (deprecated) was removed from object type 'Query'"],
  });
});
