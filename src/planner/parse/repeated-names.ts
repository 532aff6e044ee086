import { entityDimension } from '../link/entities.ts';
import { type Entry, isOfRows, memberOf } from '../link/entries.ts';
import type { Link } from '../link/link.ts';
import { charge } from './charges.ts';
import type { Draft } from './draft.ts';
import type { Compared } from './number-conditions.ts';
import { dimensionOf, leadOf, linkAt, type Scene } from './scene.ts';

/** Whether a number that is named in part is compared by its whole name. */
export function isConditioned(scene: Scene, compared: readonly Compared[], entry: Entry): boolean {
  if (entry.kind !== 'dimension' || entry.dimension.type !== 'number') return false;
  return compared.some(({ target }) => {
    const link = typeof target === 'number' ? linkAt(scene, target) : undefined;
    return link !== undefined && link.quality >= 0.95 && dimensionOf(link.entry) === entry.dimension;
  });
}

/** How unlike its name what is named again in short still is, so that another thing of just that name is meant before it. */
const shortened = 0.08;

/**
 * "By genre, only genres with 50 titles": a group that is named again is no further doubt, nor is a number, by less of its name or by
 * the same words: "who earns the most? Age and salary".
 */
function forgiveNamedAgain(draft: Draft): void {
  const named = new Map<string, Link[]>();
  for (const [at, item] of draft.items.entries()) {
    if (item.kind !== 'link') continue;
    // "How many patients were vaccinated", where a description says whether a patient was: they are counted.
    if (item.link.described === true && leadOf(draft, at).cue?.kind === 'many') continue;
    const { entry } = item.link;
    const member = memberOf(entry);
    if (member === undefined || entry.kind === 'value' || entry.kind === 'segment') continue;
    named.set(member.name, [...(named.get(member.name) ?? []), item.link]);
  }
  for (const links of named.values()) {
    const best = links.reduce((a, b) => (b.quality > a.quality ? b : a));
    for (const link of links) {
      if (link === best) continue;
      const { entry, quality } = link;
      if (entry.kind === 'dimension' && entry.dimension.type === 'string') {
        if (quality !== best.quality) continue;
        charge(draft, 'link', -1);
        charge(draft, 'unlike', quality - 1);
      } else if (best.quality >= 0.95) charge(draft, 'unlike', Math.min(0, quality - 1 + shortened));
      else if (wordsOf(draft, link) === wordsOf(draft, best)) charge(draft, 'unlike', quality - 1);
    }
  }
}

function wordsOf({ question }: Scene, { tokens }: Link): string {
  return tokens.map((at) => question.tokens[at]?.lemma).join(' ');
}

/** Charges for rows that are named twice, and not for groups that are. */
export function chargeRepeated(draft: Draft): void {
  forgiveNamedAgain(draft);
  // "People with children": what is like the rows is something else beside them.
  const named = draft.items.flatMap((item) =>
    item.kind === 'link' && isOfRows(item.link.entry, draft.lexicon)
      ? [{ quality: item.link.quality, isDeed: isDeed(draft, item.link.tokens) }]
      : [],
  );
  const isCounted = draft.items.some(
    (item) =>
      item.kind === 'link' &&
      item.link.entry.kind === 'dimension' &&
      item.link.entry.dimension === entityDimension(draft.lexicon.cube),
  );
  if (isCounted && named.length === 1) charge(draft, 'twice', named.filter((it) => it.isDeed).length);
  if (named.length > 1 && named.some(({ quality }) => quality > 0.9))
    charge(draft, 'twice', named.filter(({ quality, isDeed }) => quality < 0.75 || isDeed).length);
}

/** "How many shipments did we deliver": what is done to them, even where they are called deliveries, too. */
function isDeed({ question: { tokens } }: Draft, own: readonly number[]): boolean {
  const [at = 0, ...more] = own;
  const { word = '', lemma = '', before = '' } = tokens[at] ?? {};
  const isSaidOfUs =
    /^(?:we|they|you|i)$/.test(before) && /^(?:did|do|have|had)$/.test(tokens[at - 2]?.word ?? '');
  return more.length === 0 && (isSaidOfUs || (word.endsWith('ed') && word !== lemma));
}
