import { charge } from './charges.ts';
import { explain } from './cues.ts';
import type { Draft } from './draft.ts';
import { leftOf, linkAt, operatorOfItem, use } from './scene.ts';

/**
 * "How many are vegan and how many not", "how long is it when they subscribe vs when they don't", "sales with and without a
 * coupon": a yes or no and its denial are held against each other rather than asked for at once.
 */
export function readBothSides(draft: Draft): void {
  const flags = draft.conditions.filter(({ filter }) => filter.kind === 'boolean');
  const [flag] = flags;
  if (flag?.filter.kind !== 'boolean' || flags.length > 1) return;
  if (!(saysBothBefore(draft, flag.at) || saysOtherAfter(draft, flag.at))) return;
  draft.conditions.splice(draft.conditions.indexOf(flag), 1);
  draft.groups.push({ dimension: flag.filter.dimension, at: flag.at, cue: 'by' });
}

/** "With and without a coupon", "who did or did not subscribe"; uses the words up. */
function saysBothBefore(draft: Draft, at: number): boolean {
  const { items, question } = draft;
  const before = leftOf(items, at);
  const denial =
    operatorOfItem(items[before ?? -1], 'with') === undefined ? before : leftOf(items, before ?? 0);
  const joint = denial === undefined ? undefined : leftOf(items, denial);
  if (joint === undefined || operatorOfItem(items[denial ?? -1], 'not') === undefined) return false;
  const isSaid =
    operatorOfItem(items[joint - 1], 'with') !== undefined ||
    /^(do|does|did|is|are|was|were)$/.test(question.tokens[items[joint - 1]?.to ?? -1]?.word ?? '');
  if (!isSaid || operatorOfItem(items[joint], 'and', 'or', 'compare') === undefined) return false;
  use(draft, joint - 1, joint);
  return true;
}

/** "And how many not", "compared with one that doesn't", "vs the others"; uses the words up. */
function saysOtherAfter(draft: Draft, flag: number): boolean {
  const { items, question } = draft;
  const joint = items.findLastIndex((item) => operatorOfItem(item, 'and', 'or', 'compare') !== undefined);
  const last = leftOf(items, items.length);
  if (last === undefined || joint < flag || last <= joint) return false;
  const isOthers =
    items[last]?.kind === 'word' &&
    /^(others?|rest|else|none)$/.test(question.tokens[items[last].from]?.word ?? '');
  if (!isOthers && (draft.used.has(last) || operatorOfItem(items[last], 'not') === undefined)) return false;
  for (let at = joint + 1; at < last; at += 1) if (!isRepeated(draft, at)) return false;
  if (isOthers) explain(draft, last);
  // "When the client subscribes": who does it is no further thing.
  for (let at = flag - 1; at > 0 && isRepeated(draft, at); at -= 1) {
    charge(draft, 'unlike', -doubtOf(draft, at));
    if (operatorOfItem(items[at], 'when', 'where', 'who') === undefined) continue;
    use(draft, at);
    break;
  }
  for (let at = joint; at <= last; at += 1) {
    charge(draft, 'unlike', -doubtOf(draft, at));
    if (operatorOfItem(items[at], 'filler', 'compare') !== undefined || items[at]?.kind !== 'operator')
      continue;
    use(draft, at);
    charge(draft, 'operator', -1);
  }
  return true;
}

function doubtOf(draft: Draft, at: number): number {
  return 1 - (linkAt(draft, at)?.quality ?? 1);
}

/** Small words, the rows and what is named once more. */
function isRepeated(draft: Draft, at: number): boolean {
  const item = draft.items[at];
  const entry = linkAt(draft, at)?.entry;
  return (
    item?.kind === 'operator' ||
    entry?.kind === 'relation' ||
    (entry !== undefined &&
      draft.items.slice(0, at).some((it) => it.kind === 'link' && it.link.entry === entry))
  );
}
