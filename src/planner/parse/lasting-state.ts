import type { DimensionMetadata } from '../../contract/tools.ts';
import type { DateExpression } from '../language/date-meanings.ts';
import { findDates } from '../language/dates.ts';
import { partsOfSpeech } from '../language/lexical.ts';
import type { Question } from '../language/question.ts';
import type { Token } from '../language/text.ts';
import { baseVerb } from '../language/word-kind.ts';
import { isOfRows, memberOf } from '../link/entries.ts';
import { ownerOf, roleOf } from '../link/joined-cubes.ts';
import { endOfLasting, endsUnknown, isStatus, lastingTimeOf, takingPlace } from '../link/lasting.ts';
import { isExistence, referenceOf } from '../link/referring-cubes.ts';
import { stateOf } from '../link/states.ts';
import { charge } from './charges.ts';
import type { Draft } from './draft.ts';
import { type Filter, isDenied } from './filter.ts';
import { isCalledCurrent } from './going-on-now.ts';
import { arePeople } from './people.ts';
import { isCountOf } from './quantity.ts';
import { isPerson } from './ranked-by.ts';
import { linkAt, open, operatorOfItem, use } from './scene.ts';

/** Rows that go on at the time of a question. */
interface Lasting {
  readonly time: DimensionMetadata;
  /** Now, where a question says no other time. */
  readonly dates: DateExpression | undefined;
  /** Those of them that take place. */
  readonly filters: readonly Filter[];
  /** What else was read as a condition, and says no more than that they go on. */
  readonly without: readonly Filter[];
}

/**
 * "Who is on leave today", "employees absent on 27 November", "guests staying last week": a state, which is of all that go on
 * then, whenever they began. Others are dated by when they began.
 * @param dated the time that dates the rows otherwise
 */
export function lastingState(draft: Draft, dated: DimensionMetadata | undefined): Lasting | undefined {
  const { question, lexicon, items, quantities, conditions } = draft;
  const { cube } = lexicon;
  const isOtherwiseTimed = items.some(({ kind }) => kind === 'grain') || question.weekdays !== undefined;
  if (isOtherwiseTimed || !quantities.every(isCountOf)) return undefined;
  const own = lastingTimeOf(cube, cube.name);
  const goesOn = own !== undefined && saysGoingOn(draft, own);
  for (const [at] of items.entries()) {
    const owner = goesOn ? cube.name : ownerAt(draft, at);
    const time = owner === undefined ? undefined : lastingTimeOf(cube, owner);
    if (time === undefined || (dated !== undefined && dated.name !== time.name)) continue;
    if (!goesOn && !saysState(draft, at)) continue;
    const place = takingPlace(cube, time);
    const said = conditions.flatMap(({ filter }) =>
      filter.kind === 'values' && isStatus(filter.dimension) && ownerOf(filter.dimension.name) === owner
        ? [filter]
        : [],
    );
    // What is active now need not have been so then, and the other way round.
    const states = conditions.flatMap(({ filter }) =>
      filter.kind === 'boolean' && stateOf(filter.dimension) !== undefined ? [filter] : [],
    );
    const current = conditions.flatMap(({ filter }) =>
      filter.kind === 'segment' && isCalledCurrent(filter.segment) ? [filter] : [],
    );
    const without = !goesOn ? [] : wereThen(question.text) ? [...said, ...current, ...states] : states;
    const denied = conditions.some(
      ({ filter }) => 'dimension' in filter && isExistence(filter.dimension) && isDenied(filter),
    );
    return {
      time,
      dates: question.isDated ? undefined : findDates('today').expression,
      filters: [
        ...(place === undefined || said.some((it) => !without.includes(it))
          ? []
          : [
              {
                kind: 'values' as const,
                dimension: place.status,
                values: place.values,
                negated: false,
              },
            ]),
        ...(denied ? stillThere(draft, own) : []),
      ],
      without,
    };
  }
  // "Were still in March" says of nothing else that it went on, and a status is that of now.
  const isStill = /\bstill\b/i.test(goingOn.exec(question.text)?.[0] ?? '');
  const isOfNow = wereThen(question.text) && conditions.some(({ filter }) => isOfStatus(filter));
  // Nor has it gone on then because something of it is dated then, or because it began, where more than one day may end it.
  const isOn = /\bon$/i.test(goingOn.exec(question.text)?.[0].trim() ?? '');
  const isTorn = endsUnknown(cube) && isOfThen(draft);
  if (question.isDated && (isStill || isOfNow || isOn || isTorn)) charge(draft, 'otherTime');
  return undefined;
}

/** Whether rows are said to have gone on at another time than now. */
function wereThen(text: string): boolean {
  return /^w/i.test(goingOn.exec(text)?.[1] ?? '') || hadThen.test(text);
}

function isOfStatus(filter: Filter): boolean {
  return filter.kind === 'values' && isStatus(filter.dimension);
}

/** "Who is on leave": the name of whomever the rows are of, where it is that of one. */
export function nameOfThose(draft: Draft): DimensionMetadata | undefined {
  const [who] = open(draft, 'who');
  if (who === undefined || draft.groups.length + draft.quantities.length > 0) return undefined;
  const [name, ...more] = draft.lexicon.cube.dimensions.filter(
    (it) => it.type === 'string' && isPerson(it) && roleOf(it) === undefined,
  );
  if (name === undefined || more.length > 0) return undefined;
  use(draft, who.at);
  return name;
}

/** Whose rows something named is of: the relation's own, or of those that refer to them. A status is that of now. */
function ownerAt(draft: Draft, at: number): string | undefined {
  const { cube } = draft.lexicon;
  const entry = linkAt(draft, at)?.entry;
  if (isOfRows(entry, draft.lexicon)) return cube.name;
  if (entry?.kind !== 'value' && !(entry?.kind === 'dimension' && isExistence(entry.dimension)))
    return undefined;
  const owner = ownerOf(entry.dimension.name);
  const isReached = owner !== cube.name && referenceOf(cube, entry.dimension) === undefined;
  return isReached || isStatus(entry.dimension) ? undefined : owner;
}

/** Who has left is not on leave, either, and is none of those who are not. */
function stillThere({ lexicon, conditions }: Draft, own: DimensionMetadata | undefined): readonly Filter[] {
  const until = own && endOfLasting(own);
  const dimension = lexicon.cube.dimensions.find(({ name }) => name === until?.name);
  const isTold = conditions.some(({ filter }) => filter.kind === 'segment' || filter.kind === 'missing');
  if (dimension === undefined || until?.isOpen !== true || isTold || !arePeople(lexicon)) return [];
  return [{ kind: 'missing', dimension, negated: false }];
}

const goingOn =
  /\b(is|are|was|were) (?:still (?=(?:in|on|during|last|this|today|yesterday|from|between)\b)|(?:still |already )?(?:active|live|open)\b|(?:still |already )?on (?=(?:on|in|at|during|last|this|today|yesterday)\b))/i;
/** "How many active contracts did we have". */
const hadThen =
  /\b(?:active|live|running) (?:\p{L}+ ){1,3}(?:did (?:we|you|they) have|(?:were|was) there)\b/iu;
const there =
  /\b(?:do|did) (?:we|you|they) have\b|\b(?:are|were) there\b|\b(?:is|are|was|were) (?:still )?(?:here|with us|employed)\b|\bwork(?:ed|ing)? (?:here|(?:for|with) us)\b/i;

/** "Projects running in March", "how many employees did we have on 1 March": the rows themselves went on then. New ones began. */
function saysGoingOn({ question, lexicon, conditions }: Draft, time: DimensionMetadata): boolean {
  if (!question.isDated || question.tokens.some(({ word }) => word === 'new')) return false;
  const isOfEnd = conditions.some(
    ({ filter }) => filter.kind === 'missing' && filter.dimension.type === 'time',
  );
  if (isOfEnd) return false;
  if (goingOn.test(question.text) || hadThen.test(question.text)) return true;
  // "Are there any absences today" are those of today, whenever they began.
  const isOfToday = isOfDay(question) && !arePeople(lexicon);
  if (isOfToday && /^\s*(?:is|are) there\b/i.test(question.text)) return true;
  return endOfLasting(time)?.isOpen === true && isOfThen({ question, lexicon });
}

function isOfDay({ dates }: Question): boolean {
  return dates.expression?.unit === 'day';
}

/** Whether rows were there then: people at any time, and the loans that we had on 1 July, unlike those of July, which were made then. */
function isOfThen({ question, lexicon }: Pick<Draft, 'question' | 'lexicon'>): boolean {
  const isNew = question.tokens.some(({ word }) => word === 'new');
  return !isNew && (arePeople(lexicon) || isOfDay(question)) && there.test(question.text);
}

const beings = /^(?:is|are|am|was|were)$/;

/** Whether words say that rows are in a state: after a form of "be", behind "on" or "off", or by an adjective. */
function saysState(draft: Draft, at: number): boolean {
  const { question } = draft;
  const { tokens } = question;
  const head = tokens[linkAt(draft, at)?.tokens[0] ?? -1];
  if (head === undefined || !isOfOthers(draft, at)) return false;
  const before = wordsBefore(draft, at);
  const verb = before.findLast(({ word }) => beings.test(word));
  const isSaid = verb !== undefined && isAsked(tokens, verb);
  const isNow = isSaid && /^(?:is|are|am)$/.test(verb.word);
  if (!question.isDated && !isNow) return false;
  const areRows = linkAt(draft, at)?.entry.kind !== 'value';
  if (isParticiple(head)) return isNow && areRows;
  // "Who is in Leeds" is where somebody is, whatever went on there.
  if (!areRows && before.some(({ word }) => placing.test(word))) return false;
  const isBehind = before.some(({ word }) => /^(?:on|off)$/.test(word));
  return isSaid || isBehind || (areRows && (isGoingOn(head) || isAdjective(head)));
}

const placing = /^(?:in|at|from|to|by|with|for|of)$/;

/** Whether it is said of others than the rows themselves, which are dated by their beginnings: of whoever is on leave. */
function isOfOthers(draft: Draft, at: number): boolean {
  const { items, lexicon } = draft;
  const owner = ownerAt(draft, at);
  if (owner === lexicon.cube.name && arePeople(lexicon)) return false;
  return items.slice(0, at).some((item) => {
    if (operatorOfItem(item, 'who') !== undefined) return true;
    const entry = item.kind === 'link' ? item.link.entry : undefined;
    const member = entry && memberOf(entry);
    return entry !== undefined && (member ? ownerOf(member.name) : lexicon.cube.name) !== owner;
  });
}

/** The small words directly before something named. */
function wordsBefore({ items, question }: Draft, at: number): readonly Token[] {
  let from = items[at]?.from ?? 0;
  for (let place = at - 1; operatorOfItem(items[place], 'filler', 'in', 'not') !== undefined; place -= 1)
    from = items[place]?.from ?? from;
  return question.tokens.slice(from, items[at]?.from ?? 0);
}

/** "What is the leave", "how many absences are there": nothing is said to be in a state. */
function isAsked(tokens: readonly Token[], { index }: Token): boolean {
  const [before, behind] = [tokens[index - 1]?.word ?? 'what', tokens[index + 1]?.word ?? 'the'];
  return !/^(?:what|there)$/.test(before) && !/^(?:the|there|an?|our)$/.test(behind);
}

/** "Absent", but not "left". */
function isAdjective({ word, lemma }: Token): boolean {
  return word === lemma && partsOfSpeech(word).adjective > 0.5;
}

function isGoingOn({ word }: Token): boolean {
  return word.endsWith('ing') && baseVerb(word) !== undefined;
}

/** "Approved", "booked": what was done rather than how something is. */
function isParticiple({ word }: Token): boolean {
  return word.endsWith('ed') && baseVerb(word) !== undefined;
}
