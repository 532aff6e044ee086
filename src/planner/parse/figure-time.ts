import type { CubeMetadata, DimensionMetadata, MemberMetadata } from '../../contract/tools.ts';
import { deedOf, isDoer } from '../language/doers.ts';
import { type Grain, grainOf } from '../language/grains.ts';
import { remembered } from '../language/remembered.ts';
import { forms, nameWords } from '../language/text.ts';
import { defaultTime, endings, endsOf } from '../link/default-time.ts';
import { ownLemmas } from '../link/entities.ts';
import { isJoined, ownerOf } from '../link/joined-cubes.ts';
import type { Lexicon } from '../link/lexicon.ts';
import { nameLemmas, shortName, timeTails } from '../link/names.ts';
import { referenceOf, referencesOf } from '../link/referring-cubes.ts';
import { timesOf } from '../link/spans.ts';
import type { Filter } from './filter.ts';
import { isCountOf, membersOf, type Quantity } from './quantity.ts';
import type { Reading } from './reading.ts';

/**
 * The time that dates figures: a figure of a joined cube goes by that cube's own, and one that the relation's dates do not
 * date by none.
 */
export function timeOf(
  { cube, defaultTime: usual, relationLemmas }: Lexicon,
  quantities: readonly Quantity[],
  filters: readonly Filter[] = [],
): DimensionMetadata | undefined {
  const times = datesOf(quantities);
  // Of those that were cancelled all were, whatever the rate.
  const areRates = quantities.some(isRate);
  const leavesOut = (time: DimensionMetadata): boolean => areRates && time.gaps === true;
  const done = timeOfDeed(cube, quantities) ?? timeOfState(cube, quantities, filters);
  if (done !== undefined && times?.has(done.name) !== false && !leavesOut(done)) return done;
  const end = times === undefined ? endOfFigures(cube, quantities) : undefined;
  if (end === 'mixed') return undefined;
  if (end !== undefined && !leavesOut(end)) return end;
  const own =
    times === undefined || usual === undefined || times.has(usual.name)
      ? usual
      : defaultTime(
          { ...cube, dimensions: cube.dimensions.filter(({ name }) => times.has(name)) },
          relationLemmas,
        );
  const owners = new Set(quantities.flatMap(membersOf).map(({ name }) => ownerOf(name)));
  const [owner] = owners;
  // What is added up or averaged of a company has not the dates of its reports, and books have those of neither reviews nor returns.
  const dated = [...referencesOf(cube).values()].filter(({ from }) => timesOf(from).length > 0);
  const others = quantities.every(isCountOf) && dated.length < 2 ? own : undefined;
  if (owner === undefined || owners.size > 1 || owner === cube.name)
    return own !== undefined && referenceOf(cube, own) !== undefined ? others : own;
  return joinedTime(cube, owner) ?? others;
}

/** Whether a figure is of all rows, of which it says what part is so. */
function isRate(quantity: Quantity): boolean {
  if (quantity.kind !== 'measure') return false;
  const { type, format, title } = quantity.measure;
  return type === 'number' && (format === 'percent' || nameLemmas(title).at(-1) === 'rate');
}

/**
 * What was paid is dated by when it was paid, what is due by when that is, and leavers by when they left: the time that is
 * called as the figures are.
 */
function timeOfDeed(cube: CubeMetadata, quantities: readonly Quantity[]): DimensionMetadata | undefined {
  const found = quantities.flatMap(membersOf).map((member) => {
    const column =
      'column' in member ? cube.dimensions.find(({ name }) => name === member.column) : undefined;
    const words = [member.title, column?.title ?? ''].flatMap(nameWords).map((word) => word.toLowerCase());
    const deeds = new Set(words.flatMap((word) => deedOf(word) ?? (word === 'due' ? [word] : [])));
    // Refunds, and what they come to, are dated by when they were refunded; all rows by their usual date.
    const own = new Set([...ownLemmas(cube)].map((lemma) => forms(lemma).root));
    const named = member.type === 'sum' || member.type === 'count' ? nameWords(member.title) : [];
    const said = named.map((word) => forms(word.toLowerCase()).root);
    const roots = new Set(member.type === 'count' ? said.filter((it) => !own.has(it)) : said);
    const isSaid = (word: string): boolean =>
      deeds.has(forms(word).root) || (word.endsWith('ed') && roots.has(forms(word).root));
    return deeds.size + roots.size === 0 ? undefined : timeSaying(cube, ownerOf(member.name), isSaid);
  });
  const [first] = found;
  return found.every((it) => it === first) ? first : undefined;
}

/** Rows that were cancelled are dated by when they were, where a date of theirs says so. */
function timeOfState(
  cube: CubeMetadata,
  quantities: readonly Quantity[],
  filters: readonly Filter[],
): DimensionMetadata | undefined {
  const owners = new Set(quantities.flatMap(membersOf).map(({ name }) => ownerOf(name)));
  const [owner = cube.name] = owners;
  if (owners.size > 1) return undefined;
  const found = filters.flatMap((it) => {
    if (it.kind !== 'values' || it.negated || ownerOf(it.dimension.name) !== owner) return [];
    const times = it.values.map((value) => {
      const [word = ''] = nameWords(value.toLowerCase());
      const deed = isDoer(word) ? undefined : deedOf(word);
      return deed === undefined ? undefined : timeSaying(cube, owner, (other) => forms(other).root === deed);
    });
    const [first] = times;
    return first !== undefined && times.every((time) => time === first) ? [first] : [];
  });
  return new Set(found).size === 1 ? found[0] : undefined;
}

/** The times of what a condition says, and of all that its dimension says otherwise. */
function timesOfStates(cube: CubeMetadata, quantities: readonly Quantity[], filter: Filter) {
  if (filter.kind !== 'values') return { said: [], others: [] };
  const timesOf = (values: readonly string[]): readonly DimensionMetadata[] =>
    values.flatMap((it) => timeOfState(cube, quantities, [{ ...filter, values: [it] }]) ?? []);
  const others = (filter.dimension.values ?? []).filter((it) => !filter.values.includes(it));
  return { said: timesOf(filter.values), others: timesOf(others) };
}

/** The parts of a share that are dated by when they came to be so, as others are: by when jobs were filled or cancelled. */
export function datedParts({ lexicon: { cube }, quantities, shareOf = [] }: Reading): readonly Filter[] {
  return shareOf.filter((it) => {
    const { said, others } = timesOfStates(cube, quantities, it);
    return said.some((time) => others.includes(time));
  });
}

/** Whether some of the rows of a dimension came to be as it says at another time than this one. */
export function isDatedOtherwise(
  cube: CubeMetadata,
  quantities: readonly Quantity[],
  dimension: DimensionMetadata,
  time: DimensionMetadata,
): boolean {
  const all: Filter = { kind: 'values', dimension, values: dimension.values ?? [], negated: false };
  return timesOfStates(cube, quantities, all).said.some((it) => it !== time);
}

/** The only time of rows that is called after what was done, or else that is described so: "Day the job was filled". */
function timeSaying(
  cube: CubeMetadata,
  owner: string,
  isSaid: (word: string) => boolean,
): DimensionMetadata | undefined {
  const times = cube.dimensions.filter((it) => it.type === 'time' && ownerOf(it.name) === owner);
  const named = times.filter((it) => [it.title, shortName(it.name)].flatMap(nameWords).some(isSaid));
  const [only, ...more] = named.length > 0 ? named : times.filter((it) => doneAt(it).some(isSaid));
  return more.length === 0 ? only : undefined;
}

/** What was done at a time, as it is described: "filled" and "cancelled" of "Day the job was filled or cancelled". */
export function doneAt({ description = '' }: DimensionMetadata): readonly string[] {
  const [first = ''] = description.split(/[.;:(]|\b(?:before|until|after|unless|if)\b/i);
  const done = first.matchAll(
    /\b(?:was|were|is|are|got|been)\s+(\p{L}+(?:(?:,|,?\s+(?:or|and))\s+\p{L}+)*)/giu,
  );
  return [...done].flatMap(([, words = '']) => nameWords(words));
}

/** Cancellations are dated by when something was over, not by when it began; together with what began, by neither. */
function endOfFigures(
  cube: CubeMetadata,
  quantities: readonly Quantity[],
): DimensionMetadata | 'mixed' | undefined {
  const members = quantities.flatMap(membersOf);
  const [end] = endsOfFigures(cube, quantities);
  return end === undefined || members.every(isOver) ? end : 'mixed';
}

/** The times that may say when what figures speak of was over; empty where they speak of no ends. */
export function endsOfFigures(
  cube: CubeMetadata,
  quantities: readonly Quantity[],
): readonly DimensionMetadata[] {
  const over = quantities.flatMap(membersOf).find(isOver);
  return over === undefined || timeOfDeed(cube, quantities) !== undefined
    ? []
    : endsOf(cube, ownerOf(over.name)).filter((it) => !endsOther(cube, it, over.title));
}

/** Placements that ended are not dated by the end of a guarantee. */
function endsOther(cube: CubeMetadata, time: DimensionMetadata, title: string): boolean {
  const said = nameLemmas(title);
  const own = ownLemmas(cube);
  const others = nameLemmas(time.title).filter(
    (lemma) => lemma !== 'end' && lemma !== 'of' && !timeTails.has(lemma),
  );
  return (
    said.some((lemma) => /^end(?:ed|ing)?$/.test(lemma)) &&
    nameLemmas(time.title).includes('end') &&
    others.some((lemma) => !said.includes(lemma) && !own.has(lemma))
  );
}

function isOver({ title }: { readonly title: string }): boolean {
  return nameLemmas(title).some((lemma) => endings.test(lemma));
}

const coarseness: readonly Grain[] = ['hour', 'day', 'week', 'month', 'quarter', 'year'];

/** Whether there is one row for a longer time than what figures are asked of: a quarter of annual reports. */
export function isFinerThanRows({ cube }: Lexicon, quantities: readonly Quantity[], asked: Grain): boolean {
  if (quantities.length === 0 || quantities.every(isCountOf)) return false;
  const rows = nameLemmas(cube.title).flatMap((it) => grainOf(it) ?? []);
  return (
    rows.some((grain) => coarseness.indexOf(asked) < coarseness.indexOf(grain)) && coarseness.includes(asked)
  );
}

/** Whether a figure is described as one of today, so that no other day's is known. */
export function isAsOfNow({ description = '' }: MemberMetadata): boolean {
  return /\b(?:(?:as of )?today|as of now|currently|at the moment|right now|derzeit|momentan|stand heute)\b/i.test(
    description,
  );
}

/** What is known as of today of a state that rows are narrowed to: "active", where "Active policies" are those of today. */
export function stateAsOfNow({ filters, lexicon: { cube } }: Reading): MemberMetadata | undefined {
  const states = filters.flatMap((it) =>
    it.kind === 'values' && !it.negated && !isJoined(it.dimension) ? [it] : [],
  );
  if (states.length === 0) return undefined;
  const counts = cube.measures.filter((it) => it.type === 'count' && !isJoined(it) && isAsOfNow(it));
  for (const { dimension, values } of states) {
    if (isAsOfNow(dimension)) return dimension;
    const count = counts.find(({ title }) => {
      const words = nameLemmas(title);
      return values.some((value) => nameLemmas(value).every((lemma) => words.includes(lemma)));
    });
    if (count !== undefined) return count;
  }
  return undefined;
}

/** Names of the times that date every one of the figures; undefined when all of the relation's do. */
function datesOf(quantities: readonly Quantity[]): ReadonlySet<string> | undefined {
  const known = quantities.flatMap((it) =>
    membersOf(it).flatMap((member) =>
      'times' in member && member.times !== undefined ? [new Set(member.times)] : [],
    ),
  );
  const [first, ...others] = known;
  return first && others.reduce<ReadonlySet<string>>((both, it) => both.intersection(it), first);
}

const joinedTimes = remembered((_cube: CubeMetadata) => new Map<string, DimensionMetadata | undefined>());

/** The time that dates the rows of a joined cube. */
export function joinedTime(cube: CubeMetadata, owner: string): DimensionMetadata | undefined {
  const times = joinedTimes(cube);
  if (!times.has(owner)) {
    times.set(owner, defaultTime(cube, new Set(nameLemmas(shortName(owner))), owner));
  }
  return times.get(owner);
}
