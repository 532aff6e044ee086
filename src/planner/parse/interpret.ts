import type { Question } from '../language/question.ts';
import { entityDimension } from '../link/entities.ts';
import { isFlag, isOfRows } from '../link/entries.ts';
import type { Lexicon } from '../link/lexicon.ts';
import { addAttributes, rankRecords, readAttributes } from './attributes.ts';
import { readCalled } from './called.ts';
import { charge } from './charges.ts';
import { readCompared } from './compared.ts';
import { chargeEitherSegment, readComparedSides } from './compared-sides.ts';
import { completed } from './completed.ts';
import { readComputations, readDayParts, readGrains, readSpread } from './computed.ts';
import { doubtPredicates, dropBearers, readEachValue, supportOthers } from './condition-roles.ts';
import { readConditions } from './conditions.ts';
import { type Cover, chargesOf } from './cover.ts';
import { namesRows } from './cues.ts';
import { readDeniedThere } from './denied-there.ts';
import { readDimension } from './dimension-role.ts';
import type { Draft } from './draft.ts';
import { readEachKind } from './each-of-kinds.ts';
import { readEqualities } from './equalities.ts';
import { readForAll, readNoneOfAny } from './for-all.ts';
import { readNow } from './going-on-now.ts';
import { readHeldAgainst } from './held-against.ts';
import { timeOfEnding, timeOfMaking, timeOfPlan, timeOfRows } from './implied-time.ts';
import type { Interpretation } from './interpretation.ts';
import { judgeGroups } from './judged-groups.ts';
import { readLeftOut } from './left-out.ts';
import { readLikelihood } from './likelihood.ts';
import { lists } from './listing.ts';
import { readMeans } from './means.ts';
import { readMeasure } from './measure-role.ts';
import { readNthValue } from './nth-value.ts';
import { readComparisons } from './number-conditions.ts';
import { chargeOnly } from './only.ts';
import { splitOpposites } from './opposites.ts';
import { readRunOut } from './out-of.ts';
import { ownersIn, showOwners } from './owners.ts';
import { readDoers } from './people.ts';
import { isAskedOfThem } from './presence.ts';
import { readPresent } from './present.ts';
import { isOrderCue, isRecent } from './rank-cues.ts';
import { readRanking } from './ranking.ts';
import { readRate } from './rates.ts';
import { readColumns } from './records.ts';
import { readRelation } from './relation-role.ts';
import { chargeRepeated, isConditioned } from './repeated-names.ts';
import { chargeSameFigure } from './same-figure.ts';
import { type Lead, leadOf, linkAt, operatorOfItem, type Scene, use } from './scene.ts';
import { readSelfRole } from './self-roles.ts';
import { readSome, readSomeBelow } from './some.ts';
import { readTextConditions } from './text-conditions.ts';
import { readValueOf } from './value-of.ts';
import { readVerified } from './verified.ts';
import { readJoining } from './who-did.ts';
import { isAttributive } from './word-beside.ts';

/** Gives each part of a question its role, by what is beside it. */
export function interpret(cover: Cover, question: Question, lexicon: Lexicon): Interpretation {
  const scene: Scene = {
    question,
    lexicon,
    items: cover,
    operators: cover.flatMap((item, at) =>
      item.kind === 'operator' ? [{ at, operator: item.operator }] : [],
    ),
    used: new Set(),
    explained: new Set(),
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
  const conditions = [...texts, ...readRunOut(scene), ...readConditions(scene), ...readEqualities(scene)];
  const compared = readComparisons(scene);
  for (const { target } of compared) if (typeof target === 'number') use(scene, target);
  const draft: Draft = {
    ...scene,
    figures: [],
    groups: [],
    conditions,
    having: [],
    relations: [],
    ambiguities: [],
    quantities: [],
    rankBy: undefined,
    timeDimension: undefined,
    dayTime: question.dayTime,
    meanOver: undefined,
    isRatio: false,
    share: undefined,
    change: false,
    running: false,
    compare: false,
    isCounting: false,
    few: undefined,
    verifies: false,
    holds: false,
    isListing: attributes === undefined ? lists(scene) : !attributes.ranked,
    attributes,
    isSplit: scene.items.some(
      (item, at) => operatorOfItem(item, 'by', 'per') !== undefined && !isOrderCue(scene, at),
    ),
    sortedBy: undefined,
  };
  splitOpposites(draft);
  readEachValue(draft);
  supportOthers(draft);
  doubtPredicates(draft);
  readSelfRole(draft);
  readHeldAgainst(draft);
  for (const { at, filter } of conditions)
    if (filter.kind === 'values' && !filter.negated && namesRows(draft, at))
      readRelation(draft, at, leadOf(draft, at));
  for (const [at] of draft.items.entries()) {
    const link = linkAt(draft, at);
    if (link === undefined || draft.used.has(at)) continue;
    const lead = leadOf(draft, at);
    if (readDoers(draft, at, lead) || readValueOf(draft, at, lead)) continue;
    const { entry } = link;
    // "Sampled in six regions", of the sampled regions.
    if (link.quality < 0.95 && isConditioned(draft, compared, entry)) {
      use(draft, at);
      charge(draft, 'repeated');
      continue;
    }
    // "Reported revenue", of reports.
    if (isDeedOfRows(draft, at)) {
      use(draft, at);
      charge(draft, 'repeated');
      charge(draft, 'unlike', (link.quality - 1) / 2);
      continue;
    }
    // "How many platforms" are not how many stations have some.
    if (link.described === true && isCounted(draft, lead) && !isFlag(entry)) charge(draft, 'countByMean');
    // "Elements of period 4" are the rows, even where the count of them is called elements.
    const isRows =
      entry.kind === 'measure' &&
      entry.measure === lexicon.rowCount &&
      !link.saysAggregate &&
      (isRecent(draft, lead) ||
        attributes !== undefined ||
        (lead.modifiers.length === 0 && (draft.isListing || conditions.length + compared.length > 0)));
    // Whether they are rare is no number of rare ones.
    if (entry.kind === 'measure' && isAskedOfThem(draft, at)) charge(draft, 'unused');
    if (entry.kind === 'relation' || isRows) readRelation(draft, at, lead);
    else if (entry.kind === 'measure') readMeasure(draft, at, entry.measure, lead, link.saysAggregate);
    else if (entry.kind === 'dimension') readDimension(draft, at, entry.dimension, lead);
  }
  chargeSameFigure(draft);
  for (const one of compared) readCompared(draft, one);
  readComparedSides(draft);
  chargeEitherSegment(draft);
  readCalled(draft);
  judgeGroups(draft);
  chargeOnly(draft);
  readEachKind(draft);
  readForAll(draft);
  readNoneOfAny(draft);
  readDeniedThere(draft);
  chargeRepeated(draft);
  const isVerified = readVerified(draft);
  readLikelihood(draft);
  readRate(draft);
  dropBearers(draft);
  readSome(draft);
  readSomeBelow(draft);
  readLeftOut(draft);
  readColumns(draft);
  draft.timeDimension ??=
    timeOfEnding(draft) ?? timeOfPlan(draft) ?? timeOfMaking(draft) ?? timeOfRows(draft);
  readJoining(draft);
  readGrains(draft);
  readDayParts(draft);
  readComputations(draft);
  readPresent(draft);
  readNow(draft);
  readMeans(draft);
  const isSpread = readSpread(draft);
  const isNamed = entityDimension(lexicon.cube) !== undefined;
  if (!isNamed) addAttributes(draft);
  const ranking = rankRecords(draft, readRanking(draft) ?? readNthValue(draft));
  if (isNamed) addAttributes(draft);
  showOwners(draft);
  return completed(draft, ranking, isSpread, isVerified);
}

/** Whether a participle before a figure says no more than that it is of the rows. */
function isDeedOfRows(draft: Draft, at: number): boolean {
  const { items, question, lexicon } = draft;
  const [item, next] = [items[at], linkAt(draft, at + 1)?.entry];
  const token = question.tokens[item?.from ?? -1];
  const isFigure =
    (next?.kind === 'measure' && !next.measure.type.startsWith('count')) ||
    (next?.kind === 'dimension' && next.dimension.type === 'number');
  return (
    isFigure &&
    item?.from === item?.to &&
    token !== undefined &&
    isAttributive(token) &&
    isOfRows(linkAt(draft, at)?.entry, lexicon)
  );
}

function isCounted({ items }: Draft, { cue, modifiers }: Lead): boolean {
  return (
    cue?.kind === 'many' ||
    cue?.kind === 'much' ||
    modifiers.some((place) => operatorOfItem(items[place], 'aggregate')?.aggregate === 'count')
  );
}
