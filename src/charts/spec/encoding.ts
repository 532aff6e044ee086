import { axis, header, legend, scale } from './guides.ts';
import { isSingleUnit, predicate, timeUnit } from './predicates.ts';
import type { Check, JsonObject, Properties, Rule } from './rule.ts';
import { aggregate, bin, imputeParams } from './transforms.ts';
import {
  dash,
  dateTime,
  dateTimeProperties,
  each,
  either,
  field,
  flag,
  format,
  formatType,
  fraction,
  integer,
  lines,
  list,
  nothing,
  paint,
  pixels,
  shownField,
  shownScalar,
  symbol,
  text,
  title,
  word,
} from './values.ts';

/** The column that a repeated chart is about. */
const repeatedProperties: Properties = { repeat: word('row column repeat layer') };

const order = either(word('ascending descending'), nothing);
const channelNames =
  'x y color fill stroke strokeWidth size shape fillOpacity strokeOpacity opacity text xOffset yOffset theta radius';
const sort: Rule = either(
  word(`ascending descending ${channelNames} ${channelNames.replaceAll(/(^| )/g, '$1-')}`),
  nothing,
  list(either(shownScalar, dateTime), 500),
  { object: { field, op: aggregate, order, encoding: word(channelNames) } },
);

/** What is drawn of a column. */
const definition: Properties = {
  field: either(shownField, { object: repeatedProperties }),
  type: word('quantitative ordinal temporal nominal'),
  aggregate,
  bin,
  timeUnit,
  title,
  bandPosition: fraction,
  band: fraction,
};

/** Notes units for which Vega-Lite copies values into expressions unchanged (see {@link codeProblem}). */
const noteUnit: Check<JsonObject> = ({ timeUnit }, _path, found) => {
  const unit =
    typeof timeUnit === 'object' && timeUnit !== null && 'unit' in timeUnit ? timeUnit.unit : timeUnit;
  if (isSingleUnit(unit)) found.hasSingleUnit = true;
  return undefined;
};

function channel(properties: Properties): Rule {
  return { object: { ...definition, ...properties }, verify: noteUnit };
}

/** A value in the place of a column. */
const datum: Rule = {
  ...shownScalar,
  object: (value) => ('repeat' in value ? repeatedProperties : dateTimeProperties),
};

/** A channel with one value for all rows, and others where a condition holds. */
function valued(value: Rule, more: Properties): Rule {
  const conditional: Rule = {
    object: { ...definition, ...more, test: predicate, value },
    verify: (def, ...rest) => (def['test'] === undefined ? 'Expected "test".' : noteUnit(def, ...rest)),
  };
  return channel({ ...more, datum, value, condition: either(conditional, list(conditional, 10)) });
}

const written: Properties = { format, formatType };
const position = valued(either(pixels, word('width height')), {
  axis,
  scale,
  sort,
  stack: either(word('zero center normalize'), flag, nothing),
  impute: either({ object: imputeParams }, nothing),
});
const look = { legend, scale, sort };
const sizes = valued(pixels, look);

const facet = {
  sort,
  header,
  columns: integer(1, 10),
  spacing: pixels,
  align: word('all each none'),
  center: flag,
};

/** A list even of one: a single value may be an object of the data, which names a picture. */
const tooltip: Rule = either(list(channel(written), 30), nothing, {
  object: (single) =>
    'field' in single ? 'Write it as a list: [{ "field": … }].' : { value: either(text, nothing) },
});

export const facetChannel: Rule = channel(facet);

export const encoding: Rule = {
  object: {
    ...each('x y x2 y2 xOffset yOffset theta theta2 radius radius2', position),
    ...each('xError xError2 yError yError2', position),
    ...each('color fill stroke', valued(paint, look)),
    ...each('opacity fillOpacity strokeOpacity strokeWidth size angle', sizes),
    shape: valued(either(symbol, nothing), look),
    strokeDash: valued(dash, look),
    text: valued(lines, written),
    detail: either(channel({}), list(channel({}), 10)),
    order: either(channel({ sort: order, value: pixels }), list(channel({ sort: order }), 10)),
    tooltip,
    row: facetChannel,
    column: facetChannel,
    facet: facetChannel,
  },
};
