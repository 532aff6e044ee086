import { type ChartMark, pieMark } from '../contract/chart-marks.ts';
import { chartText, isAdditive } from './fields.ts';
import type { ChartColumn, Shape } from './shape.ts';
import { type Spec, vegaLiteSchema } from './spec/chart-spec.ts';
import {
  datum,
  limitSeries,
  maxSeries,
  namedCategories,
  nominal,
  numberTransforms,
  quantity,
  quantityStyle,
  temporal,
  tooltips,
} from './spec.ts';

const maxBars = 30;
/** About as wide as pages draw a chart, in pixels. */
const chartWidth = 420;

/**
 * Chooses a chart by the shape of the result; undefined if there is nothing to compare.
 * @param mark to draw it with; undefined as well if that would say something else
 */
export function buildSpec(named: string, result: Shape, mark?: ChartMark): Spec | undefined {
  const title = chartText(named);
  const { shape, transforms: apart } = namesakesApart(result);
  if (shape.rowCount < 2 || shape.numbers.length === 0) return undefined;
  const body = mark === undefined ? choose(shape) : chooseFor(mark, shape);
  if (body === undefined) return undefined;
  const { transform = [], subtitle, ...rest } = body;
  const transforms = [
    ...numberTransforms(shape.numbers),
    ...apart,
    ...(transform as Spec[]),
    ...namedCategories(shape.categories),
  ];
  return {
    $schema: vegaLiteSchema,
    ...(title === '' ? {} : { title: subtitle === undefined ? title : { text: title, subtitle } }),
    ...(transforms.length === 0 ? {} : { transform: transforms }),
    ...rest,
  };
}

/** Rows that share their only name are drawn apart, the further ones with a number: stacked they would be the bar of nobody. */
function namesakesApart(shape: Shape): { readonly shape: Shape; readonly transforms: readonly Spec[] } {
  const [category, ...others] = shape.categories;
  if (category === undefined || shape.times.length + others.length > 0) return { shape, transforms: [] };
  // Rows that are not known may share a name, too.
  if (category.distinct === shape.rowCount && !category.isPart) return { shape, transforms: [] };
  const name = `${category.name}_apart`;
  const said = datum(category.name);
  const nth = datum('namesake');
  return {
    shape: { ...shape, categories: [{ ...category, name, distinct: shape.rowCount }] },
    transforms: [
      { window: [{ op: 'row_number', as: 'namesake' }], groupby: [category.name] },
      { calculate: `${nth} > 1 && isValid(${said}) ? ${said} + ' (' + ${nth} + ')' : ${said}`, as: name },
    ],
  };
}

function choose({ times, categories, numbers }: Shape): Spec | undefined {
  const [time, secondTime] = times;
  const [category, second, third] = categories;
  const [first] = numbers;
  if (first === undefined || secondTime !== undefined) return undefined;
  if (time !== undefined) {
    if (second !== undefined || time.distinct < 2) return undefined;
    if (category !== undefined) return series(time, category, first);
    return numbers.length === 1 ? timeline(time, first) : stackedTimelines(time, numbers);
  }
  if (category === undefined) return numbers.length === 2 ? points(numbers, []) : undefined;
  if (third !== undefined) return undefined;
  if (second !== undefined) return twoCategories(category, second, first);
  const share = numbers.find(isShare);
  if (share !== undefined && category.distinct > 1) return shareBar(category, share, numbers);
  if (numbers.length === 1) return bars(category, first);
  return numbers.length === 2 && category.distinct > maxBars
    ? points(numbers, [category])
    : sideBySideBars(category, numbers);
}

function chooseFor(mark: ChartMark, shape: Shape): Spec | undefined {
  const [time, secondTime] = shape.times;
  const [category, second] = shape.categories;
  const [value] = shape.numbers;
  if (value === undefined || secondTime !== undefined) return undefined;
  if (time === undefined) {
    if (mark === 'arc')
      return category !== undefined && second === undefined ? slices(category, value) : undefined;
    return mark === 'bar'
      ? choose({ ...shape, numbers: shape.numbers.filter((it) => !isShare(it)) })
      : undefined;
  }
  const { distinct } = time;
  if (mark === 'arc' || second !== undefined || distinct < 2) return undefined;
  const addsUp = isAdditive(value.field?.measure) && !value.negative;
  // Bars and areas of several series are stacked.
  if (category !== undefined && mark !== 'line' && !addsUp) return undefined;
  const size = Math.max(2, Math.min(36, Math.round(chartWidth / (time.steps + 1))));
  const drawn = {
    bar: { type: 'bar', size },
    line: { type: 'line', point: true },
    area: { type: 'area', line: true, opacity: 0.3 },
  }[mark];
  const body = category === undefined ? timeline(time, value) : series(time, category, value);
  return { ...body, mark: drawn };
}

function isShare({ name }: ChartColumn): boolean {
  return /(^|_)share(_|$)|_share_percent$/.test(name);
}

/** Parts of a whole; undefined where the values do not add up to one. */
function slices(category: ChartColumn, value: ChartColumn): Spec | undefined {
  if (!isAdditive(value.field?.measure) || value.negative) return undefined;
  const order = { field: value.name, op: 'sum', order: 'descending' };
  return {
    transform: limitSeries(category, value, []).transforms,
    mark: pieMark,
    encoding: {
      theta: quantity(value, { axis: undefined, stack: true }),
      order: { field: value.name, type: 'quantitative', sort: 'descending' },
      color: nominal(category, 'legend', { sort: order }),
      tooltip: tooltips([category, value]),
    },
  };
}

function timeline(time: ChartColumn, value: ChartColumn): Spec {
  const additive = isAdditive(value.field?.measure);
  return {
    mark: additive ? { type: 'area', line: true, opacity: 0.3 } : { type: 'line', point: true },
    encoding: { x: temporal(time), y: quantity(value), tooltip: tooltips([time, value]) },
  };
}

/** One panel per measure, so that none is flattened by another's scale. */
function stackedTimelines(time: ChartColumn, values: readonly ChartColumn[]): Spec {
  return {
    vconcat: values.map((value) => ({
      height: 150,
      mark: { type: 'line', point: true },
      encoding: { x: temporal(time), y: quantity(value), tooltip: tooltips([time, value]) },
    })),
  };
}

function series(time: ChartColumn, category: ChartColumn, value: ChartColumn): Spec {
  const { transforms, limited } = limitSeries(category, value, [time]);
  return {
    ...(limited ? { subtitle: largest(maxSeries, category) } : {}),
    transform: transforms,
    mark: { type: 'line', point: true },
    encoding: {
      x: temporal(time),
      y: quantity(value),
      color: nominal(category, 'legend'),
      tooltip: tooltips([time, category, value]),
    },
  };
}

function largest(count: number, { distinct, isPart }: ChartColumn): string {
  return isPart ? `The ${count} largest` : `The ${count} largest of ${distinct}`;
}

function largestBars(category: ChartColumn, value: ChartColumn): Spec {
  if (category.distinct <= maxBars) return {};
  return {
    subtitle: largest(maxBars, category),
    transform: [
      {
        window: [{ op: 'row_number', as: 'bar_rank' }],
        sort: [{ field: value.name, order: 'descending' }],
      },
      { filter: { field: 'bar_rank', lte: maxBars } },
    ],
  };
}

function bars(category: ChartColumn, value: ChartColumn): Spec {
  return {
    ...largestBars(category, value),
    mark: 'bar',
    encoding: {
      y: nominal(category, 'axis', { sort: category.weekdays ? null : '-x' }),
      x: quantity(value),
      tooltip: tooltips([category, value]),
    },
  };
}

function sideBySideBars(category: ChartColumn, values: readonly ChartColumn[]): Spec {
  const [leading] = values;
  const order = leading === undefined ? {} : { field: leading.name, op: 'sum', order: 'descending' };
  return {
    ...(leading === undefined ? {} : largestBars(category, leading)),
    hconcat: values.map((value) => ({
      width: 200,
      mark: 'bar',
      encoding: {
        y: nominal(category, 'axis', { sort: category.weekdays ? null : order }),
        x: quantity(value),
        tooltip: tooltips([category, value]),
      },
    })),
  };
}

function shareBar(category: ChartColumn, share: ChartColumn, all: readonly ChartColumn[]): Spec {
  const additiveShare: ChartColumn = {
    ...share,
    field: {
      title: share.title,
      format: 'percent',
      currency: undefined,
      measure: 'sum',
      dimension: undefined,
    },
  };
  const { transforms } = limitSeries(category, additiveShare, []);
  const shown = transforms.length === 0 ? [category, ...all] : [category, additiveShare];
  return {
    transform: transforms,
    height: 80,
    mark: 'bar',
    encoding: {
      x: {
        field: share.name,
        type: 'quantitative',
        stack: 'normalize',
        title: share.title,
        axis: { format: '.0%' },
      },
      color: nominal(category, 'legend', { sort: { field: share.name, op: 'sum', order: 'descending' } }),
      order: { field: share.name, type: 'quantitative', sort: 'descending' },
      tooltip: tooltips(shown),
    },
  };
}

/** With few inner categories, bars: stacked if the values are additive, else side by side. With many of both, a heat map. */
function twoCategories(a: ChartColumn, b: ChartColumn, value: ChartColumn): Spec {
  const [outer, inner] = a.distinct >= b.distinct ? [a, b] : [b, a];
  if (inner.distinct > maxSeries || (inner.distinct > 5 && outer.distinct > 5)) {
    return {
      mark: 'rect',
      encoding: {
        y: nominal(outer, 'axis'),
        x: nominal(inner, 'axis'),
        color: { ...quantity(value), axis: undefined, legend: { format: quantityStyle(value).format } },
        tooltip: tooltips([outer, inner, value]),
      },
    };
  }
  const additive = isAdditive(value.field?.measure);
  return {
    mark: 'bar',
    encoding: {
      y: nominal(outer, 'axis', { sort: { field: value.name, op: 'sum', order: 'descending' } }),
      x: quantity(value, additive ? { stack: 'zero' } : {}),
      color: nominal(inner, 'legend'),
      ...(additive ? {} : { yOffset: nominal(inner) }),
      tooltip: tooltips([outer, inner, value]),
    },
  };
}

function points(numbers: readonly ChartColumn[], labels: readonly ChartColumn[]): Spec | undefined {
  const [x, y] = numbers;
  if (x === undefined || y === undefined) return undefined;
  return {
    mark: { type: 'point', filled: true },
    encoding: {
      x: quantity(x, { scale: { zero: false } }),
      y: quantity(y, { scale: { zero: false } }),
      tooltip: tooltips([...labels, x, y]),
    },
  };
}
