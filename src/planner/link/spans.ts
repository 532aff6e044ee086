import { timeUnitOf } from '../../contract/time-units.ts';
import type { CubeMetadata, DimensionMetadata } from '../../contract/tools.ts';
import type { Day } from '../language/calendar.ts';
import { isKindOf, partsOfSpeech, relatives } from '../language/lexical.ts';
import { forms, nameWords } from '../language/text.ts';
import { baseVerb } from '../language/word-kind.ts';
import { defaultTime } from './default-time.ts';
import { memberLemmas, ownLemmas } from './entities.ts';
import { isJoined, ownerOf } from './joined-cubes.ts';
import { nameLemmas, namePhrases, shortName, timeTails } from './names.ts';

/** How long it takes from one date of a row to another: no column holds it, but the two dates tell. */
export interface SpanDimension extends DimensionMetadata {
  readonly span: Span;
}

export interface Span {
  /** Two times of the same relation. */
  readonly from: DimensionMetadata;
  readonly to: DimensionMetadata;
  /** In whole days unless both say a time of day. */
  readonly unit: 'hour' | 'day' | 'year';
  /** It is as long as rows last. */
  readonly isWhole?: boolean;
  /** Rows without the second time last until this day. */
  readonly today?: Day;
  /** Those that have it are told, too, rather than only those that still last. */
  readonly isOver?: boolean;
}

/** Times at which nothing happened to what the row is about. */
const recordTimes = /^(updat|modif|delet|load|sync|import|export|ingest|extract|snapshot|birth|born|dob|geb)/;
const plannedTimes = /^(due|deadline|expect|plan|promis|schedul|target|estimat|fällig|soll)/;
/** "Ship by", "reply-by date". */
const untilThen = /\p{L} by(?: (?:date|day|time))?$/iu;
/** An end is reached in no "end time", nor a beginning in a "start time". */
const edges = /^(start|begin|end|finish|beginn|anfang|ende)/;
const durations: ReadonlySet<string> = new Set([
  'time',
  'duration',
  'length',
  'dauer',
  'zeit',
  'age',
  'alter',
]);
/** More dates are those of a form, and their pairs too many. */
const maxTimes = 6;

/** A relation with the time from each of its dates to each later one, unless a column of the model holds it. */
export function withSpans(cube: CubeMetadata): CubeMetadata {
  const times = timesOf(cube);
  if (times.length < 2 || times.length > maxTimes) return cube;
  const relation = ownLemmas(cube);
  const beginning = defaultTime({ ...cube, dimensions: times }, relation);
  const spans = times.flatMap((one, at) =>
    times.slice(at + 1).flatMap((other) => {
      const [from, to] = isBefore(other, one) ? [other, one] : [one, other];
      return isHeld(cube, to, relation) ? [] : [spanOf(from, to, from === beginning, relation)];
    }),
  );
  return spans.length === 0 ? cube : { ...cube, dimensions: [...cube.dimensions, ...spans] };
}

/** The dates of a relation's rows at which something happened or ought to. */
export function timesOf({ dimensions }: CubeMetadata): readonly DimensionMetadata[] {
  return dimensions.filter(
    (it) => it.type === 'time' && !isJoined(it) && !memberLemmas(it).some((lemma) => recordTimes.test(lemma)),
  );
}

/** The last day on which something happened in any of some relations, until today. */
export function lastDayOf(cubes: readonly CubeMetadata[], today: Day): Day | undefined {
  const times = cubes.flatMap(timesOf).filter((time) => !isPlanned(time));
  const ends = times.flatMap(({ range }) => range?.[1].slice(0, 10) ?? []);
  return ends
    .filter((day) => day <= today)
    .toSorted()
    .at(-1);
}

/** Whether something ought to happen at a time, or by then. */
export function isPlanned(time: DimensionMetadata): boolean {
  const isBy = [time.title, shortName(time.name)].some((it) => untilThen.test(nameWords(it).join(' ')));
  return isBy || memberLemmas(time).some((lemma) => plannedTimes.test(lemma));
}

/** Whether words say that something ought to happen: "due to finish", "was supposed to be done". */
export function saysPlan(lemmas: readonly string[]): boolean {
  return lemmas.some(
    (lemma) => plannedTimes.test(lemma) || /^(?:suppose|supposed|should|ought|will)$/.test(lemma),
  );
}

/** Columns are declared in the order of what happens, unless their values say otherwise. */
function isBefore(one: DimensionMetadata, other: DimensionMetadata): boolean {
  const [[first, last] = [], [otherFirst, otherLast] = []] = [one.range, other.range];
  if (first === undefined || otherFirst === undefined || last === undefined || otherLast === undefined)
    return false;
  return first < otherFirst && last <= otherLast;
}

/** Whether a figure of the model says how long it takes until then. */
function isHeld(cube: CubeMetadata, to: DimensionMetadata, relation: ReadonlySet<string>): boolean {
  const roots = new Set(happenings(to, relation).map((word) => forms(word).root.slice(0, 5)));
  return [...cube.dimensions, ...cube.measures].some((it) => {
    if (it.type === 'time' || it.type === 'string') return false;
    const lemmas = nameLemmas(`${shortName(it.name)} ${it.title}`);
    const isTime = timeUnitOf(it) !== undefined || lemmas.some((lemma) => durations.has(lemma));
    return (
      isTime &&
      (lemmas.some((lemma) => roots.has(forms(lemma).root.slice(0, 5))) ||
        lemmas.every((lemma) => durations.has(lemma)))
    );
  });
}

/** What happens at a time: `delivered` of `delivered_at`. */
export function happenings(time: DimensionMetadata, relation: ReadonlySet<string>): readonly string[] {
  const [words = []] = namePhrases(time);
  const own = words.map(({ lemma }) => lemma).filter((lemma) => !timeTails.has(lemma));
  const more = own.filter((lemma) => !relation.has(lemma));
  return more.length > 0 ? more : own;
}

function spanOf(
  from: DimensionMetadata,
  to: DimensionMetadata,
  isFromBeginning: boolean,
  relation: ReadonlySet<string>,
): SpanDimension {
  const unit = from.timesOfDay === true && to.timesOfDay === true ? 'hour' : 'day';
  const [first, last] = [happenings(from, relation), happenings(to, relation)];
  const said = (...words: readonly string[]): string => [...words, `${unit}s`].join(' ');
  const isNamedByEnd = isFromBeginning && !isPlanned(to) && !last.every((word) => edges.test(word));
  return {
    name: `${ownerOf(to.name)}.${unit}s_from_${shortName(from.name)}_to_${shortName(to.name)}`,
    title: `${unit === 'day' ? 'Days' : 'Hours'} from ${from.title} to ${to.title}`,
    type: 'number',
    synonyms: [
      ...[last, ...nounsOf(last)].map((it) => said(...first, ...it)),
      said(...nameWords(from.title), ...nameWords(to.title)),
      ...(isNamedByEnd ? [last, ...nounsOf(last)].map((it) => said(...it)) : []),
    ],
    span: { from, to, unit },
  };
}

/** What nouns call what was done: the payment of what was paid, its completion where it was completed. */
function nounsOf([done = '', ...more]: readonly string[]): string[][] {
  const verb = baseVerb(done) ?? forms(done).lemma;
  if (more.length > 0 || (verb === done && partsOfSpeech(done).noun > partsOfSpeech(done).verb)) return [];
  return [...relatives(verb)].flatMap(([noun, strength]) =>
    strength >= surelyMade &&
    /^\p{L}+$/u.test(noun) &&
    noun.startsWith(verb.slice(0, 3)) &&
    partsOfSpeech(noun).noun > 0.5 &&
    forms(noun).root !== forms(done).root &&
    !isKindOf(noun, 'person')
      ? [[noun]]
      : [],
  );
}

const surelyMade = 0.6;

/** The two times between which a span lies, and the unit that it is counted in; undefined for other members. */
export function spanBetween(member: object): Span | undefined {
  return (member as Partial<SpanDimension>).span;
}
