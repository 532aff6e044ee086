import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { loadModule, parseSync } from 'libpg-query';
import { beforeAll, describe, expect, it } from 'vitest';
import { quoteIdentifier, quoteLiteral } from './quoting.ts';

const piece = fc.constantFrom(
  "'",
  '"',
  '\\',
  "\\'",
  '\\\\',
  'n',
  '0',
  'E',
  '--',
  '/*',
  '$$',
  ';',
  '\n',
  ' ',
  'é',
  '𝒳',
  '%',
);
const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));

beforeAll(loadModule);

describe('texts and names in SQL', () => {
  it('texts and names in SQL are read by PostgreSQL’s grammar as they were, and nothing else', () => {
    fc.assert(
      fc.property(text, text, (value, name) => {
        const sql = `SELECT ${quoteLiteral(value)} AS ${quoteIdentifier(`x${name}`.slice(0, 30))}`;
        expect(parseSync(sql).stmts).toMatchObject([
          {
            stmt: {
              SelectStmt: {
                targetList: [
                  {
                    ResTarget: {
                      name: `x${name}`.slice(0, 30),
                      val: { A_Const: { sval: value === '' ? {} : { sval: value } } },
                    },
                  },
                ],
              },
            },
          },
        ]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('texts and names in SQL are read by DuckDB as they were', async () => {
    const instance = await DuckDBInstance.create();
    const connection = await instance.connect();
    await fc.assert(
      fc.asyncProperty(text, text, async (value, name) => {
        const result = await connection.runAndReadAll(
          `SELECT ${quoteLiteral(value)} AS ${quoteIdentifier(`x${name}`)}`,
        );
        expect(result.columnNames()).toEqual([`x${name}`]);
        expect(result.getRows()).toEqual([[value]]);
      }),
      { numRuns: 300 },
    );
    connection.closeSync();
    instance.closeSync();
  });
});
