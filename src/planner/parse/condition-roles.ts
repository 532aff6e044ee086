import type { DimensionMetadata } from '../../contract/tools.ts';
import { operatorOf } from '../language/grammar.ts';
import { isKindOf } from '../language/lexical.ts';
import { ownerOf } from '../link/joined-cubes.ts';
import { shortName } from '../link/names.ts';
import { charge } from './charges.ts';
import { isBetween } from './contrast.ts';
import { isBearer } from './cues.ts';
import type { Draft } from './draft.ts';
import { partly } from './figures.ts';
import { addGroup } from './group.ts';
import {
  afterBreak,
  isPlural,
  type Lead,
  leadOf,
  leftOf,
  linkAt,
  open,
  operatorOfItem,
  use,
} from './scene.ts';

/** "How many isotopes does each halogen have", "top servers": the things of which the value is said. */
export function readEachValue(draft: Draft): void {
  const { items } = draft;
  for (const { at, filter } of draft.conditions) {
    const lead = leadOf(draft, at);
    const each = lead.cue?.kind === 'of' ? leftOf(items, lead.cue.at) : undefined;
    // "On each of Netflix and Hulu".
    if (
      filter.kind === 'values' &&
      filter.values.length > 1 &&
      each !== undefined &&
      operatorOfItem(items[each], 'each') !== undefined
    ) {
      use(draft, each);
      addGroup(draft, at, filter.dimension, 'per', lead);
      continue;
    }
    // "Each of the halogens".
    const isOfEach = each !== undefined && operatorOfItem(items[each], 'each') !== undefined;
    const narrows = linkAt(draft, at + 1) !== undefined && !afterBreak(draft, at + 1);
    if (filter.kind !== 'values' || filter.negated || narrows || linkAt(draft, at)?.entry.kind !== 'value')
      continue;
    // "Split between consumers, corporates and home offices".
    const by =
      lead.cue?.kind === 'by' ? draft.question.tokens[items[lead.cue.at]?.from ?? -1]?.word : undefined;
    if (filter.values.length > 1 && by !== undefined && !/^(?:among|amongst|across)$/.test(by)) {
      charge(draft, 'askedValue.by', -(draft.charges.get('askedValue.by') ?? 0));
      addGroup(draft, at, filter.dimension, 'by', lead);
      continue;
    }
    const thing = thingWith(draft, filter.dimension);
    if (thing === undefined) continue;
    if (lead.cue?.kind === 'each' || isOfEach) {
      if (isOfEach) use(draft, each, lead.cue?.at);
      else if (items[lead.cue?.at ?? -1]?.kind === 'operator') charge(draft, 'askedValue.per', -1);
      addGroup(draft, at, thing, 'per', lead);
    } else if (isRankedKind(draft, at, lead)) addGroup(draft, at, thing, 'ranked', lead);
    else if ((lead.cue?.kind === 'by' || lead.cue?.kind === 'per') && namesPeople(draft, at)) {
      charge(draft, `askedValue.${lead.cue.kind}`, -1);
      addGroup(draft, at, thing, lead.cue.kind, lead);
    }
  }
}

/** What names the things elsewhere that have a value, where there is only one name of them. */
function thingWith({ lexicon }: Draft, dimension: DimensionMetadata): DimensionMetadata | undefined {
  const home = lexicon.strangers.get(dimension);
  if (home === undefined) return undefined;
  // A view calls names as it likes: the "clerk" of a booking, which is the name of one of the staff.
  const isOfHome = (it: DimensionMetadata): boolean =>
    it.source === undefined
      ? lexicon.strangers.get(it) === home
      : dimension.source !== undefined && ownerOf(it.source) === ownerOf(dimension.source);
  const [thing, ...more] = lexicon.cube.dimensions.filter(
    (it) => isOfHome(it) && shortName(it.source ?? it.name).endsWith('name'),
  );
  return more.length === 0 && thing !== dimension ? thing : undefined;
}

/** "Top 10 mains", "servers by tips": dishes and staff, called by what they are. */
function isRankedKind(draft: Draft, at: number, { modifiers }: Lead): boolean {
  const { items } = draft;
  if (!isPlural(draft, at)) return false;
  if (modifiers.some((place) => operatorOfItem(items[place], 'rank') !== undefined)) return true;
  const isFirst = !items.slice(0, at).some(({ kind }) => kind === 'link');
  return (
    isFirst &&
    operatorOfItem(items[at + 1], 'by') !== undefined &&
    linkAt(draft, at + 2)?.entry.kind === 'measure'
  );
}

function namesPeople({ question, items }: Draft, at: number): boolean {
  return isKindOf(question.tokens[items[at]?.to ?? -1]?.lemma ?? '', 'person');
}

/** "When we gave more than 20 % discount", "only those where it failed": what says when or where narrows the rows. */
export function readConditional(draft: Draft): void {
  const { items, question } = draft;
  for (const { at } of open(draft, 'when', 'where')) {
    const asks = /^(is|are|was|were|do|does|did|can|will|would)$/.test(
      question.tokens[(items[at]?.to ?? 0) + 1]?.word ?? '',
    );
    const end = items.findIndex((_, place) => place > at + 1 && afterBreak(draft, place));
    const clause = items.slice(at + 1, end < 0 ? undefined : end);
    const isSaid = clause.some((item, place) => {
      const condition = draft.conditions.find((it) => it.at === at + 1 + place);
      return condition !== undefined || item.kind === 'comparison';
    });
    const rest = [...items.slice(0, at), ...(end < 0 ? [] : items.slice(end))];
    if (!asks && isSaid && rest.some(({ kind }) => kind === 'link')) use(draft, at);
  }
}

/** "How many orders are still open", of stores that are open and have orders: it is not said of what is counted. */
export function doubtPredicates(draft: Draft): void {
  const { items, question } = draft;
  for (const { at, filter } of draft.conditions) {
    if (filter.kind !== 'boolean') continue;
    const verb = items.findLastIndex(
      ({ from }, place) => place < at && /^(is|are|was|were)$/.test(question.tokens[from]?.word ?? ''),
    );
    const isSaid =
      verb >= 0 && items.slice(verb + 1, at).every((item) => operatorOfItem(item, 'filler') !== undefined);
    const subject = isSaid ? linkAt(draft, verb - 1) : undefined;
    const counts = subject?.entry.kind === 'measure' && subject.entry.measure.type.startsWith('count');
    if (counts && subject.quality < partly) charge(draft, 'modifier');
  }
}

/** "Men and women": that both are values of one dimension makes either surer. */
export function supportOthers(draft: Draft): void {
  for (const { at, filter } of draft.conditions) {
    if (filter.kind !== 'values') continue;
    const token = draft.question.tokens[draft.items[at]?.from ?? -1];
    // "How many items can be made" are all of them, even where some of them are called items, too.
    const isSmall = operatorOf(token?.word ?? '')?.kind === 'filler' && token?.word !== token?.lemma;
    if (isSmall && filter.values.length === 1) charge(draft, 'compound');
    if (filter.values.length < 2) continue;
    const named = draft.items.filter(
      (item) =>
        item.kind === 'link' &&
        item.link.entry.kind === 'value' &&
        item.link.entry.dimension === filter.dimension,
    );
    // "Cell phone" is one.
    if (named.some(({ from }, at) => named[at - 1]?.to === from - 1)) continue;
    const asked = draft.items.filter((item) => operatorOfItem(item, 'many') !== undefined).length;
    // "How many films and how many series" counts the titles of each.
    const areCounted = asked === named.length && draft.charges.get('countedValue') === asked;
    if (areCounted)
      for (const price of ['countedValue', 'askedValue.other'] as const) charge(draft, price, -asked);
    // "Items versus blocks", "men and women separately".
    const [first, last] = [named[0]?.to ?? 0, named.at(-1)?.from ?? 0];
    const isContrast = draft.items.some(
      ({ from }, at) =>
        (from > first && from < last && operatorOfItem(draft.items[at], 'compare', 'than') !== undefined) ||
        (from < first && isBetween(draft, at)) ||
        operatorOfItem(draft.items[at], 'apart') !== undefined,
    );
    if (isContrast) charge(draft, 'operator', -1);
    const doubts = named.map((item) => (item.kind === 'link' ? 1 - item.link.quality : 0));
    const left = Math.max(...doubts) * (areCounted || isContrast ? 0.5 : 1);
    charge(draft, 'unlike', left - doubts.reduce((sum, it) => sum + it, 0));
  }
}

/** "premium products: revenue by category": what bears a value is no figure beside another one. */
export function dropBearers(draft: Draft): void {
  const { figures } = draft;
  for (const figure of [...figures]) {
    const counts =
      figure.quantity.kind === 'measure' &&
      figure.quantity.measure.type.startsWith('count') &&
      !figure.stated;
    if (counts && figures.length > 1 && isBearer(draft, figure.at, leadOf(draft, figure.at)))
      figures.splice(figures.indexOf(figure), 1);
  }
}
