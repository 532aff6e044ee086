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
import { AppError } from '../../errors.ts';

/** Maximum size of one text, and of all values in a chunk of up to 2,048 rows. */
const maxValueBytes = 16 * 1024 * 1024;
const maxTextBytes = 128 * 1024 * 1024;
const maxListItems = 1_000_000;

/**
 * Refuses a chunk that is too large, before any of its values is read. Results are unlimited but read in chunks, and a chunk
 * is in memory and blocks every other request: one value of `string_agg()` or `array_agg()` over a join can be larger than
 * all the tables.
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
  /** Bytes of the longest text. */
  valueBytes: number;
  textBytes: number;
  listItems: number;
}

/** Private fields of the binding's vectors, which itself can only measure a value by reading it. */
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

/** Size of a `duckdb_string_t`, whose first four bytes are the length of its text. */
const textHeadBytes = 16;

function addText({ dataView, validity }: TextParts, count: number, size: Size): void {
  for (let index = 0; index < count; index += 1) {
    if (!validity.itemValid(index)) continue;
    const bytes = dataView.getUint32(index * textHeadBytes, true);
    size.textBytes += bytes;
    if (bytes > size.valueBytes) size.valueBytes = bytes;
  }
}
