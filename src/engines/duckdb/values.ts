import {
  DuckDBArrayType,
  DuckDBArrayValue,
  DuckDBBlobValue,
  type DuckDBDataChunk,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBIntervalValue,
  DuckDBListType,
  DuckDBListValue,
  DuckDBMapType,
  DuckDBMapValue,
  DuckDBStructType,
  DuckDBStructValue,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  type DuckDBType,
  DuckDBTypeId,
  DuckDBUnionValue,
  type DuckDBValue,
  DuckDBVariantValue,
} from '@duckdb/node-api';
import type { ColumnType } from '../../contract/columns.ts';
import { floatValue, integerValue, jsonValue } from '../number-values.ts';
import type { Row, Value } from '../query-engine.ts';
import { dateText, intervalText, timestampText } from '../temporal-text.ts';
import type { UtcOffset } from '../time-zone.ts';

const columnTypes: ReadonlyMap<DuckDBTypeId, ColumnType> = new Map([
  [DuckDBTypeId.BOOLEAN, 'Boolean'],
  [DuckDBTypeId.TINYINT, 'Int64'],
  [DuckDBTypeId.SMALLINT, 'Int64'],
  [DuckDBTypeId.INTEGER, 'Int64'],
  [DuckDBTypeId.BIGINT, 'Int64'],
  [DuckDBTypeId.UTINYINT, 'Int64'],
  [DuckDBTypeId.USMALLINT, 'Int64'],
  [DuckDBTypeId.UINTEGER, 'Int64'],
  [DuckDBTypeId.UBIGINT, 'Int64'],
  [DuckDBTypeId.HUGEINT, 'Int64'],
  [DuckDBTypeId.UHUGEINT, 'Int64'],
  [DuckDBTypeId.BIGNUM, 'Int64'],
  [DuckDBTypeId.FLOAT, 'Double'],
  [DuckDBTypeId.DOUBLE, 'Double'],
  [DuckDBTypeId.DECIMAL, 'Decimal'],
  [DuckDBTypeId.DATE, 'Date'],
  [DuckDBTypeId.TIMESTAMP, 'Timestamp'],
  [DuckDBTypeId.TIMESTAMP_S, 'Timestamp'],
  [DuckDBTypeId.TIMESTAMP_MS, 'Timestamp'],
  [DuckDBTypeId.TIMESTAMP_NS, 'Timestamp'],
  [DuckDBTypeId.TIMESTAMP_TZ, 'Timestamp'],
  [DuckDBTypeId.LIST, 'Json'],
  [DuckDBTypeId.ARRAY, 'Json'],
  [DuckDBTypeId.STRUCT, 'Json'],
  [DuckDBTypeId.MAP, 'Json'],
  [DuckDBTypeId.UNION, 'Json'],
  [DuckDBTypeId.VARIANT, 'Json'],
]);

/** The `column_type` of a DuckDB type. Sums of integers are HUGEINT there and stay `Int64` here. */
export function duckDbColumnType(type: DuckDBType): ColumnType {
  return type.alias === 'JSON' ? 'Json' : (columnTypes.get(type.typeId) ?? 'String');
}

type Convert = (value: DuckDBValue) => Value;

/** Converts chunks of one result to rows, with one converter per column. */
export function createRowReader(
  types: readonly DuckDBType[],
  offsetAt: UtcOffset,
): (chunk: DuckDBDataChunk) => Row[] {
  const converts = types.map((type) => converterFor(type, offsetAt));
  // A copy instead of a new array: otherwise V8 learns that rows live long, allocates later ones in the old generation,
  // and holds 200 MiB of them before it collects there.
  const blank: Value[] = converts.map(() => null);
  return (chunk) => {
    const rows = Array.from({ length: chunk.rowCount }, () => blank.slice());
    for (const [column, convert] of converts.entries()) {
      const vector = chunk.getColumnVector(column);
      let index = 0;
      for (const row of rows) {
        const item = vector.getItem(index);
        row[column] = item === null ? null : convert(item);
        index += 1;
      }
    }
    return rows;
  };
}

function converterFor(type: DuckDBType, offsetAt: UtcOffset): Convert {
  const inZone: Convert = (value) => anyValue(value, offsetAt);
  if (type.alias === 'JSON') {
    return (value) => (typeof value === 'string' ? jsonValue(value) : inZone(value));
  }
  if (type.typeId === DuckDBTypeId.FLOAT) {
    return (value) => (typeof value === 'number' ? floatValue(value) : null);
  }
  if (type instanceof DuckDBListType || type instanceof DuckDBArrayType) {
    return listConverter(type.valueType, offsetAt);
  }
  if (type instanceof DuckDBStructType) {
    return structConverter(type, offsetAt);
  }
  return type instanceof DuckDBMapType ? mapConverter(type, offsetAt) : inZone;
}

function listConverter(itemType: DuckDBType, offsetAt: UtcOffset): Convert {
  const convert = nullable(converterFor(itemType, offsetAt));
  return (value) =>
    value instanceof DuckDBListValue || value instanceof DuckDBArrayValue ? value.items.map(convert) : null;
}

function structConverter(type: DuckDBStructType, offsetAt: UtcOffset): Convert {
  const fields = type.entryNames.map((name, index): [string, Convert] => {
    const fieldType = type.entryTypes[index];
    return [name, fieldType === undefined ? () => null : nullable(converterFor(fieldType, offsetAt))];
  });
  return (value) =>
    value instanceof DuckDBStructValue
      ? Object.fromEntries(fields.map(([name, convert]) => [name, convert(value.entries[name] ?? null)]))
      : null;
}

function mapConverter(type: DuckDBMapType, offsetAt: UtcOffset): Convert {
  const key = nullable(converterFor(type.keyType, offsetAt));
  const item = nullable(converterFor(type.valueType, offsetAt));
  return (value) =>
    value instanceof DuckDBMapValue
      ? Object.fromEntries(value.entries.map((entry) => [keyText(key(entry.key)), item(entry.value)]))
      : null;
}

function keyText(key: Value): string {
  return typeof key === 'string' ? key : JSON.stringify(key);
}

function nullable(convert: Convert): Convert {
  return (value) => (value === null ? null : convert(value));
}

/** Converts a value by its class, for scalars and for members of unions and variants. */
function anyValue(value: DuckDBValue, offsetAt: UtcOffset): Value {
  if (typeof value === 'number') {
    return Number.isFinite(value) ? value : null;
  }
  if (typeof value === 'bigint') {
    return integerValue(value);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  if (value instanceof DuckDBDecimalValue) {
    return decimalText(value.value, value.scale);
  }
  if (value instanceof DuckDBDateValue) {
    return value.isFinite ? dateText(value.days) : null;
  }
  if (value instanceof DuckDBTimestampValue) {
    return isFiniteInstant(value.micros) ? timestampText(value.micros, 1_000_000) : null;
  }
  if (value instanceof DuckDBTimestampTZValue) {
    return isFiniteInstant(value.micros) ? timestampText(value.micros, 1_000_000, offsetAt) : null;
  }
  if (value instanceof DuckDBTimestampSecondsValue) {
    return value.isFinite ? timestampText(value.seconds, 1) : null;
  }
  if (value instanceof DuckDBTimestampMillisecondsValue) {
    return value.isFinite ? timestampText(value.millis, 1_000) : null;
  }
  if (value instanceof DuckDBTimestampNanosecondsValue) {
    return value.isFinite ? timestampText(value.nanos, 1_000_000_000) : null;
  }
  if (value instanceof DuckDBIntervalValue) {
    return intervalText(value.months, value.days, value.micros);
  }
  if (value instanceof DuckDBBlobValue) {
    return `\\x${Buffer.from(value.bytes).toString('hex')}`;
  }
  if (value instanceof DuckDBListValue || value instanceof DuckDBArrayValue) {
    return value.items.map((item) => anyValue(item, offsetAt));
  }
  if (value instanceof DuckDBStructValue) {
    return Object.fromEntries(
      Object.entries(value.entries).map(([name, item]) => [name, anyValue(item, offsetAt)]),
    );
  }
  if (value instanceof DuckDBMapValue) {
    return Object.fromEntries(
      value.entries.map((entry) => [keyText(anyValue(entry.key, offsetAt)), anyValue(entry.value, offsetAt)]),
    );
  }
  if (value instanceof DuckDBUnionValue || value instanceof DuckDBVariantValue) {
    return anyValue(value.value, offsetAt);
  }
  return value.toString();
}

const infinity = 2n ** 63n - 1n;

/** The binding's own `isFinite` is slow enough to show in an export. */
function isFiniteInstant(micros: bigint): boolean {
  return micros !== infinity && micros !== -infinity;
}

function decimalText(scaled: bigint, scale: number): string {
  if (scale === 0) {
    return String(scaled);
  }
  const negative = scaled < 0n;
  const digits = String(negative ? -scaled : scaled).padStart(scale + 1, '0');
  const point = digits.length - scale;
  return `${negative ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`;
}
