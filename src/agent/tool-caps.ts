import type { CubeMetadata, DimensionMetadata, SvcSqlApiResult } from '../contract/tools.ts';

/** How much of a tool's result a model sees. */
export interface ResultCaps {
  readonly maxRows: number;
  readonly maxBytes: number;
}

/**
 * Rows of one `svcSqlApi` result: whole rows are dropped until it fits, and the model is told how many it sees.
 * @param instead why the model's chart was replaced
 */
export function capRows(
  result: Pick<SvcSqlApiResult, 'data' | 'totalRows' | 'vegaSpec'>,
  caps: ResultCaps,
  instead?: string,
): string {
  // The specification is for the page; the model only needs to know that there is one.
  const { vegaSpec, ...rest } = result;
  const chart =
    vegaSpec === undefined
      ? {}
      : { chart: instead === undefined ? 'drawn' : `A different chart was drawn instead. ${instead}` };
  let shown = Math.min(result.data.length, caps.maxRows);
  for (;;) {
    const note =
      shown < result.data.length || result.totalRows > shown
        ? { note: `The first ${shown} of ${result.totalRows} rows.` }
        : {};
    const text = JSON.stringify({ ...rest, data: result.data.slice(0, shown), ...chart, ...note });
    if (text.length <= caps.maxBytes) return text;
    if (shown === 0) return text.slice(0, caps.maxBytes);
    shown = Math.floor(shown / 2);
  }
}

/** Relations of one `svcMeta` result: drops sample values first, then descriptions, then the lowest-ranked relations. */
export function capMetadata(cubes: readonly CubeMetadata[], searchQuery: string, caps: ResultCaps): string {
  const textOf = (kept: readonly string[]): string => {
    const left = cubes.length - kept.length;
    const note = left === 0 ? '' : `,"note":"${left} more relations match."`;
    return `{"cubes":[${kept.join()}],"searchQuery":${JSON.stringify(searchQuery)}${note}}`;
  };
  let relations: readonly string[] = [];
  for (const valueCount of [Number.POSITIVE_INFINITY, 50, 20, 8]) {
    relations = cubes.map((cube) => JSON.stringify(withFewerValues(cube, valueCount)));
    if (sizeOf(relations) <= caps.maxBytes) {
      const text = textOf(relations);
      if (text.length <= caps.maxBytes) return text;
    }
  }
  for (let count = relations.length - 1, size = sizeOf(relations); count > 0; count--) {
    size -= (relations[count]?.length ?? 0) + 1;
    if (size > caps.maxBytes) continue;
    const text = textOf(relations.slice(0, count));
    if (text.length <= caps.maxBytes) return text;
  }
  return JSON.stringify({
    cubes: cubes.slice(0, 1).map(({ name, type, title }) => ({ name, type, title })),
    searchQuery,
    note: 'Too large to show. Search for individual members.',
  });
}

/** Characters of texts in one list. */
function sizeOf(texts: readonly string[]): number {
  return texts.reduce((size, text) => size + text.length + 1, 0);
}

function withFewerValues(cube: CubeMetadata, count: number): CubeMetadata {
  return { ...cube, dimensions: cube.dimensions.map((dimension) => cut(dimension, count)) };
}

function cut(dimension: DimensionMetadata, count: number): DimensionMetadata {
  if (dimension.values === undefined || dimension.values.length <= count) return dimension;
  return { ...dimension, values: dimension.values.slice(0, count), valuesComplete: false };
}
