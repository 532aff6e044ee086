import { suggest } from '../../yaml/suggestion.ts';
import type { Expr, FromItem, Query } from './ast.ts';
import { type ExpressionBinder, plainValues } from './bind-expression.ts';
import type { CompileContext } from './context.ts';
import { conjunction } from './expression-tree.ts';
import { RelationUse } from './relation-use.ts';
import { type OutputColumn, printedColumns, Scope, type Source } from './scope.ts';
import type { SourceText } from './source-text.ts';

/** A query of WITH, under the name that it is printed by. */
export interface CommonTable {
  readonly printed: string;
  readonly columns: readonly OutputColumn[];
}

/** What FROM needs of the statement around it. */
export interface Statement {
  readonly expressions: ExpressionBinder;
  /** CTEs in sight. */
  readonly tables: ReadonlyMap<string, CommonTable>;
  nextAlias(): string;
  bind(
    query: Query,
    parent: Scope | undefined,
  ): { readonly query: Query; readonly columns: readonly OutputColumn[] };
}

export class FromBinder {
  readonly #context: CompileContext;
  readonly #source: SourceText;
  readonly #statement: Statement;

  constructor(context: CompileContext, source: SourceText, statement: Statement) {
    this.#context = context;
    this.#source = source;
    this.#statement = statement;
  }

  /** Binds a FROM item and adds what it brings to the scope. */
  bind(item: FromItem, scope: Scope, parent: Scope | undefined): FromItem {
    switch (item.kind) {
      case 'named':
        return this.#named(item, scope);
      case 'derived': {
        const { query, columns } = this.#statement.bind(item.query, parent);
        const alias = this.#statement.nextAlias();
        const named = this.#columns(columns, item.columns);
        scope.add({ kind: 'derived', name: item.alias, alias, columns: named, merged: new Set() });
        return { kind: 'derived', query, alias, columns: printedColumns(named), at: item.at };
      }
      case 'join': {
        const before = scope.sources.length;
        const left = this.bind(item.left, scope, parent);
        const middle = scope.sources.length;
        const right = this.bind(item.right, scope, parent);
        const on =
          item.using.length > 0
            ? this.#using(item, scope.sources.slice(before, middle), scope.sources.slice(middle))
            : item.on && this.#statement.expressions.bind(item.on, plainValues(scope, 'ON'));
        return { ...item, left, right, on, using: [] };
      }
      case 'raw':
      case 'relation':
      case 'table':
        throw this.#source.notAllowed(-1, 'This cannot be used in FROM');
    }
  }

  #named(item: Extract<FromItem, { kind: 'named' }>, scope: Scope): FromItem {
    const [name = '', more] = item.name;
    const table = more === undefined ? this.#statement.tables.get(name) : undefined;
    const alias = this.#statement.nextAlias();
    if (table !== undefined) {
      const columns = this.#columns(table.columns, item.columns);
      scope.add({ kind: 'derived', name: item.alias ?? name, alias, columns, merged: new Set() });
      return { kind: 'table', name: [table.printed], alias, columns: printedColumns(columns) };
    }
    const relation = more === undefined ? this.#context.relation(name) : undefined;
    if (relation === undefined) {
      throw this.#source.invalid(
        item.at,
        `Unknown relation "${item.name.join('.')}"`,
        suggest(item.name.at(-1) ?? '', [...this.#statement.tables.keys(), ...this.#context.relationNames]),
      );
    }
    if (item.columns.length > 0)
      throw this.#source.invalid(
        item.at,
        'The columns of a relation cannot be renamed in FROM',
        'Rename them in SELECT.',
      );
    const use = new RelationUse(this.#context, relation, alias);
    scope.add({ kind: 'relation', name: item.alias ?? name, use, merged: new Set() });
    return {
      kind: 'relation',
      alias,
      isRestricted: () => use.isRestricted,
      build: (fence) => use.build(fence),
    };
  }

  #columns(columns: readonly OutputColumn[], names: readonly string[]): readonly OutputColumn[] {
    this.#context.budget.spend(columns.length);
    return renamedColumns(columns, names, this.#source);
  }

  #using(
    item: Extract<FromItem, { kind: 'join' }>,
    left: readonly Source[],
    right: readonly Source[],
  ): Expr | undefined {
    if (item.join !== 'INNER' && item.join !== 'LEFT')
      throw this.#source.notAllowed(
        item.at,
        `USING is not supported with ${item.join} JOIN`,
        'Write the condition with ON.',
      );
    return conjunction(
      item.using.map((name) => {
        const side = (sources: readonly Source[]): Expr => {
          const part = new Scope(this.#source, this.#context.budget, undefined);
          part.sources.push(...sources);
          return this.#statement.expressions.bind(
            { kind: 'name', parts: [name], at: item.at },
            plainValues(part, 'USING'),
          );
        };
        const equal: Expr = { kind: 'binary', op: '=', left: side(left), right: side(right) };
        for (const source of right) source.merged.add(name);
        return equal;
      }),
    );
  }
}

/** Columns, renamed as far as an alias does so. */
export function renamedColumns(
  columns: readonly OutputColumn[],
  names: readonly string[],
  source: SourceText,
): readonly OutputColumn[] {
  if (names.length === 0) return columns;
  if (names.length > columns.length)
    throw source.invalid(-1, `There are ${names.length} column names for ${columns.length} columns`);
  return columns.map((column, index) => ({ ...column, name: names[index] ?? column.name }));
}
