import type { Expr, OrderItem, WindowFrame, WindowSpec } from './ast.ts';

/** The same expression with each direct child replaced; queries inside it are left as they are. */
export function mapChildren(expr: Expr, map: (child: Expr) => Expr): Expr {
  switch (expr.kind) {
    case 'negate':
    case 'not':
    case 'test':
    case 'cast':
    case 'localize':
    case 'inQuery':
    case 'quantified':
      return { ...expr, arg: map(expr.arg) };
    case 'binary':
      return { ...expr, left: map(expr.left), right: map(expr.right) };
    case 'and':
    case 'or':
      return { ...expr, args: expr.args.map(map) };
    case 'between':
      return { ...expr, arg: map(expr.arg), low: map(expr.low), high: map(expr.high) };
    case 'in':
      return { ...expr, arg: map(expr.arg), list: expr.list.map(map) };
    case 'like':
      return {
        ...expr,
        arg: map(expr.arg),
        pattern: map(expr.pattern),
        escape: expr.escape && map(expr.escape),
      };
    case 'regex':
      return { ...expr, arg: map(expr.arg), pattern: map(expr.pattern) };
    case 'case':
      return {
        ...expr,
        arg: expr.arg && map(expr.arg),
        whens: expr.whens.map(({ when, result }) => ({ when: map(when), result: map(result) })),
        otherwise: expr.otherwise && map(expr.otherwise),
      };
    case 'call':
    case 'aggregate':
      return {
        ...expr,
        args: expr.args.map(map),
        filter: expr.filter && map(expr.filter),
        order: mapOrder(expr.order, map),
        over: expr.over && mapWindow(expr.over, map),
      };
    case 'row':
      return { ...expr, items: expr.items.map(map) };
    case 'raw':
      return { ...expr, parts: expr.parts.map((part) => (typeof part === 'string' ? part : map(part))) };
    case 'alias':
    case 'column':
    case 'cubeColumn':
    case 'literal':
    case 'memberRef':
    case 'name':
    case 'now':
    case 'ordinal':
    case 'parameter':
    case 'subquery':
      return expr;
  }
}

export function mapOrder(order: readonly OrderItem[], map: (child: Expr) => Expr): OrderItem[] {
  return order.map((item) => ({ ...item, expr: map(item.expr) }));
}

export function mapWindow(spec: WindowSpec, map: (child: Expr) => Expr): WindowSpec {
  return {
    base: spec.base,
    partition: spec.partition.map(map),
    order: mapOrder(spec.order, map),
    frame: spec.frame && mapFrame(spec.frame, map),
  };
}

function mapFrame(frame: WindowFrame, map: (child: Expr) => Expr): WindowFrame {
  const bound = (side: WindowFrame['start']): WindowFrame['start'] =>
    'offset' in side ? { kind: side.kind, offset: map(side.offset) } : side;
  return { mode: frame.mode, start: bound(frame.start), end: bound(frame.end) };
}

/** Calls `visit` for the expression and everything in it, outside first; queries inside it are not entered. */
export function walk(expr: Expr, visit: (expr: Expr) => void): void {
  visit(expr);
  mapChildren(expr, (child) => {
    walk(child, visit);
    return child;
  });
}

export function some(expr: Expr, test: (expr: Expr) => boolean): boolean {
  let found = false;
  walk(expr, (inner) => {
    found ||= test(inner);
  });
  return found;
}

export function conjunction(parts: readonly (Expr | undefined)[]): Expr | undefined {
  const present = parts.filter((part) => part !== undefined);
  return present.length > 1 ? { kind: 'and', args: present } : present[0];
}
