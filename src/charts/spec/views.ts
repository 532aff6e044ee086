import { encoding, facetChannel } from './encoding.ts';
import { axisConfig, chartTitle, header, legendConfig, titleConfig } from './guides.ts';
import { background, mark, markConfig, markNames } from './marks.ts';
import type { JsonObject, Properties, Rule } from './rule.ts';
import { rowFactor, transform } from './transforms.ts';
import {
  checkFieldName,
  colour,
  each,
  either,
  field,
  flag,
  format,
  fraction,
  integer,
  list,
  nothing,
  number,
  pictureName,
  pixels,
  scheme,
  text,
  word,
} from './values.ts';

const extent: Rule = either(number(1, 4_000), word('container'), { object: { step: number(1, 200) } });
const perDirection = (rule: Rule): Rule => either(rule, { object: { row: rule, column: rule } });
const sharing = each(
  'x y xOffset yOffset theta radius color fill stroke opacity fillOpacity strokeOpacity strokeWidth strokeDash size ' +
    'angle shape',
  word('shared independent'),
);

/** A repeated column titles what it draws, tooltips too. */
const repeated: Rule = list(
  {
    string: (name, ...rest) =>
      name === pictureName
        ? `Expected another column than "${pictureName}".`
        : (checkFieldName(name, ...rest) ?? field.string?.(name, ...rest)),
  },
  10,
);

const view: Properties = {
  title: chartTitle,
  description: text,
  ...each('width height', extent),
  transform: list(transform, 20),
  mark,
  encoding,
  view: { object: background },
  ...each('layer hconcat vconcat concat', list({ object: () => view }, 10)),
  spec: { object: () => view },
  facet: {
    object: (value) =>
      'row' in value || 'column' in value
        ? { row: facetChannel, column: facetChannel }
        : (facetChannel.object as Properties),
  },
  repeat: either(repeated, { object: { row: repeated, column: repeated, layer: repeated } }),
  columns: integer(1, 10),
  spacing: perDirection(pixels),
  align: perDirection(word('all each none')),
  center: perDirection(flag),
  bounds: word('full flush'),
  resolve: { object: each('scale axis legend', { object: sharing }) },
};

const padding: Rule = either(number(0, 200), { object: each('left right top bottom', number(0, 200)) });
const autosizeType = word('pad fit fit-x fit-y none');
const autosize: Rule = either(autosizeType, {
  object: { type: autosizeType, resize: flag, contains: word('content padding') },
});
const range: Rule = either(list(colour, 50), word('category ordinal ramp diverging heatmap'), {
  object: { scheme },
});

/** Looks and formats, by the same rules as those of a single mark or axis. */
const config: Rule = {
  object: {
    ...each('background', colour),
    ...each('aria', flag),
    ...each('numberFormat timeFormat normalizedNumberFormat', format),
    countTitle: text,
    padding,
    autosize,
    view: {
      object: {
        ...background,
        ...each('continuousWidth continuousHeight discreteWidth discreteHeight', extent),
        step: number(1, 200),
      },
    },
    ...each(
      'axis axisX axisY axisTop axisBottom axisLeft axisRight axisBand axisPoint axisDiscrete axisQuantitative ' +
        'axisTemporal axisXBand axisXPoint axisXDiscrete axisXQuantitative axisXTemporal axisYBand axisYPoint ' +
        'axisYDiscrete axisYQuantitative axisYTemporal',
      axisConfig,
    ),
    legend: legendConfig,
    ...each('header headerRow headerColumn headerFacet', header),
    title: titleConfig,
    ...each(`mark ${markNames.join(' ')}`, markConfig),
    range: { object: each('category ordinal ramp diverging heatmap', range) },
    scale: {
      object: each(
        'bandPaddingInner bandPaddingOuter barBandPaddingInner rectBandPaddingInner pointPadding',
        fraction,
      ),
    },
    ...each('concat facet', { object: { spacing: pixels, columns: integer(1, 10) } }),
  },
};

const schemaAddress = /^https:\/\/vega\.github\.io\/schema\/vega-lite\/v5(\.\d+){0,2}\.json$/;

/** A whole specification, without its data. */
export const chart: Rule = {
  object: {
    $schema: { string: (at) => (schemaAddress.test(at) ? undefined : 'It must be Vega-Lite v5.') },
    ...view,
    background: either(colour, nothing),
    padding,
    autosize,
    config,
  },
  verify: (spec, _path, found) => {
    const { codeLike, hasSingleUnit } = found;
    if (hasSingleUnit && codeLike !== undefined) {
      return `Beside a single time unit such as "month", "${codeLike.join('.')}" may hold no brackets and quotes.`;
    }
    const { marks, rowFactor } = sizeOf(spec);
    if (marks === 0) return 'It names no mark.';
    if (marks > maxMarks) return `It has more than ${maxMarks} charts in it. Draw fewer.`;
    return rowFactor > maxRowFactor
      ? 'Its transforms multiply the rows too often. Compute in the SQL.'
      : undefined;
  },
};

const maxMarks = 60;
const maxRowFactor = 1_000;

/** The marks that a view draws, and the factor by which it multiplies rows; facets draw as many as the data has. */
function sizeOf(spec: JsonObject): { readonly marks: number; readonly rowFactor: number } {
  const inner = ['layer', 'hconcat', 'vconcat', 'concat']
    .flatMap((name) => listOf(spec[name]))
    .concat('spec' in spec ? [spec['spec']] : [])
    .map((child) => sizeOf(child as JsonObject));
  const factors = listOf(spec['transform']).map((each) => rowFactor(each as JsonObject));
  const own = 'mark' in spec ? 1 : 0;
  return {
    marks: repeats(spec['repeat']) * inner.reduce((sum, { marks }) => sum + marks, own),
    rowFactor: [...factors, ...imputes(spec['encoding'])].reduce(
      (product, factor) => product * factor,
      Math.max(1, ...inner.map(({ rowFactor }) => rowFactor)),
    ),
  };
}

function repeats(repeat: unknown): number {
  if (Array.isArray(repeat)) return repeat.length;
  return typeof repeat === 'object' && repeat !== null
    ? Object.values(repeat).reduce((product: number, names) => product * listOf(names).length, 1)
    : 1;
}

function imputes(encoding: unknown): readonly number[] {
  if (typeof encoding !== 'object' || encoding === null) return [];
  return Object.values(encoding).flatMap((channel: unknown) =>
    typeof channel === 'object' && channel !== null && 'impute' in channel ? [rowFactor({ impute: '' })] : [],
  );
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
