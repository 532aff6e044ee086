import type { DimensionType } from '../../contract/tools.ts';
import type { Column, QueryEngine } from '../../engines/query-engine.ts';
import { AppError } from '../../errors.ts';
import { quoteIdentifier } from '../../quoting.ts';
import type { Cube, DataModel, Dimension, Measure, Segment } from '../data-model.ts';
import { compileSemanticSql } from '../sql/compile.ts';
import { refusalOf } from '../sql/engine-failure.ts';
import { loadParser } from '../sql/parse.ts';
import { type SourceTypeCatalog, SourceTypesMissing } from '../sql/source-types.ts';
import { mapConcurrently } from './map-concurrently.ts';
import { missingColumns, missingTable } from './missing-names.ts';
import { type ModelMistake, mistakeIn } from './model-mistake.ts';
import { joinProbe, probeModel, probeOptions, templatesOf, withJoinProbe } from './probe-model.ts';

/** Cubes that are bound concurrently: the engine also serves queries meanwhile. */
const concurrency = 3;
/** Members that one statement binds. */
const membersPerStatement = 40;
const statementTimeoutMs = 10_000;

export interface BindOptions {
  readonly model: DataModel;
  readonly engine: QueryEngine;
  /** Initially empty; filled with what is learned about the cubes. */
  readonly types: SourceTypeCatalog;
  /** @default all */
  readonly cubes?: ReadonlySet<string> | undefined;
  readonly signal?: AbortSignal | undefined;
}

type Member = Dimension | Measure | Segment;

/**
 * Checks cubes against their data source (each source, member and join) with statements that read no rows: four for a valid
 * cube, more to find out what is wrong.
 * @returns the mistakes themselves, not members that only depend on them
 * @throws AppError `DATA_SOURCE_UNAVAILABLE`, `QUERY_TIMEOUT` and the like, or the signal's reason; nothing is known then
 */
export async function bindModel(options: BindOptions): Promise<readonly ModelMistake[]> {
  await loadParser();
  const model = probeModel(options.model);
  const binder = new ModelBinder(options, model);
  const named = [...model.cubes.values()].filter(({ name }) => options.cubes?.has(name) ?? true);
  const cubes = new Set(named.flatMap((cube) => [cube, ...joinedCubes(model, cube)]));
  const sources = (await mapConcurrently(concurrency, [...cubes], (cube) => binder.source(cube))).flat();
  const joins = (await mapConcurrently(concurrency, named, (cube) => binder.joins(cube))).flat();
  const broken = sources.length + joins.length > 0;
  const bound = await mapConcurrently(concurrency, named, (cube) => binder.members(cube));
  const failures = bound.flatMap((each) => each.failures);
  const failed = new Set(failures.map(({ cube, member }) => `${cube.name}.${member.name}`));
  const members = failures.flatMap((failure) => binder.explain(failure, failed, broken));
  return [...sources, ...joins, ...members, ...bound.flatMap(({ misfits }) => misfits)];
}

/** A member that cannot be read, by itself. */
interface Failure {
  readonly cube: Cube;
  readonly member: Member;
  readonly error: unknown;
}

/**
 * Checks a statement of the workspace against the data source, for a viewer without any access policy.
 * @returns its mistakes
 * @throws as {@link bindModel}
 */
export async function bindStatement(
  sql: string,
  options: Omit<BindOptions, 'cubes'>,
): Promise<string | undefined> {
  await loadParser();
  const { engine, types, signal } = options;
  const model = probeModel(options.model);
  const compileOptions = probeOptions(model, engine.dialect, (each) => types.get(each));
  try {
    const { sql: compiled, params } = compileSemanticSql(sql, compileOptions);
    const statement = { sql: `SELECT * FROM (${compiled}) AS q LIMIT 0`, params };
    await using _result = await engine.query(statement, { signal, timeoutMs: statementTimeoutMs });
    return undefined;
  } catch (error) {
    signal?.throwIfAborted();
    // A cube whose source is wrong was already reported.
    if (error instanceof SourceTypesMissing) return undefined;
    if (isRefused(error)) return refused(error);
    throw error;
  }
}

/** Those that SQL of the cube may reach. */
function joinedCubes({ cubes }: DataModel, cube: Cube): Cube[] {
  const reached = new Set([cube]);
  for (const each of reached) {
    for (const { target } of each.joins) {
      const found = cubes.get(target);
      if (found !== undefined) reached.add(found);
    }
  }
  return [...reached];
}

class ModelBinder {
  readonly #model: DataModel;
  readonly #engine: QueryEngine;
  readonly #types: SourceTypeCatalog;
  readonly #signal: AbortSignal | undefined;

  constructor({ engine, types, signal }: BindOptions, model: DataModel) {
    this.#model = model;
    this.#engine = engine;
    this.#types = types;
    this.#signal = signal;
  }

  async source(cube: Cube): Promise<readonly ModelMistake[]> {
    try {
      await this.#types.load(cube, this.#signal);
      return [];
    } catch (error) {
      this.#signal?.throwIfAborted();
      if (!isRefused(error)) throw error;
      const { source } = cube;
      const isTable = 'table' in source;
      const missing = isTable ? await missingTable(source.table, this.#engine, this.#signal) : undefined;
      const path = isTable ? 'sql_table' : 'sql';
      return [mistakeIn(cube, path, cube.location, missing ?? refused(error), kindOf(error))];
    }
  }

  async joins(cube: Cube): Promise<readonly ModelMistake[]> {
    const mistakes: ModelMistake[] = [];
    for (const join of cube.joins) {
      const [column] = this.#columnsOf(join.target)?.values() ?? [];
      if (column === undefined || this.#columnsOf(cube.name) === undefined) continue;
      const probe = withJoinProbe(this.#model, cube, join, column.name);
      const error = await this.#failureOf(probe, cube, [joinProbe]);
      if (error === undefined) continue;
      const missing = missingColumns(cube, [join.sql], (name) => this.#columnsOf(name));
      const path = `joins.${join.target}.sql`;
      mistakes.push(mistakeIn(cube, path, join.location, missing ?? refused(error), kindOf(error)));
    }
    return mistakes;
  }

  async members(cube: Cube): Promise<{ readonly failures: Failure[]; readonly misfits: ModelMistake[] }> {
    const found = { failures: [] as Failure[], misfits: [] as ModelMistake[] };
    if (this.#columnsOf(cube.name) === undefined) return found;
    const rows = [...cube.dimensions.values(), ...cube.segments.values()];
    for (const members of [...chunks(rows), ...chunks([...cube.measures.values()])]) {
      await this.#bind(cube, members, found);
    }
    return found;
  }

  /**
   * What is wrong with a member; nothing if it only depends on a mistake.
   * @param failed members that cannot be read, by `cube.member`
   * @param broken whether a source or a join is wrong, so that members of other cubes may not be reached
   */
  explain({ cube, member, error }: Failure, failed: ReadonlySet<string>, broken: boolean): ModelMistake[] {
    const templates = templatesOf(member);
    const missing = missingColumns(cube, templates, (name) => this.#columnsOf(name));
    const isFollowing = templates.flat().some((part) => {
      if (part.kind === 'text') return false;
      const isOfFailed = part.kind === 'member' && failed.has(`${part.cube}.${part.member}`);
      return isOfFailed || (broken && part.cube !== cube.name);
    });
    if (missing === undefined && isFollowing) return [];
    const details = { member: member.name, ...kindOf(error) };
    const path = `${member.kind}s.${member.name}.sql`;
    return [mistakeIn(cube, path, member.location, missing ?? refused(error), details)];
  }

  /** Binds members together, or in halves if that fails. */
  async #bind(
    cube: Cube,
    members: readonly Member[],
    found: { readonly failures: Failure[]; readonly misfits: ModelMistake[] },
  ): Promise<void> {
    const names = members.map(({ name }) => name);
    const bound = await this.#columns(this.#model, cube, names, members[0]?.kind === 'measure');
    if ('columns' in bound) {
      found.misfits.push(...members.flatMap((member, index) => misfitOf(cube, member, bound.columns[index])));
      return;
    }
    const [member] = members;
    if (member !== undefined && members.length === 1) {
      const { error } = bound;
      // A member that reads a cube with a wrong source is not at fault itself.
      if (!(error instanceof SourceTypesMissing)) found.failures.push({ cube, member, error });
      return;
    }
    const middle = Math.ceil(members.length / 2);
    await this.#bind(cube, members.slice(0, middle), found);
    await this.#bind(cube, members.slice(middle), found);
  }

  async #failureOf(model: DataModel, cube: Cube, names: readonly string[]): Promise<unknown> {
    const bound = await this.#columns(model, cube, names, false);
    return 'error' in bound ? bound.error : undefined;
  }

  async #columns(
    model: DataModel,
    cube: Cube,
    names: readonly string[],
    isOfMeasures: boolean,
  ): Promise<{ readonly columns: readonly Column[] } | { readonly error: unknown }> {
    const targets = names.map(quoteIdentifier).map((name) => (isOfMeasures ? `MEASURE(${name})` : name));
    try {
      const { dialect } = this.#engine;
      const compileOptions = probeOptions(model, dialect, (each) => this.#types.get(each));
      const statement = compileSemanticSql(
        `SELECT ${targets.join(', ')} FROM ${quoteIdentifier(cube.name)} LIMIT 0`,
        compileOptions,
      );
      await using result = await this.#engine.query(statement, {
        signal: this.#signal,
        timeoutMs: statementTimeoutMs,
      });
      return { columns: result.columns };
    } catch (error) {
      this.#signal?.throwIfAborted();
      if (error instanceof SourceTypesMissing || isRefused(error)) return { error };
      throw error;
    }
  }

  #columnsOf(name: string): ReturnType<SourceTypeCatalog['get']> | undefined {
    const cube = this.#model.cubes.get(name);
    if (cube === undefined) return undefined;
    try {
      return this.#types.get(cube);
    } catch (error) {
      if (error instanceof SourceTypesMissing) return undefined;
      throw error;
    }
  }
}

function* chunks(members: readonly Member[]): Generator<readonly Member[]> {
  for (let from = 0; from < members.length; from += membersPerStatement) {
    yield members.slice(from, from + membersPerStatement);
  }
}

/** Whether a statement itself is at fault, and not a source that is down or busy. */
function isRefused(error: unknown): error is AppError {
  return error instanceof AppError && ['SQL_FAILED', 'SQL_INVALID', 'SQL_NOT_ALLOWED'].includes(error.code);
}

function refused(error: unknown): string {
  const words = error instanceof AppError ? error.message.replace(/\.$/, '') : '';
  return refusalOf(error) === undefined ? `${words}.` : `The data source refuses this SQL: ${words}.`;
}

function kindOf(error: unknown): { readonly engineError: string | undefined } {
  return { engineError: refusalOf(error)?.kind };
}

const fittingTypes: Readonly<Record<DimensionType, readonly Column['columnType'][] | undefined>> = {
  number: ['Int64', 'Double', 'Decimal'],
  time: ['Date', 'Timestamp'],
  boolean: ['Boolean'],
  // A value of any type can be shown as text.
  string: undefined,
};

function misfitOf(cube: Cube, member: Member, column: Column | undefined): ModelMistake[] {
  if (member.kind !== 'dimension' || column === undefined) return [];
  if (fittingTypes[member.type]?.includes(column.columnType) ?? true) return [];
  const message = `The model says ${member.type}; in the data source it is ${column.columnType}. Convert it in sql, such as CAST({CUBE}.column AS …), or declare the type that it has.`;
  const path = `dimensions.${member.name}.type`;
  return [mistakeIn(cube, path, member.location, message, { member: member.name })];
}
