import type { DimensionMetadata } from '../../contract/tools.ts';
import { kindNouns, unitWords } from '../language/grammar.ts';
import { entityDimension, isIdentifier } from '../link/entities.ts';
import { type Entry, isFlag, isOfRows } from '../link/entries.ts';
import { siblingsOf } from '../link/siblings.ts';
import { charge } from './charges.ts';
import { explain } from './cues.ts';
import type { Attributes, Draft, GroupMention } from './draft.ts';
import { extreme } from './extremes.ts';
import { entityOf, ownNumber } from './figures.ts';
import { namesOthers } from './group.ts';
import type { Item } from './item.ts';
import { isCountOf, type Quantity } from './quantity.ts';
import { isOrderCue, superlativeOf } from './rank-cues.ts';
import type { Ranking } from './reading.ts';
import { afterBreak, linkAt, type OperatorKind, open, operatorOfItem, type Scene, use } from './scene.ts';

/** What asks for figures, or for a part of the records. */
const computing: ReadonlySet<OperatorKind> = new Set([
  ...(['per', 'each', 'aggregate', 'share', 'many', 'much', 'change', 'running'] as const),
  ...(['trend', 'ratio', 'spread', 'compare', 'future', 'advice', 'often'] as const),
]);

/**
 * "…, with their job and age", "…? Name and status please", "…: date and length", "List job and age of …": attributes of
 * the records that the rest of the question tells; undefined where it asks for figures, or for none.
 */
export function readAttributes(scene: Scene): Attributes | undefined {
  const { items, lexicon } = scene;
  const places = besideOne(scene) ?? tailOf(scene) ?? headOf(scene) ?? [];
  if (places.length === 0) return undefined;
  const groups = places.flatMap((at) => attributeAt(scene, at) ?? []);
  const asked = new Set(places);
  const rest = items.filter((_, at) => !asked.has(at));
  const entries = rest.flatMap((item) => (item.kind === 'link' ? [item.link.entry] : []));
  const ranked = rest.some((item) => ranks(scene, item));
  const bounds = rest.filter(
    (item) => item.kind === 'comparison' || item.kind === 'number' || ranks(scene, item),
  ).length;
  const computes = rest.some(
    (item) =>
      item.kind === 'operator' &&
      (computing.has(item.operator.kind) ||
        (item.operator.kind === 'by' && !ranked && !isOrderCue(scene, items.indexOf(item)))),
  );
  // What is bounded or ranked is no figure that is asked for.
  const figures = entries.filter((it) => numberOf(scene, it) !== undefined).length;
  const restricts =
    bounds > 0 ||
    entries.some((it) => it.kind === 'value' || it.kind === 'segment' || isFlag(it)) ||
    rest.some(({ kind }) => kind === 'date' || kind === 'text');
  const thing = entries.find((it) => it.kind !== 'value' && it.kind !== 'segment' && !isFlag(it));
  const areRows = thing === undefined || !isOther(scene, thing);
  const numbers = groups.filter(({ dimension }) => dimension.type !== 'string');
  // "With the amount", of what is ranked or bounded.
  const isAmount = bounds > 0 && places.some((at) => items[at]?.kind === 'word');
  const isSaid = groups.length > 0 ? saysSo(scene, places, isAmount) : isAmount;
  // "With reference G-7" is a condition.
  const isCondition = groups.some(({ at, dimension }) => {
    const next = linkAt(scene, at + 1)?.entry;
    return next?.kind === 'value' && next.dimension === dimension;
  });
  if (isCondition) return undefined;
  if (!isSaid || !restricts || computes || figures > bounds) return undefined;
  if (entries.length === 0 || (numbers.length > 0 && !areRows)) return undefined;
  // Several lines of an order are not each an order.
  const isSingle = entityDimension(lexicon.cube)?.repeats !== true;
  const each = areRows && isSingle && numbers.some(({ dimension }) => !lexicon.strangers.has(dimension));
  return { places, groups, ranked, each };
}

/** Adds the attributes to what an answer shows of each record. */
export function addAttributes(draft: Draft): void {
  const { attributes, groups, items, lexicon, relations } = draft;
  if (attributes === undefined) return;
  use(draft, open(draft, 'who')[0]?.at);
  for (const at of attributes.places) {
    if (items[at]?.kind === 'word') explain(draft, at);
    // "Person, age and salary", where nothing names a person.
    const next = linkAt(draft, at + 1);
    const isRow = namesRow(draft, at) && (next === undefined || afterBreak(draft, at + 1));
    if (isRow && entityDimension(lexicon.cube) === undefined) charge(draft, 'missingKey');
  }
  // "The 5 heaviest parcels with their weight" have it as their figure.
  const shown = attributes.ranked ? draft.quantities.map((it) => ownNumber(lexicon, it)) : [];
  // Rows without a name are told apart by what is asked of them.
  const role =
    attributes.ranked && entityDimension(lexicon.cube) === undefined ? ({ cue: 'ranked' } as const) : {};
  for (const group of attributes.groups) {
    if (namesOthers(draft, group.at, group.dimension)) charge(draft, 'groupedKind');
    const bare = groups.findIndex(({ dimension, cue }) => dimension === group.dimension && cue === 'list');
    if (bare >= 0) groups.splice(bare, 1);
    const isShown =
      shown.includes(group.dimension) ||
      groups.some((it) => it.dimension === group.dimension && it.grain === group.grain);
    if (!isShown)
      groups.push({ ...group, ...role, at: ('cue' in role ? relations[0] : undefined) ?? group.at });
  }
}

/** "Who has the highest balance? Job and age": the figure of a single row is its own. */
export function rankRecords(draft: Draft, ranking: Ranking | undefined): Ranking | undefined {
  const { attributes, lexicon } = draft;
  if (attributes?.ranked !== true) return ranking;
  if (ranking === undefined) charge(draft, 'unselective');
  if (ranking === undefined || !attributes.each) return ranking;
  // "The busiest crossing, and whether it was stormy": each row is there once.
  const { rowCount } = lexicon;
  if (draft.quantities.some((it) => it.kind === 'measure' && it.measure === rowCount))
    charge(draft, 'ranksRows');
  const own = (quantity: Quantity): Quantity => {
    const number = quantity.kind === 'measure' ? siblingsOf(lexicon, quantity.measure).dimension : undefined;
    return number === undefined || isCountOf(quantity) ? quantity : extreme(number, ranking.direction);
  };
  draft.quantities = draft.quantities.map(own);
  // "Job, age and salary" of who earns the most: the figure says the salary.
  const shown = draft.quantities.map((it) => ownNumber(lexicon, it));
  const others = draft.groups.filter(({ dimension }) => !shown.includes(dimension));
  draft.groups.splice(0, draft.groups.length, ...others);
  return { ...ranking, by: ranking.by && own(ranking.by) };
}

/** Where the attributes are that end a question: after a break, or after "with". */
function tailOf(scene: Scene): readonly number[] | undefined {
  const { items } = scene;
  const start = 1 + items.findLastIndex((_, at) => !isPlain(scene, at));
  const begins = items.findIndex(
    (item, at) =>
      at >= Math.max(start, 1) &&
      (operatorOfItem(item, 'with') !== undefined || afterBreak(scene, at) || isAndTheirs(scene, at)),
  );
  return begins < 0 ? undefined : [...items.keys()].slice(begins);
}

/** "Open invoices and their amounts". */
function isAndTheirs({ items, question }: Scene, at: number): boolean {
  const next = question.tokens[(items[at]?.to ?? 0) + 1]?.word ?? '';
  return operatorOfItem(items[at], 'and') !== undefined && /^(?:their|its)$/.test(next);
}

/** Where those are that begin it: "List age and job of". */
function headOf(scene: Scene): readonly number[] | undefined {
  const { items } = scene;
  const of = items.findIndex((item) => operatorOfItem(item, 'of') !== undefined);
  const before = items.slice(0, Math.max(of, 0));
  const isList = before.some((item) => operatorOfItem(item, 'list') !== undefined);
  return isList && before.every((_, at) => isPlain(scene, at))
    ? [...items.keys()].slice(0, of + 1)
    : undefined;
}

/** "Atomic number and period of lead": all that is said beside the name of one record. */
function besideOne(scene: Scene): readonly number[] | undefined {
  const entity = entityDimension(scene.lexicon.cube);
  const named = scene.items.findIndex(
    (item) =>
      item.kind === 'link' && item.link.entry.kind === 'value' && item.link.entry.dimension === entity,
  );
  if (named < 0 || entity?.repeats === true) return undefined;
  const others = [...scene.items.keys()].filter((at) => at !== named);
  const isPart = (at: number): boolean =>
    isPlain(scene, at) || operatorOfItem(scene.items[at], 'which', 'of', 'many', 'much') !== undefined;
  return others.every(isPart) ? others : undefined;
}

/** Whether an item may stand among attributes. */
function isPlain(scene: Scene, at: number): boolean {
  const item = scene.items[at];
  const lemma = scene.question.tokens[item?.from ?? -1]?.lemma ?? '';
  return (
    attributeAt(scene, at) !== undefined ||
    operatorOfItem(item, 'filler', 'and', 'with', 'list', 'whether') !== undefined ||
    namesRow(scene, at) ||
    isOfEach(scene, at) ||
    isFigureAgain(scene, at) ||
    (item?.kind === 'word' && (kindNouns.has(lemma) || unitWords.has(lemma)))
  );
}

/** "…, with price and size of each". */
function isOfEach({ items }: Scene, at: number): boolean {
  const last = items.length - 1;
  const each = operatorOfItem(items[last], 'each') !== undefined;
  return each && (at === last || (at === last - 1 && operatorOfItem(items[at], 'of') !== undefined));
}

/** "Top 5 models by downloads, with the maker and the downloads". */
function isFigureAgain({ items }: Scene, at: number): boolean {
  const measureOf = (item: Item | undefined) =>
    item?.kind === 'link' && item.link.entry.kind === 'measure' ? item.link.entry.measure : undefined;
  const measure = measureOf(items[at]);
  return measure !== undefined && items.slice(0, at).some((it) => measureOf(it) === measure);
}

function namesRow(scene: Scene, at: number): boolean {
  return isOfRows(linkAt(scene, at)?.entry, scene.lexicon);
}

/** The attribute that an item names. */
function attributeAt(scene: Scene, at: number): GroupMention | undefined {
  const { lexicon, items } = scene;
  const item = items[at];
  const link = linkAt(scene, at);
  const time = lexicon.defaultTime;
  if (item?.kind === 'grain' || operatorOfItem(item, 'when') !== undefined) {
    const grain = item?.kind === 'grain' ? item.grain : 'day';
    return time && { dimension: time, grain, at, cue: 'list' };
  }
  if (link === undefined || link.denied || (link.saysAggregate && link.entry.kind === 'measure'))
    return undefined;
  const { entry } = link;
  const dimension =
    entry.kind === 'dimension'
      ? entry.dimension
      : (numberOf(scene, entry) ?? (entry.kind === 'measure' ? entityOf(lexicon, entry.measure) : undefined));
  if (dimension === undefined || (dimension.type === 'boolean' && !isSaidOfThem(scene, at))) return undefined;
  return { dimension, ...(dimension.type === 'time' ? { grain: 'day' as const } : {}), at, cue: 'list' };
}

/** "Whether the client subscribed", "their age and toilets": asked rather than a condition. */
function isSaidOfThem({ items, question }: Scene, at: number): boolean {
  return items
    .slice(Math.max(at - 4, 0), at)
    .some(
      (item) =>
        operatorOfItem(item, 'whether') !== undefined ||
        /^(their|its)$/.test(question.tokens[item.from]?.word ?? ''),
    );
}

/** Whether words among attributes say that they are asked: "…, with hardness", where a single name after a comma may be anything. */
function saysSo(scene: Scene, places: readonly number[], isAmount: boolean): boolean {
  const { items, question } = scene;
  const kinds = new Set<Item['kind']>(isAmount ? ['link', 'grain', 'word'] : ['link', 'grain']);
  const named = places.filter((at) => kinds.has(items[at]?.kind ?? 'operator')).length;
  const isWith = places.some(
    (at) =>
      isAndTheirs(scene, at) ||
      (operatorOfItem(items[at], 'with') !== undefined && afterBreak(scene, at)) ||
      (operatorOfItem(items[at], 'with') !== undefined &&
        /^(the|their|its)$/.test(question.tokens[(items[at]?.to ?? 0) + 1]?.word ?? '')),
  );
  return (
    named > 1 ||
    isWith ||
    places.some((at) => operatorOfItem(items[at], 'list', 'whether', 'when') !== undefined)
  );
}

/** The number of a row that something named is, or is made of. */
function numberOf({ lexicon }: Scene, entry: Entry): DimensionMetadata | undefined {
  const found =
    entry.kind === 'dimension'
      ? entry.dimension
      : entry.kind === 'measure'
        ? siblingsOf(lexicon, entry.measure).dimension
        : undefined;
  return found?.type === 'number' && !isIdentifier(found) ? found : undefined;
}

/** Whether something named is neither the rows nor a number of them. */
function isOther({ lexicon }: Scene, entry: Entry): boolean {
  return entry.kind === 'measure'
    ? entry.measure !== lexicon.rowCount && entry.measure.type.startsWith('count')
    : entry.kind === 'dimension' &&
        entry.dimension.type === 'string' &&
        entry.dimension !== entityDimension(lexicon.cube);
}

function ranks(scene: Scene, item: Item): boolean {
  return operatorOfItem(item, 'rank') !== undefined || superlativeOf(scene, item) !== undefined;
}
