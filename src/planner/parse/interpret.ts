import type { DimensionMetadata } from '../../contract/tools.ts';
import type { Question } from '../language/question.ts';
import { isTradeVerb } from '../language/trade.ts';
import { entityDimension, isIdentifier, memberLemmas } from '../link/entities.ts';
import { isFlag } from '../link/entries.ts';
import { isJoined } from '../link/joined-cubes.ts';
import type { Lexicon } from '../link/lexicon.ts';
import { mainAmount, mainQuantity } from '../link/main-amount.ts';
import { addAttributes, rankRecords, readAttributes } from './attributes.ts';
import { type Charged, type Charges, charge } from './charges.ts';
import { readCompared } from './compared.ts';
import { readComputations, readGrains, readMeans, readSpread } from './computed.ts';
import { dropBearers, readConditional, readEachValue, supportOthers } from './condition-roles.ts';
import { readConditions } from './conditions.ts';
import { type Cover, chargesOf } from './cover.ts';
import { explain, isRecent, namesRows } from './cues.ts';
import { deniesOthers, isNarrowedOnce, leavesRestriction } from './denials.ts';
import type { Draft } from './draft.ts';
import { distinctOf, thingOf } from './figures.ts';
import { readTrailingEach } from './group.ts';
import { judgeGroups } from './judged-groups.ts';
import { chargeIdle, chargeSkipped } from './leftovers.ts';
import { readLikelihood } from './likelihood.ts';
import { isExplicitList, lists } from './listing.ts';
import { readNthValue } from './nth-value.ts';
import { readComparisons, readEqualities } from './number-conditions.ts';
import { splitOpposites, turnedRound } from './opposites.ts';
import { ownersIn } from './owners.ts';
import { nameWho, ranksRows } from './ranked-by.ts';
import { readRanking } from './ranking.ts';
import { readRate } from './rates.ts';
import {
  type Filter,
  type Group,
  isCountOf,
  type Quantity,
  type Reading,
  uniqueQuantities,
} from './reading.ts';
import { asksWho, readColumns } from './records.ts';
import { readRelation } from './relation-role.ts';
import { chargeRepeated, isConditioned } from './repeated-names.ts';
import { readDimension, readMeasure } from './roles.ts';
import { leadOf, linkAt, open, operatorOfItem, type Scene, use } from './scene.ts';
import { readShareOf } from './shares.ts';
import { readSome } from './some.ts';
import { readTextConditions } from './text-conditions.ts';
import { readWhen } from './time-role.ts';
import { chargeUnanswerable } from './unanswerable.ts';
import { readUnits } from './units.ts';
import { readValueOf } from './value-of.ts';
import { readVerified } from './verified.ts';

/** A whole reading of a question in one relation, with what reading it so is charged. */
export interface Interpretation {
  readonly reading: Reading;
  readonly charges: Charges;
  /** What a question that goes on from another is not charged. */
  readonly openCharges: Charges;
  /** Words that were left aside although they may say something, as typed. */
  readonly leftAside: readonly string[];
}

/** Gives each part of a question its role, by what is beside it. */
export function interpret(cover: Cover, question: Question, lexicon: Lexicon): Interpretation {
  const scene: Scene = {
    question,
    lexicon,
    items: cover,
    used: new Set(),
    owners: ownersIn(question, lexicon, cover),
    charges: chargesOf(cover),
  };
  for (const at of scene.owners) {
    use(scene, at);
    charge(scene, 'bearerDimension');
  }
  const attributes = readAttributes(scene);
  use(scene, ...(attributes?.places ?? []));
  const texts = readTextConditions(scene);
  const conditions = [...texts, ...readConditions(scene), ...readEqualities(scene)];
  const compared = readComparisons(scene);
  for (const { target } of compared) if (typeof target === 'number') use(scene, target);
  const draft: Draft = Object.assign(scene, {
    figures: [],
    groups: [],
    conditions,
    having: [],
    relations: [],
    ambiguities: [],
    quantities: [],
    rankBy: undefined,
    timeDimension: undefined,
    meanOver: undefined,
    isRatio: false,
    share: undefined,
    change: false,
    running: false,
    compare: false,
    isCounting: false,
    few: undefined,
    verifies: false,
    isListing: attributes === undefined ? lists(scene) : !attributes.ranked,
    attributes,
    isSplit: scene.items.some((item) => operatorOfItem(item, 'by', 'per') !== undefined),
  });
  splitOpposites(draft);
  readEachValue(draft);
  supportOthers(draft);
  for (const { at, filter } of conditions)
    if (filter.kind === 'values' && !filter.negated && namesRows(draft, at))
      readRelation(draft, at, leadOf(draft, at));
  for (const [at] of draft.items.entries()) {
    const link = linkAt(draft, at);
    if (link === undefined || draft.used.has(at)) continue;
    const lead = leadOf(draft, at);
    if (readValueOf(draft, at, lead)) continue;
    const { entry } = link;
    // "Sampled in six regions", of the sampled regions.
    if (link.quality < 0.95 && isConditioned(draft, compared, entry)) {
      use(draft, at);
      charge(draft, 'repeated');
      continue;
    }
    // "How many platforms" are not how many stations have some.
    const isCounted =
      lead.cue?.kind === 'many' ||
      lead.cue?.kind === 'much' ||
      lead.modifiers.some((place) => operatorOfItem(draft.items[place], 'aggregate')?.aggregate === 'count');
    if (link.described === true && isCounted && !isFlag(entry)) charge(draft, 'countByMean');
    // "Elements of period 4" are the rows, even where the count of them is called elements.
    const isRows =
      entry.kind === 'measure' &&
      entry.measure === lexicon.rowCount &&
      !link.saysAggregate &&
      (isRecent(draft, lead) ||
        attributes !== undefined ||
        (lead.modifiers.length === 0 && (draft.isListing || conditions.length + compared.length > 0)));
    if (entry.kind === 'relation' || isRows) readRelation(draft, at, lead);
    else if (entry.kind === 'measure') readMeasure(draft, at, entry.measure, lead, link.saysAggregate);
    else if (entry.kind === 'dimension') readDimension(draft, at, entry.dimension, lead);
  }
  for (const one of compared) readCompared(draft, one);
  judgeGroups(draft);
  chargeRepeated(draft);
  const isVerified = readVerified(draft);
  readLikelihood(draft);
  readRate(draft);
  dropBearers(draft);
  readSome(draft);
  readColumns(draft);
  readGrains(draft);
  readComputations(draft);
  readMeans(draft);
  const isSpread = readSpread(draft);
  const isNamed = entityDimension(lexicon.cube) !== undefined;
  if (!isNamed) addAttributes(draft);
  const ranking = rankRecords(draft, readRanking(draft) ?? readNthValue(draft));
  if (isNamed) addAttributes(draft);
  return completed(draft, ranking, isSpread, isVerified);
}

/** Fills in what the question leaves open, and charges for what that takes. */
function completed(
  draft: Draft,
  ranked: Reading['ranking'],
  isSpread: boolean,
  isVerified: boolean,
): Interpretation {
  const { lexicon, question, groups, having, relations } = draft;
  // "Who spent more than 5 billion" asks for names.
  const isBounded = draft.conditions.some(({ filter }) => filter.kind === 'number');
  if (draft.quantities.length === 0 && isBounded && asksWho(draft)) nameWho(draft, 'list');
  const filters = draft.conditions.toSorted((a, b) => a.at - b.at).map(({ filter }) => filter);
  // In the order of the question.
  const grouped = groups
    .toSorted((a, b) => a.at - b.at)
    .map(({ dimension, grain }): Group => ({ dimension, ...(grain === undefined ? {} : { grain }) }));
  const entity = entityDimension(lexicon.cube);
  const { rowCount } = lexicon;
  const assumed: Charged = { charges: new Map() };
  for (const { at, operator } of open(draft, 'many', 'much')) {
    use(draft, at);
    // "With more than 200 mg of calcium, and how much they have".
    const asked = question.tokens[(draft.items[at]?.to ?? 0) + 1]?.word ?? '';
    const isTheirs =
      /^(they|it|each)$/.test(asked) ||
      (operator.kind === 'much' && /^(?:(?:is|are|was|were) (?:it|they))?$/.test(restOf(draft, at)));
    if (isTheirs && filters.some(({ kind }) => kind === 'number')) continue;
    // "Countries with at least 10 titles, with how many they have".
    if (isTheirs && having.length > 0) {
      draft.quantities = uniqueQuantities([...having.map(({ quantity }) => quantity), ...draft.quantities]);
      continue;
    }
    // "Which elements have more than 40 isotopes, and how many?"
    if (operator.kind === 'many' && having.length > 0 && restOf(draft, at) === '' && asksWhich(groups)) {
      draft.quantities = having.map(({ quantity }) => quantity);
      continue;
    }
    // "Films on two or more services, how many?"
    const [only, ...others] = grouped;
    if (
      operator.kind === 'many' &&
      only !== undefined &&
      others.length === 0 &&
      having.length > 0 &&
      restOf(draft, at) === ''
    ) {
      draft.quantities = [distinctOf(lexicon, only.dimension)];
      draft.isCounting = true;
      grouped.pop();
      continue;
    }
    // "Foods without a name, how many" asks for one number.
    if (only !== undefined && restOf(draft, at) === '' && groups.some(({ cue }) => cue === 'bare'))
      charge(draft, 'bareGroup');
    if (rowCount === undefined || draft.quantities.length > 0) continue;
    // "How much did Ada spend".
    const traded = draft.items.findIndex((item) => isTraded(draft, item));
    const amount =
      operator.kind === 'much'
        ? mainAmount(lexicon.cube)
        : traded >= 0 && relations.length === 0
          ? mainQuantity(lexicon.cube)
          : undefined;
    if (amount !== undefined && (traded >= 0 || restOf(draft, at) === '')) {
      if (traded >= 0) explain(draft, traded);
      charge(draft, 'impliedAmount');
      draft.quantities = [{ kind: 'measure', measure: amount }];
      continue;
    }
    if (operator.kind === 'much') charge(draft, 'muchOfRows');
    draft.quantities = [{ kind: 'measure', measure: rowCount }];
    draft.isCounting = true;
    // "How many movies" are counted where they are.
    if (
      relations.length === 0 &&
      draft.conditions.length > 0 &&
      draft.conditions.every((it) => isStranger(lexicon, it.filter))
    )
      charge(draft, 'countsReferrers');
  }
  readWhen(draft);
  const ranking = turnedRound(draft, ranked);
  const isExplicit = isExplicitList(draft);
  // Things with names are listed, events are counted.
  const named =
    relations.length > 0 &&
    entity !== undefined &&
    isNameOf(entity, lexicon) &&
    !lexicon.timeIsBeginning &&
    (question.dates.expression === undefined || filters.length > 1) &&
    (filters.length > 0 || having.length > 0);
  const listed =
    draft.isListing ||
    isVerified ||
    (named && !draft.isCounting) ||
    groups.some(({ cue }) => cue === 'list' || cue === 'which' || cue === 'bare');
  const isList =
    draft.quantities.length === 0 &&
    having.length === 0 &&
    !(draft.isSplit && !isExplicit) &&
    listed &&
    draft.share === undefined;
  const implied = !isList && draft.quantities.length === 0 && having.length === 0 && rowCount !== undefined;
  let isEach = false;
  if (isList) {
    // "Which stores lost revenue in 2025 compared with 2024" compares no stores.
    if (draft.compare) charge(draft, 'trivial');
    if (relations.length === 0 && grouped.length === 0) charge(isExplicit ? draft : assumed, 'trivial');
    if (
      entity !== undefined &&
      relations.length > 0 &&
      !grouped.some(({ dimension }) => dimension === entity)
    )
      grouped.unshift({ dimension: entity });
    // "Everyone over 60 with their job and salary": each record, though others are alike.
    const [first, second] = question.tokens;
    const hasNumbers = grouped.some(
      ({ dimension }) => dimension.type === 'number' && !isIdentifier(dimension),
    );
    const isOfRecords =
      draft.attributes !== undefined ||
      (first?.word === 'name' && (second?.afterBreak === true || second?.word === 'and')) ||
      (relations.length === 0 && question.tokens.some(({ word }) => word === 'their' || word === 'its')) ||
      (relations.length === 0 && hasNumbers);
    // "Everyone over 60 with job and salary", where nothing tells them apart.
    isEach = entity === undefined && hasNumbers && isOfRecords && grouped.length > 1;
    if (entity !== undefined && isOfRecords && !grouped.some(({ dimension }) => dimension === entity))
      grouped.unshift({ dimension: entity });
    for (const filter of filters)
      if (
        filter.kind === 'number' &&
        filter.operator !== '=' &&
        !grouped.some(({ dimension }) => dimension === filter.dimension)
      )
        grouped.push({ dimension: filter.dimension });
    // "What does a month of it cost" asks for no months.
    if (grouped.length > 0 && grouped.every(({ grain }) => grain !== undefined)) charge(draft, 'trivial');
    if (!draft.isListing) charge(assumed, named ? 'namedCount' : 'impliedList');
    if (grouped.length > 0 && grouped.every(({ dimension }) => isGiven(filters, dimension)))
      charge(draft, 'trivial');
  }
  // "List everyone with job and salary" puts nothing together.
  const isAttribute = groups.every(({ cue }) => cue !== 'by' && cue !== 'per');
  const isOpen = ({ quantity, stated }: Draft['figures'][number]): boolean =>
    quantity.kind === 'measure' && !stated && !isCountOf(quantity);
  if (isExplicit && !implied && isAttribute && draft.figures.some(isOpen)) charge(draft, 'unlisted');
  if (implied) {
    draft.quantities = saysAnything(draft) ? [{ kind: 'measure', measure: rowCount }] : [];
    if (isExplicit) charge(draft, 'unlisted');
    for (const { at, operator } of open(draft, 'aggregate'))
      if (operator.aggregate === 'count' && draft.quantities.length > 0) use(draft, at);
    // "What percentage of seniors are women" is of people.
    const isPart = draft.share !== undefined && filters.length > 1;
    charge(
      assumed,
      relations.length > 0 || isSpread || isPart || draft.timeDimension !== undefined
        ? 'namedCount'
        : 'impliedCount',
    );
    // "How did we do in 2025?" names nothing that there is.
    if (!draft.items.some(({ kind }) => kind === 'link')) charge(assumed, 'trivial');
    // Things are counted in their own relation rather than in one that refers to them.
    const strangers = draft.conditions.filter(({ at, filter }) =>
      relations.includes(at)
        ? filter.kind === 'values' && isStranger(lexicon, filter)
        : relations.length === 0 && draft.conditions.every((it) => isStranger(lexicon, it.filter)),
    );
    const isDatedElsewhere =
      relations.length === 0 &&
      draft.timeDimension !== undefined &&
      lexicon.strangers.has(draft.timeDimension);
    if (strangers.length > 0 || isDatedElsewhere) charge(assumed, 'countsReferrers');
  }
  // "what share of the calls ended in a subscription"
  if (
    draft.share !== undefined &&
    grouped.length === 0 &&
    draft.quantities.length === 2 &&
    draft.quantities.every(isCountOf)
  ) {
    const [whole, part] = draft.quantities as [Quantity, Quantity];
    draft.quantities = [{ kind: 'ratio', part, whole }];
    draft.share = undefined;
  }
  const shareOf = readShareOf(draft, filters, grouped.length > 0);
  if (
    having.length > 0 &&
    grouped.length === 0 &&
    relations.length > 0 &&
    entity !== undefined &&
    !draft.isCounting
  )
    grouped.push({ dimension: entity });
  for (const { at } of open(draft, 'list')) use(draft, at);
  readConditional(draft);
  if (isNarrowedOnce(lexicon.cube, filters)) charge(draft, 'referredCube');
  if (deniesOthers(draft, filters, grouped)) charge(draft, 'deniesOthers');
  // "By education, without the unknowns".
  for (const filter of filters)
    if (filter.kind === 'values' && filter.negated && !isSplitBy(grouped, filter.dimension))
      charge(draft, 'otherPart', 1.5);
  const hasEach = readTrailingEach(draft);
  const selects =
    hasEach ||
    ranking !== undefined ||
    having.length > 0 ||
    // "Which blocks": the blocks themselves are what is asked.
    draft.conditions.some(({ at }) => leadOf(draft, at).cue?.kind !== 'which');
  // "Which sub-categories lost money" asks for some of them.
  if (!selects && draft.quantities.length > 0 && groups.some(({ cue }) => cue === 'which'))
    charge(draft, 'unselective');
  const tested = having.map(({ quantity }) => thingOf(lexicon, quantity));
  const counted = draft.quantities.map((it) => thingOf(lexicon, it));
  const countsItself =
    grouped.length > 0
      ? grouped.some(({ dimension }) => [...counted, ...tested].includes(dimension)) ||
        (counted.length === 1 && counted[0] === entity && grouped.every(isOwnKey))
      : tested.some((it) => it !== undefined && (counted.length === 0 || counted.includes(it)));
  // "On Netflix, but not on Prime Video" is no row of both.
  if (filters.some((it) => it.kind === 'values' && it.negated && isGiven(filters, it.dimension)))
    charge(draft, 'trivial');
  // "How many Firefox releases" counts no browsers that are called Firefox.
  if (counted.some((it) => it !== undefined && isGiven(filters, it))) charge(draft, 'trivial', 0.2);
  // "Customers by customer" is one for each.
  if (countsItself) charge(draft, 'trivial');
  if (draft.quantities.length > 0 && grouped.some(({ dimension }) => isGiven(filters, dimension)))
    charge(draft, 'trivial');
  if (ranking !== undefined && ranksRows(draft.quantities, grouped, lexicon)) charge(draft, 'ranksRows');
  // "and the median?" says nothing by itself, but something of a figure before it.
  const [aggregate, ...others] =
    draft.figures.length === 0
      ? open(draft, 'aggregate').filter(({ operator }) => operator.aggregate !== 'count')
      : [];
  if (aggregate !== undefined && others.length === 0) {
    use(draft, aggregate.at);
    charge(assumed, 'idle.aggregate');
  }
  if (draft.few !== undefined) {
    use(draft, draft.few);
    charge(assumed, 'number');
  }
  readUnits(draft);
  const skipped = chargeSkipped(draft);
  const isThan = draft.compare && draft.items.some((item) => operatorOfItem(item, 'than') !== undefined);
  // "Does gold have more isotopes than silver" compares how many, and "do men earn more than women" how much.
  if (isThan && (isList || (implied && skipped.length > 0))) charge(draft, 'trivial');
  const restricts = filters.length + having.length > 0 || ranking !== undefined;
  if (!restricts && leavesRestriction(draft, skipped)) charge(draft, 'unrestricted');
  chargeIdle(draft);
  chargeUnanswerable(draft, isVerified || draft.compare || draft.verifies);
  const numbers = draft.items.flatMap((item, at) =>
    item.kind === 'number' && !draft.used.has(at) ? [question.tokens[item.from]?.raw ?? ''] : [],
  );
  return {
    reading: {
      lexicon,
      text: question.text,
      quantities: draft.quantities,
      groups: grouped,
      filters: filters.filter((filter) => shareOf?.includes(filter) !== true),
      having,
      dates: question.dates.expression,
      timeDimension: draft.timeDimension,
      ranking,
      share: draft.share,
      shareOf,
      change: draft.change,
      compare: draft.compare,
      running: draft.running,
      meanOver: draft.meanOver,
      list: isList,
      each: isEach || (draft.attributes?.each === true && (isList || ranking !== undefined)),
      implied: implied || draft.charges.has('impliedAmount'),
      aggregate: others.length === 0 ? aggregate?.operator.aggregate : undefined,
      ambiguities: draft.ambiguities,
    },
    charges: draft.charges,
    openCharges: assumed.charges,
    leftAside: [...skipped, ...numbers],
  };
}

/** Whether a word says that something was bought or sold. */
function isTraded({ question, lexicon }: Draft, item: Draft['items'][number]): boolean {
  const token = item.kind === 'word' ? question.tokens[item.from] : undefined;
  return token !== undefined && isTradeVerb(token, lexicon.nameKeys);
}

/** The words behind an item. */
function restOf({ items, question }: Draft, at: number): string {
  return question.tokens
    .slice((items[at]?.to ?? 0) + 1)
    .map(({ word }) => word)
    .join(' ');
}

function isStranger({ strangers }: Lexicon, filter: Filter): boolean {
  return filter.kind !== 'segment' && strangers.has(filter.dimension);
}

/** Whether an answer is split, by a dimension if at all. */
function isSplitBy(groups: readonly Group[], dimension: DimensionMetadata): boolean {
  return groups.length === 0 || groups.some((group) => group.dimension === dimension);
}

/** Whether only rows with one value of a dimension are left. */
function isGiven(filters: readonly Filter[], dimension: DimensionMetadata): boolean {
  return filters.some(
    (filter) =>
      filter.kind === 'values' &&
      !filter.negated &&
      filter.values.length === 1 &&
      filter.dimension === dimension,
  );
}

/** Whether a dimension holds what things are called, and no codes. */
function isNameOf(entity: DimensionMetadata, { relationLemmas }: Lexicon): boolean {
  const words = memberLemmas({ name: entity.title, title: entity.title });
  const last = words.at(-1) ?? '';
  return entity.type === 'string' && (last === 'name' || last === 'title' || relationLemmas.has(last));
}

function saysAnything({ items }: Draft): boolean {
  return items.some(({ kind }) => ['link', 'date', 'grain', 'comparison'].includes(kind));
}

function isOwnKey({ dimension }: Group): boolean {
  return dimension.primaryKey === true && !isJoined(dimension);
}

function asksWhich(groups: Draft['groups']): boolean {
  return groups.some(({ cue }) => cue === 'which');
}
