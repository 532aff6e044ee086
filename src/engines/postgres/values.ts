import type { ColumnType } from '../../contract/columns.ts';
import { jsonValue } from '../number-values.ts';
import type { Value } from '../query-engine.ts';
import { yearText } from '../temporal-text.ts';

/** Turns PostgreSQL's text of a value into ours. */
type Parse = (text: string) => Value;

interface PostgresType {
  readonly columnType: ColumnType;
  readonly parse: Parse;
}

const asText: PostgresType = { columnType: 'String', parse: (text) => text };
const asInteger: PostgresType = { columnType: 'Int64', parse: integer };
const asDouble: PostgresType = { columnType: 'Double', parse: finiteNumber };
const asDecimal: PostgresType = { columnType: 'Decimal', parse: decimal };
const asBoolean: PostgresType = { columnType: 'Boolean', parse: (text) => text === 't' };
const asDate: PostgresType = { columnType: 'Date', parse: date };
const asTimestamp: PostgresType = { columnType: 'Timestamp', parse: timestamp };
const asJson: PostgresType = { columnType: 'Json', parse: jsonValue };

/** By type OID; arrays are made from their element's type. Whatever is not here (enums, uuid, bytea, …) is text. */
const types: ReadonlyMap<number, PostgresType> = new Map([
  [16, asBoolean],
  [20, asInteger],
  [21, asInteger],
  [23, asInteger],
  [26, asInteger],
  [114, asJson],
  [700, asDouble],
  [701, asDouble],
  [1082, asDate],
  [1114, asTimestamp],
  [1184, asTimestamp],
  [1700, asDecimal],
  [3802, asJson],
  [1000, arrayOf(asBoolean)],
  [1016, arrayOf(asInteger)],
  [1005, arrayOf(asInteger)],
  [1007, arrayOf(asInteger)],
  [199, arrayOf(asJson)],
  [1021, arrayOf(asDouble)],
  [1022, arrayOf(asDouble)],
  [1182, arrayOf(asDate)],
  [1115, arrayOf(asTimestamp)],
  [1185, arrayOf(asTimestamp)],
  [1231, arrayOf(asDecimal)],
  [3807, arrayOf(asJson)],
  [1002, arrayOf(asText)],
  [1009, arrayOf(asText)],
  [1014, arrayOf(asText)],
  [1015, arrayOf(asText)],
  [2951, arrayOf(asText)],
]);

/** How values of a type are read. Expects `datestyle` ISO and `intervalstyle` iso_8601. */
export function postgresType(oid: number): PostgresType {
  return types.get(oid) ?? asText;
}

function integer(text: string): Value {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : text;
}

function finiteNumber(text: string): Value {
  const number = Number(text);
  return Number.isFinite(number) ? number : null;
}

function decimal(text: string): Value {
  return text === 'NaN' || text.endsWith('Infinity') ? null : text;
}

function date(text: string): Value {
  return text.length === 10 ? text : unusualDate(text);
}

/** `2024-01-01 00:00:00[.ffffff][+00[:00[:00]]]`, in the session's time zone. */
function timestamp(text: string): Value {
  if (text.endsWith('infinity')) {
    return null;
  }
  const space = text.indexOf(' ');
  const day = text.endsWith(' BC') ? unusualDate(`${text.slice(0, space)} BC`) : date(text.slice(0, space));
  const time = text.slice(space + 1, space + 9);
  const fraction = /^\.\d+/.exec(text.slice(space + 9))?.[0] ?? '.000';
  return `${String(day)}T${time}${fraction.padEnd(fraction.length > 4 ? 7 : 4, '0')}`;
}

function unusualDate(text: string): Value {
  const match = /^(\d+)-(\d\d-\d\d)( BC)?$/.exec(text);
  if (match === null) {
    return null;
  }
  const [, year, monthAndDay, bc] = match;
  return `${yearText(bc === undefined ? Number(year) : 1 - Number(year))}-${monthAndDay ?? ''}`;
}

function arrayOf(element: PostgresType): PostgresType {
  return { columnType: 'Json', parse: (text) => parseArray(text, element.parse) };
}

const arrayToken = /"((?:[^"\\]|\\.)*)"|([{},])|([^{},"]+)/gs;

/** PostgreSQL's array text, nested: `{1,NULL,{"a \"b"}}`, with or without bounds in front. */
function parseArray(text: string, parse: Parse): Value {
  const root: Value[] = [];
  const open: Value[][] = [root];
  for (const [, quoted, mark, plain] of text.slice(text.indexOf('{')).matchAll(arrayToken)) {
    const current = open.at(-1) ?? root;
    if (mark === '{') {
      const inner: Value[] = [];
      current.push(inner);
      open.push(inner);
    } else if (mark === '}') {
      open.pop();
    } else if (quoted !== undefined) {
      current.push(parse(quoted.replace(/\\(.)/gs, '$1')));
    } else if (plain !== undefined) {
      current.push(plain === 'NULL' ? null : parse(plain));
    }
  }
  return root[0] ?? [];
}
