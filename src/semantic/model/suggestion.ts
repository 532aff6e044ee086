/** ` Did you mean "x"?` for the nearest of the candidates, or nothing when none is near; to be appended to a message. */
export function suggest(wrong: string, candidates: Iterable<string>): string {
  const nearest = nearestName(wrong, candidates);
  return nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
}

/** The candidate with the fewest edits, at most a third of the longer word's length; undefined when none is that near. */
export function nearestName(wrong: string, candidates: Iterable<string>): string | undefined {
  const target = wrong.toLowerCase();
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const name = candidate.toLowerCase();
    const limit = Math.max(1, Math.floor(Math.max(name.length, target.length) / 3));
    const distance = editDistance(target, name, Math.min(limit, bestDistance - 1));
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
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    let rowMinimum = i;
    for (let j = 1; j <= b.length; j++) {
      const substitution = at(previous, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let cost = Math.min(substitution, at(previous, j) + 1, at(current, j - 1) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, at(beforePrevious, j - 2) + 1);
      }
      current.push(cost);
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
