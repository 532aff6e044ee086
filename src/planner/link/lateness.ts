import type { CubeMetadata, DimensionMetadata } from '../../contract/tools.ts';
import type { Day } from '../language/calendar.ts';
import { isPast } from '../language/doers.ts';
import { forms, nameWords } from '../language/text.ts';
import { beginnings, endings } from './default-time.ts';
import { memberLemmas, ownLemmas } from './entities.ts';
import { ownerOf } from './joined-cubes.ts';
import { nameLemmas, shortName } from './names.ts';
import { happenings, isPlanned, timesOf } from './spans.ts';
import { isTaken } from './taken.ts';

/** Whether something was done by the day on which it was due: no column holds it, but two dates tell. */
interface PromiseDimension extends DimensionMetadata {
  readonly promise: Promised;
}

export interface Promised {
  /** Two times of the same relation. */
  readonly due: DimensionMetadata;
  readonly done: DimensionMetadata;
  /** Due on a day, whatever the time of it. */
  readonly byDay: boolean;
  /**
   * `late`: done after it was due, or overdue; `done late`: only the former; `on time`: done by then; `settled`: late or on time.
   * `open`: not done; `overdue`: not done, though it was due before today; `not due`: not done, and due from today on.
   */
  readonly is: 'late' | 'done late' | 'on time' | 'settled' | 'open' | 'overdue' | 'not due';
  readonly today: Day;
  /** What became of rows that nothing will be done for, so that they are not overdue. */
  readonly over: Over | undefined;
}

interface Over {
  readonly status: DimensionMetadata;
  readonly values: readonly string[];
}

const said =
  /^(late|lateness|overdue|delay|delayed|punctual|[oi]n time|verspätet|verspätung|überfällig|pünktlich)$/;

/** A relation with what is late, on time and overdue in it, where one date says when it was due and one when it was done. */
export function withLateness(model: CubeMetadata, today: Day): CubeMetadata {
  const [planned, ...others] = timesOf(model).filter(isPlanned);
  if (planned === undefined || others.length > 0) return model;
  const due = calledDue(model, planned);
  const cube = { ...model, dimensions: model.dimensions.map((it) => (it === planned ? due : it)) };
  const times = timesOf(cube);
  const isKnown = [...cube.dimensions, ...cube.measures, ...cube.segments].some(({ name, title }) =>
    nameLemmas(`${shortName(name)} ${title}`).some((lemma, at, all) =>
      said.test(all[at + 1] === 'time' ? `${lemma} time` : lemma),
    ),
  );
  if (isKnown) return cube;
  const relation = ownLemmas(cube);
  const rootsOf = (time: DimensionMetadata): string[] =>
    happenings(time, relation).map((word) => forms(word).root);
  const own = rootsOf(due);
  // In whatever order they stand: what was issued or booked is not done by that.
  const later = times
    .slice(times.indexOf(due) + 1)
    .filter((it) => !memberLemmas(it).some((lemma) => beginnings.test(lemma)));
  const done = later.filter((it) => !memberLemmas(it).some((lemma) => endings.test(lemma)));
  const named = done.filter((it) => rootsOf(it).some((root) => own.includes(root)));
  // A ticket is done when it is closed, where nothing else says so.
  const closed = later.filter((it) => memberLemmas(it).some((lemma) => /^clos/.test(lemma)));
  const [end, ...more] = named.length > 0 ? named : done.length > 0 ? done : closed;
  if (end === undefined || more.length > 0) return cube;
  const what = happenings(end, relation).join(' ');
  const over = givenUp(cube, due);
  const undone = nameWords(end.title.toLowerCase()).filter(isPast);
  const called = (title: string): string =>
    over === undefined ? title : `${title} (and not ${listOf(over.values)})`;
  const deed = undone[0] ?? 'done';
  const asDone = (words: readonly string[]): string[] => words.map((it) => `${what} ${it}`);
  const promised = (is: Promised['is'], title: string, synonyms: string[]): PromiseDimension => ({
    name: `${ownerOf(due.name)}.${is === 'open' && isTaken(cube, is) ? 'not_done' : is.replace(' ', '_')}`,
    ...{ title, type: 'boolean', synonyms: synonyms.filter((it) => !isTaken(cube, it)) },
    promise: { due, done: end, byDay: due.timesOfDay !== true, is, today, over },
  });
  const [late, onTime] = [
    ['late', 'delayed', 'too late'],
    ['on time', 'in time', 'punctual', 'timely'],
  ];
  const overdue = over === undefined ? 'overdue' : `overdue and not ${listOf(over.values)}`;
  return {
    ...cube,
    dimensions: [
      ...cube.dimensions,
      promised('late', `Late (${deed} late, or ${overdue})`, late),
      promised('done late', `${deed.charAt(0).toUpperCase()}${deed.slice(1)} late`, asDone(late)),
      promised('on time', 'On time', [...onTime, ...asDone(onTime)]),
      ...(over === undefined
        ? []
        : undone.map((word) => promised('open', called(`Not ${word}`), [`un${word}`]))),
      ...(isTaken(cube, 'overdue') ? [] : [promised('overdue', called('Overdue'), ['overdue', 'past due'])]),
      promised('not due', called('Not yet due'), ['not yet due', 'not due yet', 'not due']),
    ],
  };
}

/** What has to be done by a day is due then, whatever the day is called. */
function calledDue(cube: CubeMetadata, time: DimensionMetadata): DimensionMetadata {
  if (isTaken(cube, 'due')) return time;
  return { ...time, synonyms: [...(time.synonyms ?? []), 'due on'] };
}

function listOf(values: readonly string[]): string {
  return [values.slice(0, -1).join(', '), ...values.slice(-1)].filter((it) => it !== '').join(' or ');
}

const givingUp =
  /^(?:draft|cancel|void|credit|written|write|reject|withdraw|lost|return|refund|abandon|storno|abgelehnt|gutgeschrieben)/i;

/** What the only status of what is due says of that for which nothing will be done. A view may show the status of other things, too. */
function givenUp({ name, dimensions }: CubeMetadata, due: DimensionMetadata): Over | undefined {
  const rowOf = ({ source = '', key = '' }: DimensionMetadata): string => `${ownerOf(source)} ${key}`;
  const [status, ...more] = dimensions.filter(
    (it) =>
      it.type === 'string' &&
      ownerOf(it.name) === name &&
      rowOf(it) === rowOf(due) &&
      memberLemmas(it).some((lemma) => lemma === 'status'),
  );
  const values = (status?.values ?? []).filter((value) => givingUp.test(value));
  return status === undefined || more.length > 0 || values.length === 0 ? undefined : { status, values };
}

/** What is promised of a row, and by which dates it shows; undefined for other members. */
export function promisedBy(member: object): Promised | undefined {
  return (member as Partial<PromiseDimension>).promise;
}

/** By when that was due which was done at a time, and the other way round. */
export function otherSideOf(
  { dimensions }: CubeMetadata,
  { name }: DimensionMetadata,
): DimensionMetadata | undefined {
  const { due, done } = dimensions.flatMap((it) => promisedBy(it) ?? [])[0] ?? {};
  return name === done?.name ? due : name === due?.name ? done : undefined;
}

/** What says of a relation's rows that they were done late, in place of what says that they are late; undefined for other members. */
export function doneLate(member: DimensionMetadata, cube: CubeMetadata): DimensionMetadata | undefined {
  if (!/late$/.test(promisedBy(member)?.is ?? '')) return undefined;
  const name = member.name.replace(/(?:done_)?late$/, 'done_late');
  return cube.dimensions.find((it) => it.name === name);
}

/** Those of which it is known whether they are late: what is not done and not yet due may be either; undefined for what is neither. */
export function settledBy(member: DimensionMetadata): DimensionMetadata | undefined {
  const promise = promisedBy(member);
  if (promise === undefined || !/late$|time$/.test(promise.is)) return undefined;
  const { over } = promise;
  const title = `done or past due${over === undefined ? '' : ` and not ${listOf(over.values)}`}`;
  const settled: PromiseDimension = {
    ...{ name: `${ownerOf(member.name)}.settled`, title, type: 'boolean' },
    promise: { ...promise, is: 'settled' },
  };
  return settled;
}
