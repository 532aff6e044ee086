import type { DimensionMetadata, MeasureMetadata } from '../../contract/tools.ts';
import type { Unit } from '../language/calendar.ts';
import { findComparisons, type NumberComparison } from '../language/comparisons.ts';
import { shifted, together } from '../language/dates.ts';
import { operatorOf } from '../language/grammar.ts';
import type { Question } from '../language/question.ts';
import { tokenize } from '../language/text.ts';
import { entityDimension, keyOf } from '../link/entities.ts';
import type { Lexicon } from '../link/lexicon.ts';
import { shortName } from '../link/names.ts';
import { distinctOf, figureOfMeasure, figureOfNumber } from '../parse/figures.ts';
import {
  denied,
  type Filter,
  filterTarget,
  type Group,
  isCountOf,
  isDenied,
  membersOf,
  type Quantity,
  type Reading,
  saysNothing,
  uniqueQuantities,
} from '../parse/reading.ts';
import { type Edit, readEdit } from './edit.ts';
import { mergeRanking } from './follow-up-ranking.ts';

/** Words that only go on from something said before. */
const continues =
  /^\s*(and|what about|how about|what if|only|just|same|instead|but|also|add|exclude|excluding|without|except|not|split|break|group|by|per|sort|order|limit|as|make|with|include|including)\b/i;
/** Words that may go on, or begin a question of their own: "top 3", "top 10 products by revenue". */
const mayContinue =
  /^\s*(now|then|ok|okay|so|in|for|since|until|before|after|from|during|compared?|versus|vs|last|this|top)\b/i;
/** Words at the end that go on: "films only". */
const endsGoingOn = /\b(?:only|instead)\s*[.?!]*$|\b(?:\w+est|most \w+|least \w+|best|worst) first\b/i;
const pronouns =
  /\b(those|these|it|they|them|their|same|instead|too|ones)\b|\bwhich (?:one|two|three|four|five|six|seven|eight|nine|ten|\d+) (?:is|are|was|were|has|have|had|comes?|came)\b/i;
/** "Which of these are in Asia?" */
const ofThose = /^\s*(?:which|what|who|how many|how much)\b.{0,20}? of (?:them|these|those)\b/i;
/** "Which groups are they from, and how many in each?": who does or is something was named before. */
const asksOfThem =
  /^[^,;?]*\b(?:is|are|was|were|do|does|did|have|has|had|can|could) (?:they|it|these|those)\b/i;
/** "How many are older than 50?": of what was named before. */
const ofUnnamed = /^\s*how many (?:is|are|was|were|have|has|had)(?!\s+there\b)\b/i;
/** "of that" points back, "orders that were cancelled" does not; "there" does, "are there" does not. */
const pointers =
  /\b(?:of|for|in|on|from|with|by|than|to|about|break|split|group|sort|do|is|was|and) that\b|^\s*that\b|\bthat\s*[?.!]*$|(?<!\b(?:is|are|was|were|been|be|have|has|had|do|did|will) )\bthere\b(?! (?:is|are|was|were|have|has|had|been)\b)|\bthis\b(?! (?:calendar )?(?:day|week|month|quarter|year)s?\b)/i;
const maxPointingWords = 8;

/**
 * Whether a message, by its wording, builds on the one before.
 * @param alone what it says by itself: what names a figure and what to do with it is a question of its own
 */
export function soundsLikeFollowUp(text: string, alone: Reading): boolean {
  if (continues.test(text) || ofThose.test(text) || asksOfThem.test(text) || ofUnnamed.test(text))
    return true;
  const isFragment = !/\b(how|what|which|who|where|when|show|list|give|number of)\b/i.test(text);
  if (isFragment && (endsGoingOn.test(text) || (!isWhole(alone) && alone.implied))) return true;
  if (text.split(/\s+/).length <= maxPointingWords && (pronouns.test(text) || pointers.test(text)))
    return true;
  if (
    /^\s*(for|in|from|with|without)\b/i.test(text) &&
    !/\b(how|what|which|who|when|show|list|give|number of)\b/i.test(text)
  )
    return true;
  return mayContinue.test(text) && !isWhole(alone);
}

/** Whether a message is about what was asked before rather than a question of its own. */
export function goesOnFrom(message: string, alone: Reading | undefined): boolean {
  const edit = readEdit(message);
  return !edit.isOwn && (edit.goesOn || (alone !== undefined && soundsLikeFollowUp(message, alone)));
}

const presents =
  /\b(?:chart|graph|plot|table)\b|^\s*(?:please |can you |could you )*(?:show|list|display|give|draw|present|visuali[sz]e|create|make|get|see|repeat)\b.*\b(?:it|that|this|them|those|these|same|again)\b/i;

/** Whether a message that names nothing asks for the last answer in another form, as small talk does not. */
export function asksToPresent(text: string): boolean {
  return presents.test(text);
}

function isWhole(alone: Reading): boolean {
  return (
    alone.quantities.length > 0 &&
    !alone.implied &&
    (alone.dates !== undefined ||
      alone.ranking !== undefined ||
      alone.groups.length + alone.filters.length + alone.having.length > 0)
  );
}

/** Lays a follow-up over what was asked before: what it names replaces its like, the rest stays. */
export function mergeFollowUp(before: Reading, later: Reading, edit: Edit): Reading {
  const { adds, asks } = edit;
  const earlier = lifted(before, edit);
  const plain: Edit = { ...edit, dropped: [], unlimited: false, asks: undefined };
  if (asks === 'list' || (asks === 'which' && asksWhichOnes(earlier, later)))
    return mergeFollowUp(
      listed(earlier),
      { ...later, implied: false, quantities: [] },
      { ...plain, adds: true },
    );
  if (asks === 'others') {
    const others = turnedOver(earlier);
    return others === undefined
      ? { ...earlier, text: later.text, ambiguities: ['I do not see which others.'] }
      : { ...others, text: later.text };
  }
  if (asks === 'count' || asks === 'total') {
    const count = countedBy(earlier, later, asks);
    if (count !== undefined) return mergeFollowUp(count, { ...later, implied: false, quantities: [] }, plain);
  }
  const groups = mergeGroups(earlier, later, edit);
  const regrouped = later.groups.length > 0 && groups !== earlier.groups;
  // "What about orders?" counts them, "what about Berlin?" says of what.
  const quantities =
    namesNoFigure(later) && !(earlier.quantities.length > 0 && asksForRows(later))
      ? earlier.quantities.map((quantity) => aggregated(quantity, later))
      : adds
        ? uniqueQuantities([...earlier.quantities, ...later.quantities])
        : later.quantities;
  const [counted] = earlier.quantities;
  const { rowCount } = later.lexicon;
  const pointsBack = rows.test(later.text) && !edit.replaces;
  const isCut = earlier.ranking?.limit !== undefined && later.ranking === undefined;
  // "What plan are they on?", "and their revenue?": of the rows that were shown.
  if (pointsBack && asksOfEach(earlier, later) && (isCut || later.groups.length > 0))
    return {
      ...earlier,
      text: later.text,
      groups: uniqueGroups([...earlier.groups, ...later.groups]),
      quantities: uniqueQuantities([
        ...earlier.quantities,
        ...(namesNoFigure(later) ? [] : later.quantities),
      ]),
      ranking: earlier.ranking && { ...earlier.ranking, by: earlier.ranking.by ?? counted },
      ambiguities: later.ambiguities,
    };
  // "Subscriptions per job", then "as a percentage of their calls".
  if (
    isOfAll(later) &&
    earlier.share === undefined &&
    earlier.quantities.length === 1 &&
    counted?.kind === 'measure' &&
    counted.measure.type === 'count' &&
    rowCount !== undefined &&
    counted.measure !== rowCount
  )
    return mergeFollowUp(
      earlier,
      {
        ...later,
        share: undefined,
        implied: false,
        quantities: [{ kind: 'ratio', part: counted, whole: { kind: 'measure', measure: rowCount } }],
      },
      plain,
    );
  const shareOf = later.shareOf ?? earlier.shareOf ?? (regrouped ? undefined : narrowedShare(earlier, later));
  const ranking = mergeRanking(earlier, later, regrouped, quantities[0]);
  // "Sort these 5 by salary": the same five, though others earn more.
  const isSorted =
    pointsBack &&
    earlier.ranking?.limit !== undefined &&
    later.ranking !== undefined &&
    !namesNoFigure(later);
  return {
    ...later,
    quantities,
    groups,
    filters: mergeFilters(earlier, later, edit).filter((it) => shareOf?.includes(it) !== true),
    having: later.having.length > 0 ? later.having : regrouped ? [] : earlier.having,
    dates: mergeDates(earlier, later),
    timeDimension: later.timeDimension ?? earlier.timeDimension,
    ranking,
    ambiguities:
      (pointsBack && isCut && ranking === undefined) || isSorted
        ? ['I cannot ask that of the first few alone.', ...later.ambiguities]
        : later.ambiguities,
    share: later.share ?? earlier.share,
    shareOf,
    change: later.change || (earlier.change && !regrouped),
    running: later.running || (earlier.running && !regrouped),
    compare: later.compare || (earlier.compare && !regrouped),
    meanOver: later.meanOver ?? (regrouped || later.quantities.length > 0 ? undefined : earlier.meanOver),
    implied: false,
    list: quantities.length === 0 && (earlier.list || later.list),
  };
}

/** "How many have none?", then "which of these are in Asia?" asks for their names. */
function asksWhichOnes({ groups, quantities, share, lexicon }: Reading, later: Reading): boolean {
  return (
    namesNoFigure(later) &&
    later.ranking === undefined &&
    later.groups.length + groups.length === 0 &&
    quantities.length > 0 &&
    quantities.every(isCountOf) &&
    share === undefined &&
    entityDimension(lexicon.cube) !== undefined
  );
}

/** "And the others?": the rows that do not meet the last condition. */
function turnedOver(reading: Reading): Reading | undefined {
  const last = reading.filters.at(-1);
  if (last === undefined) return undefined;
  const other = denied(last);
  return other && { ...reading, filters: [...reading.filters.slice(0, -1), other] };
}

/** How many there are of what was shown: the things in its rows, or the rows that its figures are made of. */
function countedBy(earlier: Reading, later: Reading, asks: 'count' | 'total'): Reading | undefined {
  const { lexicon, groups, quantities } = earlier;
  const [thing, ...more] = groups.map(({ dimension }) => dimension);
  const own = lexicon.rowCount && { kind: 'measure' as const, measure: lexicon.rowCount };
  const said = namesNoFigure(later) ? undefined : later.quantities[0];
  const areThings = quantities.length === 0 || earlier.having.length > 0 || earlier.list;
  const isCounted = quantities.length > 0 && quantities.every(isCountOf);
  const isEntity = thing === entityDimension(lexicon.cube);
  const things =
    thing === undefined || more.length > 0 || thing.type === 'time'
      ? own
      : isEntity && earlier.having.length === 0
        ? (own ?? distinctOf(lexicon, thing))
        : distinctOf(lexicon, thing);
  const figure = areThings ? things : (said ?? (isCounted ? quantities[0] : own));
  if (figure === undefined) return undefined;
  const keepsGroups = !areThings && asks === 'count' && !isCounted;
  return {
    ...earlier,
    quantities: [figure],
    groups: keepsGroups ? groups : [],
    ranking: keepsGroups ? earlier.ranking : undefined,
    share: undefined,
    shareOf: undefined,
    change: false,
    running: false,
    list: false,
  };
}

/** What was asked before without what a message takes back of it. */
function lifted(reading: Reading, { dropped, unlimited }: Edit): Reading {
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
  const all =
    isSaid('all filter filters restriction condition') ||
    dropped.some((text) => reading.lexicon.relationLemmas.has(tokenize(text).at(-1)?.lemma ?? ''));
  const filters = reading.filters.filter(isDropped);
  const lost = filters.length > 0 ? filters : all ? reading.filters : [];
  const dates = isSaid('date time period year month quarter week day');
  return {
    ...reading,
    filters: reading.filters.filter((it) => !lost.includes(it)),
    shareOf: reading.shareOf?.some(isDropped) === true ? undefined : reading.shareOf,
    having: reading.having.filter(
      ({ values }) => !values.some((value) => dropped.some((text) => saysNumber(text, value))),
    ),
    dates: dates ? undefined : reading.dates,
    ranking:
      unlimited && reading.ranking !== undefined ? { ...reading.ranking, limit: undefined } : reading.ranking,
  };
}

/** "The 100 billion limit". */
function saysNumber(text: string, value: number): boolean {
  return findComparisons(tokenize(`= ${text}`), new Set()).some(({ values }) => values.includes(value));
}

/** What was asked before with another bound for its figure or its number; undefined where a message says more than that. */
export function withBound(
  earlier: Reading,
  { operator, values, percent = false, tokens, adjective }: NumberComparison,
  question: Question,
): Reading | undefined {
  const { groups, quantities, lexicon } = earlier;
  const known = new Set(
    [
      ...groups.map(({ dimension }) => dimension.title),
      ...quantities.flatMap((it) => membersOf(it).map(({ title }) => title)),
    ]
      .flatMap((title) => tokenize(title))
      .map(({ lemma }) => lemma),
  );
  const isNoted = question.tokens.every(
    ({ index, word, lemma }) =>
      tokens.includes(index) ||
      operatorOf(word) !== undefined ||
      known.has(lemma) ||
      lexicon.relationLemmas.has(lemma) ||
      bounding.has(lemma),
  );
  // "At least 3 titles" are counted.
  const isOfRows = question.tokens.some(
    ({ index, lemma }) => index > (tokens[0] ?? 0) && lexicon.relationLemmas.has(lemma),
  );
  const [figure, ...more] = quantities;
  const isCount = figure !== undefined && isCountOf(figure);
  if (!isNoted || adjective !== undefined || (isOfRows && !isCount)) return undefined;
  const numbers = earlier.filters.filter(({ kind }) => kind === 'number');
  const [bound, ...others] = numbers;
  const isBound = bound?.kind === 'number' && others.length === 0;
  // "What about more than 10 years?"
  if (isBound && (contrasts.test(question.message) || groups.length === 0))
    return {
      ...earlier,
      text: question.text,
      filters: earlier.filters.map((it) => (it === bound ? { ...bound, operator, values } : it)),
    };
  if (percent && !(figure?.kind === 'measure' && figure.measure.format === 'percent')) return undefined;
  if (groups.length > 0 && figure !== undefined && more.length === 0)
    return {
      ...earlier,
      text: question.text,
      having: [{ quantity: figure, operator, values, percent }],
      implied: false,
    };
  return undefined;
}

/** Nouns for a bound itself. */
const bounding: ReadonlySet<string> = new Set('limit bound threshold value figure'.split(' '));

/** Whether a message takes anything back of what was asked before. */
export function takesBack(earlier: Reading, edit: Edit): boolean {
  const left = lifted(earlier, edit);
  return (
    left.filters.length + left.having.length < earlier.filters.length + earlier.having.length ||
    left.dates !== earlier.dates ||
    left.ranking?.limit !== earlier.ranking?.limit ||
    left.shareOf !== earlier.shareOf
  );
}

/** The things that were counted, by name. */
function listed(reading: Reading): Reading {
  const entity = entityDimension(reading.lexicon.cube);
  return {
    ...reading,
    quantities: [],
    groups: entity === undefined ? [] : [{ dimension: entity }],
    list: true,
    implied: false,
  };
}

/** "As a percentage of all stations in the state", after only some of them were counted. */
function narrowedShare(earlier: Reading, later: Reading): Reading['shareOf'] {
  const [only, ...more] = earlier.filters;
  return isOfAll(later) && later.filters.length === 0 && only !== undefined && more.length === 0
    ? [only]
    : undefined;
}

function isOfAll({ share, text }: Reading): boolean {
  return (
    share !== undefined &&
    /\b(?:percent|percentage|share|proportion|fraction) of (?:all|their|its|the)\b/i.test(text)
  );
}

/** A figure put together as a follow-up says: "and the median?". */
function aggregated(quantity: Quantity, { aggregate, lexicon }: Reading): Quantity {
  if (aggregate === undefined) return quantity;
  if (quantity.kind === 'measure') return figureOfMeasure(lexicon, quantity.measure, aggregate).quantity;
  return quantity.kind === 'aggregate'
    ? figureOfNumber(lexicon, quantity.dimension, aggregate).quantity
    : quantity;
}

function mergeGroups(earlier: Reading, later: Reading, edit: Edit): readonly Group[] {
  // "how many are that?" counts what was listed.
  if (
    (earlier.list ||
      /\bhow many (?:of (?:them|those|these)|(?:are|is|were) (?:that|those|they|there|these))\b/i.test(
        later.text,
      )) &&
    later.groups.length === 0 &&
    later.quantities.length > 0 &&
    !later.implied &&
    later.quantities.every(isCountOf) &&
    !/\b(each|every|their|its|(?<!of )them|with|per)\b/i.test(later.text)
  )
    return [];
  if (later.groups.length === 0) return earlier.groups;
  // "Only documentaries" narrows what was computed, and lists nothing.
  if (
    later.list &&
    earlier.quantities.length > 0 &&
    !/\b(list|show|name|names|which|what|who|give|by)\b/i.test(
      later.filters.length > 0 ? later.text.replace(/\bwhat about\b/i, '') : later.text,
    )
  )
    return earlier.groups;
  if (splitsResult(later.text, edit))
    return uniqueGroups([...earlier.groups, ...apartIn(earlier), ...later.groups]);
  return edit.adds ? uniqueGroups([...earlier.groups, ...later.groups]) : later.groups;
}

/** What values that were each asked for split an answer by. */
function apartIn({ filters, quantities }: Reading): readonly Group[] {
  return quantities.length === 0
    ? []
    : filters.flatMap((it) =>
        it.kind === 'values' && it.apart === true ? [{ dimension: it.dimension }] : [],
      );
}

/** Each dimension once, as it was said last. */
function uniqueGroups(groups: readonly Group[]): readonly Group[] {
  return groups.filter((group, at) => at === groups.findLastIndex((it) => it.dimension === group.dimension));
}

function namesNoFigure({ quantities, implied }: Reading): boolean {
  return quantities.length === 0 || implied;
}

/** "What about orders?" names the rows and nothing else. */
function asksForRows({ quantities, ...rest }: Reading): boolean {
  return contrasts.test(rest.text) && quantities.length > 0 && saysNothing({ ...rest, quantities: [] });
}

/** What points to the rows of a result. */
const rows = /\b(?:that|those|these|them|they|their|it|its)\b/i;

/** Whether a message asks for what each row of the last result has: attributes of the things in its rows, or further figures. */
function asksOfEach({ groups, lexicon }: Reading, later: Reading): boolean {
  const entity = entityDimension(lexicon.cube);
  const areThings = groups.some(({ dimension }) => dimension === entity);
  const isMore =
    later.filters.length + later.having.length === 0 &&
    later.dates === undefined &&
    later.share === undefined &&
    !(later.change || later.compare || later.running);
  return (
    isMore &&
    (later.groups.length > 0 ? areThings && later.list : later.quantities.length > 0 && !later.implied)
  );
}

/** "Break that down by region" splits the rows of the result; "by region instead" splits anew. */
function splitsResult(text: string, { replaces }: Edit): boolean {
  return (
    (/\b(?:that|this|it|these|those|them)(?: \w+){0,2} by\b/i.test(text) ||
      /^\s*(?:and |now |then |also |please )*(?:split|broken|break)\b/i.test(text)) &&
    !replaces
  );
}

function mergeDates(earlier: Reading, later: Reading): Reading['dates'] {
  const before =
    /\b(?:the )?(year|quarter|month|week) before\b|\b(?:the )?previous (year|quarter|month|week)\b/i.exec(
      later.text,
    );
  const unit = (before?.[1] ?? before?.[2])?.toLowerCase();
  // "and the year before?" counts from the period that was spoken of.
  if (unit !== undefined && earlier.dates !== undefined) {
    const previous = shifted(earlier.dates, unit as Unit);
    return later.compare ? together([previous, earlier.dates], true) : previous;
  }
  if (later.dates === undefined || earlier.dates === undefined || !later.compare)
    return later.dates ?? earlier.dates;
  // "compare it with 2024" keeps the period that it is compared with; "this year with last year" names both.
  if (later.dates.compare && !pronouns.test(later.text)) return later.dates;
  return together([earlier.dates, later.dates], true);
}

function mergeFilters(earlier: Reading, later: Reading, { adds, narrows }: Edit): readonly Filter[] {
  const known = earlier.filters;
  const joined = later.filters.map((filter) => {
    const like = known.find((it) => filterTarget(it) === filterTarget(filter));
    if (!(adds || later.compare) || like?.kind !== 'values' || filter.kind !== 'values') return filter;
    // "and France too" does with France what was done with Germany.
    return { ...like, values: [...new Set([...like.values, ...filter.values])] };
  });
  const isContrast =
    contrasts.test(later.text) && !adds && !narrows && later.groups.length === 0 && namesNoFigure(later);
  const replaced = new Set(
    later.filters.flatMap((filter) => {
      const alternatives = known.filter((it) => isContrast && areAlternatives(earlier, it, filter));
      return [filterTarget(filter), ...(alternatives.length === 1 ? alternatives.map(filterTarget) : [])];
    }),
  );
  return [...known.filter((filter) => !replaced.has(filterTarget(filter))), ...joined];
}

/** "And lockers?" asks the same of lockers; "only those with lockers" narrows. */
const contrasts = /^\s*(?:and|or|what about|how about)\b(?!.*\b(?:only|just|them|these|those|which|that)\b)/i;

/** Whether two conditions say the same of different things: two flags, two answers alike, the name and the key of something. */
function areAlternatives({ lexicon: { cube } }: Reading, one: Filter, other: Filter): boolean {
  if (isDenied(one) !== isDenied(other)) return false;
  const isFlag = (it: Filter): boolean => it.kind === 'boolean' || it.kind === 'segment';
  if (isFlag(one) && isFlag(other)) return true;
  if (one.kind !== 'values' || other.kind !== 'values') return false;
  const [a, b] = [one.dimension, other.dimension];
  return (
    (one.values.length === 1 && one.values[0] === other.values[0]) ||
    keyOf(cube, a) === b ||
    keyOf(cube, b) === a
  );
}

/** The same reading in another relation, its members found by name; undefined when one of them is not there. */
export function moveTo(reading: Reading, lexicon: Lexicon): Reading | undefined {
  if (reading.lexicon.cube === lexicon.cube) return reading;
  const dimension = (known: DimensionMetadata): DimensionMetadata => {
    const found =
      lexicon.cube.dimensions.find(({ name }) => name === known.name) ??
      lexicon.cube.dimensions.find(
        (it) =>
          it.type === known.type &&
          (shortName(it.name) === shortName(known.name) || it.title === known.title),
      );
    if (found !== undefined) return found;
    // "and returns by month?" means the date of the returns.
    if (known.type === 'time' && lexicon.defaultTime !== undefined) return lexicon.defaultTime;
    throw new NotThere();
  };
  const measure = (known: MeasureMetadata): MeasureMetadata => {
    const found = lexicon.cube.measures.find(
      (it) =>
        it.type === known.type && shortName(it.name) === shortName(known.name) && it.title === known.title,
    );
    if (found === undefined) throw new NotThere();
    return found;
  };
  const quantity = (known: Quantity): Quantity => {
    switch (known.kind) {
      case 'measure':
        return { kind: 'measure', measure: measure(known.measure) };
      case 'aggregate':
        return { ...known, dimension: dimension(known.dimension) };
      case 'ratio':
        return { kind: 'ratio', part: quantity(known.part), whole: quantity(known.whole) };
      case 'scaled':
        return { ...known, of: quantity(known.of) };
      case 'filtered':
        return { kind: 'filtered', of: quantity(known.of), where: filter(known.where) };
    }
  };
  const group = (known: Group): Group => ({ ...known, dimension: dimension(known.dimension) });
  const filter = (known: Filter): Filter => {
    if (known.kind === 'segment') throw new NotThere();
    if (known.kind === 'columns')
      return { ...known, dimension: dimension(known.dimension), other: dimension(known.other) };
    return { ...known, dimension: dimension(known.dimension) };
  };
  try {
    return {
      ...reading,
      lexicon,
      // A follow-up into another relation names its own figure there.
      quantities: reading.quantities.flatMap((it) => attempt(() => quantity(it))),
      groups: reading.groups.map(group),
      filters: reading.filters.map(filter),
      having: reading.having.map((having) => ({ ...having, quantity: quantity(having.quantity) })),
      timeDimension: reading.timeDimension === undefined ? undefined : dimension(reading.timeDimension),
      shareOf: reading.shareOf?.map(filter),
      meanOver: reading.meanOver === undefined ? undefined : group(reading.meanOver),
      ranking: reading.ranking === undefined ? undefined : { ...reading.ranking, by: undefined },
    };
  } catch (error) {
    if (error instanceof NotThere) return undefined;
    throw error;
  }
}

class NotThere extends Error {}

function attempt<T>(work: () => T): T[] {
  try {
    return [work()];
  } catch (error) {
    if (error instanceof NotThere) return [];
    throw error;
  }
}
