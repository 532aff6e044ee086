import type { DimensionMetadata } from '../../contract/tools.ts';
import { type Grain, grainNamed } from '../language/grains.ts';
import { forms, type Token } from '../language/text.ts';
import { baseVerb, kindOf } from '../language/word-kind.ts';
import { endsOf } from '../link/default-time.ts';
import { memberOf } from '../link/entries.ts';
import { isJoined, ownerOf } from '../link/joined-cubes.ts';
import { nameLemmas, namePhrases, timeTails } from '../link/names.ts';
import { referenceOf } from '../link/referring-cubes.ts';
import { charge } from './charges.ts';
import { wordsAt } from './cues.ts';
import { type Draft, type GroupMention, statedFigure } from './draft.ts';
import { addGroup } from './group.ts';
import { readOwed, readPlan } from './plans-and-deeds.ts';
import { readPresence } from './presence.ts';
import {
  afterBreak,
  isInfinitive,
  type Lead,
  leftOf,
  linkAt,
  onlyBetween,
  open,
  operatorOfItem,
  use,
} from './scene.ts';
import { recordsNamed } from './trivial.ts';
import { isDoneAt, timesNamed } from './value-evidence.ts';

/** Gives a named time its role: a figure ("first order"), a group, a condition, or the time that dates and buckets use. */
export function readTime(
  scene: Draft,
  at: number,
  named: DimensionMetadata,
  lead: Lead,
  cued: GroupMention['cue'] | undefined,
): void {
  const owed = readOwed(scene, at, named);
  const dimension = owed ?? named;
  const first = lead.modifiers
    .map((place) => operatorOfItem(scene.items[place], 'first', 'last', 'aggregate'))
    .find((it) => it !== undefined);
  if (
    first !== undefined &&
    (first.kind === 'first' ||
      first.kind === 'last' ||
      (first.kind === 'aggregate' && (first.aggregate === 'min' || first.aggregate === 'max')))
  ) {
    const aggregate =
      first.kind === 'first' || (first.kind === 'aggregate' && first.aggregate === 'min') ? 'min' : 'max';
    use(scene, at, ...lead.modifiers);
    scene.figures.push(statedFigure({ kind: 'aggregate', aggregate, dimension }, at));
    return;
  }
  // "by outages" rarely means their dates, "per outage" never does.
  const isPartly = (linkAt(scene, at)?.quality ?? 1) < 0.95;
  // "Which orders" even less so.
  const isRows = cued === 'which' && !saysTime(scene, at, dimension);
  if (cued !== undefined && isPartly) charge(scene, 'impliedDate', isRows ? 2 : 1);
  if (cued === 'per' && !saysTime(scene, at, dimension))
    scene.ambiguities.push({ about: 'split by', what: wordsAt(scene, at) });
  if (
    cued !== undefined &&
    !scene.question.isDated &&
    !(cued !== 'by' && deedAt(scene, at, dimension) !== undefined)
  ) {
    addGroup(
      scene,
      at,
      dimension,
      cued,
      lead,
      scene.items.some(({ kind }) => kind === 'grain') ? undefined : 'auto',
    );
    return;
  }
  // "Cost per delivery month in 2026", where the month is part of the name.
  const grain = cued === 'by' || cued === 'per' ? grainOfName(scene, at) : undefined;
  if (grain !== undefined) {
    scene.timeDimension ??= dimension;
    addGroup(scene, at, dimension, 'by', lead, grain);
    return;
  }
  const isListed = scene.isListing && scene.groups.some(({ cue }) => cue === 'list');
  // "Whose certificate expired", unlike "with their expiry".
  const token = deedAt(scene, at, dimension) ?? scene.question.tokens[scene.items[at]?.from ?? -1];
  if (isListed && deedAt(scene, at, dimension) === undefined) {
    addGroup(scene, at, dimension, 'list', lead);
    return;
  }
  // "With an expired certificate" is not just with one.
  if (deedAt(scene, at, dimension) !== undefined && lead.cue?.kind === 'with' && !scene.question.isDated) {
    use(scene, at, lead.cue.at);
    charge(scene, 'bareVerb');
    scene.conditions.push({ at, filter: { kind: 'missing', dimension, negated: true, done: true } });
    return;
  }
  // A birthday is in every year.
  if (scene.question.isDated && token?.lemma === 'birthday') scene.ambiguities.push({ about: 'computation' });
  if (owed === undefined) readPlan(scene, at, dimension);
  // "How many employees left" counts employees, and nothing else by when an employee left.
  if (lead.cue?.kind === 'many' && (linkAt(scene, at)?.tokens.length ?? 1) > 1) charge(scene, 'idleTime');
  // "At the end of 2025" names no end of anything that ended then.
  if (isOfPeriod(scene, at)) charge(scene, 'idleTime');
  const presence = readPresence(scene, at, dimension);
  if (presence !== undefined) {
    // "products that were never returned" are not among the returns.
    if (
      dimension === scene.lexicon.defaultTime &&
      presence.filter.kind === 'missing' &&
      !presence.filter.negated
    )
      scene.ambiguities.push({ about: 'has date', what: dimension.title });
    return;
  }
  use(scene, at, cued === undefined ? undefined : lead.cue?.at);
  const dated = scene.items.some(
    (item, place) =>
      (item.kind === 'date' || item.kind === 'grain') &&
      onlyBetween(scene, at, place, ['in', 'of', 'by', 'each', 'per', 'between', 'with']),
  );
  // "resolved tickets per month" are bucketed by when they were resolved.
  const next = linkAt(scene, at + 1)?.entry.kind;
  const isTimed =
    dated ||
    ((next === 'relation' || next === 'measure') && scene.items.some(({ kind }) => kind === 'grain'));
  const isDone = isDoneAt(scene, at);
  const [when] = open(scene, 'when');
  if (!isTimed && when !== undefined && scene.figures.length === 0 && scene.conditions.length > 0) {
    const [end] = open(scene, 'first', 'last');
    use(scene, when.at, end?.at);
    // "When was the latest version released?"
    if (end === undefined) scene.groups.push({ dimension, at, cue: 'list' });
    else {
      const aggregate = end.operator.kind === 'first' ? 'min' : 'max';
      scene.figures.push(statedFigure({ kind: 'aggregate', aggregate, dimension }, at));
    }
    return;
  }
  if (
    !isTimed &&
    token !== undefined &&
    (kindOf(token) === 'verb' || token === deedAt(scene, at, dimension) || isDone)
  ) {
    // "Booked online" says how.
    if (linkAt(scene, at + 1)?.entry.kind === 'value' && !afterBreak(scene, at + 1)) {
      charge(scene, 'repeated');
      return;
    }
    // "resolved the most tickets": only what has been resolved.
    charge(scene, isInfinitive(scene, at) ? 'infinitive' : 'bareVerb');
    // "Scheduled jobs", where that is what becomes of them.
    if (isStatus(scene, token) && !isDone) charge(scene, 'datedVerb');
    const { cube, defaultTime } = scene.lexicon;
    // "Went on past its planned end" holds something against that, and says of none that it has one.
    if (isHeldAgainst(scene, at)) charge(scene, 'comparesNothing');
    // "Books that were returned and never reviewed" have rows of the one.
    if (dimension !== defaultTime || dimension.gaps === true || referenceOf(cube, dimension) !== undefined)
      scene.conditions.push({
        at,
        filter: {
          kind: 'missing',
          dimension,
          negated: true,
          ...(ahead.test(token.word) ? {} : { done: true }),
        },
      });
    return;
  }
  scene.timeDimension ??= dimension;
  if (!isTimed) charge(scene, 'strayTime');
  if (isOtherTime(scene, at, dimension)) charge(scene, 'otherTime');
  if (!scene.question.isDated && !scene.items.some(({ kind }) => kind === 'grain')) {
    if (operatorOfItem(scene.items[leftOf(scene.items, at) ?? -1], 'trend') !== undefined)
      addGroup(scene, at, dimension, 'by', lead, 'auto');
    else charge(scene, 'idleTime');
  }
}

/** What is said to be done beside what it is done to, where the time is not just called so: "expired certificates". */
function deedAt({ items, question }: Draft, at: number, dimension: DimensionMetadata): Token | undefined {
  const item = items[at];
  const own = item?.kind === 'link' && item.link.tokens.length > 1 ? item.link.tokens : [];
  const named = new Set(namePhrases(dimension).flatMap((words) => words.map(({ word }) => word)));
  return own
    .map((it) => question.tokens[it])
    .find((it) => it?.word.endsWith('ed') === true && !named.has(it.word));
}

/** What is said of things long before it comes. */
const ahead = /^(?:scheduled|planned|expected|promised|booked|estimated|agreed)$/;

function isStatus({ lexicon }: Draft, { word, lemma }: Token): boolean {
  return [word, lemma].some((key) =>
    lexicon.byKey.get(key)?.some(({ entry, words }) => entry.kind === 'value' && words.length === 1),
  );
}

/** The bucket that the name of a time ends with: "delivery month". */
function grainOfName({ items, question }: Draft, at: number): Grain | undefined {
  const item = items[at];
  const [last] = item?.kind === 'link' ? item.link.tokens.toReversed() : [];
  const token = last === undefined ? undefined : question.tokens[last];
  return token === undefined || token.lemma === 'date' ? undefined : grainNamed(token.lemma);
}

/** Whether the words name a time rather than what happens then: "order date", unlike "order". */
function saysTime({ items, question }: Draft, at: number, dimension: DimensionMetadata): boolean {
  const item = items[at];
  const said = item?.kind === 'link' ? item.link.tokens.map((it) => question.tokens[it]) : [];
  const says = (word: string): boolean => said.some((token) => token?.word === word);
  return (
    said.some((token) => timeTails.has(token?.lemma ?? '')) ||
    namePhrases(dimension).some((phrase) => phrase.every(({ word }) => says(word)))
  );
}

/** "When did it come out": the date of what is named, where no date is. */
export function readWhen(draft: Draft): void {
  const { lexicon, conditions, figures, groups } = draft;
  const [when] = open(draft, 'when');
  const isSaid =
    groups.some(({ dimension }) => dimension.type === 'time') ||
    figures.some(({ quantity }) => quantity.kind === 'aggregate' && quantity.dimension.type === 'time');
  if (when !== undefined && isSaid) use(draft, when.at);
  if (when === undefined || lexicon.defaultTime === undefined) return;
  if (conditions.length === 0 || figures.length + groups.length > 0) return;
  const [end] = open(draft, 'first', 'last');
  use(draft, when.at, end?.at);
  charge(draft, 'impliedDate');
  if (end === undefined) groups.push({ dimension: lexicon.defaultTime, at: when.at, cue: 'list' });
  else {
    const aggregate = end.operator.kind === 'first' ? 'min' : 'max';
    draft.quantities = [{ kind: 'aggregate', aggregate, dimension: lexicon.defaultTime }];
    // "When was Ann last here": she joined once.
    if (conditions.some(({ filter }) => recordsNamed(lexicon.cube, filter) === 1)) charge(draft, 'trivial');
  }
}

/**
 * "Trials that ended", where trials have an end of their own, are not the contracts that ended; nor are contracts "signed" when
 * their customer signed up.
 */
function isOtherTime(scene: Draft, at: number, dimension: DimensionMetadata): boolean {
  const { items, question, lexicon } = scene;
  const { quality = 1 } = linkAt(scene, at) ?? {};
  const isOfOwner = items.some((item, place) => {
    const member = place === at ? undefined : memberOf(linkAt(scene, place)?.entry ?? { kind: 'relation' });
    return item.kind === 'link' && member !== undefined && ownerOf(member.name) === ownerOf(dimension.name);
  });
  if (isJoined(dimension) && quality < 0.9 && !isOfOwner) return true;
  const named = new Set(
    items.flatMap((item, place) =>
      item.kind === 'link' && place !== at ? item.link.tokens.map((it) => question.tokens[it]?.lemma) : [],
    ),
  );
  const calls = (it: DimensionMetadata): boolean => nameLemmas(it.title).some((lemma) => named.has(lemma));
  // "Contracts that end" are no trials that do.
  const isLonger = (it: DimensionMetadata): boolean =>
    nameLemmas(it.title).length > nameLemmas(dimension.title).length;
  // "Ending in May" is by the end, and not by when something was cancelled.
  const token = question.tokens[items[at]?.from ?? -1];
  const base = token && baseVerb(token.word);
  const says = (it: DimensionMetadata): boolean =>
    token !== undefined &&
    namePhrases(it).some((words) =>
      words.some(({ lemma }) => lemma === base || forms(lemma).root === token.root),
    );
  const ends = endsOf(lexicon.cube, ownerOf(dimension.name));
  const others = ends.includes(dimension) ? ends : timesNamed(scene, at);
  return (
    !calls(dimension) &&
    others.some(
      (it) =>
        it !== dimension &&
        !isJoined(it) &&
        (calls(it) ||
          (quality < 0.95 && !isLonger(it) && ends.includes(it) && (says(it) || !says(dimension)))),
    )
  );
}

/** "The end of 2025", "the start of the year". */
function isOfPeriod({ items, question: { tokens } }: Draft, at: number): boolean {
  const last = items[at]?.to ?? -1;
  const isEdge = items[at]?.from === last && /^(?:end|start|beginning|close)$/.test(tokens[last]?.word ?? '');
  return (
    isEdge &&
    tokens[last + 1]?.word === 'of' &&
    items.some(({ kind, from }) => kind === 'date' && from > last && from <= last + 3)
  );
}

/** Whether a time stands behind a word that holds another one against it: "over its planned end". */
function isHeldAgainst({ items, question: { tokens } }: Draft, at: number): boolean {
  let place = (items[at]?.from ?? 0) - 1;
  while (/^(?:the|its|their|his|her|our)$/.test(tokens[place]?.word ?? '')) place -= 1;
  return /^(?:over|past|beyond|after|before)$/.test(tokens[place]?.word ?? '');
}
