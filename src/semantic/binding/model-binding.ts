import type { QueryEngine } from '../../engines/query-engine.ts';
import { formatProblem } from '../../yaml/model-error.ts';
import type { DataModel } from '../data-model.ts';
import { SourceTypeCatalog } from '../sql/source-types.ts';
import { bindModel, bindStatement } from './bind-model.ts';
import type { ModelMistake } from './model-mistake.ts';
import { repeatedKeys } from './repeated-keys.ts';

/** What is known of how a data model fits its data source, which may change at any time. */
export interface ModelBinding {
  /** False until all of the model was checked once, as while the source is down. */
  readonly isKnown: boolean;
  /** Of what was checked last. */
  readonly mistakes: readonly ModelMistake[];
  /**
   * Checks these cubes, or the whole model, against the source as it is now. Whoever asks meanwhile gets the same answer.
   * @returns what is wrong with them
   * @throws as `bindModel`: what was known before is known still
   */
  check(options?: {
    readonly cubes?: ReadonlySet<string>;
    readonly signal?: AbortSignal;
  }): Promise<readonly ModelMistake[]>;
  /** Takes over what is known of the same model over the same data. */
  adopt(other: Pick<ModelBinding, 'isKnown' | 'mistakes'>): void;
  /**
   * Binds a statement of the workspace to the source, of a model that was checked.
   * @returns what is wrong with it
   * @throws as `bindModel`
   */
  checkStatement(sql: string, signal?: AbortSignal): Promise<string | undefined>;
  /** Looks at rows for primary keys that several share, at bounded cost; see `repeatedKeys`. */
  findRepeatedKeys(signal: AbortSignal): Promise<readonly ModelMistake[]>;
}

export interface ModelBindingOptions {
  readonly model: DataModel;
  readonly engine: QueryEngine;
  /** What queries know of source columns; renewed by each check. */
  readonly types: SourceTypeCatalog;
  /** Told whenever a check finds something else than what was known. */
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
      // What a cube joins is looked at as well; what is wrong with that is known from then on, too.
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
