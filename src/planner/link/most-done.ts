import type { Token } from '../language/text.ts';
import type { Link } from './link.ts';

/** Whether a participle is said to be so more than anything: "most used", "least visited". */
function isMostDone(at: number | undefined, tokens: readonly Token[]): boolean {
  const { word = '', before = '', afterBreak } = tokens[at ?? -1] ?? {};
  return /(?:ed|en|t)$/.test(word) && /^(?:most|least)$/.test(before) && afterBreak === false;
}

/** "The most used versions" are counted by no "widely used versions". */
export function isOtherMost({ entry, tokens: own, quality }: Link, tokens: readonly Token[]): boolean {
  const isCount = entry.kind === 'measure' && entry.measure.type.startsWith('count');
  return isCount && quality < 0.97 && isMostDone(own[0], tokens);
}

/** "Most used", where one column says how much of that there is, is ranked by it as if it were named. */
export function mostDone(links: readonly Link[], tokens: readonly Token[]): Link[] {
  const isOf = (link: Link): boolean =>
    link.tokens.length === 1 && isMostDone(link.tokens[0], tokens) && columnOf(link) !== undefined;
  const columns = new Set(links.filter(isOf).map(columnOf));
  if (columns.size !== 1) return [...links];
  return links.map((link) =>
    isOf(link) && link.entry.kind === 'dimension'
      ? { ...link, quality: Math.max(link.quality, 0.85), deed: true as const }
      : link,
  );
}

/** The name of the number that something named is, or is made of. */
function columnOf({ entry }: Link): string | undefined {
  if (entry.kind === 'measure' && !entry.measure.type.startsWith('count'))
    return entry.measure.column ?? entry.measure.name;
  return entry.kind === 'dimension' && entry.dimension.type === 'number' ? entry.dimension.name : undefined;
}
