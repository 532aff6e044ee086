import type { SqlType } from '../../engines/dialect.ts';
import { quoteLiteral } from '../../quoting.ts';
import { suggest } from '../../yaml/suggestion.ts';
import type { ColumnExpr, NameExpr } from './ast.ts';
import type { WorkBudget } from './compile-limits.ts';
import type { FoundMember } from './relation-members.ts';
import type { RelationUse } from './relation-use.ts';
import type { SourceText } from './source-text.ts';

/** A column of a query's result, as seen from outside the query. */
export interface OutputColumn {
  readonly name: string;
  readonly type: SqlType;
}

const positions = new WeakMap<readonly OutputColumn[], ReadonlyMap<string, readonly number[]>>();

/** Where columns of this name are among these, from 0. */
export function positionsOf(name: string, columns: readonly OutputColumn[]): readonly number[] {
  let byName = positions.get(columns);
  if (byName === undefined) {
    byName = Map.groupBy(columns.keys(), (index) => columns[index]?.name ?? '');
    positions.set(columns, byName);
  }
  return byName.get(name) ?? [];
}

export interface RelationSource {
  readonly kind: 'relation';
  /** Name in the statement. */
  readonly name: string;
  readonly use: RelationUse;
}

export interface DerivedSource {
  readonly kind: 'derived';
  readonly name: string;
  readonly alias: string;
  /** In the order of their printed names, `printedColumn(0)` and so on. */
  readonly columns: readonly OutputColumn[];
  /** Columns that an earlier source already shows because of USING: left out of `*` and of bare names. */
  readonly merged: Set<string>;
}

export type Source = (RelationSource & { readonly merged: Set<string> }) | DerivedSource;

/** Items of FROM in which a name is looked for at the cost of one step of another kind. */
const sourcesPerStep = 10;

/** What names mean inside one SELECT, and around it. */
export class Scope {
  readonly sources: Source[] = [];
  readonly parent: Scope | undefined;
  /** What subqueries named of this scope. */
  readonly innerReferences: Resolved[] = [];
  readonly #source: SourceText;
  readonly #budget: WorkBudget;

  constructor(source: SourceText, budget: WorkBudget, parent: Scope | undefined) {
    this.#source = source;
    this.#budget = budget;
    this.parent = parent;
  }

  add(source: Source): void {
    if (this.sources.some(({ name }) => name === source.name && name !== '')) {
      throw this.#source.invalid(
        -1,
        `The name "${source.name}" is used twice in FROM`,
        'Give one of them an alias.',
      );
    }
    this.sources.push(source);
  }

  /** The relation whose columns are printed under this alias. */
  relationUse(alias: string): RelationUse | undefined {
    for (let scope: Scope | undefined = this; scope !== undefined; scope = scope.parent) {
      const found = scope.sources.find((source) => source.kind === 'relation' && source.use.alias === alias);
      if (found?.kind === 'relation') return found.use;
    }
    return undefined;
  }

  /** @throws AppError `SQL_INVALID` when the name means nothing or several things here */
  resolve(name: NameExpr): Resolved {
    const found = this.tryResolve(name);
    if (found !== undefined) return found;
    throw this.#unknown(name);
  }

  tryResolve(name: NameExpr): Resolved | undefined {
    const [qualifier, column] = name.parts.length === 2 ? name.parts : [undefined, name.parts[0]];
    if (name.parts.length > 2 || column === undefined)
      throw this.#source.invalid(name.at, `"${name.parts.join('.')}" has too many parts`);
    for (let scope: Scope | undefined = this; scope !== undefined; scope = scope.parent) {
      const found = scope.#here(qualifier, column, name);
      if (found === undefined) continue;
      if (scope === this) return found;
      scope.innerReferences.push(found);
      return { ...found, outer: true };
    }
    return qualifier === undefined ? undefined : this.#joined(qualifier, column, name);
  }

  /** `customers.country` with only orders in FROM: read along the joins of the data model. */
  #joined(cube: string, column: string, name: NameExpr): Resolved | undefined {
    for (let scope: Scope | undefined = this; scope !== undefined; scope = scope.parent) {
      if (scope.sources.some((source) => source.name === cube)) return undefined;
      const found = scope.sources.flatMap((source) =>
        source.kind === 'relation' ? resolved(source, source.use.members.findJoined(cube, column)) : [],
      );
      const [only] = found;
      if (only === undefined) continue;
      if (found.length > 1) throw this.#ambiguous(name, `Name ${cube} in FROM, with a join condition.`);
      if (scope === this) return only;
      scope.innerReferences.push(only);
      return { ...only, outer: true };
    }
    return undefined;
  }

  #ambiguous(name: NameExpr, hint: string): Error {
    return this.#source.invalid(name.at, `The column "${name.parts.join('.')}" is ambiguous`, hint);
  }

  #here(qualifier: string | undefined, column: string, name: NameExpr): Resolved | undefined {
    this.#budget.spend(this.sources.length / sourcesPerStep);
    let found: Resolved | undefined;
    for (const source of this.sources) {
      if (qualifier === undefined ? source.merged.has(column) : source.name !== qualifier) continue;
      const [first, second] = columnsNamed(source, column);
      if (first === undefined) continue;
      if (found !== undefined || second !== undefined)
        throw this.#ambiguous(name, 'Qualify it with the name of its relation.');
      found = first;
    }
    return found;
  }

  #unknown(name: NameExpr): Error {
    const [qualifier, column = ''] = name.parts.length === 2 ? name.parts : [undefined, name.parts[0]];
    const all: Source[] = [];
    for (let scope: Scope | undefined = this; scope !== undefined; scope = scope.parent)
      all.push(...scope.sources);
    if (qualifier !== undefined && !all.some((source) => source.name === qualifier)) {
      const joined = all.flatMap((source) =>
        source.kind === 'relation' ? [...(source.use.members.joinedNames(qualifier) ?? [])] : [],
      );
      if (joined.length > 0)
        return this.#source.invalid(
          name.at,
          `Unknown column "${column}" of ${qualifier}`,
          suggest(column, joined),
        );
      return this.#source.invalid(
        name.at,
        `Unknown relation "${qualifier}" in "${name.parts.join('.')}"`,
        suggest(
          qualifier,
          all.map((source) => source.name),
        ),
      );
    }
    const candidates = all.filter((source) => qualifier === undefined || source.name === qualifier);
    const [only] = candidates;
    const of = candidates.length === 1 && only !== undefined && only.name !== '' ? ` of ${only.name}` : '';
    const nearest = suggest(column, candidates.flatMap(namesOf));
    const isText = nearest === '' && qualifier === undefined && this.#source.isQuoted(name.at);
    const hint = isText ? `Text is written in single quotes: ${quoteLiteral(column)}.` : nearest;
    return this.#source.invalid(name.at, `Unknown column "${column}"${of}`, hint);
  }
}

export type Resolved =
  | {
      readonly kind: 'value';
      readonly source: Source;
      readonly column: () => ColumnExpr;
      readonly outer?: boolean;
    }
  | {
      readonly kind: 'measure';
      readonly source: RelationSource;
      readonly member: string;
      readonly outer?: boolean;
    };

function columnsNamed(source: Source, column: string): Resolved[] {
  if (source.kind === 'relation') {
    return resolved(source, source.use.members.find(column));
  }
  return positionsOf(column, source.columns).map((index) => ({
    kind: 'value',
    source,
    column: () => derivedColumn(source, index),
  }));
}

function resolved(
  source: Extract<Source, { kind: 'relation' }>,
  member: FoundMember | undefined,
): Resolved[] {
  if (member === undefined) return [];
  if (member.kind === 'measure') return [{ kind: 'measure', source, member: member.name }];
  return [{ kind: 'value', source, column: () => source.use.column(member.name) }];
}

function namesOf(source: Source): string[] {
  return source.kind === 'relation' ? [...source.use.members.names] : source.columns.map(({ name }) => name);
}

/** A column of a subquery or CTE. Their names are positions, since a statement may use a name twice. */
export function derivedColumn(source: DerivedSource, index: number): ColumnExpr {
  const type = source.columns[index]?.type ?? 'unknown';
  return { kind: 'column', table: source.alias, column: printedColumn(index), type };
}

export function printedColumns(columns: readonly OutputColumn[]): string[] {
  return columns.map((_, index) => printedColumn(index));
}

function printedColumn(index: number): string {
  return `k${index}`;
}
