import type { ResultStream, Row } from '../../engines/query-engine.ts';
import type { SemanticLayer } from '../../semantic/semantic-layer.ts';

/** A semantic layer whose model can be replaced while it is in use. */
export interface ReloadableLayer extends SemanticLayer {
  /** Sends new calls to `next` and disposes of it later. Running calls and results keep the earlier model. */
  replace(next: SemanticLayer): void;
}

/** The layer of one model, with the number of its open calls and results. */
interface Generation {
  readonly layer: SemanticLayer;
  uses: number;
  disposal: Promise<void> | undefined;
}

/** @param first disposed of by this layer */
export function createReloadableLayer(first: SemanticLayer): ReloadableLayer {
  const generations = new Set<Generation>();
  let current = begin(first);

  function begin(layer: SemanticLayer): Generation {
    const generation = { layer, uses: 0, disposal: undefined };
    generations.add(generation);
    return generation;
  }

  async function end(generation: Generation): Promise<void> {
    generation.disposal ??= Promise.resolve(generation.layer[Symbol.asyncDispose]()).finally(() =>
      generations.delete(generation),
    );
    await generation.disposal;
  }

  /** Keeps the current generation until it is released. */
  function hold(): { readonly layer: SemanticLayer; readonly release: () => void } {
    const generation = current;
    let held = true;
    generation.uses += 1;
    return {
      layer: generation.layer,
      release() {
        if (!held) return;
        held = false;
        generation.uses -= 1;
        endIfIdle(generation);
      },
    };
  }

  function endIfIdle(generation: Generation): void {
    // Not awaited: only its sampling of values may still be running.
    if (generation !== current && generation.uses === 0) void end(generation);
  }

  async function call<T>(work: (layer: SemanticLayer) => Promise<T>): Promise<T> {
    const { layer, release } = hold();
    try {
      return await work(layer);
    } finally {
      release();
    }
  }

  return {
    get model() {
      return current.layer.model;
    },
    get binding() {
      return current.layer.binding;
    },
    relations: (viewer, options) => current.layer.relations(viewer, options),
    metadata: (viewer, options) => call((layer) => layer.metadata(viewer, options)),
    searchMetadata: (query, viewer, options) => call((layer) => layer.searchMetadata(query, viewer, options)),
    compile: (sql, viewer, options) => call((layer) => layer.compile(sql, viewer, options)),
    describe: (sql, accessibleViews) => call((layer) => layer.describe(sql, accessibleViews)),
    async query(sql, viewer, options) {
      const { layer, release } = hold();
      try {
        return heldResult(await layer.query(sql, viewer, options), release);
      } catch (error) {
        release();
        throw error;
      }
    },
    replace(next) {
      const replaced = current;
      current = begin(next);
      endIfIdle(replaced);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(Array.from(generations, end));
    },
  };
}

/** The same result, which calls `release` when it ends in any way. */
function heldResult(result: ResultStream, release: () => void): ResultStream {
  async function* chunks(): AsyncGenerator<readonly Row[]> {
    try {
      yield* result.chunks;
    } finally {
      release();
    }
  }
  return {
    ...result,
    chunks: chunks(),
    async [Symbol.asyncDispose]() {
      await result[Symbol.asyncDispose]();
      release();
    },
  };
}
