import type { CubeMetadata } from '../../contract/tools.ts';

/** What the data says about one dimension, under one viewer's row filters. */
export interface MemberSamples {
  /** Distinct values, most frequent first. */
  readonly values?: readonly string[] | undefined;
  readonly valuesComplete?: boolean | undefined;
  /** Most values, or of many the most frequent, are those of several rows. */
  readonly repeats?: true | undefined;
  /** Some rows have the same value. */
  readonly shared?: true | undefined;
  /** First and last day, `YYYY-MM-DD`. */
  readonly range?: readonly [first: string, last: string] | undefined;
  /** Some rows have no such date. */
  readonly gaps?: true | undefined;
  /** The first or the last says a time of that day. */
  readonly timesOfDay?: true | undefined;
}

/** The same metadata with the samples of its dimensions filled in; keys are qualified names as in the metadata. */
export function withSamples(
  metadata: CubeMetadata,
  samples: ReadonlyMap<string, MemberSamples>,
): CubeMetadata {
  return {
    ...metadata,
    dimensions: metadata.dimensions.map((dimension) => {
      const sample = samples.get(dimension.name);
      if (sample === undefined) return dimension;
      // Rows of a view repeat what they belong to: only its own cube tells how many have a value.
      const own = metadata.type === 'view' ? samples.get(dimension.source ?? '') : sample;
      return {
        ...dimension,
        ...(own?.shared === undefined ? {} : { shared: own.shared }),
        ...(sample.values === undefined ? {} : { values: sample.values }),
        ...(sample.valuesComplete === undefined ? {} : { valuesComplete: sample.valuesComplete }),
        ...(sample.repeats === undefined ? {} : { repeats: sample.repeats }),
        ...(sample.range === undefined ? {} : { range: sample.range }),
        ...(sample.gaps === undefined ? {} : { gaps: sample.gaps }),
        ...(sample.timesOfDay === undefined ? {} : { timesOfDay: sample.timesOfDay }),
      };
    }),
  };
}
