/** What figures of a period are compared with. */
export const comparisons = ['year', 'period', 'none'] as const;
export type Comparison = (typeof comparisons)[number];

const parameter = 'compare';

/** As the address says, else with the year before. */
export function readComparison(address: URLSearchParams): Comparison {
  return comparisons.find((each) => each === address.get(parameter)) ?? 'year';
}

export function writeComparison(address: URLSearchParams, comparison: Comparison): void {
  if (comparison === 'year') address.delete(parameter);
  else address.set(parameter, comparison);
}
