import type { CubeMetadata, DimensionMetadata } from '../../contract/tools.ts';
import { nameWords } from '../language/text.ts';
import { ownerOf } from './joined-cubes.ts';
import { nameLemmas, shortName } from './names.ts';
import { isPlanned } from './spans.ts';

/** The time from which rows go on until another of theirs: on a day are all that go on then, whenever they began. */
interface LastingTime extends DimensionMetadata {
  readonly lasting: {
    /** The short name of the time beside it on which rows are over. */
    readonly to: string;
    readonly title: string;
    /** Rows without an end go on. */
    readonly isOpen: boolean;
  };
}

const from =
  /\b(?:start\w*|beg[aiu]n\w*|open(?:s|ed|ing)|from|since|arriv\w*|(?:check(?:ed)?|moved?) in|hired?|join\w*|commence\w*|picked up|pick ?up|admi(?:ssion|tted)|rented)\b/i;
const until =
  /\b(?:end(?:s|ed|ing)?|clos(?:es?|ed|ing)|until|till|to|return\w*|depart\w*|(?:check(?:ed)?|moved?) out|left|leav\w*|expir\w*|finish\w*|complet\w*|terminat\w*|cancel\w*|discharged?|dropped off|drop ?off)\b/i;

/** The time of the rows of a relation, or of a cube that it joins or is referred to by, from which they go on until one other. */
export function lastingTimeOf(cube: CubeMetadata, owner: string): DimensionMetadata | undefined {
  const times = cube.dimensions.filter(
    (it) => it.type === 'time' && ownerOf(it.name) === owner && isOfRowsOf(cube, it),
  );
  const begins = times.filter((it) => says(it, from) && !says(it, until) && !isPlanned(it));
  const ends = times.filter((it) => says(it, until) && !says(it, from));
  const real = ends.filter((it) => !isPlanned(it));
  const over = real.length > 0 ? real : ends;
  const pairs = begins.flatMap((start) =>
    over.filter((end) => cubeOf(end) === cubeOf(start)).map((end) => ({ start, end })),
  );
  // "Start of supply" and "End of supply" belong together, whatever else begins or ends.
  const alike = pairs.filter(areNamedAlike);
  // "Start date" and "End date" do, too, beside a "Notice date".
  const told = alike.length > 0 ? alike : pairs.filter(areBarelyNamed);
  const [pair, ...others] = pairs.length > 1 ? told : pairs;
  if (pair === undefined || others.length > 0) return undefined;
  // What is cancelled may have ended before, and what has ended may have been cancelled.
  if (pairs.length > 1 && alike.length === 0 && !isEnd.test(pair.end.title)) return undefined;
  const { start, end } = pair;
  const [first, last] = [
    start.range?.[0],
    [start, end]
      .flatMap((it) => it.range?.[1] ?? [])
      .sort()
      .at(-1),
  ];
  const lasting: LastingTime['lasting'] = {
    ...{ to: shortName(end.name), title: end.title },
    isOpen: end.gaps === true,
  };
  const range = first === undefined || last === undefined ? undefined : ([first, last] as const);
  return { ...start, ...(range && { range: [...range] }), lasting } as LastingTime;
}

/** The cube of a member, which a view has from one of several. */
function cubeOf({ name, source = name }: DimensionMetadata): string {
  return ownerOf(source);
}

/** Whether a time is of the rows of a relation, and of a view not just of what these belong to, which it names behind them. */
function isOfRowsOf({ type, dimensions }: CubeMetadata, time: DimensionMetadata): boolean {
  const isFirst = dimensions[0] !== undefined && cubeOf(dimensions[0]) === cubeOf(time);
  return (
    type !== 'view' || isFirst || dimensions.every((it) => it.type !== 'time' || cubeOf(it) === cubeOf(time))
  );
}

/** Whether rows begin at a time and are over at one of several, so that it is not known which went on when. */
export function endsUnknown(cube: CubeMetadata): boolean {
  const times = cube.dimensions.filter((it) => it.type === 'time' && ownerOf(it.name) === cube.name);
  const isBegun = times.some((it) => says(it, from) && !says(it, until) && !isPlanned(it));
  const isOver = times.some((it) => says(it, until) && !says(it, from) && !isPlanned(it));
  return isBegun && isOver && lastingTimeOf(cube, cube.name) === undefined;
}

function areNamedAlike({ start, end }: Readonly<Record<'start' | 'end', DimensionMetadata>>): boolean {
  const [begun, over] = [namesWithout(start, from), namesWithout(end, until)];
  return begun.some((rest, at) => rest !== '' && rest === over[at]);
}

const isEnd = /\b(?:end(?:s|ed|ing)?|until|till|to)\b/i;

/** Whether the titles of two times say no more than that something begins and ends. */
function areBarelyNamed({ start, end }: Readonly<Record<'start' | 'end', DimensionMetadata>>): boolean {
  return namesWithout(start, from)[0] === '' && namesWithout(end, until)[0] === '';
}

/** What a time is called beside beginning or ending, by its title and by its name. */
function namesWithout({ name, title }: DimensionMetadata, words: RegExp): readonly string[] {
  return [title, shortName(name)].map((it) =>
    nameWords(it)
      .join(' ')
      .replace(words, '')
      .replace(/\b(?:on|at|date|day|time)\b/gi, '')
      .trim(),
  );
}

/** Whether a time is called after what ends. */
export function saysEnd(time: DimensionMetadata): boolean {
  return says(time, until) && !says(time, from);
}

function says({ name, title }: DimensionMetadata, words: RegExp): boolean {
  return [title, shortName(name)].some((it) => words.test(nameWords(it).join(' ')));
}

/** Until when rows go on that are dated by a time; undefined where they are dated by a day alone. */
export function endOfLasting(
  member: object & { readonly name: string },
): { readonly name: string; readonly title: string; readonly isOpen: boolean } | undefined {
  const { lasting } = member as Partial<LastingTime>;
  return lasting && { ...lasting, name: `${ownerOf(member.name)}.${lasting.to}` };
}

const refused = /^(?:void|withdr|reject|refus|declin|denied|no[ -]?show|abgelehnt)/i;
/** What is not yet granted. What has been opened is open, though it waits. */
const undecided =
  /^(?:draft|request|pending|propos|provisional|tentative|enquir|inquir|waiting|in the pipeline|pipeline|prospect|beantragt|angefragt|vorgemerkt)/i;
const cancelled = /^(?:cancel|abandon|stornier|abgesagt)/i;

const opened = /\bopened\b/i;

/** What is cancelled is never completed. */
const completed = /\b(?:finish\w*|complet\w*|return\w*)\b/i;

/**
 * What the only status of lasting rows says of those that take place, where it tells them from those that are refused or not
 * yet granted. What is cancelled did go on until then where that is when rows are over, and never where each has an end.
 */
export function takingPlace(
  cube: CubeMetadata,
  time: DimensionMetadata,
): { readonly status: DimensionMetadata; readonly values: readonly string[] } | undefined {
  const [status, ...more] = cube.dimensions.filter(
    (it) =>
      it.type === 'string' &&
      ownerOf(it.name) === ownerOf(time.name) &&
      cubeOf(it) === cubeOf(time) &&
      isStatus(it),
  );
  if (status === undefined || more.length > 0 || status.valuesComplete !== true) return undefined;
  const end = endOfLasting(time);
  const isOpen = end?.isOpen === true && !completed.test(nameWords(end.title).join(' '));
  const all = status.values ?? [];
  const isOff = (value: string): boolean =>
    refused.test(value) ||
    (!says(time, opened) && undecided.test(value)) ||
    (!isOpen && cancelled.test(value));
  const values = all.filter((value) => !isOff(value));
  return values.length === 0 || values.length === all.length ? undefined : { status, values };
}

/** What was to take place, and did not; nor did what still is to. */
const missed = /^(?:miss|did not|didn['’]?t|dna\b|skip|postpon|resched|fail|verpasst|versäumt)/i;
const planned = /^(?:book|plan|schedul|reserv|upcoming|due|open|new|geplant|gebucht)/i;

/**
 * What the only status of rows says of those that took place, where it tells them from others. No values where it says of none
 * that they did; undefined where no status tells.
 */
export function tookPlace(
  cube: CubeMetadata,
  owner: string,
): { readonly status: DimensionMetadata; readonly values: readonly string[] } | undefined {
  const [status, ...more] = cube.dimensions.filter(
    (it) => it.type === 'string' && ownerOf(it.name) === owner && isStatus(it),
  );
  if (status?.valuesComplete !== true || more.length > 0) return undefined;
  const { values: all = [] } = status;
  const isOff = (value: string): boolean =>
    [cancelled, missed, /^(?:no[ -]?show|withdr)/i].some((it) => it.test(value));
  const values = all.filter(
    (value) => !isOff(value) && ![refused, undecided, planned].some((it) => it.test(value)),
  );
  return all.some(isOff) ? { status, values } : undefined;
}

/** Whether a text says what has become of a row. */
export function isStatus({ name }: DimensionMetadata): boolean {
  return nameLemmas(shortName(name)).some((lemma) => lemma === 'status' || lemma === 'state');
}
