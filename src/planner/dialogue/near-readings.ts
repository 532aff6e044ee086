import { isKindOf } from '../language/lexical.ts';
import { nameLemmas, shortName } from '../link/names.ts';
import { cubeOf } from '../parse/value-of-thing.ts';
import { maxCost, maxOffered } from '../parse/weights.ts';
import type { Candidate } from './candidate.ts';
import type { Choice } from './choice.ts';
import { contradict, isSharper, namesKeyed } from './rivals.ts';

/** A reading with those that contradict it and each other, so many in all. */
export function rivalsOf(own: Choice, near: readonly Candidate[], most: number): readonly Choice[] {
  const rivals = [own];
  for (const { completed, reading } of near) {
    if (rivals.length === most) break;
    if (completed.ok && rivals.every(({ plan }) => contradict(plan, completed.plan)))
      rivals.push({ plan: completed.plan, reading });
  }
  return rivals;
}

/** Whether both go on from readings that the user was asked between, each from its own. */
export function isOtherChoice(one: Candidate, other: Candidate): boolean {
  return (
    one.from !== undefined &&
    other.from !== undefined &&
    one.from !== other.from &&
    one.completed.ok &&
    one.cost - one.preference <= maxCost
  );
}

/** What a message comes to that goes on from the other readings that the user was asked between. */
export function fromOtherChoices(
  { from }: Candidate,
  candidates: readonly Candidate[],
  choices: readonly Choice[],
): readonly Candidate[] {
  return choices.flatMap(({ reading }) => {
    const likeliest = candidates.find(
      (it) => it.from === reading && it.completed.ok && !it.charges.get('lostFigure'),
    );
    const isOffered = likeliest !== undefined && likeliest.cost - likeliest.preference <= maxOffered;
    return isOffered && reading !== from ? [likeliest] : [];
  });
}

/** Whether a message that is read by itself may as well go on from what was asked before. */
export function mayGoOn(one: Candidate, than: Candidate): boolean {
  const isBare = [one, than].every(({ charges }) => charges.has('bare'));
  return isBare && one.from !== undefined && than.from === undefined && one.completed.ok;
}

/** The two likeliest readings that say something else, of no more than what was shown; that rows are counted was not asked where nothing says so. */
export function guessesAmong(candidates: readonly Candidate[]): readonly Choice[] {
  const guesses: Choice[] = [];
  for (const { completed, reading, cost, preference, charges } of candidates) {
    if (cost - preference > maxOffered || guesses.length === 2) break;
    const isWide = (charges.get('lostReference') ?? 0) > 0;
    if (
      !completed.ok ||
      reading.implied ||
      isWide ||
      guesses.some(({ plan }) => !contradict(plan, completed.plan))
    )
      continue;
    guesses.push({ plan: completed.plan, reading });
  }
  return guesses;
}

/** Whether the same words name another figure as well, in a relation that is only found later: product and treatment revenue. */
export function isOtherFigure(one: Candidate, than: Candidate): boolean {
  const [figure, other] = [one, than].map(({ reading }) => reading.quantities[0]);
  if (figure?.kind !== 'measure' || other?.kind !== 'measure' || figure.measure.title === other.measure.title)
    return false;
  const unlike = ({ charges }: Candidate): number => charges.get('unlike') ?? 0;
  return (
    one.completed.ok &&
    unlike(than) >= 0.1 &&
    unlike(one) <= unlike(than) + 0.01 &&
    leadOver(one, than) < 0.02
  );
}

/** How much more it costs to count what refers to a value than rows of which it is one, with a little besides. */
const leadOfOwnValue = 0.72;

/**
 * "How many coats did we make", of visits for a coat, where alterations are of garments in a category of coats: the same value of
 * another thing may as well be counted.
 */
export function isOtherValue(one: Candidate, than: Candidate): boolean {
  if (!than.charges.has('countedValue') || !one.charges.has('countsReferrers') || !one.completed.ok)
    return false;
  const [own, other] = [than, one].map(({ reading: { filters } }) =>
    filters.flatMap((it) => (it.kind === 'values' && !it.negated ? [it] : [])),
  );
  return (
    leadOver(one, than) < leadOfOwnValue &&
    one.reading.filters.length === than.reading.filters.length &&
    other?.some((it) =>
      own?.some(
        ({ dimension, values }) =>
          cubeOf(dimension) !== cubeOf(it.dimension) &&
          // Account managers are staff of that role, however they are reached.
          shortName(dimension.name) !== shortName(it.dimension.name) &&
          namesOf(values) === namesOf(it.values),
      ),
    ) === true
  );
}

function namesOf(values: readonly string[]): string {
  return values.map((it) => nameLemmas(it).join(' ')).join();
}

/** How much more a reading costs than another, but for what only tells equal ones apart. */
function leadOver(one: Candidate, than: Candidate): number {
  return one.cost - one.preference - (than.cost - than.preference);
}

/** "How many people did we teach": pupils are people, and so are teachers, whichever of the words is nearer to "people". */
export function isOfOtherPeople(one: Candidate, than: Candidate): boolean {
  const whom = ({ reading: { text, quantities } }: Candidate): string | undefined => {
    const [figure, ...more] = quantities;
    if (figure?.kind !== 'measure' || more.length > 0 || figure.measure.type !== 'count') return undefined;
    const lemma = nameLemmas(figure.measure.title).at(-1) ?? '';
    return /\b(?:people|persons)\b/i.test(text) && isKindOf(lemma, 'person') ? lemma : undefined;
  };
  const [person, other] = [whom(one), whom(than)];
  return (
    one.completed.ok &&
    person !== undefined &&
    other !== undefined &&
    person !== other &&
    leadOver(one, than) < maxOfPeople
  );
}

/** By how much one word for people may be nearer to "people" than another. */
const maxOfPeople = 0.4;

/** Whether a reading is of somebody in a second role, such as the supervisors of technicians, which nothing names. */
export function isInRole(one: Candidate, than: Candidate): boolean {
  const roles = ({ charges }: Candidate): number => charges.get('namesake') ?? 0;
  return roles(one) > roles(than);
}

/** Whether a reading counts rows that refer to what is named, where the other counts that itself: claims on policies that end. */
export function countsReferrers(one: Candidate, than: Candidate): boolean {
  return one.charges.has('countsReferrers') && !than.charges.has('countsReferrers');
}

export function leavesLess(one: Candidate, other: Candidate): boolean {
  return one.completed.ok && other.completed.ok && isSharper(one.completed.plan, other.completed.plan);
}

/** Whether a reading is the same as another by names instead of keys. */
export function isByName({ completed }: Candidate, { completed: other }: Candidate): boolean {
  return completed.ok && other.ok && namesKeyed(completed.plan, other.plan);
}
