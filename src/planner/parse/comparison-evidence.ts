import type { DimensionMetadata } from '../../contract/tools.ts';
import type { NumberComparison } from '../language/comparisons.ts';
import { isFillerWord } from '../language/grammar.ts';
import { partsOfSpeech } from '../language/lexical.ts';
import type { Token } from '../language/text.ts';
import { isTradeVerb } from '../language/trade.ts';
import { unitSize } from '../language/unit-sizes.ts';
import { kindOf } from '../language/word-kind.ts';
import { entityDimension } from '../link/entities.ts';
import { type Entry, isOfRows } from '../link/entries.ts';
import { isJoined, ownerOf } from '../link/joined-cubes.ts';
import type { Lexicon } from '../link/lexicon.ts';
import { spanBetween } from '../link/spans.ts';
import { measuredIn } from './compared-amount.ts';
import type { Draft } from './draft.ts';
import { thingOf } from './figures.ts';
import { unitOf } from './member-units.ts';
import { takesAny } from './records.ts';
import { dimensionOf, operatorOfItem } from './scene.ts';

const hoursOfDay = 24;

/** "How many over 50", "how many are over 50". */
export function countsUnnamed({ items }: Draft, at: number): boolean {
  const before = operatorOfItem(items[at - 1], 'filler') === undefined ? at - 1 : at - 2;
  return operatorOfItem(items[before], 'many') !== undefined;
}

/** "Version 18.5-18.7": a range right behind what has no numbers is a name. */
export function isCalledSo({ items, question }: Draft, at: number, { operator }: NumberComparison): boolean {
  const before = items[at - 1];
  const entry = before?.kind === 'link' ? before.link.entry : undefined;
  const isBare = /^\d/.test(question.tokens[items[at]?.from ?? -1]?.word ?? '');
  return operator === 'between' && isBare && entry?.kind === 'dimension' && entry.dimension.type === 'string';
}

/** "More than 3 items", "who weigh less than 70": things and a verb that have nothing to do with money compare something else. */
export function isOfAnother(scene: Draft, at: number, comparison: NumberComparison): boolean {
  const counted = scene.question.tokens[(scene.items[at]?.to ?? 0) + 1];
  if (counted !== undefined && !counted.afterBreak && isSmallNoun(counted)) return true;
  const verb = scene.items[at - 1];
  const token = verb?.kind === 'word' ? scene.question.tokens[verb.from] : undefined;
  return (
    token !== undefined &&
    kindOf(token) === 'verb' &&
    measuredIn(scene.lexicon, comparison) === undefined &&
    !isTradeVerb(token, [])
  );
}

/** A plural of the grammar that says nothing about the data: "items", "things". */
function isSmallNoun({ word, lemma }: Token): boolean {
  return word !== lemma && isFillerWord(word) && partsOfSpeech(lemma).noun > 0.5;
}

/** "Between 10 and 12" may well be hours. */
export function isNoAmount({ operator, values, unit }: NumberComparison): boolean {
  // Nobody asks for at least one of a currency.
  if (operator === '>=' && values[0] === 1 && unit === undefined) return true;
  return operator === 'between' && unit === undefined && values.every((it) => it <= hoursOfDay);
}

/** "More than two failed payments": how many rows there are, whatever narrows them. */
export function countsRowsBehind({ items, lexicon }: Draft, at: number): boolean {
  const behind = items.slice(at + 1);
  const rows = behind.findIndex((item) => item.kind !== 'link' || item.link.entry.kind !== 'value');
  const named = behind[rows];
  return rows > 0 && named?.kind === 'link' && isOfRows(named.link.entry, lexicon);
}

/**
 * Whether a bound is one of each thing that is counted: "customers with at least five orders by region", "how many customers per
 * region have at least five orders".
 */
export function boundsCounted({ items, lexicon, question }: Draft, at: number): boolean {
  const verb = question.tokens[(items[at]?.from ?? 0) - 1]?.word ?? '';
  const hasSubject = /^(?:have|has|had)$/.test(verb);
  const before = items.findLastIndex(
    (item, place) =>
      place < at &&
      operatorOfItem(item, 'with', 'who', 'filler') === undefined &&
      !(hasSubject && isSplit(items, place)),
  );
  const counted = items[before];
  return (
    counted?.kind === 'link' &&
    countsThings(counted.link.entry, lexicon) &&
    question.tokens
      .slice(counted.to + 1, items[at]?.from)
      .some(({ word }) => /^(?:with|who|that|have|has|had|having)$/.test(word))
  );
}

function countsThings(entry: Entry, lexicon: Lexicon): boolean {
  const isOfThings =
    entry.kind === 'measure' && thingOf(lexicon, { kind: 'measure', measure: entry.measure }) !== undefined;
  return isOfThings || isOfRows(entry, lexicon);
}

/** "Per region", "in each region": what stands between the things and what they have. */
function isSplit(items: Draft['items'], place: number): boolean {
  const item = items[place];
  if (operatorOfItem(item, 'per', 'each', 'by', 'in') !== undefined) return true;
  const named = item?.kind === 'link' ? item.link.entry.kind : undefined;
  return named === 'dimension' && operatorOfItem(items[place - 1], 'per', 'each', 'by') !== undefined;
}

/** Whether the rows themselves are compared, because nothing else is asked for or listed. */
export function comparesRows(scene: Draft, dimension?: DimensionMetadata): boolean {
  const asked = scene.groups.filter(({ cue }) => cue === 'which' || cue === 'list' || cue === 'bare');
  const entity = entityDimension(scene.lexicon.cube);
  const owner = dimension === undefined ? scene.lexicon.cube.name : ownerOf(dimension.name);
  if (scene.figures.length > 0 || scene.isCounting || scene.attributes !== undefined) return true;
  if (takesAny(scene)) return true;
  return asked.every(
    (group) =>
      group.dimension === entity || (isJoined(group.dimension) && ownerOf(group.dimension.name) === owner),
  );
}

/** "Jobs that took less than ten days", from one date to another, are none of so many hours of work. */
export function countsWork(scene: Draft, compared: DimensionMetadata, { unit }: NumberComparison): boolean {
  const { cube } = scene.lexicon;
  const day = unitSize('day')?.size ?? 0;
  const said = unitSize(unit);
  const own = unitOf(cube, compared);
  const isNamed = scene.items.some(
    (item) => item.kind === 'link' && dimensionOf(item.link.entry) === compared,
  );
  return (
    !isNamed &&
    said?.kind === 'time' &&
    own?.kind === 'time' &&
    said.size >= day &&
    own.size < day &&
    cube.dimensions.some((it) => !isJoined(it) && spanBetween(it)?.unit === 'day')
  );
}
