import type { Properties, Rule } from './rule.ts';
import {
  align,
  baseline,
  cap,
  colour,
  dash,
  each,
  either,
  flag,
  fontStyle,
  fontWeight,
  fraction,
  lines,
  nothing,
  number,
  paint,
  pixels,
  symbol,
  text,
  word,
} from './values.ts';

const interpolate = word(
  'basis basis-open basis-closed bundle cardinal cardinal-open cardinal-closed catmull-rom linear linear-closed ' +
    'monotone natural step step-before step-after',
);
const relativeSize = { object: { band: number(0, 10) } };
const blend = word(
  'multiply screen overlay darken lighten color-dodge color-burn hard-light soft-light difference exclusion hue ' +
    'saturation color luminosity',
);

/**
 * How marks look. Symbols by name, no paths; a tooltip shows what is encoded or a plain text, never a whole row, which
 * could name a picture.
 */
const look: Properties = {
  ...each('fill stroke color', paint),
  ...each('opacity fillOpacity strokeOpacity', fraction),
  ...each('aria clip filled', flag),
  ...each('description ariaRoleDescription', text),
  ...each(
    'size strokeWidth strokeDashOffset strokeMiterLimit strokeOffset angle theta theta2 thetaOffset theta2Offset ' +
      'radius radius2 radiusOffset radius2Offset innerRadius outerRadius padAngle startAngle endAngle tension dx dy limit ' +
      'fontSize lineHeight cornerRadius cornerRadiusEnd cornerRadiusTopLeft cornerRadiusTopRight cornerRadiusBottomLeft ' +
      'cornerRadiusBottomRight binSpacing bandSize minBandSize continuousBandSize xOffset x2Offset yOffset y2Offset ' +
      'thickness ticks',
    pixels,
  ),
  ...each('x y x2 y2', either(pixels, word('width height'))),
  ...each('width height discreteBandSize', either(pixels, relativeSize)),
  ...each('timeUnitBandPosition timeUnitBandSize', fraction),
  strokeDash: dash,
  strokeCap: cap,
  strokeJoin: word('miter round bevel'),
  blend: either(blend, nothing),
  interpolate,
  shape: symbol,
  text: lines,
  align,
  baseline,
  fontStyle,
  fontWeight,
  dir: word('ltr rtl'),
  ellipsis: text,
  orient: word('horizontal vertical'),
  order: either(flag, nothing),
  tooltip: either(flag, nothing, text, { object: { content: word('encoding') } }),
  invalid: either(
    word('filter break-paths-filter-domains break-paths-show-domains break-paths-show-path-domains show'),
    nothing,
  ),
};

const part: Rule = either(flag, { object: look });

/** What a mark of any kind may have; the points and lines of an area, and the parts of a box, are marks in it. */
const markProperties: Properties = {
  ...look,
  ...each('line rule median box outliers borders band', part),
  point: either(part, word('transparent')),
  ticks: either(part, pixels),
  extent: either(number(0, 100), word('min-max ci iqr stderr stdev')),
};

/** Neither pictures, which are loaded, nor the shapes of maps. */
const types = 'arc area bar line point rect rule text tick trail circle square boxplot errorband errorbar';

export const mark: Rule = either(word(types), {
  object: { ...markProperties, type: word(types) },
  verify: ({ type }) => (type === undefined ? 'Expected "type".' : undefined),
});

export const markConfig: Rule = { object: markProperties };
export const markNames: readonly string[] = types.split(' ');

/** What lies behind the marks. */
export const background: Properties = {
  ...each('fill stroke', colour),
  ...each('opacity fillOpacity strokeOpacity', fraction),
  ...each('cornerRadius strokeDashOffset strokeMiterLimit strokeWidth', pixels),
  strokeCap: cap,
  strokeDash: dash,
  strokeJoin: word('miter round bevel'),
};
