import type { QueryEngine } from '../../engines/query-engine.ts';
import { formatProblem } from '../../yaml/model-error.ts';
import type { DataModel } from '../data-model.ts';
import { SourceTypeCatalog } from '../sql/source-types.ts';
import { bindModel, bindStatement } from './bind-model.ts';
import type { ModelMistake } from './model-mistake.ts';
import { repeatedKeys } from './repeated-keys.ts';

/** What is known about the mistakes of a data model against its data source, which may change at any time. */
export interface ModelBinding {
  /** Whether the whole model has been checked once; false while the source is down from the start. */
  readonly isKnown: boolean;
  /** Of what was checked last. */
  readonly mistakes: readonly ModelMistake[];
  /**
   * Checks these cubes, or the whole model, against the source as it is now. Concurrent callers share one check.
   * @returns their mistakes
   * @throws as `bindModel`; what was known before is kept
   */
  check(options?: {
    readonly cubes?: ReadonlySet<string>;
    readonly signal?: AbortSignal;
  }): Promise<readonly ModelMistake[]>;
  /** Takes over the results for the same model over the same data. */
  adopt(other: Pick<ModelBinding, 'isKnown' | 'mistakes'>): void;
  /**
   * Checks a statement of the workspace against the source, after the model was checked.
   * @returns its mistakes
   * @throws as `bindModel`
   */
  checkStatement(sql: string, signal?: AbortSignal): Promise<string | undefined>;
  /** Looks for primary keys that several rows share, at limited cost; see `repeatedKeys`. */
  findRepeatedKeys(signal: AbortSignal): Promise<readonly ModelMistake[]>;
}

export interface ModelBindingOptions {
  readonly model: DataModel;
  readonly engine: QueryEngine;
  /** Source columns, for queries; updated by each check. */
  readonly types: SourceTypeCatalog;
  /** Called whenever a check's result differs from what was known. */
  readonly onChange?: ((mistakes: readonly ModelMistake[]) => void) | undefined;
}

export function createModelBinding({ model, engine, types, onChange }: ModelBindingOptions): ModelBinding {
  const known = new Map<string, readonly ModelMistake[]>();
  const running = new Map<string, Promise<readonly ModelMistake[]>>();
  let isKnown = false;

  const mistakes = (): readonly ModelMistake[] => [...known.values()].flat();

  async function run(
    cubes: ReadonlySet<string> | undefined,
    signal: AbortSignal | undefined,
  ): Promise<readonly ModelMistake[]> {
    const before = mistakes().map(formatProblem).join('\n');
    const fresh = new SourceTypeCatalog(engine);
    const found = await bindModel({ model, engine, types: fresh, cubes, signal });
    const byCube = Map.groupBy(found, ({ cube }) => cube);
    for (const cube of model.cubes.values()) {
      // Joined cubes are checked as well, and their mistakes are kept too.
      if ((cubes?.has(cube.name) ?? true) || byCube.has(cube.name))
        known.set(cube.name, byCube.get(cube.name) ?? []);
      fresh.passOn(cube, types);
    }
    isKnown ||= cubes === undefined;
    if (before !== mistakes().map(formatProblem).join('\n')) onChange?.(mistakes());
    return found;
  }

  return {
    get isKnown() {
      return isKnown;
    },
    get mistakes() {
      return mistakes();
    },
    check({ cubes, signal } = {}) {
      const key = cubes === undefined ? '' : [...cubes].sort().join(' ');
      let checking = running.get(key);
      if (checking === undefined) {
        checking = run(cubes, signal).finally(() => running.delete(key));
        running.set(key, checking);
      }
      return checking;
    },
    adopt(other) {
      for (const [cube, found] of Map.groupBy(other.mistakes, (mistake) => mistake.cube))
        known.set(cube, found);
      isKnown ||= other.isKnown;
    },
    checkStatement: (sql, signal) => bindStatement(sql, { model, engine, types, signal }),
    findRepeatedKeys: (signal) => repeatedKeys({ model, engine, types }, signal),
  };
}
