import type { CubeMetadata } from '../../contract/tools.ts';
import { isPast } from '../language/doers.ts';
import { partsOfSpeech } from '../language/lexical.ts';
import { remembered } from '../language/remembered.ts';
import { forms, type Token } from '../language/text.ts';
import { kindOf } from '../language/word-kind.ts';
import { type Entry, isCounted, memberOf } from './entries.ts';
import type { Lexicon } from './lexicon.ts';
import type { Link } from './link.ts';
import { namePhrases } from './names.ts';
import { isExistence } from './referring-cubes.ts';
import { stateOf } from './states.ts';

/** Irregular past forms in the names of times: "left" of "Left on". */
const pastOfTimes = remembered(
  ({ dimensions }: CubeMetadata): ReadonlySet<string> =>
    new Set(
      dimensions
        .filter(({ type }) => type === 'time')
        .flatMap(namePhrases)
        .flat()
        .filter(({ word, lemma }) => word !== lemma && !/(?:s|ing|ed)$/.test(word))
        .map(({ word }) => word),
    ),
);

/** "On leave" is no date on which somebody left. */
export function isOtherNoun(
  { entry, tokens: own }: Link,
  tokens: readonly Token[],
  { cube }: Lexicon,
): boolean {
  if (entry.kind !== 'dimension' || entry.dimension.type !== 'time') return false;
  const forms = namePhrases(entry.dimension)
    .flat()
    .filter(({ word }) => pastOfTimes(cube).has(word));
  return own.some((at) => {
    const { word, lemma } = tokens[at] ?? {};
    return word === lemma && tokens[at - 1]?.word === 'on' && forms.some((it) => it.lemma === lemma);
  });
}

function isOfRows(entry: Entry): boolean {
  return isCounted(entry) || (entry.kind === 'dimension' && isExistence(entry.dimension));
}

/** "How many people left", where they have a date on which they left, are none that have taken leave. */
export function isOtherPast(
  { entry, tokens: own }: Link,
  tokens: readonly Token[],
  { cube }: Lexicon,
): boolean {
  const areRows = isOfRows(entry);
  // "Still employed" is how employees are, and not all that they are.
  if (areRows && own.some((at) => tokens[at]?.before === 'still')) return true;
  const past = own.map((at) => tokens[at]?.word ?? '').find((word) => pastOfTimes(cube).has(word));
  if (past === undefined) return false;
  const phrases = namePhrases(memberOf(entry) ?? cube);
  return areRows && !phrases.some((words) => words.some(({ word }) => word === past));
}

/** "Orders shipped" are no orders to ship, nor is what one ships to. */
export function isYetToDo({ entry, tokens: own }: Link, tokens: readonly Token[]): boolean {
  const name = entry.kind === 'value' ? entry.value : memberOf(entry)?.title;
  const deed = /\bto (?:be )?(\p{L}+)/iu.exec(name ?? '')?.[1]?.toLowerCase();
  if (deed === undefined || isPast(deed) || own.some((at) => tokens[at - 1]?.word === 'to')) return false;
  const { root } = forms(deed);
  return own.some(
    (at) => tokens[at]?.root === root && (isPast(tokens[at]?.word ?? '') || tokens[at + 1]?.word === 'to'),
  );
}

const saysOnce = /^(?:was|were|been|got|did)$/;
const saysAnyTime = /^(?:never|ever)$/;
const besideDeed = /^(?:not|t|never|ever|been|yet|once|actually|really|any|nobody|anybody|anyone)$/;

/**
 * "Never sold" and "did not sell" speak of what was once done, and not of what is sold as long as it is on offer, as "were there"
 * speaks of all that there were.
 */
export function isOfOnce({ entry, tokens: own }: Link, tokens: readonly Token[]): boolean {
  const described = entry.kind === 'dimension' ? stateOf(entry.dimension)?.described : undefined;
  const [at = 0, ...more] = own;
  const token = tokens[at];
  if (described === undefined || token === undefined || more.length > 0) return false;
  // "Were there per year" says that there were some, unlike "still there".
  if (token.word === 'there') return !/^(?:still|not|longer)$/.test(token.before ?? '');
  // "Sell" is what somebody does, where it is said to be sold.
  if (!described.includes(' ') && token.word !== described && kindOf(token) === 'verb') return true;
  const before = tokens.slice(0, at);
  const behind = before.findLastIndex(({ word }) => !besideDeed.test(word));
  // "Has been open the longest" goes on, unlike what has been sold.
  return before
    .slice(Math.max(behind, 0))
    .some(({ word }) => saysAnyTime.test(word) || (saysOnce.test(word) && isDone(token.word)));
}

/** "Ridden" is done, of no word that is a verb itself. */
function isDone(word: string): boolean {
  return isPast(word) || (word.endsWith('en') && partsOfSpeech(word).verb === 0);
}
