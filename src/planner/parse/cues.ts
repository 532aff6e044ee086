import type { DimensionMetadata } from '../../contract/tools.ts';
import type { Aggregate } from '../language/grammar.ts';
import { entityDimension } from '../link/entities.ts';
import { isCounted, isFlag } from '../link/entries.ts';
import { referenceOf } from '../link/referring-cubes.ts';
import { siblingsOf } from '../link/siblings.ts';
import { spanBetween } from '../link/spans.ts';
import { charge } from './charges.ts';
import type { Draft, GroupMention } from './draft.ts';
import { isBiggest, isMost, isRankedThrough, superlativeBefore, topOf } from './rank-cues.ts';
import {
  afterBreak,
  isPlural,
  type Lead,
  leadOf,
  leftOf,
  linkAt,
  onlyBetween,
  open,
  operatorOfItem,
  restOf,
  type Scene,
  use,
} from './scene.ts';
import { skipPrice } from './skip-price.ts';

/** The place of what shares its role with the next by "and" or a comma: "revenue" of "revenue and profit". */
export function roleBefore(scene: Draft, at: number, lead: Lead): number | undefined {
  if (lead.cue?.kind === 'and') return leftOf(scene.items, lead.cue.at);
  return lead.after !== undefined && afterBreak(scene, at) ? lead.after : undefined;
}

/** The group that was read at a place; undefined where there is none. */
export function groupAt(scene: Draft, place: number | undefined): GroupMention | undefined {
  return scene.groups.find((group) => group.at === place);
}

/**
 * The nearest aggregate that is said of something, with its place; an outer one is left for the groups.
 * @param ofNumbers "median number of neutrons" is their median
 */
export function statedAggregate(
  scene: Draft,
  lead: Lead,
  ofNumbers = false,
): { readonly aggregate: Aggregate | undefined; readonly places: readonly number[] } {
  const places = lead.modifiers.filter(
    (place) => operatorOfItem(scene.items[place], 'aggregate') !== undefined && !scene.used.has(place),
  );
  const aggregates = places.map((place) => operatorOfItem(scene.items[place], 'aggregate')?.aggregate);
  const [nearest, outer] = aggregates;
  if (ofNumbers && nearest === 'count' && outer !== undefined)
    return { aggregate: outer, places: places.slice(0, 2) };
  // "total number of", "average number of": the outer one is about the groups.
  return { aggregate: nearest, places: places.slice(0, 1) };
}

/** The aggregate that is said of a figure, or of the one that it is joined to: "average width and height". */
export function sharedAggregate(scene: Draft, lead: Lead, at: number): ReturnType<typeof statedAggregate> {
  const own = statedAggregate(scene, lead);
  if (
    own.aggregate !== undefined ||
    lead.modifiers.some((place) => operatorOfItem(scene.items[place], 'rank') !== undefined)
  )
    return own;
  const before = roleBefore(scene, at, lead);
  const figure = scene.figures.find((it) => it.at === before);
  const { quantity } = figure ?? {};
  if (figure?.stated !== true || quantity === undefined) return own;
  const aggregate =
    quantity.kind === 'aggregate'
      ? quantity.aggregate
      : quantity.kind === 'measure' && ['avg', 'min', 'max', 'sum'].includes(quantity.measure.type)
        ? (quantity.measure.type as Aggregate)
        : undefined;
  return { aggregate, places: [] };
}

/**
 * Further aggregates of the same figure: "lowest and highest price", "min, average and max pay".
 * @param isSaid the name of the figure says its own
 */
export function coordinated(scene: Draft, lead: Lead, isSaid = false): Aggregate[] {
  const found: Aggregate[] = [];
  const aggregateAt = (place: number): Aggregate | undefined => {
    const operator = operatorOfItem(scene.items[place], 'aggregate', 'rank');
    if (operator === undefined) return undefined;
    if (operator.kind === 'aggregate') return operator.aggregate;
    return operator.top === true ? undefined : operator.direction === 'desc' ? 'max' : 'min';
  };
  const nearest = lead.modifiers[0];
  let place = lead.cue?.kind === 'and' ? lead.cue.at : (lead.modifiers.at(-1) ?? -1);
  const own = nearest === undefined ? undefined : aggregateAt(nearest);
  if (own === undefined && !(isSaid && lead.cue?.kind === 'and' && nearest === undefined)) return [];
  const chain: number[] = lead.modifiers.slice(1).filter((it) => aggregateAt(it) !== undefined);
  while (place >= 0) {
    const before = leftOf(scene.items, place);
    if (before === undefined || aggregateAt(before) === undefined || scene.used.has(before)) break;
    chain.push(before);
    const further = leftOf(scene.items, before);
    if (further !== undefined && operatorOfItem(scene.items[further], 'and') !== undefined) place = further;
    else place = before;
  }
  if (chain.length === 0) return [];
  const isAnd =
    lead.cue?.kind === 'and' ||
    scene.items.slice(chain.at(-1), nearest).some((item) => operatorOfItem(item, 'and') !== undefined);
  if (!isAnd) return [];
  for (const at of chain) {
    const aggregate = aggregateAt(at);
    if (aggregate !== undefined) found.push(aggregate);
    scene.used.add(at);
  }
  if (lead.cue?.kind === 'and') scene.used.add(lead.cue.at);
  if (nearest !== undefined && operatorOfItem(scene.items[nearest], 'rank') !== undefined) {
    scene.used.add(nearest);
    if (own !== undefined) found.push(own);
  }
  return found;
}

/** "average minutes per visit" of visits is one figure of all of them. */
export function isPerRow(scene: Draft, kind: string | undefined): boolean {
  if ((kind !== 'per' && kind !== 'each') || scene.figures.length === 0) return false;
  return scene.figures.every(({ quantity }) =>
    quantity.kind === 'measure'
      ? ['avg', 'min', 'max'].includes(quantity.measure.type)
      : quantity.kind === 'aggregate' && ['avg', 'min', 'max', 'median'].includes(quantity.aggregate),
  );
}

/** "profit of all orders": the rows say where the figure is from. */
export function isContext(scene: Draft, at: number, { cue, modifiers }: Lead): boolean {
  return (
    scene.figures.length > 0 &&
    modifiers.length === 0 &&
    cue !== undefined &&
    ['of', 'in', 'with'].includes(cue.kind) &&
    scene.figures.some((figure) => figure.at < at)
  );
}

/** "hostile mobs by height", "which halogen": a value in place of the rows' name says what they are. */
export function namesRows(scene: Scene, at: number): boolean {
  const entry = linkAt(scene, at)?.entry;
  if (
    entry?.kind !== 'value' ||
    (scene.lexicon.strangers.has(entry.dimension) &&
      referenceOf(scene.lexicon.cube, entry.dimension) === undefined) ||
    scene.items.some((_, it) => isCounted(linkAt(scene, it)?.entry))
  )
    return false;
  const lead = leadOf(scene, at);
  // "How many sick days" asks for days.
  if (lead.cue?.kind === 'many' && narrowsNext(scene, at)) return false;
  const asked =
    lead.cue !== undefined &&
    (lead.cue.kind === 'many' ||
      lead.cue.kind === 'each' ||
      (lead.cue.kind === 'which' &&
        onlyBetween(scene, lead.cue.at, at, []) &&
        // "What are the lanthanides?"
        (lead.cue.at === at - 1 || (isPlural(scene, at) && at === scene.items.length - 1))) ||
      // "Which 5 fish".
      (lead.cue.kind === 'which' && lead.number === at - 1 && lead.cue.at === at - 2));
  const ranked =
    topOf(scene, lead) !== undefined ||
    isMost(scene, lead) ||
    isBiggest(scene, lead) ||
    superlativeBefore(scene, at) !== undefined ||
    isRankedThrough(scene, at);
  const listed = lead.modifiers.some((place) => operatorOfItem(scene.items[place], 'list') !== undefined);
  const first =
    lead.cue === undefined &&
    scene.items.slice(0, at).every(
      (item, place) =>
        item.kind === 'operator' ||
        item.kind === 'number' ||
        // "Japanese movies".
        (place === at - 1 && place === lead.after && isNarrowing(scene, place) && !afterBreak(scene, at)),
    );
  const few = lead.number !== undefined && first && open(scene, 'rank').length > 0;
  // "The fruit with the highest water".
  const has =
    first && scene.items[at + 1]?.kind === 'operator' && operatorOfItem(scene.items[at + 1], 'with');
  const isOne = has !== false && has !== undefined && open(scene, 'rank').some((rank) => rank.at > at);
  return (
    asked || ranked || listed || few || (first && (isPlural(scene, at) || isOne)) || isAskedPlace(scene, lead)
  );
}

/** "What is on Netflix": of what there is, only the place is said. */
function isAskedPlace(scene: Scene, { cue }: Lead): boolean {
  const before = cue?.kind === 'in' ? leftOf(scene.items, cue.at) : undefined;
  const from = before === undefined ? -1 : (scene.items[before]?.from ?? -1);
  return (
    before === 0 &&
    entityDimension(scene.lexicon.cube) !== undefined &&
    scene.question.tokens[from]?.word === 'what'
  );
}

/** The words that name something, as typed. */
export function wordsAt(scene: Draft, at: number): string {
  return (linkAt(scene, at)?.tokens ?? []).map((index) => scene.question.tokens[index]?.raw).join(' ');
}

function isNarrowing(scene: Scene, at: number): boolean {
  const entry = linkAt(scene, at)?.entry;
  return entry !== undefined && (entry.kind === 'value' || isFlag(entry));
}

/** "offshore sites", "the online shop": what is said of something that is only named with it. */
export function isBearer(scene: Draft, at: number, lead: Lead): boolean {
  const before = lead.after;
  if (
    before === undefined ||
    !isNarrowing(scene, before) ||
    !scene.used.has(before) ||
    (scene.items[before]?.to ?? 0) + 1 !== scene.items[at]?.from ||
    afterBreak(scene, at)
  )
    return false;
  const counted = lead.modifiers.some(
    (place) => operatorOfItem(scene.items[place], 'aggregate', 'rank', 'list', 'often') !== undefined,
  );
  if (counted || lead.cue === undefined) return !counted;
  // "Without discounted items" denies the discount, and not that there are items.
  const isDenied = lead.cue.kind === 'not' && scene.used.has(lead.cue.at);
  return isDenied || ['of', 'in', 'and', 'by', 'with'].includes(lead.cue.kind);
}

/** A number by which people group rather than add up: `category`, `rating`. */
export function isGroupLike(scene: Scene, dimension: DimensionMetadata): boolean {
  return spanBetween(dimension) === undefined && siblingsOf(scene.lexicon, dimension).measures.size === 0;
}

/** "insurance cost": whether a figure follows directly, which is narrowed so. */
export function narrowsNext(scene: Scene, at: number): boolean {
  const next = scene.items[at + 1];
  const entry = next?.kind === 'link' ? next.link.entry : undefined;
  return (
    entry !== undefined &&
    !afterBreak(scene, at + 1) &&
    (entry.kind === 'measure' || (entry.kind === 'dimension' && entry.dimension.type === 'number'))
  );
}

/** Gives back what leaving a word aside was charged, because it has a role. */
export function explain(scene: Scene, at: number): void {
  use(scene, at);
  const token = scene.question.tokens[scene.items[at]?.from ?? -1];
  if (token === undefined || scene.items[at]?.kind !== 'word' || scene.explained.has(at)) return;
  scene.explained.add(at);
  charge(scene, skipPrice(token), -1);
}

/** "Average pay of nurses, and how many of them are there": the rows of what was named before, and nothing else. */
export function countsThem(scene: Scene, at: number): boolean {
  const isThem =
    /^(?:of (?:them|these|those)(?: (?:(?:are|were) there|there (?:are|were)|we have|exist))?|(?:are|were) there|there (?:are|were)|they are)$/;
  const isBehind = scene.items.slice(0, at).some(({ kind }) => kind === 'link');
  return isBehind && operatorOfItem(scene.items[at], 'many') !== undefined && isThem.test(restOf(scene, at));
}
