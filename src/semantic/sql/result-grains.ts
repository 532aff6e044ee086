import { type Grain, grains } from '../../contract/columns.ts';
import { loadParser, parseSelect } from './parse.ts';

/**
 * Granularity of the times in a result, by column: from `date_trunc`, in the statement itself or in a query
 * inside of it that gives them under the same name.
 * @throws AppError as `parseSelect`
 */
export async function resultGrains(sql: string): Promise<ReadonlyMap<string, Grain>> {
  await loadParser();
  const found = new Map<string, Grain | undefined>();
  collect(parseSelect(sql).statement, found);
  return new Map(
    [...found].flatMap(([name, grain]) => (grain === undefined ? [] : [[name, grain] as const])),
  );
}

/**
 * The member that a column shows as it is, or truncated by `date_trunc`, by column. Empty for a statement that reads anything
 * but one relation.
 * @throws AppError as `parseSelect`
 */
export async function resultMembers(sql: string): Promise<ReadonlyMap<string, string>> {
  await loadParser();
  const { fromClause = [], targetList = [], withClause } = parseSelect(sql).statement;
  const [from, ...others] = fromClause;
  // A common table expression may have the name of a relation.
  if (withClause !== undefined || others.length > 0 || property(from, 'RangeVar') === undefined)
    return new Map();
  return new Map(
    targetList.flatMap((item) => {
      const expression = property(item, 'ResTarget', 'val');
      const truncated = grainOf(expression) === undefined ? undefined : truncatedBy(expression);
      const member = property(
        last(property(truncated ?? expression, 'ColumnRef', 'fields')),
        'String',
        'sval',
      );
      const name = property(item, 'ResTarget', 'name') ?? (truncated === undefined ? member : 'date_trunc');
      return typeof member === 'string' && typeof name === 'string' ? [[name, member] as const] : [];
    }),
  );
}

/** What `date_trunc` truncates. */
function truncatedBy(expression: unknown): unknown {
  const cast = property(expression, 'TypeCast');
  return cast === undefined
    ? list(property(expression, 'FuncCall', 'args'))[1]
    : truncatedBy(property(cast, 'arg'));
}

function collect(node: unknown, found: Map<string, Grain | undefined>): void {
  if (Array.isArray(node)) for (const each of node) collect(each, found);
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
  const target = property(node, 'ResTarget');
  if (target !== undefined) {
    const grain = grainOf(property(target, 'val'));
    const name = property(target, 'name') ?? 'date_trunc';
    // Two queries may call different things by one name.
    if (grain !== undefined && typeof name === 'string') {
      found.set(name, found.has(name) && found.get(name) !== grain ? undefined : grain);
    }
  }
  for (const value of Object.values(node)) collect(value, found);
}

/** Of `date_trunc('month', …)`, also as another type. */
function grainOf(expression: unknown): Grain | undefined {
  const cast = property(expression, 'TypeCast');
  if (cast !== undefined) return grainOf(property(cast, 'arg'));
  const call = property(expression, 'FuncCall');
  const name = property(last(property(call, 'funcname')), 'String', 'sval');
  if (name !== 'date_trunc') return undefined;
  const [unit] = list(property(call, 'args'));
  const written = property(unit, 'A_Const', 'sval', 'sval');
  const text = typeof written === 'string' ? written.toLowerCase() : '';
  return grains.find((grain) => grain === text);
}

function property(node: unknown, ...path: readonly string[]): unknown {
  let value = node;
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function last(value: unknown): unknown {
  return list(value).at(-1);
}
