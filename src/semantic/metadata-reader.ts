import type { CubeMetadata } from '../contract/tools.ts';
import type { DataModel } from './data-model.ts';
import { createSampler, maxDimensions } from './sampler.ts';
import type { MetadataIndex, MetadataScope } from './search/metadata-index.ts';
import { namedValues } from './search/named-values.ts';
import type { MemberSamples } from './search/samples.ts';
import { askedWords } from './search/words.ts';
import type { SemanticLayer } from './semantic-layer.ts';
import { createValueFinder, type FindOptions } from './value-finder.ts';

/** Values of one dimension that a text is taken to name. */
const maxNamedValues = 5;

interface MetadataReaderOptions {
  readonly model: DataModel;
  readonly index: MetadataIndex;
  /** Asks for values under the rights of the viewer. */
  readonly query: SemanticLayer['query'];
  /** Ends what is still being read. */
  readonly signal: AbortSignal;
  /** How long a search looks for values that it names. */
  readonly patienceMs: number;
}

/** What a viewer may see of a data model, with values of their rows. */
interface MetadataReader {
  readonly read: SemanticLayer['metadata'];
  readonly search: SemanticLayer['searchMetadata'];
  /** Resolves when nothing is being read any more. */
  settled(): Promise<void>;
}

export function createMetadataReader({
  model,
  index,
  query,
  signal: closing,
  patienceMs,
}: MetadataReaderOptions): MetadataReader {
  const sampler = createSampler({ model, query, signal: closing });
  /** The scope with the samples of these relations, or of all when the model is small enough to know them all. */
  const sampled = async (
    scope: MetadataScope,
    relations: readonly CubeMetadata[],
    signal: AbortSignal | undefined,
  ) => ({ ...scope, samples: await sampler.samples(relations, scope, signal) });

  const read: SemanticLayer['metadata'] = async (viewer, { accessibleViews, signal } = {}) => {
    const scope = { viewer, accessibleViews };
    return index.visible(await sampled(scope, index.visible(scope), signal));
  };

  const finder = createValueFinder({ query, signal: closing, patienceMs });

  const search: SemanticLayer['searchMetadata'] = async (
    text,
    viewer,
    { accessibleViews, signal, owner, named } = {},
  ) => {
    const scope = { viewer, accessibleViews };
    // Samples take part in matching, so a model that is small enough has all of them.
    const isSmall = dimensionCount(model) <= maxDimensions;
    const matches = isSmall ? [] : index.search(text, scope);
    const known = await sampled(scope, matches.length === 0 ? index.visible(scope) : matches, signal);
    const found = index.search(text, known);
    if (named === undefined) return found;
    const values = await namedValuesIn(named, found.length === 0 ? index.visible(scope) : found, {
      viewer,
      owner,
      signal,
      samples: known.samples,
    });
    return values.size === 0
      ? found
      : index.search(text, { ...scope, samples: new Map([...known.samples, ...values]) });
  };

  /** Values that a text names, of dimensions of which not all values are known. */
  const namedValuesIn = async (
    text: string,
    relations: readonly CubeMetadata[],
    options: FindOptions,
  ): Promise<ReadonlyMap<string, MemberSamples>> => {
    const alike = await finder.find(index.unknownWords(text), relations, options);
    const asked = askedWords(text);
    const named = [...alike].flatMap(([name, values]): [string, MemberSamples][] => {
      const own = namedValues(asked, values).slice(0, maxNamedValues);
      return own.length === 0 ? [] : [[name, { values: own, valuesComplete: false }]];
    });
    return new Map(named);
  };

  return { read, search, settled: () => sampler.settled() };
}

function dimensionCount(model: DataModel): number {
  const ofCubes = [...model.cubes.values()].reduce((count, cube) => count + cube.dimensions.size, 0);
  return [...model.views.values()].reduce((count, view) => count + view.members.size, ofCubes);
}
