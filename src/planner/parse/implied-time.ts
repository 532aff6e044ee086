import type { DimensionMetadata } from '../../contract/tools.ts';
import { deedOf, isPast } from '../language/doers.ts';
import { forms, nameWords } from '../language/text.ts';
import { kindOf } from '../language/word-kind.ts';
import { defaultTime, endings, endsOf } from '../link/default-time.ts';
import { ownLemmas } from '../link/entities.ts';
import { isJoined, ownerOf, renamed } from '../link/joined-cubes.ts';
import { promisedBy } from '../link/lateness.ts';
import { nameLemmas } from '../link/names.ts';
import { type Reference, referenceOf } from '../link/referring-cubes.ts';
import { isPlanned } from '../link/spans.ts';
import { charge } from './charges.ts';
import type { Draft } from './draft.ts';
import { doneAt } from './figure-time.ts';
import { isDenied } from './filter.ts';
import { membersOf } from './quantity.ts';
import { operatorOfItem } from './scene.ts';

/**
 * "Stores without sales in December": the time of the rows that refer to what is asked for, where a period is said behind
 * them or before all else. Those "of 2025 without a rating" are dated by their own.
 */
export function timeOfReferrers(draft: Draft): DimensionMetadata | undefined {
  const { items, conditions, timeDimension } = draft;
  const { cube } = draft.lexicon;
  const date = items.findLastIndex(({ kind }) => kind === 'date');
  const referring = conditions.flatMap(({ at, filter }) => {
    const reference = filter.kind === 'segment' ? undefined : referenceOf(cube, filter.dimension);
    return reference === undefined ? [] : [{ at, reference, denied: isDenied(filter) }];
  });
  const isSeveral = new Set(referring.map(({ reference }) => reference)).size > 1;
  // "With an active membership who did not come in November": nothing else is named between.
  const nearest = referring.findLast(
    ({ at }) => at < date && !items.slice(at + 1, date).some(({ kind }) => kind === 'link'),
  );
  const first = isSeveral ? nearest : referring[0];
  if (isSeveral && nearest === undefined && date >= 0) charge(draft, 'otherTime');
  if (timeDimension !== undefined || date < 0 || first === undefined) return undefined;
  const isFirst = first.denied && !items.slice(0, date).some(({ kind }) => kind === 'link');
  return date > first.at || isFirst ? timeOf(cube, first.reference) : undefined;
}

function timeOf(cube: Draft['lexicon']['cube'], { from }: Reference): DimensionMetadata | undefined {
  const time = defaultTime(from, ownLemmas(from));
  return time && renamed(cube, from, time);
}

/** "Cancelled subscriptions by reason in 2025" are dated by when they were cancelled. */
export function timeOfDone({ conditions, question, lexicon }: Draft): DimensionMetadata | undefined {
  if (!question.isDated) return undefined;
  // "Paid on time in October" was paid then.
  const roots = new Set(question.tokens.map(({ root }) => root));
  const promised = conditions.flatMap(({ filter }) => {
    const promise = filter.kind === 'boolean' ? promisedBy(filter.dimension) : undefined;
    return promise === undefined ? [] : [promise];
  });
  const kept = promised.find(
    ({ is, done }) =>
      is === 'done late' ||
      (/^(?:late|on time)$/.test(is) && nameWords(done.title).some((word) => isDeedIn(word, roots))),
  )?.done;
  if (kept !== undefined && referenceOf(lexicon.cube, kept) === undefined) return kept;
  const [done, ...more] = conditions.flatMap(({ filter }) =>
    filter.kind === 'missing' && filter.negated && filter.dimension.type === 'time' ? [filter.dimension] : [],
  );
  return done === undefined || more.length > 0 || referenceOf(lexicon.cube, done) !== undefined
    ? undefined
    : done;
}

function isDeedIn(word: string, roots: ReadonlySet<string>): boolean {
  const deed = deedOf(word.toLowerCase());
  return deed !== undefined && roots.has(deed);
}

/** "Contracts that ended in May" are dated by when they were over, rather than by when they began. */
export function timeOfEnding(draft: Draft): DimensionMetadata | undefined {
  const { items, lexicon, question, timeDimension } = draft;
  const isTimed = items.some(({ kind }) => kind === 'date' || kind === 'grain');
  if (timeDimension !== undefined || !isTimed) return undefined;
  for (const [at, item] of items.entries()) {
    if (item.kind !== 'link' || item.link.entry.kind !== 'value') continue;
    const ends = endsOf(lexicon.cube, ownerOf(item.link.entry.dimension.name));
    // "Cancelled" goes by the date of cancellation, which may not be the end, and not by that of a request.
    const roots = new Set(item.link.tokens.map((it) => question.tokens[it]?.root));
    const isNamed = (word: string): boolean =>
      /^(?:date|time|day|on|at)$/i.test(word) || roots.has(forms(word.toLowerCase()).root);
    const called = ends.filter(({ title }) => nameWords(title).every(isNamed));
    const [end, other] = called.length > 0 ? called : ends;
    // "Cancelled orders in May" were ordered then, or cancelled: only where two dates say when is it asked.
    const next = items
      .slice(at + 1)
      .find(
        (it, behind, all) =>
          it.kind !== 'operator' &&
          (ends.length < 2 || !(namesRows(it) || operatorOfItem(all[behind - 1], 'by', 'per') !== undefined)),
      );
    // "Evicted" says how it was over, where that is why people left.
    const isReason = nameLemmas(item.link.entry.dimension.title).some((lemma) => endings.test(lemma));
    // "Parental leave" is not over.
    const isOver = item.link.tokens.some((it) => {
      const { word = '', lemma = '' } = question.tokens[it] ?? {};
      if (isReason) return word.endsWith('ed') || word !== lemma;
      return endings.test(lemma) && (word !== lemma || word.endsWith('ed'));
    });
    if (!isOver || (next?.kind !== 'date' && next?.kind !== 'grain')) continue;
    if (end !== undefined && other !== undefined)
      draft.ambiguities.push({ about: 'which date', dates: [end.title, other.title] });
    return end;
  }
  return undefined;
}

/** "Bookings for December", "trips next month" are those planned for then, where rows are made ahead. */
export function timeOfPlan({
  items,
  question,
  lexicon,
  timeDimension,
  figures,
}: Draft): DimensionMetadata | undefined {
  const date = items.find(({ kind }) => kind === 'date');
  if (timeDimension !== undefined || date === undefined) return undefined;
  const { tokens } = question;
  const said = tokens.slice(date.from, date.to + 1).map(({ word }) => word);
  const isAhead = tokens[date.from - 1]?.word === 'for' || /^(?:next|coming|tomorrow)$/.test(said[0] ?? '');
  if (!isAhead || !figures.every(({ quantity }) => membersOf(quantity).every((it) => !isJoined(it))))
    return undefined;
  const { cube, lastDay } = lexicon;
  const planned = cube.dimensions.filter(
    (it) =>
      it.type === 'time' && !isJoined(it) && isPlanned(it) && !saysEnd(it) && reachesBeyond(it, lastDay),
  );
  return planned.toSorted((a, b) => (a.range?.[0] ?? '').localeCompare(b.range?.[0] ?? ''))[0];
}

/** "Drivers served by Ann in May" were served then, whenever they signed up. */
export function timeOfRows({ items, question, lexicon, relations }: Draft): DimensionMetadata | undefined {
  const isDeed = (at: number): boolean => {
    const token = question.tokens[items[at]?.from ?? -1];
    return token !== undefined && kindOf(token) === 'verb' && !lexicon.relationLemmas.has(token.lemma);
  };
  const { defaultTime: time } = lexicon;
  return question.isDated && time !== undefined && !isJoined(time) && relations.some(isDeed)
    ? time
    : undefined;
}

/** Something is due by a time, and does not happen then. */
function saysEnd({ title }: DimensionMetadata): boolean {
  return nameLemmas(title).some((lemma) => /^(?:due|deadline|promise|target|estimate)/.test(lemma));
}

function reachesBeyond({ range }: DimensionMetadata, day: string | undefined): boolean {
  return range !== undefined && day !== undefined && range[1].slice(0, 10) > day;
}

/** "Bookings that were made in May" are dated by what is described as the day on which they were made, and not by when they are for. */
export function timeOfMaking({
  items,
  question,
  lexicon,
  timeDimension,
}: Draft): DimensionMetadata | undefined {
  if (timeDimension !== undefined || !question.isDated) return undefined;
  const made = items.flatMap((item) => {
    const { word = '', before = '' } = question.tokens[item.from] ?? {};
    const isSaid = operatorOfItem(item, 'filler') !== undefined && /^(?:was|were|been|being)$/.test(before);
    return isSaid && isPast(word) ? [word] : [];
  });
  const [time, ...more] = lexicon.cube.dimensions.filter(
    (it) => it.type === 'time' && !isJoined(it) && doneAt(it).some((word) => made.includes(word)),
  );
  return more.length === 0 ? time : undefined;
}

function namesRows(item: Draft['items'][number]): boolean {
  return (
    item.kind === 'link' &&
    (item.link.entry.kind === 'relation' ||
      (item.link.entry.kind === 'measure' && item.link.entry.measure.type === 'count'))
  );
}
