import { findComparisons } from '../language/comparisons.ts';
import { tokenize } from '../language/text.ts';
import { memberLemmas } from '../link/entities.ts';
import type { Filter } from '../parse/filter.ts';
import { isShareOf } from '../parse/quantity.ts';
import type { Reading } from '../parse/reading.ts';
import type { Edit } from './edit.ts';

/** Whether a message takes anything back of what was asked before. */
export function takesBack(earlier: Reading, edit: Edit): boolean {
  const left = lifted(earlier, edit);
  return (
    left.filters.length + left.having.length < earlier.filters.length + earlier.having.length ||
    left.dates !== earlier.dates ||
    left.ranking?.limit !== earlier.ranking?.limit ||
    left.shareOf !== earlier.shareOf ||
    left.share !== earlier.share
  );
}

/** What was asked before without what a message takes back of it. */
export function lifted(asked: Reading, { dropped, unlimited, widens, plain }: Edit): Reading {
  const reading = plain ? unshared(asked) : asked;
  const said = new Set(dropped.flatMap((text) => tokenize(text).map(({ lemma }) => lemma)));
  const isSaid = (...texts: readonly string[]): boolean =>
    texts.some((text) => tokenize(text).some(({ lemma }) => said.has(lemma)));
  if (said.size === 0 && !unlimited) return reading;
  // "By month instead of by browser" still is of those browsers.
  const isSplit = (filter: Filter): boolean =>
    filter.kind !== 'segment' &&
    reading.groups.some(({ dimension }) => dimension.name === filter.dimension.name) &&
    !(filter.kind === 'values' && isSaid(...filter.values));
  const isDropped = (filter: Filter): boolean => !isSplit(filter) && isNamed(filter);
  const isNamed = (filter: Filter): boolean =>
    filter.kind === 'segment'
      ? isSaid(filter.segment.title)
      : isSaid(filter.dimension.title, ...(filter.kind === 'values' ? filter.values : [])) ||
        (filter.kind === 'number' && filter.values.some((value) => said.has(String(value))));
  const things = new Set([
    ...reading.lexicon.relationLemmas,
    ...(widens ? reading.groups.flatMap(({ dimension }) => memberLemmas(dimension)) : []),
  ]);
  const all =
    isSaid('all filter filters restriction condition') ||
    dropped.some((text) => things.has(tokenize(text).at(-1)?.lemma ?? ''));
  const filters = reading.filters.filter(isDropped);
  const lost = filters.length > 0 ? filters : all ? reading.filters : [];
  const dates = isSaid('date time period year month quarter week day');
  return {
    ...reading,
    filters: reading.filters.filter((it) => !lost.includes(it)),
    shareOf: reading.shareOf?.some(isDropped) === true ? undefined : reading.shareOf,
    having: (all && filters.length === 0 ? [] : reading.having).filter(
      ({ values }) => !values.some((value) => dropped.some((text) => saysNumber(text, value))),
    ),
    dates: dates ? undefined : reading.dates,
    ranking:
      unlimited && reading.ranking !== undefined ? { ...reading.ranking, limit: undefined } : reading.ranking,
  };
}

/** What a share was asked of, as how many there are. */
function unshared(reading: Reading): Reading {
  const { filters, shareOf = [], quantities } = reading;
  return {
    ...reading,
    filters: [...filters, ...shareOf],
    quantities: quantities.map((it) =>
      it.kind === 'ratio' && (it.share === true || isShareOf(it)) ? it.part : it,
    ),
    share: undefined,
    shareOf: undefined,
  };
}

/** "The 100 billion limit". */
function saysNumber(text: string, value: number): boolean {
  return findComparisons(tokenize(`= ${text}`), new Set()).some(({ values }) => values.includes(value));
}
