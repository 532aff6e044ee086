import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseTemplate } from './parse-template.ts';

const shown = (sql: string) =>
  parseTemplate(sql).pieces.map((piece) => (piece.kind === 'text' ? piece.text : piece.path));

describe('references in SQL', () => {
  test.each([
    ['{CUBE}.status', [['CUBE'], '.status']],
    ['${CUBE}.status', [['CUBE'], '.status']],
    ['{CUBE.status} = 1', [['CUBE', 'status'], ' = 1']],
    ['SUM({ other . amount })', ['SUM(', ['other', 'amount'], ')']],
    ['{a.b.c}', [['a', 'b', 'c']]],
    ["x = '{CUBE}' || '{a,b}'", ["x = '{CUBE}' || '{a,b}'"]],
    ["'it''s {x}' = {y}", ["'it''s {x}' = ", ['y']]],
    ["{'a': 1}", ["{'a': 1}"]],
    ['x ~ ^[0-9]{3}$', ['x ~ ^[0-9]{3}$']],
    ['a -- {b}\n+ c', ['a  \n+ c']],
    ['a /* {b} ) */ + c', ['a   + c']],
    ['"odd {name}"', ['"odd {name}"']],
  ])('references in SQL: %s', (sql, expected) => {
    expect(shown(sql)).toEqual(expected);
    expect(parseTemplate(sql).mistakes).toEqual([]);
  });

  test('says whether a dot follows, which only a cube may have', () => {
    const qualifies = (sql: string) =>
      parseTemplate(sql).pieces.map((piece) => 'qualifies' in piece && piece.qualifies);
    expect(qualifies('{orders}.id')).toEqual([true, false]);
    expect(qualifies('{orders}')).toEqual([false]);
  });

  test.each([
    ['{order-items.id}', 0, 'not a reference'],
    ['a = {foo bar}', 4, 'not a reference'],
    ['1) FROM secrets WHERE (1', 1, 'never opened'],
    ['COALESCE(a, (b)', 8, 'never closed'],
    ["a = 'x", 4, 'never closed'],
    ['1; DROP TABLE x', 1, 'semicolon'],
    ['a /* b', 2, 'never closed'],
  ])('refuses %s', (sql, offset, message) => {
    const [mistake] = parseTemplate(sql).mistakes;
    expect(mistake).toMatchObject({ offset, message: expect.stringContaining(message) });
  });

  test('loses no character of SQL that has neither references nor comments', () => {
    const sql = fc.stringMatching(/^[a-z0-9 +*=.,<>]*$/).filter((text) => !text.includes('--'));
    fc.assert(
      fc.property(sql, (text) => {
        expect(shown(text).join('')).toBe(text);
      }),
    );
  });
});
