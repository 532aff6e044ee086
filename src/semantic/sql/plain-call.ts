import type { CallExpr, Expr, Offset } from './ast.ts';

/** A call of a function by its arguments alone. @param at where it stands in the statement; -1 if nobody wrote it */
export function plainCall(name: string, args: readonly Expr[], at: Offset = -1): CallExpr {
  return {
    kind: 'call',
    name,
    args,
    star: false,
    distinct: false,
    filter: undefined,
    order: [],
    withinGroup: false,
    over: undefined,
    at,
  };
}
