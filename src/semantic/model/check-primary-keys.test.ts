import { describe, expect, test } from 'vitest';
import { ModelError } from '../../yaml/model-error.ts';
import { parseDataModel } from './load-model.ts';

/** Cubes a, b, c … with these joins (`a>b` many_to_one, `a<b` one_to_many, `a=b` one_to_one) and no primary keys. */
async function needing(joins: readonly string[], measure = 'type: count'): Promise<readonly string[]> {
  const names = [...new Set(joins.flatMap((join) => [join.charAt(0), join.charAt(2)]))];
  const relationships: Readonly<Record<string, string>> = {
    '>': 'many_to_one',
    '<': 'one_to_many',
    '=': 'one_to_one',
  };
  const cubes = names.map((name) => {
    const own = joins
      .filter((join) => join.startsWith(name))
      .map((join) => {
        const target = join.charAt(2);
        const relationship = relationships[join.charAt(1)] ?? '';
        return `{ name: ${target}, relationship: ${relationship}, sql: "{CUBE}.x = {${target}}.x" }`;
      });
    return `  - { name: ${name}, sql_table: ${name}, joins: [${own.join(', ')}], measures: [{ name: m, ${measure} }] }`;
  });
  try {
    await parseDataModel([{ name: 'model.yml', text: `cubes:\n${cubes.join('\n')}\n` }]);
    return [];
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return error.problems.map(({ path, message }) => {
      expect(message).toContain('needs a primary key');
      return path.replace('cubes.', '');
    });
  }
}

describe('a cube needs a primary key where a join can repeat its rows', () => {
  test.each<[string, readonly string[], readonly string[]]>([
    ['one to one', ['a=b'], []],
    ['many orders of one customer', ['a>b'], ['b']],
    ['one order with many lines', ['a<b'], ['a']],
    ['both ways', ['a<b', 'b>a'], ['a']],
    ['two lists of one cube repeat each other', ['a<b', 'a<c'], ['a', 'b', 'c']],
    ['a chain to the one side', ['a>b', 'b>c'], ['b', 'c']],
    ['over a one to one join', ['a=b', 'b<c'], ['a', 'b']],
    // No tree holds both a and c: joins lead from either to b, and nowhere on.
    ['two that share a parent which joins neither', ['a>b', 'c>b'], ['b']],
    ['two that share a parent which joins one', ['a>b', 'b<c', 'c>b'], ['a', 'b', 'c']],
  ])('a cube needs a primary key where a join can repeat its rows: %s', async (_name, joins, expected) => {
    expect(await needing(joins)).toEqual(expected);
  });

  test('unless its measures are the same however often a row is read', async () => {
    expect(await needing(['a<b'], 'type: max, sql: x')).toEqual([]);
    expect(await needing(['a<b'], 'type: count_distinct, sql: x')).toEqual([]);
    expect(await needing(['a<b'], 'type: number, sql: "SUM({CUBE}.x) / 2"')).toEqual(['a']);
  });
});
