import {
  DuckDBArrayVector,
  DuckDBBlobVector,
  type DuckDBDataChunk,
  DuckDBListVector,
  DuckDBMapVector,
  DuckDBStructVector,
  DuckDBUnionVector,
  DuckDBVarCharVector,
  type DuckDBVector,
} from '@duckdb/node-api';
import { AppError } from '../errors.ts';

/** What one text may come to, and all values of a chunk, which has 2,048 rows at most. */
const maxValueBytes = 16 * 1024 * 1024;
const maxTextBytes = 128 * 1024 * 1024;
const maxListItems = 1_000_000;

/**
 * Refuses a chunk that is too large, before any of its values is read. A result has no end, but it is read chunk by
 * chunk, and one chunk is in memory and holds up every other request: a single value of `string_agg()` or `array_agg()`
 * over a join can be larger than all the tables.
 * @throws AppError `QUERY_LIMIT`
 */
export function assertReadable(chunk: DuckDBDataChunk): void {
  const size: Size = { valueBytes: 0, textBytes: 0, listItems: 0 };
  for (let column = 0; column < chunk.columnCount; column += 1) add(chunk.getColumnVector(column), size);
  const { valueBytes, textBytes, listItems } = size;
  if (valueBytes <= maxValueBytes && textBytes <= maxTextBytes && listItems <= maxListItems) return;
  throw new AppError(
    'QUERY_LIMIT',
    'The query has values that are too large. Aggregate into fewer items, or shorten the text.',
  );
}

interface Size {
  /** Of the longest text. */
  valueBytes: number;
  textBytes: number;
  listItems: number;
}

/** What vectors hold, which the binding keeps to itself: its own way to a size is to read the value. */
interface TextParts {
  readonly dataView: DataView;
  readonly validity: { itemValid(index: number): boolean };
}
interface NestedParts {
  readonly childData?: DuckDBVector;
  readonly entryVectors?: readonly DuckDBVector[];
  readonly listVector?: DuckDBVector;
  readonly structVector?: DuckDBVector;
}

function add(vector: DuckDBVector, size: Size): void {
  if (vector instanceof DuckDBVarCharVector || vector instanceof DuckDBBlobVector) {
    addText(vector as unknown as TextParts, vector.itemCount, size);
    return;
  }
  if (!nested.some((type) => vector instanceof type)) return;
  const { childData, entryVectors = [], listVector, structVector } = vector as unknown as NestedParts;
  if (childData !== undefined) size.listItems += childData.itemCount;
  for (const inner of [childData, listVector, structVector, ...entryVectors]) {
    if (inner !== undefined) add(inner, size);
  }
}

const nested = [DuckDBListVector, DuckDBArrayVector, DuckDBStructVector, DuckDBMapVector, DuckDBUnionVector];

/** Bytes of a `duckdb_string_t`, the first four of which are the length of its text. */
const textHeadBytes = 16;

function addText({ dataView, validity }: TextParts, count: number, size: Size): void {
  for (let index = 0; index < count; index += 1) {
    if (!validity.itemValid(index)) continue;
    const bytes = dataView.getUint32(index * textHeadBytes, true);
    size.textBytes += bytes;
    if (bytes > size.valueBytes) size.valueBytes = bytes;
  }
}
