import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Expr } from './ast.ts';
import { ExpressionKeys } from './expression-keys.ts';
import { plainSelect } from './plain-select.ts';

const column = (name: string, at = -1): Expr => ({
  kind: 'column',
  table: 't0',
  column: name,
  type: 'text',
  at,
});
const text = (value: string): Expr => ({ kind: 'literal', type: 'text', text: value });

const { expr } = fc.letrec<{ expr: Expr }>((tie) => ({
  expr: fc.oneof(
    { maxDepth: 4 },
    fc.tuple(fc.constantFrom('a', 'b'), fc.integer()).map(([name, at]) => column(name, at)),
    fc.constantFrom('', ';', '#1', '"', 'x', '1', 'true').map(text),
    fc.constantFrom(1, 2).map((position): Expr => ({ kind: 'ordinal', position, type: 'integer' })),
    tie('expr').map((arg): Expr => ({ kind: 'not', arg })),
    fc
      .tuple(fc.constantFrom('and' as const, 'or' as const), fc.array(tie('expr'), { maxLength: 3 }))
      .map(([kind, args]): Expr => ({ kind, args })),
    fc
      .tuple(tie('expr'), fc.array(tie('expr'), { maxLength: 2 }), fc.boolean())
      .map(([arg, list, negated]): Expr => ({ kind: 'in', arg, list, negated })),
    fc.tuple(fc.array(tie('expr'), { maxLength: 2 }), fc.option(tie('expr'), { nil: undefined })).map(
      ([partition, filter]): Expr => ({
        kind: 'aggregate',
        name: 'sum',
        args: [column('a')],
        star: false,
        distinct: false,
        filter,
        order: [{ expr: column('b'), descending: true, nulls: 'first' }],
        withinGroup: false,
        over: { base: undefined, partition, order: [], frame: undefined },
        grain: undefined,
      }),
    ),
  ),
}));

const meaning = (of: Expr): string =>
  JSON.stringify(of, (name, value: unknown) => (name === 'at' || name === 'grain' ? undefined : value));

describe('keys of expressions', () => {
  it('keys of expressions are equal where the expressions mean the same, and nowhere else', () => {
    let equal = 0;
    fc.assert(
      fc.property(fc.array(expr, { minLength: 2, maxLength: 8 }), (exprs) => {
        const keys = new ExpressionKeys();
        for (const a of exprs)
          for (const b of exprs) {
            const same = meaning(a) === meaning(b);
            if (a !== b && same) equal++;
            expect(keys.of(a) === keys.of(b), `${meaning(a)} and ${meaning(b)}`).toBe(same);
          }
      }),
      { numRuns: 500 },
    );
    expect(equal).toBeGreaterThan(50);
  });

  it('tell subqueries apart, and know each of them again', () => {
    const subquery = (): Expr => ({
      kind: 'subquery',
      mode: 'scalar',
      query: { ...plainSelect, targets: [{ expr: text('x'), alias: undefined }], from: [], where: undefined },
    });
    const keys = new ExpressionKeys();
    const first = subquery();
    expect(keys.of(first)).toBe(keys.of(first));
    expect(keys.of({ kind: 'not', arg: first })).toBe(keys.of({ kind: 'not', arg: first }));
    expect(keys.of(subquery())).not.toBe(keys.of(first));
  });

  it('keys of expressions are found in time for a deep expression whose every part is asked for', () => {
    const parts: Expr[] = [];
    let deep = column('a');
    for (let level = 0; level < 2_000; level++) {
      deep = { kind: 'and', args: [deep, column('b')] };
      parts.push(deep);
    }
    const keys = new ExpressionKeys();
    const before = process.threadCpuUsage();
    expect(new Set(parts.map((part) => keys.of(part))).size).toBe(2_000);
    expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(1_000);
  });
});
