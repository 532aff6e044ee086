import type { ChartSpec } from './chart-props.ts';

type Json = Readonly<Record<string, unknown>>;

const concatenated = ['vconcat', 'hconcat', 'concat'] as const;
const lines: readonly unknown[] = ['line', 'area', 'trail'];
const dots: readonly unknown[] = ['point', 'circle', 'square'];

/**
 * Lets the pointer find the nearest point of lines, areas and scatter plots from anywhere in the chart: the point is marked, and
 * its tooltip shown. Charts that react to the pointer in their own way stay as they are.
 */
export function withNearPoints(spec: ChartSpec): ChartSpec {
  let count = 0;
  const changed = (view: Json): Json => {
    for (const key of concatenated) {
      const views = view[key];
      if (Array.isArray(views)) return { ...view, [key]: views.map((each) => changed(each as Json)) };
    }
    const { mark, encoding, params, ...rest } = view;
    const type = isObject(mark) ? mark['type'] : mark;
    if (!isObject(encoding) || params !== undefined || 'row' in encoding || 'column' in encoding) return view;
    const near = () => {
      count += 1;
      const select = { type: 'point', nearest: true, on: 'pointermove', clear: 'pointerout' };
      return { name: `near_point_${count}`, select };
    };
    if (dots.includes(type)) return { ...view, params: [near()] };
    if (!lines.includes(type)) return view;
    const param = near();
    const points = {
      params: [param],
      mark: { type: 'point', filled: true, size: 60 },
      encoding: {
        ...(type === 'area' ? stackedAs(encoding) : {}),
        opacity: { condition: { param: param.name, empty: false, value: 1 }, value: 0 },
      },
    };
    return { ...rest, encoding, layer: [{ mark }, points] };
  };
  return changed(spec);
}

/** Areas of series are stacked unless they say otherwise, points only where they say so. */
function stackedAs(encoding: Json): Json {
  const stacked = Object.entries(encoding).flatMap(([channel, value]) =>
    (channel === 'x' || channel === 'y') &&
    isObject(value) &&
    value['type'] === 'quantitative' &&
    !('stack' in value) &&
    'color' in encoding
      ? [[channel, { ...value, stack: 'zero' }] as const]
      : [],
  );
  return Object.fromEntries(stacked);
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
