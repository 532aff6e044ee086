/** ` Did you mean "x"?` for the nearest of the candidates, or nothing when none is near; to be appended to a message. */
export function suggest(wrong: string, candidates: Iterable<string>): string {
  const nearest = nearestName(wrong, candidates);
  return nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
}

/** Pairs of characters that are compared at most, in about five milliseconds. */
const maxComparisons = 500_000;

/**
 * The candidate with the fewest edits, at most a third of the longer word's length; undefined when none is that near.
 * Of very many candidates only the first are looked at.
 */
export function nearestName(wrong: string, candidates: Iterable<string>): string | undefined {
  const target = wrong.toLowerCase();
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  let comparisons = 0;
  const seen = new Set<string>();
  for (const candidate of candidates) {
    const name = candidate.toLowerCase();
    if (seen.has(name)) continue;
    seen.add(name);
    const nearby = Math.max(1, Math.floor(Math.max(name.length, target.length) / 3));
    const limit = Math.min(nearby, bestDistance - 1);
    comparisons += 1 + (Math.abs(name.length - target.length) > limit ? 0 : target.length * (2 * limit + 1));
    if (comparisons > maxComparisons) break;
    const distance = editDistance(target, name, limit);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Damerau-Levenshtein distance (optimal string alignment); infinite once it must exceed `limit`. */
export function editDistance(a: string, b: string, limit: number): number {
  if (limit < 0 || Math.abs(a.length - b.length) > limit) return Number.POSITIVE_INFINITY;
  const row = (): number[] => Array<number>(b.length + 1).fill(Number.POSITIVE_INFINITY);
  let beforePrevious = row();
  let previous = row().map((_, index) => (index <= limit ? index : Number.POSITIVE_INFINITY));
  for (let i = 1; i <= a.length; i++) {
    const current = row();
    if (i <= limit) current[0] = i;
    let rowMinimum = at(current, 0);
    // Further from the diagonal there are more edits than the limit.
    for (let j = Math.max(1, i - limit); j <= Math.min(b.length, i + limit); j++) {
      const substitution = at(previous, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let cost = Math.min(substitution, at(previous, j) + 1, at(current, j - 1) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, at(beforePrevious, j - 2) + 1);
      }
      current[j] = cost;
      rowMinimum = Math.min(rowMinimum, cost);
    }
    if (rowMinimum > limit) return Number.POSITIVE_INFINITY;
    beforePrevious = previous;
    previous = current;
  }
  const distance = at(previous, b.length);
  return distance > limit ? Number.POSITIVE_INFINITY : distance;
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
