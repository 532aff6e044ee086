import { editDistance } from '../english.ts';

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
