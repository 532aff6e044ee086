import type { DimensionMetadata, MeasureMetadata } from '../../contract/tools.ts';
import { doingOf } from '../language/doers.ts';
import { kindNouns } from '../language/grammar.ts';
import { isKindOf } from '../language/lexical.ts';
import { identifying, isIdentifier, memberLemmas, titleLemmas } from '../link/entities.ts';
import { isCounted, isOfRows } from '../link/entries.ts';
import { isJoined, ownerOf } from '../link/joined-cubes.ts';
import { nameLemmas, shortName } from '../link/names.ts';
import { referenceOf } from '../link/referring-cubes.ts';
import { siblingsOf } from '../link/siblings.ts';
import { charge } from './charges.ts';
import { narrowsNext } from './cues.ts';
import type { Draft, GroupMention } from './draft.ts';
import type { Group } from './reading.ts';
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
import type { Price } from './weights.ts';

/** What it is charged that nothing introduces a group. */
export function bareGroupPrice(scene: Draft, at: number): Price {
  return scene.figures.length > 0 && isPlural(scene, at) ? 'pluralGroup' : 'bareGroup';
}

/** "Jobs with at least 20 people": what has so many others is a group. */
function hasSoMany(scene: Draft, at: number): boolean {
  const { items } = scene;
  const place = items.findIndex(
    (item, it) => it > at && operatorOfItem(item, 'with', 'in', 'which', 'filler') === undefined,
  );
  const counted = linkAt(scene, place + 1)?.entry;
  return (
    items[place]?.kind === 'comparison' &&
    (isCounted(counted) ||
      counted?.kind === 'value' ||
      (counted?.kind === 'dimension' && counted.dimension.type === 'string'))
  );
}

/**
 * "Which jobs, and how many people in each?": each of what the answer is split by; "items and blocks, how many of each?": of
 * what it could be. @returns whether one is
 */
export function readTrailingEach(scene: Draft): boolean {
  const { conditions, lexicon } = scene;
  const isAmong =
    conditions.some(({ filter }) => filter.kind === 'values' && filter.values.length > 1) &&
    // "Recipes for items and for blocks, how many each" are not the items that have some.
    !conditions.some(
      ({ filter }) => filter.kind !== 'segment' && referenceOf(lexicon.cube, filter.dimension),
    );
  if (scene.groups.length === 0 && !isAmong) return false;
  // "How much does each of them have?"
  const trailing = open(scene, 'each').filter(({ at }) => {
    const end = scene.items.findIndex((_, place) => place > at && afterBreak(scene, place));
    const rest = scene.items.slice(at + 1, end < 0 ? undefined : end);
    return rest.every((item) => operatorOfItem(item, 'with', 'of', 'filler') !== undefined);
  });
  use(scene, ...trailing.map(({ at }) => at));
  scene.compare ||= isAmong && trailing.length > 0;
  return trailing.length > 0;
}

/** Splits the answer by a dimension, once; charges for one that nothing introduces. */
export function addGroup(
  scene: Draft,
  at: number,
  dimension: DimensionMetadata,
  cue: GroupMention['cue'],
  lead: Lead,
  grain?: Group['grain'],
): void {
  // "Takings and refunds" are two figures: nothing splits the one by the other.
  const joined = lead.cue?.kind === 'and' ? leftOf(scene.items, lead.cue.at) : undefined;
  const isApart = joined !== undefined && linkAt(scene, joined)?.entry.kind === 'measure';
  if (cue === 'bare' && isApart && isIdentifier(dimension)) charge(scene, 'uneven', 3);
  use(scene, at);
  // "Debt of the companies per sector", "rate for the courses by level".
  const before = scene.question.tokens[scene.items[lead.cue?.at ?? -1]?.from ?? -1]?.word;
  // "Rate for the courses by whether they have a certificate", "isotopes for each family of elements".
  const isSplit =
    scene.isSplit ||
    scene.groups.some((it) => it.cue === 'per') ||
    scene.items.some((item) => operatorOfItem(item, 'whether') !== undefined);
  if (
    cue === 'bare' &&
    isSplit &&
    lead.cue !== undefined &&
    (lead.cue.kind === 'of' || before === 'for') &&
    scene.figures.length > 0 &&
    isPlural(scene, at)
  ) {
    use(scene, lead.cue.at);
    charge(scene, 'relationUnused');
    return;
  }
  // "Top 5 customers, all categories", "sales per year, all shops, since 2020" leave out none of these.
  if (isOfAll(scene, at)) return;
  // "Which clubs whose members are under 30 on average": what each of the clubs has splits nothing, nor are clubs counted by it.
  if (before === 'whose' && cue === 'which') {
    const isOfGroups = scene.groups.length > 0;
    if (isOfGroups) use(scene, lead.cue?.at);
    if (isOfGroups || linkAt(scene, (lead.cue?.at ?? 0) - 1) !== undefined)
      charge(scene, isOfGroups ? 'bearerDimension' : 'compound');
    if (isOfGroups) return;
  }
  // "Boats in the hall" are in one, and not in each of them.
  const isOne = /^(?:in|at|on)$/.test(before ?? '') && !isPlural(scene, at);
  if (
    (cue === 'bare' || cue === 'list') &&
    isOne &&
    scene.question.tokens[(scene.items[at]?.from ?? 0) - 1]?.word === 'the'
  )
    charge(scene, 'unused');
  if (cue !== 'bare' && cue !== 'list') {
    use(scene, lead.cue?.at);
    if (saysWhose(scene, at, dimension)) charge(scene, 'groupedKind');
  }
  if (namesOthers(scene, at, dimension)) charge(scene, 'groupedKind');
  // "Revenue per square metre" divides by an area, and splits by none; "per smart meter" is not split into yes and no.
  if (cue === 'per' && (isAddedUp(scene, dimension) || dimension.type === 'boolean'))
    charge(scene, 'groupedKind');
  // "Between invoice and payment" splits by no amount.
  if (lead.cue?.kind === 'between' && dimension.type === 'number') charge(scene, 'groupedKind');
  // "Which days do you have data for" asks for no price that is described by its days.
  if (cue === 'which' && linkAt(scene, at)?.described === true) charge(scene, 'describedGroup');
  if (cue === 'ranked' && modifiesRows(scene, at)) charge(scene, 'compound');
  const isNarrowing = cue === 'bare' && narrowsNext(scene, at);
  if (isNarrowing) charge(scene, 'compound');
  // "Ratings by genre, only genres with 50 titles or more".
  if (scene.groups.some((it) => it.dimension === dimension && it.grain === grain)) return;
  if (cue === 'bare' && !isNarrowing && !hasSoMany(scene, at)) charge(scene, bareGroupPrice(scene, at));
  scene.groups.push({ dimension, ...(grain === undefined ? {} : { grain }), at, cue });
}

/** "Most used browser versions" are versions. */
function modifiesRows(scene: Draft, at: number): boolean {
  const entry = linkAt(scene, at + 1)?.entry;
  const areRows = isOfRows(entry, scene.lexicon);
  return areRows && !isPlural(scene, at) && isPlural(scene, at + 1) && !afterBreak(scene, at + 1);
}

/** Whether a message ends with "all" of something, said by itself, or with all of it "together". */
export function isOfAll(scene: Draft, at: number): boolean {
  const { items, question, figures, groups } = scene;
  const all = question.tokens[(items[at]?.from ?? 0) - 1];
  const isTogether = question.tokens[(items[at]?.to ?? 0) + 1]?.word === 'together';
  const end = isTogether ? at + 1 : at;
  const isApart = all?.afterBreak === true && (end === items.length - 1 || afterBreak(scene, end + 1));
  return isApart && all.word === 'all' && figures.length + groups.length > 0;
}

/** Whether a number is one that measures add up. */
function isAddedUp({ lexicon }: Draft, dimension: DimensionMetadata): boolean {
  const isSum = ({ type, column, name }: MeasureMetadata): boolean =>
    type === 'sum' && column !== undefined && dimension.name === `${ownerOf(name)}.${shortName(column)}`;
  return siblingsOf(lexicon, dimension).measures.has('sum') || lexicon.cube.measures.some(isSum);
}

/** "Employees whose manager is Kim" are no numbers of managers, by which these alone are told apart. */
export function namesOthers(scene: Draft, at: number, dimension: DimensionMetadata): boolean {
  const { cube, relationLemmas } = scene.lexicon;
  const isKey = (it: DimensionMetadata): boolean => it.primaryKey === true && !isJoined(it);
  if (cube.type !== 'cube' || !isKey(dimension)) return false;
  const [only, ...more] = cube.dimensions.filter(isKey);
  if (only !== dimension || more.length > 0) return false;
  const isNamed = linkAt(scene, at)?.entry.kind !== 'value';
  const isThing = isPlural(scene, at) || leadOf(scene, at).cue?.kind === 'per';
  if (!isNamed || !isThing) return false;
  const said = (linkAt(scene, at)?.tokens ?? []).map((it) => scene.question.tokens[it]?.lemma ?? '');
  const synonyms = (cube.synonyms ?? []).flatMap(nameLemmas);
  return !said.some((lemma) => relationLemmas.has(lemma) || synonyms.includes(lemma));
}

/** "Per customer" splits by no customer segment. */
function saysWhose(scene: Draft, at: number, dimension: DimensionMetadata): boolean {
  const said = (linkAt(scene, at)?.tokens ?? []).map((it) => scene.question.tokens[it]?.lemma ?? '');
  // "By approver" is by no approved amount.
  if (
    dimension.type !== 'string' &&
    said.some((lemma) => doingOf(lemma) !== undefined && isKindOf(lemma, 'person'))
  )
    return !isIdentifier(dimension);
  const [only = '', ...more] = said;
  if (more.length > 0 || !memberLemmas(dimension).includes(only) || !isKindOf(only, 'person')) return false;
  const head = titleLemmas(dimension.title).at(-1) ?? '';
  return only !== head && !identifying.has(head) && !kindNouns.has(head) && !isIdentifier(dimension);
}
