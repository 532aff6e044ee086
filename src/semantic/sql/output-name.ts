import type { Expr, Query } from './ast.ts';

/** The name of a result column without an alias, as PostgreSQL gives it; a measure goes by its own name. */
export function outputName(expr: Expr): string {
  switch (expr.kind) {
    case 'name':
      return expr.parts.at(-1) ?? 'column';
    case 'call': {
      const [name] = expr.args;
      return expr.name === 'measure' && name?.kind === 'name' ? outputName(name) : expr.name;
    }
    case 'cast': {
      const inner = outputName(expr.arg);
      return inner === 'column' ? expr.to.name : inner;
    }
    case 'case':
      return 'case';
    case 'now':
      return 'now';
    case 'subquery':
      return expr.mode === 'exists' ? 'exists' : firstName(expr.query);
    case 'aggregate':
    case 'alias':
    case 'and':
    case 'between':
    case 'binary':
    case 'column':
    case 'cubeColumn':
    case 'in':
    case 'inQuery':
    case 'like':
    case 'literal':
    case 'localize':
    case 'memberRef':
    case 'negate':
    case 'not':
    case 'or':
    case 'ordinal':
    case 'parameter':
    case 'quantified':
    case 'raw':
    case 'regex':
    case 'row':
    case 'test':
      return 'column';
  }
}

function firstName(query: Query): string {
  if (query.kind === 'set') return firstName(query.left);
  const first = query.kind === 'select' ? query.targets[0] : undefined;
  if (first === undefined || first.expr.kind === 'star') return 'column';
  return first.alias ?? outputName(first.expr);
}

/** Names for the final result: plain identifiers without dots, each once. */
export function resultNames(names: readonly string[]): string[] {
  /** Names in lower case, with the suffix to try first where another column wants the same. */
  const used = new Map<string, number>();
  return names.map((name) => {
    const base = name.replace(/[.[\]"'`\\\p{Cc}]/gu, '_') || 'column';
    let unique = base;
    let suffix = used.get(base.toLowerCase()) ?? 2;
    for (; used.has(unique.toLowerCase()); suffix++) unique = `${base}_${suffix}`;
    used.set(base.toLowerCase(), suffix);
    if (unique !== base) used.set(unique.toLowerCase(), 2);
    return unique;
  });
}
