import { readExpression } from './expression.ts';
import type { Properties, Rule } from './rule.ts';
import { dateTime, each, either, field, flag, integer, isCode, list, nothing, scalar } from './values.ts';

/** A Vega expression that computes one value of a row. */
export const expression: Rule = {
  string: (text, _path, found) => {
    const read = readExpression(text, found.made);
    return 'problem' in read ? read.problem : undefined;
  },
};

const unitName =
  /^(binned)?(utc)?(year)?(quarter|month)?(week)?(dayofyear|date|day)?(hours)?(minutes)?(seconds)?(milliseconds)?$/;

const unit: Rule = {
  string: (name) =>
    name !== '' && unitName.test(name) && !/(binned|utc)$/.test(name)
      ? undefined
      : 'Expected a time unit such as year, yearmonth, yearmonthdate or utcyearweek.',
};

export const timeUnit: Rule = either(unit, {
  object: { unit, utc: flag, binned: flag, step: integer(1, 1_000), maxbins: integer(2, 200) },
});

/** Whether Vega-Lite copies values with this unit into expressions unchanged. */
export function isSingleUnit(name: unknown): boolean {
  return typeof name === 'string' && singleUnits.has(name.replace(/^(binned)?(utc)?/, ''));
}

const singleUnits: ReadonlySet<string> = new Set(
  'year quarter month week day dayofyear date hours minutes seconds milliseconds'.split(' '),
);

const value: Rule = either(scalar, dateTime);
/** Either end may be open. */
const range: Rule = list(either(value, nothing), 2);

const comparison: Properties = {
  field,
  timeUnit,
  ...each('equal lt lte gt gte', value),
  range,
  oneOf: list(value, 500),
  valid: flag,
};

/** What a row must meet: `{"field": "revenue", "gt": 0}`, several of them with `and`, `or`, `not`, or an expression. */
export const predicate: Rule = {
  ...expression,
  object: (composed) => {
    if ('and' in composed) return { and: several };
    if ('or' in composed) return { or: several };
    if ('not' in composed) return { not: predicate };
    return comparison;
  },
  verify: ({ timeUnit, field: _, ...compared }) =>
    timeUnit !== undefined && texts(Object.values(compared)).some(isCode)
      ? 'Expected dates: numbers, "2024-01-31", or {"year": 2024, "month": 1}.'
      : undefined,
};
const several: Rule = { list: { of: predicate, min: 1, max: 20 } };

function texts(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(texts);
  return typeof value === 'string' ? [value] : [];
}
