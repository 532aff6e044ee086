import type { QueryEngine } from '../../engines/query-engine.ts';
import type { Cube } from '../data-model.ts';
import { WorkBudget } from './compile-limits.ts';
import type { SourceColumns } from './context.ts';
import { sourceItem } from './cube-source.ts';
import { plainSelect } from './plain-select.ts';
import { Printer } from './print.ts';

const probeTimeoutMs = 15_000;

/** Thrown while compiling when a cube's columns were not asked for yet. */
export class SourceTypesMissing extends Error {
  readonly cube: Cube;

  constructor(cube: Cube) {
    super(`The columns of the cube ${cube.name} are not known yet`);
    this.cube = cube;
  }
}

/** Knows the types of source columns, asking the engine once per cube, when they are first needed. */
export class SourceTypeCatalog {
  readonly #engine: QueryEngine;
  readonly #known = new Map<string, SourceColumns>();
  readonly #asking = new Map<string, Promise<void>>();

  constructor(engine: QueryEngine) {
    this.#engine = engine;
  }

  /** @throws SourceTypesMissing until `load` has resolved for the cube */
  get(cube: Cube): SourceColumns {
    const types = this.#known.get(cube.name);
    if (types === undefined) throw new SourceTypesMissing(cube);
    return types;
  }

  /** Lets another catalog know what this one does of a cube. */
  passOn({ name }: Cube, other: SourceTypeCatalog): void {
    const known = this.#known.get(name);
    if (known !== undefined) other.#known.set(name, known);
  }

  /** Queries once for all callers. @throws AppError `DATA_SOURCE_UNAVAILABLE` and other errors of the engine */
  async load(cube: Cube, signal?: AbortSignal): Promise<void> {
    let asking = this.#asking.get(cube.name);
    if (asking === undefined) {
      asking = this.#ask(cube, signal).finally(() => this.#asking.delete(cube.name));
      this.#asking.set(cube.name, asking);
    }
    await asking;
  }

  async #ask(cube: Cube, signal: AbortSignal | undefined): Promise<void> {
    const printer = new Printer({
      dialect: this.#engine.dialect,
      timezone: 'UTC',
      budget: new WorkBudget(),
    });
    const star = { expr: { kind: 'star', qualifier: undefined, at: -1 }, alias: undefined } as const;
    const one = { kind: 'literal', type: 'integer', text: '0' } as const;
    const source = printer.query({
      ...plainSelect,
      targets: [star],
      from: [sourceItem(cube, 'c', this.#engine.dialect)],
      where: undefined,
      limit: one,
    });
    const { columns } = await this.#first(source, signal);
    if (columns.length === 0) {
      this.#known.set(cube.name, new Map());
      return;
    }
    // A row of nulls still has types, whatever the source contains.
    const { dialect } = this.#engine;
    const types = columns.map((name) => dialect.typeName(`c.${dialect.quoteName(name)}`));
    const { row } = await this.#first(
      `SELECT ${types.join(', ')} FROM (SELECT 1) AS o LEFT JOIN (${source}) AS c ON true`,
      signal,
    );
    this.#known.set(
      cube.name,
      new Map(
        columns.map((name, index) => [
          name.toLowerCase(),
          { name, ...dialect.sourceType(String(row[index])) },
        ]),
      ),
    );
  }

  async #first(
    sql: string,
    signal: AbortSignal | undefined,
  ): Promise<{ columns: string[]; row: readonly unknown[] }> {
    await using result = await this.#engine.query({ sql, params: [] }, { timeoutMs: probeTimeoutMs, signal });
    let row: readonly unknown[] = [];
    for await (const [first] of result.chunks) {
      if (first === undefined) continue;
      row = first;
      break;
    }
    return { columns: result.columns.map(({ name }) => name), row };
  }
}
