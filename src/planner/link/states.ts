import type { CubeMetadata, DimensionMetadata } from '../../contract/tools.ts';
import { addDays, type Day } from '../language/calendar.ts';
import { isPast } from '../language/doers.ts';
import { isKindOf } from '../language/lexical.ts';
import { forms, nameWords } from '../language/text.ts';
import { ownLemmas } from './entities.ts';
import { ownerOf } from './joined-cubes.ts';
import { endOfLasting, lastingTimeOf, takingPlace } from './lasting.ts';
import { promisedBy } from './lateness.ts';
import { spanBetween } from './spans.ts';
import { isTaken } from './taken.ts';

/** Whether rows still go on: no column holds it, but the time tells it at which they are over. */
interface StateDimension extends DimensionMetadata {
  readonly state: State;
}

export interface State {
  /** The time that rows do not have which go on. */
  readonly until: DimensionMetadata;
  /** What ends on this day or later goes on, too; undefined where an end is known only when it has come. */
  readonly today: Day | undefined;
  /** Rows go on from then, but not before they begin; undefined where all have begun. */
  readonly begun: { readonly from: DimensionMetadata; readonly before: Day } | undefined;
  /** What the status of rows is that go on. */
  readonly place: ReturnType<typeof takingPlace>;
  /** Of what it is said: the lift of "empty while the lift is down". */
  readonly subject: ReadonlySet<string>;
  /** The word by which a description says how they are until then: "sold" of "empty while it is sold". */
  readonly described: string | undefined;
}

/** What goes on is said to be so, whatever it is. */
const goingOn = [
  ...['open', 'ongoing', 'going on', 'running', 'under way', 'underway'],
  ...['in progress', 'not over'],
];

/** A relation with what says of its rows that they still go on, by the time at which they are over, or that is described as empty until then. */
export function withStates(cube: CubeMetadata, today: Day): CubeMetadata {
  const states = cube.dimensions.flatMap((it) => (isUntil(cube, it) ? statesUntil(cube, it, today) : []));
  return states.length === 0 ? cube : { ...cube, dimensions: [...cube.dimensions, ...states] };
}

/** Whether a time of a relation's own rows may say until when they go on. What is not paid is called so, and leaves out what was given up. */
function isUntil({ name, dimensions }: CubeMetadata, { type, name: own }: DimensionMetadata): boolean {
  const isPromised = dimensions.some((it) => {
    const promise = promisedBy(it);
    return promise?.is === 'open' && promise.done.name === own;
  });
  return type === 'time' && ownerOf(own) === name && !isPromised;
}

function statesUntil(cube: CubeMetadata, until: DimensionMetadata, today: Day): StateDimension[] {
  const stated = (title: string, synonyms: readonly string[], state: Partial<State>): StateDimension => ({
    name: `${cube.name}.${title.toLowerCase().replace(/[^\p{L}]+/gu, '_')}`,
    ...{ title, type: 'boolean', synonyms: synonyms.filter((it) => !isTaken(cube, it)) },
    state: {
      until,
      today: undefined,
      begun: undefined,
      place: undefined,
      subject: new Set(),
      described: undefined,
      ...state,
    },
  });
  const said = until.gaps === true ? describedState(until) : undefined;
  const described =
    said &&
    stated(`${said.title} (${until.title} is missing)`, [], {
      ...{ subject: said.subject, described: said.described },
    });
  const own = [...(described === undefined ? [] : [described])];
  const time = lastingTimeOf(cube, cube.name);
  const deed = nameWords(until.title.toLowerCase()).find(isPast);
  const isOpen = until.gaps === true || (deed === undefined && reaches(until, today));
  const arePeople = [...ownLemmas(cube)].some((lemma) => isKindOf(lemma, 'person'));
  if (time === undefined || endOfLasting(time)?.name !== until.name || !isOpen || arePeople) return own;
  const tomorrow = addDays(today, 1);
  const from = reaches(time, tomorrow) ? cube.dimensions.find(({ name }) => name === time.name) : undefined;
  const place = takingPlace(cube, time);
  const title = deed === undefined || from !== undefined ? 'Going on' : `Not ${deed}`;
  const lasting = stated(
    place === undefined ? title : `${title} (and ${place.values.join(' or ')})`,
    goingOn,
    {
      ...{ today: deed === undefined ? today : undefined, place },
      begun: from && { from, before: tomorrow },
    },
  );
  return [...own, lasting];
}

/** What says of a row that it still goes on; undefined for other members. */
export function stateOf(member: object): State | undefined {
  return (member as Partial<StateDimension>).state;
}

/** Whether no column holds a member, but dates of the same row tell it. */
export function isToldByDates(member: object): boolean {
  return [spanBetween(member), promisedBy(member), stateOf(member)].some((it) => it !== undefined);
}

/** Whether a member is what dates say of a row: that it is late, overdue or goes on. */
export function isSaidByDates(member: object): boolean {
  return promisedBy(member) !== undefined || stateOf(member) !== undefined;
}

function reaches({ range }: DimensionMetadata, day: Day): boolean {
  return range !== undefined && range[1].slice(0, 10) >= day;
}

const emptyWhile =
  /\b(?:empty|blank|null|missing|unset|not set|not filled|no value)\b[^.;]*?\b(while|as long as|if|when|until|unless)\b ([^.;,]*?)\b(?:is|are|was|were|has been|have been|still) (?:still )?(not (?:yet )?)?((?:(?:in|on|at|under) (?:the |our )?)?\p{L}+)(?=\s*(?:$|[.;,)]))/iu;

/** What a description says of rows that do not have a time: "Empty while the lift is still down", "empty until it is paid". */
function describedState({
  description = '',
}: DimensionMetadata): (Pick<State, 'subject' | 'described'> & { readonly title: string }) | undefined {
  const [, how = '', subject = '', not, word = ''] = emptyWhile.exec(description) ?? [];
  if (word === '') return undefined;
  const said = word.toLowerCase();
  const isDenied = /^un/i.test(how) !== (not !== undefined);
  return {
    title: isDenied ? `Not ${said}` : `${said.charAt(0).toUpperCase()}${said.slice(1)}`,
    subject: new Set(nameWords(subject.toLowerCase()).map((it) => forms(it).lemma)),
    described: isDenied ? undefined : said,
  };
}
