import { beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../errors.ts';
import { loadParser, maxStatementCharacters, parseSelect } from './parse.ts';

beforeAll(loadParser);

const notLoaded = 'The SQL parser is not loaded';
const good = 'SELECT a, sum(b) FROM c WHERE d IN (1, 2) GROUP BY 1';

function filled(before: string, unit: string, middle = '', close = ''): string {
  const room = maxStatementCharacters - before.length - middle.length;
  const times = Math.floor(room / (unit.length + close.length));
  return `${before}${unit.repeat(times)}${middle}${close.repeat(times)}`;
}

/** As deep as a statement of the greatest length can be, by everything that nests in PostgreSQL's grammar. */
const deep: readonly (readonly [string, string])[] = [
  ['operators', filled('SELECT 1', '+1')],
  ['concatenations', filled("SELECT 'a'", '||a')],
  ['casts', filled('SELECT 1', '::x')],
  ['tests', filled('SELECT 1', ' ISNULL')],
  ['time zones', filled('SELECT 1', ' AT LOCAL')],
  ['collations', filled('SELECT 1', ' COLLATE a')],
  ['subscripts', filled('SELECT a', '[1]')],
  ['negations', filled('SELECT ', '- ', '1')],
  ['NOT', filled('SELECT ', 'NOT ', 'a')],
  ['parentheses', filled('SELECT ', '(', '1', ')')],
  ['sums in parentheses', filled('SELECT ', '(1+', '1', ')')],
  ['calls', filled('SELECT ', 'f(', '1', ')')],
  ['arrays', filled('SELECT ', 'ARRAY[', '1', ']')],
  ['rows', filled('SELECT ', 'ROW(', '1', ')')],
  ['lists of IN', filled('SELECT ', 'a IN (', '1', ')')],
  ['CASE', filled('SELECT ', 'CASE WHEN a THEN ', '1', ' END')],
  ['subqueries', filled('', 'SELECT (', 'SELECT 1', ')')],
  ['subqueries of IN', filled('', 'SELECT 1 IN (', 'SELECT 1', ')')],
  ['EXISTS', filled('', 'SELECT EXISTS (', 'SELECT 1', ')')],
  ['VALUES', filled('', 'VALUES ((', 'VALUES (1)', '))')],
  ['derived tables', filled('', 'SELECT * FROM (', 'SELECT 1', ') a')],
  ['WITH', filled('', 'WITH a AS (', 'SELECT 1', ') SELECT 1')],
  ['unions', filled('SELECT', ' UNION SELECT')],
  ['joins', filled('SELECT 1 FROM a', ' JOIN a ON a')],
  ['natural joins', filled('SELECT 1 FROM a', ' NATURAL JOIN a')],
  ['windows', filled('SELECT ', 'f() OVER (ORDER BY ', '1', ')')],
  ['grouping sets', filled('SELECT 1 GROUP BY ', 'GROUPING SETS (', 'a', ')')],
  ['JSON', filled('SELECT ', "JSON_OBJECT('a':", '1', ')')],
];

describe('the parser', () => {
  it.each(deep)(
    'the parser reads on as before after statements that nest %s as deep as they can',
    (_what, sql) => {
      const expected = JSON.stringify(parseSelect(good).statement);
      for (let time = 0; time < 40; time++) {
        try {
          parseSelect(sql);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
        }
      }
      expect(JSON.stringify(parseSelect(good).statement)).toBe(expected);
    },
  );

  it('the parser is replaced when it was stopped amid a statement', async () => {
    const expected = JSON.stringify(parseSelect(good).statement);
    const sql = `SELECT 1${' + 1'.repeat(700)}`;
    const messages = new Set<string>();
    // Tries with ever more of the stack left: the parser cannot begin, then it begins and cannot end.
    const onTheWayBack = (): void => {
      try {
        onTheWayBack();
      } catch {
        return;
      }
      if (messages.has(notLoaded)) return;
      try {
        parseSelect(sql);
      } catch (error) {
        messages.add(error instanceof Error ? error.message : '');
      }
    };
    onTheWayBack();
    expect([...messages]).toContain(notLoaded);
    await loadParser();
    expect(JSON.stringify(parseSelect(good).statement)).toBe(expected);
  });
});
