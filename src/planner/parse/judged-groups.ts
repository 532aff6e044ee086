import type { DimensionMetadata } from '../../contract/tools.ts';
import { entityDimension } from '../link/entities.ts';
import { memberOf } from '../link/entries.ts';
import { isJoined } from '../link/joined-cubes.ts';
import { shortName } from '../link/names.ts';
import { referenceOf } from '../link/referring-cubes.ts';
import { charge } from './charges.ts';
import { type Draft, statedFigure } from './draft.ts';
import { distinctOf, thingOf } from './figures.ts';
import { affirmed, type Condition, denied, type Filter, filterTarget, isDenied } from './filter.ts';
import { bareGroupPrice } from './group.ts';
import { listCounted } from './listed-counts.ts';
import { isCountOf, type Quantity } from './quantity.ts';
import { isOnRowsOf } from './rows-of-thing.ts';
import { afterBreak, dimensionOf, linkAt, open, operatorOfItem, type Scene, use } from './scene.ts';

/**
 * "Which jobs have no women", "features no browser supports", "products only sold at a loss": a group of which one row is so is
 * no answer, whatever its other rows are.
 */
export function judgeGroups(draft: Draft): void {
  const { rowCount } = draft.lexicon;
  const subject = subjectOf(draft);
  if (subject === undefined || rowCount === undefined) return;
  const rows: Quantity = { kind: 'measure', measure: rowCount };
  const counts = draft.figures.filter((it) => denialOf(draft, it) !== undefined);
  const some = draft.figures.filter((it) => isAnyOf(draft, it));
  const none = readNone(draft, subject);
  const judged = none ?? readOnly(draft, subject) ?? (counts.length + some.length > 0 ? [] : undefined);
  if (judged === undefined) return;
  // "Which customers have no returns".
  for (const figure of counts) {
    use(draft, denialOf(draft, figure));
    draft.figures.splice(draft.figures.indexOf(figure), 1);
    draft.having.push({ quantity: figure.quantity, operator: '=', values: [0], percent: false });
  }
  // "Companies that made a loss".
  for (const figure of some) {
    draft.figures.splice(draft.figures.indexOf(figure), 1);
    draft.having.push({ quantity: figure.quantity, operator: '>', values: [0], percent: false });
  }
  listCounted(draft);
  const [counted] = draft.figures;
  const asked =
    draft.groups.find(({ at }) => at === subject)?.dimension ??
    (counted && thingOf(draft.lexicon, counted.quantity));
  countSubject(draft, subject);
  for (const { conditions, where } of judged) {
    for (const it of conditions) draft.conditions.splice(draft.conditions.indexOf(it), 1);
    // "Genres without Drama".
    if (conditions.some(({ filter }) => filter.kind !== 'segment' && filter.dimension === asked))
      charge(draft, 'trivial');
    const quantity = where.reduce<Quantity>((of, it) => ({ kind: 'filtered', of, where: it }), rows);
    draft.having.push({ quantity, operator: '=', values: [0], percent: false });
  }
  const had = asked === undefined || none === undefined ? [] : hadBefore(draft, subject, asked, none);
  if (had.length > 0) {
    for (const it of had) draft.conditions.splice(draft.conditions.indexOf(it), 1);
    const quantity = had.reduce<Quantity>((of, it) => ({ kind: 'filtered', of, where: it.filter }), rows);
    use(draft, ...open(draft, 'and').map(({ at }) => at));
    draft.having.push({ quantity, operator: '>', values: [0], percent: false });
  } else if ((none !== undefined || counts.length > 0) && isThingElsewhere(draft, asked))
    charge(draft, 'throughOthers');
  // "Had none in 2020" leaves open what had nothing at all then.
  if (draft.question.dates.expression !== undefined && judged.length + counts.length > 0)
    charge(draft, 'deniesOthers');
  for (const { at } of open(draft, 'where')) if (at === subject + 1) use(draft, at);
}

/** "Which pupils have piano and no cello": a row of the one is none of the other, so that both are asked of all rows of each. */
function hadBefore(
  draft: Draft,
  subject: number,
  thing: DimensionMetadata,
  none: readonly Judged[],
): readonly Condition[] {
  const denied = none.flatMap(({ conditions }) => conditions);
  const first = Math.min(...denied.map(({ at }) => at));
  const had = draft.conditions.filter(
    ({ at, filter }) => at > subject && at < first && isOnRowsOf(draft, filter, thing),
  );
  const isOfSame = had.some((it) =>
    denied.some((other) => filterTarget(other.filter) === filterTarget(it.filter)),
  );
  return isOfSame ? had : [];
}

/** Things with a relation of their own are judged there, by the rows that refer to them: some may have none. */
function isThingElsewhere(draft: Draft, asked: DimensionMetadata | undefined): boolean {
  const { relationLemmas } = draft.lexicon;
  const isOfThird = draft.items.some(
    (item, at) =>
      isQuantified(draft, at) &&
      dimensionOf(linkAt(draft, at)?.entry) !== undefined &&
      !relationLemmas.has(draft.question.tokens[item.to]?.lemma ?? ''),
  );
  // "Sites without contracts" are not judged by jobs.
  const namesOwn = draft.items.some((item) => {
    if (item.kind !== 'link') return false;
    const member = memberOf(item.link.entry);
    return member === undefined || !isJoined(member);
  });
  return (
    asked !== undefined &&
    !(isOfThird && namesOwn) &&
    draft.lexicon.strangers.has(asked) &&
    shortName(asked.name).endsWith('name')
  );
}

/** "Of the companies, how many never made a loss" counts them, "jobs without women" lists them. */
export function countSubject(draft: Draft, subject: number): void {
  const { groups, figures, lexicon } = draft;
  const group = groups.find(({ at }) => at === subject);
  const [many] = open(draft, 'many');
  if (group?.cue === 'bare' && figures.length === 0) charge(draft, bareGroupPrice(draft, subject), -1);
  if (group !== undefined && many !== undefined && groups.length === 1) {
    use(draft, many.at);
    groups.pop();
    figures.push(statedFigure(distinctOf(lexicon, group.dimension), subject));
  }
  draft.isCounting = groups.length === 0;
}

/** What none of the rows may be, all at once, and the conditions that say it. */
interface Judged {
  readonly conditions: readonly Condition[];
  readonly where: readonly Filter[];
}

/** The place of what there are several rows of each of. */
export function subjectOf(draft: Draft): number | undefined {
  const { lexicon } = draft;
  const figures = draft.figures.filter((it) => denialOf(draft, it) === undefined && !isAnyOf(draft, it));
  const groups = draft.groups.filter(({ at }) => !isQuantified(draft, at));
  const isKind = (it: DimensionMetadata | undefined): boolean =>
    it?.type === 'string' &&
    it.primaryKey !== true &&
    (it !== entityDimension(lexicon.cube) || it.repeats === true) &&
    referenceOf(lexicon.cube, it) === undefined;
  if (open(draft, 'rank', 'often', 'share', 'change').length > 0) return undefined;
  const [counted, ...more] = figures;
  if (counted === undefined)
    return groups.find(({ dimension, cue }) => isKind(dimension) && cue !== 'by' && cue !== 'per')?.at;
  const isCounted = more.length + groups.length === 0 && isCountOf(counted.quantity);
  return isCounted && isKind(thingOf(lexicon, counted.quantity)) ? counted.at : undefined;
}

/** "Never made a loss", where losses are counted: the place of what denies them. */
function denialOf(draft: Draft, { at, quantity }: Draft['figures'][number]): number | undefined {
  const { items, question, lexicon } = draft;
  if (!isCountOf(quantity) || (quantity.kind === 'measure' && quantity.measure === lexicon.rowCount))
    return undefined;
  let place = at - 1;
  while (items[place]?.kind === 'word' || operatorOfItem(items[place], 'filler', 'with') !== undefined)
    place -= 1;
  return denying.test(question.tokens[items[place]?.from ?? -1]?.word ?? '') && !draft.used.has(place)
    ? place
    : undefined;
}

const denying = /^(no|none|never|without|lack|lacks|lacking)$/;

/** "That made a loss", where losses are counted: there is at least one. */
function isAnyOf(
  { items, question: { tokens }, lexicon }: Draft,
  { at, quantity }: Draft['figures'][number],
): boolean {
  if (!isCountOf(quantity) || (quantity.kind === 'measure' && quantity.measure === lexicon.rowCount))
    return false;
  const from = items[at]?.from ?? 0;
  const before = tokens.slice(Math.max(from - 4, 0), from).map(({ word }) => word);
  return (
    /^(?:an?|any)$/.test(before.at(-1) ?? '') &&
    before.some((word) => /^(?:that|who|which|with|having)$/.test(word))
  );
}

/** "Have no women", "without any women in Sales", "never had one", "that no browser supports", "not supported by any browser". */
function readNone(draft: Draft, subject: number): Judged[] | undefined {
  const { items, question } = draft;
  const denial = items.findIndex((item, at) => at > subject && operatorOfItem(item, 'not') !== undefined);
  if (denial < 0 || isOfRows(draft, denial, subject)) return undefined;
  const next = items.findIndex(
    (item, at) => at > denial && (afterBreak(draft, at) || operatorOfItem(item, 'and', 'not') !== undefined),
  );
  const end = next < 0 ? items.length : next;
  const words = question.tokens.slice(items[denial]?.from, (items[end - 1]?.to ?? 0) + 1);
  if (!words.some(({ word }) => denying.test(word) || /^(any|single)$/.test(word))) return undefined;
  const said = draft.conditions.filter((it) => it.at > denial && it.at < end && isOwn(draft, it));
  const refused = said.filter(({ filter }) => isDenied(filter));
  const isFree = !draft.used.has(denial);
  if (said.length === 0 || (refused.length === 0 && !isFree)) return undefined;
  use(draft, denial);
  for (let at = denial; at < end; at += 1) if (isQuantified(draft, at)) dropThing(draft, at);
  // "No lockers or toilets" are neither.
  return refused.length > 1
    ? refused.map((it) => ({ conditions: [it], where: [affirmed(it.filter)] }))
    : [{ conditions: said, where: said.map(({ filter }) => affirmed(filter)) }];
}

/** "Which states have stations without toilets" says it of the rows, of which there may be others. */
function isOfRows(draft: Draft, denial: number, subject: number): boolean {
  const { items, question, lexicon } = draft;
  let place = denial - 1;
  while (operatorOfItem(items[place], 'filler', 'with', 'who') !== undefined) place -= 1;
  const item = items[place];
  const isRows =
    item?.kind === 'link'
      ? place !== subject && item.link.entry.kind !== 'value'
      : item?.kind === 'word' && lexicon.relationLemmas.has(question.tokens[item.to]?.lemma ?? '');
  return isRows && items[place - 1]?.kind !== 'comparison';
}

/** Whether a condition is said of a row itself, and can be turned round. */
function isOwn({ lexicon }: Scene, { filter }: Condition): boolean {
  if (filter.kind === 'segment') return true;
  const isChoice = filter.kind === 'boolean' || filter.kind === 'values';
  return isChoice && referenceOf(lexicon.cube, filter.dimension) === undefined;
}

/** "No desktop browser", "any station": one of them stands for all. */
function isQuantified(draft: Draft, at: number): boolean {
  const { items, question } = draft;
  const entry = linkAt(draft, at)?.entry;
  const isThing =
    entry?.kind === 'relation' || (entry?.kind === 'dimension' && entry.dimension.type === 'string');
  let first = at;
  while (linkAt(draft, first - 1)?.entry.kind === 'value' && !afterBreak(draft, first)) first -= 1;
  return isThing && /^(no|any|single)$/.test(question.tokens[(items[first]?.from ?? 0) - 1]?.word ?? '');
}

/** What stands for all of its kind neither splits the answer nor narrows it. */
function dropThing(draft: Draft, at: number): void {
  const entry = linkAt(draft, at)?.entry;
  use(draft, at);
  const place = draft.groups.findIndex((it) => it.at === at);
  if (place >= 0 && draft.groups[place]?.cue === 'bare') charge(draft, bareGroupPrice(draft, at), -1);
  if (place >= 0) draft.groups.splice(place, 1);
  charge(draft, 'link', -1);
  if (entry?.kind === 'dimension' && draft.lexicon.strangers.has(entry.dimension))
    charge(draft, 'stranger', -1);
}

/** "Held only by women", "only sold at a loss", but not "jobs, only for women". */
function readOnly(draft: Draft, subject: number): Judged[] | undefined {
  const { items, question } = draft;
  const only = items.findIndex(
    ({ from, to }, at) => at > subject && from === to && question.tokens[from]?.word === 'only',
  );
  if (only < 0 || afterBreak(draft, only)) return undefined;
  const condition = draft.conditions.find((it) => it.at > only);
  // "Only partial support in at least 8 browsers" says of which rows.
  const isCompared = items.some(
    (item, at) => at > only && item.kind === 'comparison' && !afterBreak(draft, at),
  );
  const isSaid = items.slice(subject + 1, only).some(({ kind }) => kind === 'word' || kind === 'operator');
  const isVerb = operatorOfItem(items[only + 1], 'in', 'of', 'with', 'by') === undefined;
  if (condition === undefined || isCompared || !isOwn(draft, condition) || isDenied(condition.filter))
    return undefined;
  for (let at = only + 1; at <= condition.at; at += 1) {
    const isBetween = at === condition.at || items[at]?.kind === 'word' || items[at]?.kind === 'operator';
    if (afterBreak(draft, at) || !(isBetween || linkAt(draft, at)?.entry.kind === 'relation'))
      return undefined;
  }
  const where = denied(condition.filter);
  return where === undefined || !(isSaid || isVerb)
    ? undefined
    : [{ conditions: [condition], where: [where] }];
}
