import type { DimensionMetadata, MeasureMetadata, MemberMetadata } from '../../contract/tools.ts';

/** What a question can name in a relation. */
export type Entry =
  | { readonly kind: 'measure'; readonly measure: MeasureMetadata }
  | { readonly kind: 'dimension'; readonly dimension: DimensionMetadata }
  | { readonly kind: 'value'; readonly dimension: DimensionMetadata; readonly value: string }
  | { readonly kind: 'segment'; readonly segment: MemberMetadata }
  /** The relation itself: what one of its rows is. */
  | { readonly kind: 'relation' };

/** The member that an entry is, or whose value it is; undefined for the relation itself. */
export function memberOf(entry: Entry): MeasureMetadata | DimensionMetadata | MemberMetadata | undefined {
  switch (entry.kind) {
    case 'measure':
      return entry.measure;
    case 'segment':
      return entry.segment;
    case 'relation':
      return undefined;
    case 'dimension':
    case 'value':
      return entry.dimension;
  }
}

/** Whether an entry names the rows of a relation, or how many there are. @param rowCount the measure that counts them */
export function isOfRows(
  entry: Entry | undefined,
  { rowCount }: { readonly rowCount: MeasureMetadata | undefined },
): boolean {
  return entry?.kind === 'relation' || (entry?.kind === 'measure' && entry.measure === rowCount);
}

/** Whether an entry is counted: the rows, or what a measure counts. */
export function isCounted(entry: Entry | undefined): boolean {
  return entry?.kind === 'relation' || (entry?.kind === 'measure' && entry.measure.type.startsWith('count'));
}

/** Whether an entry is true or false of a row. */
export function isFlag(entry: Entry): boolean {
  return entry.kind === 'segment' || (entry.kind === 'dimension' && entry.dimension.type === 'boolean');
}
