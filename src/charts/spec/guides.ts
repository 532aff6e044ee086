import { expression } from './predicates.ts';
import type { Properties, Rule } from './rule.ts';
import {
  align,
  anchor,
  baseline,
  cap,
  colour,
  dash,
  dateTime,
  each,
  either,
  flag,
  fontStyle,
  fontWeight,
  format,
  formatType,
  fraction,
  integer,
  lines,
  list,
  nothing,
  number,
  paint,
  pixels,
  scheme,
  shownScalar,
  symbol,
  text,
  title,
  word,
} from './values.ts';

/** How a text of a guide looks: `labelColor`, `titleFontSize`, and so on. */
function textLook(prefix: 'label' | 'title'): Properties {
  return {
    [`${prefix}Color`]: colour,
    [`${prefix}FontStyle`]: fontStyle,
    [`${prefix}FontWeight`]: fontWeight,
    [`${prefix}Opacity`]: fraction,
    [`${prefix}Align`]: align,
    [`${prefix}Anchor`]: anchor,
    [`${prefix}Baseline`]: baseline,
    [`${prefix}Orient`]: side,
    ...each(
      ['FontSize', 'Limit', 'LineHeight', 'Padding', 'Angle', 'Offset'].map((end) => prefix + end).join(' '),
      pixels,
    ),
  };
}

const side = word('left right top bottom none');
/** A number only: with an interval such as a second, a long period would have countless ticks. */
const tickCount = number(0, 100);
const values: Rule = list(either(shownScalar, dateTime), 200);

const guide: Properties = {
  aria: flag,
  description: text,
  format,
  formatType,
  labelExpr: expression,
  labels: flag,
  labelOverlap: either(flag, word('parity greedy')),
  labelSeparation: pixels,
  ...textLook('label'),
  ...textLook('title'),
  title,
  tickCount,
  tickMinStep: number(0, 1e15),
  values,
  zindex: integer(0, 1),
};

const axisProperties: Properties = {
  ...guide,
  ...each('domain grid ticks tickBand tickExtra tickRound', flag),
  tickBand: word('center extent'),
  ...each('labelBound labelFlush', either(flag, pixels)),
  ...each('domainColor gridColor tickColor', colour),
  ...each('domainOpacity gridOpacity tickOpacity bandPosition', fraction),
  ...each('domainDash gridDash tickDash', dash),
  ...each('domainCap gridCap tickCap', cap),
  ...each(
    'domainWidth gridWidth tickWidth domainDashOffset gridDashOffset tickDashOffset tickSize tickOffset offset position ' +
      'minExtent maxExtent translate labelFlushOffset titleX titleY',
    pixels,
  ),
  orient: side,
};

const legendProperties: Properties = {
  ...guide,
  type: word('symbol gradient'),
  direction: word('horizontal vertical'),
  orient: word('none left right top bottom top-left top-right bottom-left bottom-right'),
  columns: integer(0, 20),
  symbolType: symbol,
  ...each('symbolFillColor symbolStrokeColor fillColor strokeColor gradientStrokeColor', colour),
  ...each('symbolOpacity gradientOpacity', fraction),
  ...each('symbolDash strokeDash', dash),
  ...each(
    'symbolSize symbolStrokeWidth symbolDashOffset symbolOffset symbolLimit strokeWidth gradientLength gradientThickness gradientStrokeWidth ' +
      'clipHeight columnPadding rowPadding cornerRadius legendX legendY offset padding',
    pixels,
  ),
  gridAlign: word('all each none'),
};

export const axis: Rule = either({ object: axisProperties }, nothing);
export const axisConfig: Rule = { object: { ...axisProperties, disable: flag } };
export const legend: Rule = either({ object: legendProperties }, nothing);
export const legendConfig: Rule = { object: { ...legendProperties, disable: flag } };

/** Of the charts that a facet makes. */
export const header: Rule = either(
  {
    object: {
      ...each('labels', flag),
      format,
      formatType,
      labelExpr: expression,
      ...textLook('label'),
      ...textLook('title'),
      title,
      orient: side,
    },
  },
  nothing,
);

const titleProperties: Properties = {
  anchor,
  align,
  baseline,
  angle: pixels,
  color: colour,
  subtitleColor: colour,
  frame: word('bounds group'),
  orient: side,
  ...each('fontStyle subtitleFontStyle', fontStyle),
  ...each('fontWeight subtitleFontWeight', fontWeight),
  ...each(
    'dx dy fontSize limit lineHeight offset subtitleFontSize subtitleLineHeight subtitlePadding',
    pixels,
  ),
  zindex: integer(0, 1),
};

/** Of a whole chart. */
export const chartTitle: Rule = either(
  lines,
  { object: { ...titleProperties, text: either(lines, nothing), subtitle: lines } },
  nothing,
);
export const titleConfig: Rule = { object: titleProperties };

/**
 * How values become positions, colours and sizes. No `bins` and no `domainRaw`; only bases whose ticks are few; never
 * null, which would draw colours as the data spells them.
 */
export const scale: Rule = {
  object: {
    type: word('linear log pow sqrt symlog time utc quantile quantize threshold ordinal point band'),
    domain: either(list(either(shownScalar, dateTime), 200), word('unaggregated'), {
      object: { unionWith: list(either(shownScalar, dateTime), 200) },
    }),
    ...each('domainMin domainMax', either(number(-1e15, 1e15), dateTime)),
    domainMid: number(-1e15, 1e15),
    range: either(
      list(either(paint, symbol, pixels, dash), 200),
      word('category ordinal ramp diverging heatmap'),
    ),
    ...each('rangeMin rangeMax', either(pixels, paint)),
    scheme,
    ...each('clamp reverse round zero', flag),
    nice: either(flag, number(1, 100), word('minute hour day week month year')),
    ...each('padding paddingInner paddingOuter', number(0, 100)),
    align: fraction,
    base: integer(2, 10),
    exponent: number(0.1, 10),
    constant: number(0.001, 1e6),
    interpolate: word('rgb lab hcl hsl hsl-long hcl-long cubehelix cubehelix-long'),
  },
};
