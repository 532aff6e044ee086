import type { CubeMetadata, DimensionMetadata } from '../../contract/tools.ts';

/** What is read of a data model for one question: a large one is cut to its best matches, which come first. */
const maxMembers = 3_000;
const maxMembersOfOneKind = 600;
const maxValues = 20_000;

/** How many members of a relation a question could name. */
export function memberCount({ measures, dimensions, segments }: CubeMetadata): number {
  return measures.length + dimensions.length + segments.length;
}

/** Relations and members as far as they are read, in the order of the search that found them. */
export function readableModel(cubes: readonly CubeMetadata[]): readonly CubeMetadata[] {
  const readable: CubeMetadata[] = [];
  let members = 0;
  let values = 0;
  const valued = (dimension: DimensionMetadata): DimensionMetadata => {
    values += dimension.values?.length ?? 0;
    if (values <= maxValues) return dimension;
    const { values: _, ...rest } = dimension;
    // Values that are not listed are looked for in the data.
    return { ...rest, valuesComplete: false };
  };
  for (const cube of cubes) {
    const cut = {
      ...cube,
      // A rolling measure needs a grouping by time, which no reading brings of its own.
      measures: cube.measures
        .filter(({ rollingWindow }) => rollingWindow === undefined)
        .slice(0, maxMembersOfOneKind),
      dimensions: cube.dimensions.slice(0, maxMembersOfOneKind),
      segments: cube.segments.slice(0, maxMembersOfOneKind),
    };
    members += memberCount(cut);
    if (members > maxMembers && readable.length > 0) break;
    readable.push({ ...cut, dimensions: cut.dimensions.map(valued) });
  }
  return readable;
}
