import type { DimensionMetadata } from '../../contract/tools.ts';
import type { NumberComparison } from '../language/comparisons.ts';
import { isPast } from '../language/doers.ts';
import { operatorOf } from '../language/grammar.ts';
import { isKindOf, partsOfSpeech } from '../language/lexical.ts';
import type { Question } from '../language/question.ts';
import type { Token } from '../language/text.ts';
import { baseVerb } from '../language/word-kind.ts';
import { ageOf } from '../link/ages.ts';
import { isNaming } from '../link/entities.ts';
import { type Entry, isOfRows } from '../link/entries.ts';
import { isJoined, ownerOf } from '../link/joined-cubes.ts';
import type { Lexicon } from '../link/lexicon.ts';
import { charge } from './charges.ts';
import { explain } from './cues.ts';
import type { Draft } from './draft.ts';
import {
  afterBreak,
  dimensionOf,
  isPlural,
  type Lead,
  leadOf,
  linkAt,
  operatorOfItem,
  type Scene,
  use,
} from './scene.ts';
import { isPassive } from './value-evidence.ts';

/** In years. */
const oldest = 120;

/** Whether a bound of people may be one of their ages: "over 60", but not "over 60 visits". */
export function saysAge(scene: Scene, at: number, { unit, values: [value = 0] }: NumberComparison): boolean {
  const { items, question } = scene;
  const next = items[at + 1];
  const head = question.tokens[next?.kind === 'link' ? next.to : (items[at]?.to ?? 0) + 1];
  const areThings =
    head !== undefined &&
    !afterBreak(scene, at + 1) &&
    head.word.endsWith('s') &&
    head.word !== head.lemma &&
    operatorOf(head.word) === undefined &&
    partsOfSpeech(head.lemma).noun > 0;
  return unit === undefined && value <= oldest && !areThings;
}

/** Whether the rows of a relation are of people. */
export function arePeople({ relationLemmas }: Lexicon): boolean {
  return [...relationLemmas].some((lemma) => isKindOf(lemma, 'person'));
}

/**
 * "Were returned by customers": who did it, which splits nothing; uses it up, and charges for a deed that nothing explains.
 * @returns whether it is said so
 */
export function readDoers(scene: Scene, at: number, { cue }: Lead): boolean {
  const { items, question } = scene;
  const verb = items[(cue?.at ?? 0) - 1];
  const isSaid =
    cue?.kind === 'by' &&
    isPassive(scene, cue.at) &&
    /^(?:is|are|was|were|been|being)$/.test(question.tokens[(verb?.from ?? 0) - 1]?.word ?? '') &&
    isPlural(scene, at) &&
    linkAt(scene, at)?.entry.kind !== 'value' &&
    isKindOf(question.tokens[items[at]?.to ?? -1]?.lemma ?? '', 'person');
  if (!isSaid) return false;
  use(scene, at, cue.at);
  if (verb?.kind === 'word') charge(scene, 'unrestricted');
  return true;
}

const deeds = /^(?:gave|given|give|took|taken|made|received|placed|brought|achieved|got)$/;
const meetings = /^(?:came|come|saw|seen|see|went|gone)$/;
const particles = /^(?:back|out|up|off|down|away)$/;

/** "How many guests came in May", "did we see per month": the place of the word that says so, where nothing follows but when. */
export function metAt(question: Question): number | undefined {
  return question.tokens.find(
    ({ word, before, index }) =>
      index > 0 &&
      before !== 'me' &&
      meetings.test(word) &&
      (isBeforeDate(question, wentSomewhere(question, index) ? index + 1 : index) ||
        /^(?:per|by|each|every)$/.test(question.tokens[index + 1]?.word ?? '')),
  )?.index;
}

/** Whether somebody went or came where a small word says: "came back", "went out". */
function wentSomewhere({ tokens }: Question, index: number): boolean {
  return particles.test(tokens[index + 1]?.word ?? '');
}

/** Whether nothing follows a word but a date, with a small word before it at most. */
function isBeforeDate({ tokens, dated }: Question, index: number): boolean {
  return dated.includes(index + 1) || dated.includes(index + 2) || index === tokens.length - 1;
}

/** "How many pupils came in May": no date on which they enrolled, joined or signed up tells, nor any when they "went out". */
export function hidesMeeting({ question, lexicon, timeDimension }: Draft): boolean {
  const isByDefault = (timeDimension ?? lexicon.defaultTime) === lexicon.defaultTime;
  const at = metAt(question);
  if (at === undefined || !isByDefault) return false;
  return wentSomewhere(question, at)
    ? isKindOf(question.tokens[at - 1]?.lemma ?? '', 'person')
    : lexicon.timeIsBeginning && arePeople(lexicon);
}

/** "Supporters who gave in 2026" did so then: whatever people do at a time, their own date does not tell when. */
export function hidesDeed({ question, lexicon, timeDimension }: Draft): boolean {
  const { message, tokens, dated } = question;
  // "Over 60 years old" is not since when somebody is known.
  if (arePeople(lexicon) && /\bfrom more than \S+ years? ago\b/i.test(message)) return true;
  const isByDefault = (timeDimension ?? lexicon.defaultTime) === lexicon.defaultTime;
  const asksWhen = tokens.some(({ word }) => word === 'when');
  if (dated.length === 0 && !asksWhen) return false;
  return (
    (arePeople(lexicon) || tokens.some(({ word }) => /^(?:people|who)$/.test(word))) &&
    tokens.some(
      ({ word, index }) =>
        (deeds.test(word) || (isByDefault && saysThing(lexicon, tokens[index]))) &&
        tokens[index - 1]?.lemma !== 'be' &&
        isBeforeDate(question, index),
    )
  );
}

/** "Rented", where there are rentals: what was done is a thing of its own. */
function saysThing({ things, relationLemmas }: Lexicon, token: Token | undefined): boolean {
  if (token === undefined || !isPast(token.word) || baseVerb(token.word) === undefined) return false;
  return things
    .values()
    .some(
      (it) => it.startsWith(token.root) && it.length <= token.lemma.length + 4 && !relationLemmas.has(it),
    );
}

/**
 * The place of whom a bound speaks that names nothing: "people over 60" are that old, and so are those "who are over 60",
 * and those of "how many people are over 60".
 */
export function personBefore(scene: Scene, at: number): number | undefined {
  const { items, question } = scene;
  const verb = operatorOfItem(items[at - 1], 'filler') === undefined ? at : at - 1;
  if (verb < at && operatorOfItem(items[verb - 1], 'who') !== undefined) return verb - 1;
  // "Earn more than 100,000 and are over 40".
  const isAlso = verb < at && operatorOfItem(items[verb - 1], 'and') !== undefined;
  if (isAlso && arePeople(scene.lexicon)) return verb - 1;
  // "Women and over 50", "how many people per city are over 50".
  const passed = verb < at ? (['by', 'per', 'each'] as const) : (['and'] as const);
  const place = items.findLastIndex(
    (item, before) =>
      before < verb &&
      operatorOfItem(item, ...passed) === undefined &&
      !(verb < at && item.kind === 'link' && !namesThing(item.link.entry)),
  );
  const item = items[place];
  const entry = linkAt(scene, place)?.entry;
  const isName = item?.kind === 'word' || (entry !== undefined && namesThing(entry));
  if (item === undefined || !isName) return undefined;
  const isPerson = isKindOf(question.tokens[item.to]?.lemma ?? '', 'person');
  return isPerson || areBorn(scene, place) ? place : undefined;
}

/** Whether something is no quality of others: "how many members", who are called by their names. */
function namesThing(entry: Entry): boolean {
  return entry.kind !== 'dimension' || isNaming(entry.dimension);
}

/** "Only those over 40", where rows are people. */
export function pointsToPeople({ items, question, lexicon }: Scene, at: number): boolean {
  const before = question.tokens[(items[at]?.from ?? 0) - 1]?.word ?? '';
  return /^(?:those|ones?|them|anyone|everyone|everybody)$/.test(before) && arePeople(lexicon);
}

/** Whether rows are named that have birth dates: whatever they are called, these are people. */
function areBorn(scene: Scene, at: number): boolean {
  const { cube } = scene.lexicon;
  const { entry, quality = 0 } = linkAt(scene, at) ?? {};
  return (
    isOfRows(entry, scene.lexicon) &&
    quality >= 0.95 &&
    cube.dimensions.some((it) => !isJoined(it) && ageOf(it) !== undefined)
  );
}

/** "Visits of members over 60": the members only say whose age it is, where the visits are counted. */
export function bearAge(scene: Scene, person: number | undefined, age: DimensionMetadata): void {
  if (person === undefined) return;
  const { cue } = leadOf(scene, person);
  const isBehind = cue !== undefined && ['of', 'by', 'in', 'with'].includes(cue.kind);
  // "Calls to people over 60", where nothing is called so.
  const isNamed = scene.items.slice(0, cue?.at ?? 0).some(({ kind }) => kind === 'link');
  if (scene.items[person]?.kind === 'word' && isBehind && isNamed) explain(scene, person);
  if (!isJoined(age)) return;
  const areOthers = scene.items.slice(0, person).some((item, at) => {
    const lemma = scene.question.tokens[item.to]?.lemma ?? '';
    return scene.lexicon.relationLemmas.has(lemma) && isOfRows(linkAt(scene, at)?.entry, scene.lexicon);
  });
  const entry = linkAt(scene, person)?.entry;
  const member = entry?.kind === 'measure' ? entry.measure : dimensionOf(entry);
  if (!areOthers || member === undefined || ownerOf(member.name) !== ownerOf(age.name)) return;
  if (cue !== undefined && !isBehind) return;
  use(scene, person, cue?.at);
  charge(scene, 'bearerDimension');
}
