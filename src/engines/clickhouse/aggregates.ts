import type { AggregateCall, Operand } from '../dialect.ts';
import { asText, float, unavailable, wide } from './casts.ts';

const nothing: Operand = { sql: 'NULL', type: 'null' };

/** An aggregate with its condition and window. */
export function printAggregate(call: AggregateCall): string {
  const { name, args, star, distinct } = call;
  const [first = nothing] = args;
  const plain = (aggregate: string, ...values: readonly string[]): string =>
    `${aggregate}(${distinct ? 'DISTINCT ' : ''}${values.join(', ')})${tailOf(call)}`;
  if (first.type === 'interval')
    throw unavailable(`${name}() of intervals`, 'Take seconds out of them first.');
  switch (name) {
    case 'count':
      return star || args.length === 0 ? `count()${tailOf(call)}` : plain('count', first.sql);
    case 'sum':
      return plain('sum', first.type === 'integer' ? wide(first.sql) : first.sql);
    case 'avg':
      return plain('avg', float(first));
    case 'min':
    case 'max':
      return plain(name, first.sql);
    case 'bool_and':
    case 'every':
      return plain('min', first.sql);
    case 'bool_or':
      return plain('max', first.sql);
    case 'string_agg':
      return collected(call, ([text = nothing, separator = nothing]) => ({
        value: asText(text),
        finish: (list) => `arrayStringConcat(${list}, ${separator.sql})`,
      }));
    case 'median':
      return plain('quantileExactInclusive(0.5)', float(first));
    case 'percentile_cont': {
      const [item] = call.order;
      const level = levelOf(first);
      return `quantileExactInclusive(${item?.descending ? 1 - level : level})(${float(item ?? nothing)})${tailOf(call)}`;
    }
    case 'percentile_disc': {
      const [item = { ...nothing, descending: false, nulls: undefined }] = call.order;
      const level = levelOf(first);
      const sort = item.descending ? 'arrayReverseSort' : 'arraySort';
      const list = `${sort}(groupArray(${item.sql})${tailOf(call)})`;
      return nonEmpty(list, `l[toUInt64(greatest(1, ceil(${level} * length(l))))]`);
    }
    default:
      return statistic(call) ?? refused(name);
  }
}

function refused(name: string): never {
  throw unavailable(`The function ${name}()`);
}

const tailOf = ({ filter, over }: AggregateCall, also?: string): string => {
  const condition = [filter, also].filter((part) => part !== undefined).join(' AND ');
  return `${condition === '' ? '' : ` FILTER (WHERE ${condition})`}${over}`;
};

function levelOf({ literal }: Operand): number {
  const level = Number(literal);
  if (literal === undefined || !(level >= 0 && level <= 1))
    throw unavailable('A percentile that is not written out as a number from 0 to 1');
  return level;
}

/** Null for an empty list; `l` in `value` is the list. */
const nonEmpty = (list: string, value: string): string =>
  `arrayMap(l -> if(empty(l), NULL, ${value}), [${list}])[1]`;

/** What is made of a list of values, in the order that the call asks for. */
function collected(
  call: AggregateCall,
  read: (args: readonly Operand[]) => { readonly value: string; readonly finish: (list: string) => string },
): string {
  const { value, finish } = read(call.args);
  const collect = call.distinct ? 'groupUniqArray' : 'groupArray';
  const [item, ...others] = call.order;
  if (item === undefined) return nonEmpty(`${collect}(${value})${tailOf(call)}`, finish('l'));
  const isDefault = item.nulls === undefined || (item.nulls === 'first') === item.descending;
  if (others.length > 0 || !isDefault) throw unavailable('This ORDER BY within an aggregate');
  const sort = item.descending ? 'arrayReverseSort' : 'arraySort';
  const pairs = `${collect}(tuple(isNull(${item.sql}), ${item.sql}, ${value}))${tailOf(call, `isNotNull(${value})`)}`;
  const sorted = `arrayMap(t -> assumeNotNull(tupleElement(t, 3)), ${sort}(t -> tuple(tupleElement(t, 1), tupleElement(t, 2)), ${pairs}))`;
  return nonEmpty(sorted, finish('l'));
}

const simple: Readonly<Record<string, string>> = {
  stddev: 'stddevSampStable',
  stddev_samp: 'stddevSampStable',
  stddev_pop: 'stddevPopStable',
  variance: 'varSampStable',
  var_samp: 'varSampStable',
  var_pop: 'varPopStable',
  corr: 'corrStable',
  covar_pop: 'covarPopStable',
  covar_samp: 'covarSampStable',
};

function statistic(call: AggregateCall): string | undefined {
  const values = call.args.map(float);
  const of = (name: string, ...args: readonly string[]): string =>
    `${name}(${args.join(', ')})${tailOf(call)}`;
  const known = simple[call.name];
  if (known !== undefined) return of(known, ...values);
  const [y = 'NULL', x = 'NULL'] = values;
  // Pairs count only if they are complete.
  const ofX = `if(isNull(${y}), NULL, ${x})`;
  const ofY = `if(isNull(${x}), NULL, ${y})`;
  const slope = `(${of('covarPopStable', y, x)} / nullIf(${of('varPopStable', ofX)}, 0))`;
  switch (call.name) {
    case 'regr_slope':
      return slope;
    case 'regr_intercept':
      return `(${of('avg', ofY)} - ${slope} * ${of('avg', ofX)})`;
    case 'regr_r2':
      return `multiIf(${of('varPopStable', ofX)} = 0, NULL, ${of('varPopStable', ofY)} = 0, 1, pow(${of('corrStable', y, x)}, 2))`;
    default:
      return undefined;
  }
}
