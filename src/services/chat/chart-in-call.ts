import { parseChartSpec } from '../../charts/spec/chart-spec.ts';

/**
 * A tool call's parameters or its result, both JSON text, with a chart that any client may draw or with none: models write
 * charts, and threads keep those that earlier versions let through.
 */
export function withSafeChart(json: string): string {
  if (!json.includes('"vegaSpec"')) return json;
  const call: unknown = JSON.parse(json);
  if (typeof call !== 'object' || call === null || !('vegaSpec' in call)) return json;
  const { vegaSpec, ...rest } = call;
  const parsed = typeof vegaSpec === 'string' ? parseChartSpec(vegaSpec) : undefined;
  if (parsed === undefined || 'problems' in parsed) return JSON.stringify(rest);
  // As it was checked, so that no other parser reads something else in it.
  const text = JSON.stringify(parsed.spec);
  return text === vegaSpec ? json : JSON.stringify({ ...rest, vegaSpec: text });
}
