import { inspect, type JsonObject, newFindings, type SpecProblem } from './rule.ts';
import { chart } from './views.ts';

/** A Vega-Lite specification, or a part of one. */
export type Spec = JsonObject;
export type { SpecProblem };

export const vegaLiteSchema = 'https://vega.github.io/schema/vega-lite/v5.json';

/**
 * What keeps a specification from being drawn, wherever it came from. What is not known to be harmless is a problem: a
 * chart loads nothing, leads nowhere, runs nothing but bounded computations on single rows, and changes nothing of the page
 * around it, so that a client may draw it without a content security policy. Empty when nothing does.
 *
 * Bounded are its size, the charts in it, and how often it multiplies its rows. Data of its own is a problem, too;
 * {@link parseChartSpec} takes it out.
 * @param columns of the result that it draws; without them, its fields are taken for columns
 */
export function chartSpecProblems(spec: unknown, columns?: readonly string[]): readonly SpecProblem[] {
  const found = newFindings();
  inspect(chart, spec, [], found);
  if (found.problems.length === 0 && found.fields.size === 0) {
    return [{ path: [], message: 'It encodes no column.' }];
  }
  const missing =
    columns === undefined
      ? []
      : [...found.fields].filter(([field]) => !columns.includes(field) && !found.made.has(field));
  return [
    ...found.problems,
    ...missing.map(([field, path]) => ({
      path,
      message: `There is no column "${field}". There are ${(columns ?? []).join(', ')}.`,
    })),
  ];
}

/**
 * A specification from its JSON text, without the data that it holds.
 * @param columns as in {@link chartSpecProblems}
 */
export function parseChartSpec(
  text: string,
  columns?: readonly string[],
): { readonly spec: Spec } | { readonly problems: readonly SpecProblem[] } {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { problems: [{ path: [], message: 'Expected a Vega-Lite specification as JSON text.' }] };
  }
  const { data, datasets: _, ...rest } = value as Spec;
  // Data that it would load stays, as a problem.
  const spec = isHeld(data) ? rest : { ...rest, data };
  const problems = chartSpecProblems(spec, columns);
  return problems.length === 0 ? { spec } : { problems };
}

function isHeld(data: unknown): boolean {
  if (typeof data !== 'object' || data === null) return true;
  return Object.keys(data).every((key) => key === 'values' || key === 'name');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What is wrong with a specification, as one text. @param name what the specification is called */
export function formatSpecProblems(name: string, problems: readonly SpecProblem[]): string {
  return problems.map(({ path, message }) => `${[name, ...path].join('.')}: ${message}`).join(' ');
}
