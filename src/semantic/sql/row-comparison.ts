import type { BinaryOperator, CaseExpr, Expr, Query, Test } from './ast.ts';

/** @param message what is wrong */
type Refuse = (message: string) => Error;

/**
 * A comparison, of rows written as that of their values: engines differ in what a null within a row means, and compare
 * values of unlike types only where they stand alone.
 */
export function compared(op: BinaryOperator, left: Expr, right: Expr, refuse: Refuse): Expr {
  if (left.kind !== 'row' && right.kind !== 'row') return { kind: 'binary', op, left, right };
  if (left.kind !== 'row' || right.kind !== 'row')
    throw refuse('A row can only be compared with a row that is written out');
  if (left.items.length !== right.items.length || left.items.length === 0)
    throw refuse('Rows are compared with rows of as many values');
  const pairs = left.items.map((item, index) => [item, right.items[index] ?? item] as const);
  const each = (by: BinaryOperator): Expr[] => pairs.map(([one, other]) => compared(by, one, other, refuse));
  switch (op) {
    case '=':
    case 'IS NOT DISTINCT FROM':
      return { kind: 'and', args: each(op) };
    case '<>':
    case 'IS DISTINCT FROM':
      return { kind: 'or', args: each(op) };
    case '<':
    case '<=':
    case '>':
    case '>=': {
      const strict = op === '<' || op === '<=' ? '<' : '>';
      const [last, ...before] = pairs.toReversed();
      if (last === undefined) throw refuse('An empty row');
      // The first values that differ decide.
      return before.reduce(
        (rest: Expr, [one, other]) => ({
          kind: 'or',
          args: [
            compared(strict, one, other, refuse),
            { kind: 'and', args: [compared('=', one, other, refuse), rest] },
          ],
        }),
        compared(op, ...last, refuse),
      );
    }
    case '%':
    case '*':
    case '+':
    case '-':
    case '/':
    case '^':
    case '||':
      throw refuse(`The operator ${op} takes no rows`);
  }
}

/** `arg IN (list)`. */
export function listed(arg: Expr, list: readonly Expr[], negated: boolean, refuse: Refuse): Expr {
  if (arg.kind !== 'row' && !list.some(({ kind }) => kind === 'row'))
    return { kind: 'in', negated, arg, list };
  const found: Expr = { kind: 'or', args: list.map((item) => compared('=', arg, item, refuse)) };
  return negated ? { kind: 'not', arg: found } : found;
}

/** `arg BETWEEN low AND high`. */
export function between(arg: Expr, low: Expr, high: Expr, negated: boolean, refuse: Refuse): Expr {
  if (![arg, low, high].some(({ kind }) => kind === 'row'))
    return { kind: 'between', negated, arg, low, high };
  const inside: Expr = {
    kind: 'and',
    args: [compared('>=', arg, low, refuse), compared('<=', arg, high, refuse)],
  };
  return negated ? { kind: 'not', arg: inside } : inside;
}

/** A row is null if all of its values are, and not null if none is. */
export function tested(test: Test, arg: Expr): Expr {
  if (arg.kind !== 'row' || (test !== 'IS NULL' && test !== 'IS NOT NULL'))
    return { kind: 'test', test, arg };
  return { kind: 'and', args: arg.items.map((item) => ({ kind: 'test', test, arg: item })) };
}

/** `CASE arg WHEN … END`. */
export function chosen(
  arg: Expr | undefined,
  whens: CaseExpr['whens'],
  otherwise: Expr | undefined,
  refuse: Refuse,
): Expr {
  if (arg === undefined || [arg, ...whens.map(({ when }) => when)].every(({ kind }) => kind !== 'row'))
    return { kind: 'case', arg, whens, otherwise };
  const conditions = whens.map(({ when, result }) => ({ when: compared('=', arg, when, refuse), result }));
  return { kind: 'case', arg: undefined, whens: conditions, otherwise };
}

/** `arg IN (query)`, or `arg op ANY (query)` and `ALL` where that is the same. */
export function rowInQuery(
  arg: Expr,
  query: Query,
  op: string | undefined,
  all: boolean,
  refuse: Refuse,
): Expr {
  const found: Expr = { kind: 'inQuery', negated: false, arg, query };
  if (op === undefined || (op === '=' && !all)) return found;
  if (op === '<>' && all) return { kind: 'not', arg: found };
  throw refuse(`A row cannot be compared by ${op} ${all ? 'ALL' : 'ANY'} with a subquery`);
}
