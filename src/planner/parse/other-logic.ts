import { alsoAsked } from '../language/paraphrase.ts';
import { ageOf } from '../link/ages.ts';
import { memberOf } from '../link/entries.ts';
import { isJoined, ownerOf } from '../link/joined-cubes.ts';
import { promisedBy } from '../link/lateness.ts';
import { referenceOf } from '../link/referring-cubes.ts';
import { stateOf } from '../link/states.ts';
import { charge } from './charges.ts';
import { areContrary } from './contrary.ts';
import type { Draft } from './draft.ts';
import { type Filter, filterTarget } from './filter.ts';
import { areUndone } from './promises.ts';
import type { Group, Having } from './reading.ts';
import { afterBreak, linkAt, onlyBetween, operatorOfItem } from './scene.ts';

/** Charges where what is said is put together in another way than a query here does it: by "or", by two figures of a row. */
export function chargeOtherLogic(
  draft: Draft,
  filters: readonly Filter[],
  grouped: readonly Group[],
  shareOf: readonly Filter[] | undefined,
): void {
  if (isEither(draft)) charge(draft, 'unevenOr', 2);
  if (saysOrMore(draft) || comparesFigures(draft) || comparesDates(draft) || datesLast(draft))
    charge(draft, 'comparesNothing');
  if (doneByOneOfBoth.test(draft.question.message)) charge(draft, 'comparesNothing');
  if (saysTwoOfOne(draft) || pairsValues(draft)) charge(draft, 'twice');
  if (deniesFirst(draft)) charge(draft, 'twice', 2);
  if (asksAlso(draft)) charge(draft, 'unused');
  if (areContrary(draft, filters)) charge(draft, 'twice', 2);
  if (leavesNone(filters, draft.having) || areUndone(filters)) charge(draft, 'comparesNothing');
  // "What percentage of urgent repairs cost more than 500" is not of all repairs.
  if (shareOf !== undefined && shareOf.length > 0 && draft.having.length > 0 && grouped.length === 0)
    charge(draft, 'twice');
  // "What percentage was paid late" is not of those that are late.
  const isLate = (it: Filter): boolean => it.kind === 'boolean' && promisedBy(it.dimension) !== undefined;
  if (
    shareOf?.some((it) => !isLate(it)) === true &&
    filters.some((it) => isLate(it) && !shareOf.includes(it))
  )
    charge(draft, 'twice');
  const isState = filters.some((it) => it.kind === 'boolean' && stateOf(it.dimension) !== undefined);
  // "Down yesterday" is of all that were then, "started in May and still open" of those that are now.
  if (isState && draft.question.isDated && !now.test(draft.question.text)) charge(draft, 'comparesNothing');
  if (filters.some((it) => goesOnUnnamed(draft, it))) charge(draft, 'throughOthers');
  if (isDatedByThird(draft, grouped)) charge(draft, 'throughOthers');
}

/** "Sold by the person who bought them": whoever did one thing is held against whoever did another with the same rows. */
const doneByOneOfBoth =
  /\bby (?:the )?(?:(?:same|very) )?(?:person|people|ones?|those|someone|somebody|whoever)(?: (?:who|that))? \S+ (?:it|them)\b/iu;

/** A machine that is "still running" is none whose stoppage goes on: what goes on is what is named. */
function goesOnUnnamed({ items, relations, lexicon: { cube } }: Draft, filter: Filter): boolean {
  if (filter.kind !== 'boolean' || relations.length > 0) return false;
  const { dimension } = filter;
  const reference = referenceOf(cube, dimension);
  if (stateOf(dimension)?.subject.size !== 0) return false;
  const named = items.flatMap((item) => (item.kind === 'link' ? (memberOf(item.link.entry) ?? []) : []));
  const others = named.filter((it) => it !== dimension);
  return (
    others.length > 0 &&
    others.every((it) => (reference === undefined ? isJoined(it) : referenceOf(cube, it) !== reference))
  );
}

const now = /\b(?:still|yet|now|currently|not|t|ongoing)\b/i;

/** "Over the estimate", "the difference between estimate and cost": two figures of a row, of which no query here tells how far they are apart. */
function comparesFigures(draft: Draft): boolean {
  const { items, question } = draft;
  const wordAt = (at: number): string => question.tokens[items[at]?.from ?? -1]?.word ?? '';
  const isNumber = (at: number): boolean => {
    const entry = linkAt(draft, at)?.entry;
    return entry?.kind === 'measure' || (entry?.kind === 'dimension' && entry.dimension.type === 'number');
  };
  // "Contracts longer than 2 years" are not those of older people.
  const isLonger = question.tokens.some(({ word }) => word === 'longer' || word === 'shorter');
  const isAge = draft.conditions.some(
    ({ filter }) => filter.kind === 'number' && ageOf(filter.dimension) !== undefined,
  );
  if (isLonger && isAge) return true;
  return items.some((item, at) => {
    const next = operatorOfItem(items[at + 1], 'filler') === undefined ? at + 1 : at + 2;
    if (wordAt(at) === 'over' && wordAt(at + 1) === 'the' && operatorOfItem(item, 'in') !== undefined)
      return isNumber(next);
    return (
      wordAt(at) === 'difference' &&
      operatorOfItem(items[at + 1], 'between') !== undefined &&
      isNumber(at + 2)
    );
  });
}

/** "Opened and filled in the same month": two dates of a row, which no period of any year tells. */
function comparesDates({ items, question: { isDated, tokens } }: Draft): boolean {
  return !isDated && items.some(({ kind, from }) => kind === 'grain' && tokens[from]?.before === 'same');
}

/** "Whose last visit was before May" is said of the last of each, and of no visits before May. */
function datesLast({ question: { isDated, tokens } }: Draft): boolean {
  return (
    isDated &&
    tokens.some(
      ({ word, index }) =>
        word === 'whose' &&
        /^(?:first|last|latest|earliest|newest|oldest|most)$/.test(tokens[index + 1]?.word ?? ''),
    )
  );
}

/** "Grade C or better" is not just grade C. */
function saysOrMore({ items, question: { tokens } }: Draft): boolean {
  return items.some((item, at) => {
    const { word = '' } = tokens[(item.to ?? -1) + 1] ?? {};
    return (
      operatorOfItem(item, 'or') !== undefined &&
      items[at - 1]?.kind === 'link' &&
      /^(?:better|worse|above|below|higher|lower|up|down|over|under|more|less)$/.test(word)
    );
  });
}

/** "In Leeds or with more than 3 rooms": either would do, of which a row need not be both. */
function isEither({ items, conditions }: Draft): boolean {
  return items.some((item, at) => {
    if (operatorOfItem(item, 'or') === undefined) return false;
    // "Grade 1 or 2" are two of one number, unlike "grade 1 or 2 stoves".
    const areNumbers = items[at - 1]?.kind === 'number' && items[at + 1]?.kind === 'number';
    if (areNumbers && !conditions.some((it) => it.at === at + 2)) return false;
    const [before, after] = [
      conditions.filter((it) => it.at < at).at(-1)?.filter,
      conditions.find((it) => it.at > at)?.filter,
    ];
    const isBounded = before?.kind === 'number' || after?.kind === 'number';
    return (
      isBounded && before !== undefined && after !== undefined && filterTarget(before) !== filterTarget(after)
    );
  });
}

/** "Which customers left" is told by no date on which drivers left, by whom something was brought to them. */
function isDatedByThird({ lexicon, timeDimension }: Draft, grouped: readonly Group[]): boolean {
  const times = timeDimension === undefined ? undefined : ownerOf(timeDimension.name);
  return (
    times !== undefined &&
    times !== lexicon.cube.name &&
    grouped.some(({ dimension }) => isJoined(dimension) && !times.startsWith(ownerOf(dimension.name)))
  );
}

/** "Under 30 make more than 100k": nothing is below the one and above the other, so these are no bounds of one number. */
function leavesNone(filters: readonly Filter[], having: readonly Having[]): boolean {
  const bounds = [
    ...filters.flatMap((it) => (it.kind === 'number' ? [{ ...it, of: it.dimension.name }] : [])),
    ...having.flatMap((it) => (it.than === undefined ? [{ ...it, of: JSON.stringify(it.quantity) }] : [])),
  ];
  return bounds.some((upper) =>
    bounds.some(
      (lower) =>
        upper.of === lower.of &&
        endsOf(upper, /</, 1).some((most) => endsOf(lower, />/, 0).some((it) => most < it)),
    ),
  );
}

/** The numbers of a bound that are its lower or its upper end. */
function endsOf(
  { operator, values }: Pick<Having, 'operator' | 'values'>,
  end: RegExp,
  place: number,
): readonly number[] {
  if (operator === 'between') return values.slice(place, place + 1);
  return operator !== '<>' && end.test(operator) ? values : [];
}

/** "The longest call, and did that client subscribe?" is of no longest one of those who did. */
function asksAlso({ conditions, items, question: { text, tokens } }: Draft): boolean {
  const [also] = [...text.matchAll(alsoAsked), ...text.matchAll(/\band whether\b/giu)];
  return (
    also !== undefined && conditions.some(({ at }) => (tokens[items[at]?.from ?? 0]?.start ?? 0) > also.index)
  );
}

/** "Never paid late": nothing has two values of one kind. */
function saysTwoOfOne(draft: Draft): boolean {
  const valueAt = (at: number) => {
    const entry = linkAt(draft, at)?.entry;
    return entry?.kind === 'value' ? entry.dimension : undefined;
  };
  return draft.items.some(
    (_, at) =>
      at > 0 && valueAt(at) !== undefined && valueAt(at) === valueAt(at - 1) && !afterBreak(draft, at),
  );
}

/** "Not paid on time" denies that it was on time, and not that it was paid. */
function deniesFirst(scene: Draft): boolean {
  const { conditions, items, lexicon, question } = scene;
  return conditions.some(({ at, filter }) => {
    const word = question.tokens[(items[at]?.from ?? 0) - 1]?.word ?? '';
    const isDenied = filter.kind === 'missing' && !filter.negated && /^(?:not|never|t)$/.test(word);
    // "Have not paid their bills" is said of the bills that there are.
    const next = conditions.find(
      (it) =>
        it.at > at &&
        it.filter.kind === 'boolean' &&
        referenceOf(lexicon.cube, it.filter.dimension) === undefined,
    );
    return isDenied && next !== undefined && onlyBetween(scene, at, next.at, ['in']);
  });
}

/** "Full support in Chrome but none in Safari" is of two rows, of which neither is any of these in any of those. */
function pairsValues({ items, question: { tokens } }: Draft): boolean {
  const named = items.flatMap((item) =>
    item.kind === 'link' && item.link.entry.kind === 'value'
      ? [{ dimension: item.link.entry.dimension, from: item.from }]
      : [],
  );
  const but = tokens.find(({ word }) => word === 'but' || word === 'while')?.index;
  const [one, other] = [
    named.filter(({ from }) => but !== undefined && from < but),
    named.filter(({ from }) => but !== undefined && from > but),
  ].map((side) => new Set(side.map(({ dimension }) => dimension)));
  return one !== undefined && other !== undefined && one.intersection(other).size > 1;
}
