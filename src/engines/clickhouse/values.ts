import type { ColumnType } from '../../contract/columns.ts';
import { floatValue, integerValue } from '../number-values.ts';
import type { Value } from '../query-engine.ts';
import { intervalText } from '../temporal-text.ts';

/** How a column of ClickHouse's JSON is read. */
export interface ColumnReader {
  readonly columnType: ColumnType;
  read(value: unknown): Value;
}

/** Intervals leave the engine as months and microseconds; see the dialect. */
export const intervalType = 'Tuple(months Nullable(Int64), microseconds Nullable(Int64))';

/** What is inside of `Nullable(…)` and `LowCardinality(…)`, on one line. */
export function plainType(type: string): string {
  const line = type.replaceAll(/\s+/g, ' ').replaceAll('( ', '(');
  const inner = /^(?:Nullable|LowCardinality)\((.*)\)$/.exec(line)?.[1];
  return inner === undefined ? line : plainType(inner);
}

export function columnReader(type: string): ColumnReader {
  const plain = plainType(type);
  if (/^U?Int\d+$/.test(plain)) return reader('Int64', (value) => integerValue(BigInt(String(value))));
  if (plain === 'Float32') return reader('Double', (value) => finite(value, floatValue));
  if (plain === 'Float64') return reader('Double', (value) => finite(value, (number) => number));
  if (plain.startsWith('Decimal')) return reader('Decimal', String);
  if (plain === 'Bool') return reader('Boolean', (value) => value === true || value === 1);
  if (plain === 'Date' || plain === 'Date32') return reader('Date', String);
  if (plain.startsWith('DateTime')) return reader('Timestamp', (value) => timestampText(String(value)));
  if (plain === intervalType) return reader('String', interval);
  if (/^(Array|Tuple|Map|JSON|Object|Variant|Dynamic|Nested)\b/.test(plain)) return reader('Json', nested);
  return reader('String', String);
}

function reader(columnType: ColumnType, convert: (value: unknown) => Value): ColumnReader {
  return { columnType, read: (value) => (value === null || value === undefined ? null : convert(value)) };
}

/** Infinity and the like come as texts. */
function finite(value: unknown, convert: (number: number) => Value): Value {
  const number = Number(value);
  return Number.isFinite(number) ? convert(number) : null;
}

/** `2024-01-01 00:00:00.123000` in ISO 8601, finer digits kept. */
function timestampText(text: string): string {
  const [day = '', time = ''] = text.split(' ');
  const [clock = '', fraction = ''] = time.split('.');
  const digits = fraction.padEnd(3, '0');
  const shortened = digits.endsWith('000') && digits.length > 3 ? digits.slice(0, -3) : digits;
  return `${day}T${clock}.${shortened.endsWith('000') && shortened.length > 3 ? shortened.slice(0, -3) : shortened}`;
}

const microsPerDay = 86_400_000_000n;

function interval(value: unknown): Value {
  const [months, micros] = Array.isArray(value) ? value : [];
  if (months === null || months === undefined || micros === null || micros === undefined) return null;
  const total = BigInt(String(micros));
  return intervalText(Number(months), Number(total / microsPerDay), total % microsPerDay);
}

/** Whole numbers in lists and the like are texts, so that none loses digits. */
function nested(value: unknown): Value {
  if (value === null || typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string')
    return value;
  if (Array.isArray(value)) return value.map(nested);
  if (typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, nested(item)]));
  return null;
}
