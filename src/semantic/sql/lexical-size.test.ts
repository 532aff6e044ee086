import fc from 'fast-check';
import { loadModule, parseSync, scanSync } from 'libpg-query';
import { beforeAll, describe, expect, it } from 'vitest';
import { lexicalSize } from './lexical-size.ts';

beforeAll(loadModule);

/** Tokens of PostgreSQL's own scanner, comments of a line aside; undefined for a text that it refuses. */
function scanned(text: string): readonly string[] | undefined {
  try {
    return scanSync(text).tokens.flatMap((found) => (found.tokenName === 'SQL_COMMENT' ? [] : [found.text]));
  } catch {
    return undefined;
  }
}

/** Brackets that are open at once. */
function openBrackets(tokens: readonly string[]): number {
  let open = 0;
  let most = 0;
  for (const token of tokens) {
    if (token === '(' || token === '[') most = Math.max(most, ++open);
    if (token === ')' || token === ']') open = Math.max(0, open - 1);
  }
  return most;
}

/** Nodes of a parse tree that are one within the other. */
function treeDepth(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const isNode = !Array.isArray(value) && /^[A-Z]/.test(Object.keys(value)[0] ?? '');
  return (isNode ? 1 : 0) + Math.max(0, ...Object.values(value).map(treeDepth));
}

const pieces = [
  ...[
    "'",
    "''",
    "\\'",
    '\\',
    "E'",
    "e'",
    "U&'",
    "B'",
    "X'",
    "N'",
    '"',
    '""',
    'U&"',
    '$$',
    '$a$',
    '$é$',
    '$',
    '$1',
  ],
  ...[
    '(',
    ')',
    '[',
    ']',
    '/*',
    '*/',
    '--',
    '-',
    '+',
    '*',
    '/',
    '::',
    '->',
    '\n',
    '\r',
    ' ',
    '\t',
    '\v',
    '\u00a0',
  ],
  ...['a', 'E', 'é', '漢', '𝒳', '1', '1.5', '1e5', '0x1F', '_', ',', ';', '.', 'uescape'],
];

/** What may be around an expression in PostgreSQL's grammar. */
const wrappings = [
  ...[
    '_ + 1',
    '1 + _',
    '_ || a',
    '- _',
    'NOT _',
    '_::x',
    '_ IS NULL',
    '_ ISNULL',
    '_ AT LOCAL',
    '_ COLLATE "C"',
  ],
  ...[
    '(_)',
    '(_)[1]',
    'f(_)',
    'f(1, _)',
    'f(_) FILTER (WHERE a)',
    'f() OVER (ORDER BY _)',
    'ROW(1, _)',
    'ARRAY[_]',
  ],
  ...[
    '_ AND a',
    'a OR _',
    '_ AND a OR b',
    'a BETWEEN 1 AND _',
    '(_) BETWEEN 1 AND 2',
    '_ BETWEEN 1 AND 2',
    'a LIKE _',
  ],
  ...[
    'a IN (1, _)',
    '_ IN (1, 2)',
    'CASE WHEN _ THEN 1 END',
    'CASE _ WHEN 1 THEN 2 ELSE 3 END',
    'CASE WHEN a THEN _ END',
  ],
  ...[
    'CASE WHEN a THEN b ELSE _ END',
    '(SELECT _)',
    'a IN (SELECT 1, _)',
    'EXISTS (SELECT a FROM b WHERE _)',
  ],
  ...[
    '(SELECT 1 UNION SELECT _)',
    '(VALUES (1, _))',
    '(WITH w AS (SELECT _) SELECT 1)',
    '(SELECT a FROM (SELECT _) b)',
  ],
  ...[
    '(SELECT a FROM b JOIN c ON _ JOIN d ON e)',
    'a = ANY (ARRAY[1, _])',
    'CAST(_ AS x)',
    'EXTRACT(year FROM _)',
  ],
  ...[
    '_, 1',
    'a, _',
    '_ FROM a JOIN b ON c AND d',
    '_ UNION SELECT 1, 2',
    '_ FROM a WHERE b',
    '_ GROUP BY a, b',
  ],
];

describe('the size of a statement', () => {
  it('the size of a statement has no fewer tokens and open brackets than PostgreSQL’s scanner finds', () => {
    let read = 0;
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...pieces), { maxLength: 24 }).map((found) => found.join('')),
        (text) => {
          const expected = scanned(text);
          if (expected === undefined) return;
          read++;
          const size = lexicalSize(text, Number.POSITIVE_INFINITY);
          expect(size.depth, JSON.stringify(text)).toBeGreaterThanOrEqual(openBrackets(expected));
          expect(size.tokens, JSON.stringify(text)).toBeGreaterThanOrEqual(expected.length);
        },
      ),
      { numRuns: 20_000 },
    );
    expect(read).toBeGreaterThan(2_000);
  });

  it('the size of a statement is no less than the depth of the tree, whatever is put into what', () => {
    let parsed = 0;
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...wrappings), fc.integer({ min: 1, max: 12 })), { maxLength: 12 }),
        (wraps) => {
          const expr = wraps.reduce((inner, [wrap, times]) => {
            for (let time = 0; time < times && inner.length < 4_000; time++) inner = wrap.replace('_', inner);
            return inner;
          }, 'a');
          const text = `SELECT ${expr}`;
          let depth: number;
          try {
            depth = treeDepth(parseSync(text).stmts);
          } catch {
            return;
          }
          parsed++;
          // A query in an expression is three nodes (the expression, the query, its column) of two tokens.
          expect(depth, text).toBeLessThanOrEqual(2 * lexicalSize(text, Number.POSITIVE_INFINITY).depth + 10);
        },
      ),
      { numRuns: 2_000 },
    );
    expect(parsed).toBeGreaterThan(300);
  });

  it.each([
    ["E'' and blanks", `E''${' '.repeat(32_000)}x`],
    ["E'' and comments", `E''${'-- '.repeat(10_000)}x`],
    ["E'' and lines", `E''${'--a\n -- b\n'.repeat(3_000)}x`],
    ['quotes', "'".repeat(32_001)],
    ['backslashes', `E'${'\\'.repeat(32_001)}`],
    ['dollars', '$a'.repeat(16_000)],
    ['open comments', '/*'.repeat(16_000)],
  ])('the size of a statement is found at once for %s', (_what, text) => {
    const before = process.threadCpuUsage();
    for (let run = 0; run < 20; run++) lexicalSize(text, Number.POSITIVE_INFINITY);
    expect(process.threadCpuUsage(before).user / 1_000 / 20).toBeLessThan(100);
  });
});
