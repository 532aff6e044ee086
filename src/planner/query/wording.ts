import type { CubeMetadata, DimensionMetadata, MeasureMetadata } from '../../contract/tools.ts';
import { untitledUnitOf } from '../../contract/units.ts';
import { isIdentifier, memberLemmas } from '../link/entities.ts';
import { promisedBy } from '../link/lateness.ts';
import { isExistence } from '../link/referring-cubes.ts';
import { isSaidByDates } from '../link/states.ts';
import type { Filter } from '../parse/filter.ts';
import { isCountOf, isShareOf, type Quantity, sameQuantity } from '../parse/quantity.ts';
import { type Having, saysNone, saysSome } from '../parse/reading.ts';
import { english, type Speech } from '../speech/english.ts';
import type { Plan } from './plan.ts';
import { isBucket, type PlannedGroup } from './planned-groups.ts';

/** For titles that are compared, not read. */
const plain = english();

/** The name of a quantity in a sentence. */
export function quantityTitle(quantity: Quantity, cube: CubeMetadata, speech: Speech): string {
  if (quantity.kind === 'measure') {
    const { title, type } = quantity.measure;
    const things = speech.counted(title);
    if (type.startsWith('count') && things !== undefined)
      return things.charAt(0).toUpperCase() + things.slice(1);
    // A measure that is just called "Count" counts what its relation holds.
    return type === 'count' && speech.isBareCount(title) ? cube.title : title;
  }
  if (isShareOf(quantity) && quantity.kind === 'ratio')
    return speech.shareOf(quantityTitle(quantity.part, cube, speech));
  if (quantity.kind === 'ratio') {
    const say = quantity.share === true ? speech.asShare : speech.per;
    return say(quantityTitle(quantity.part, cube, speech), quantityTitle(quantity.whole, cube, speech));
  }
  if (quantity.kind === 'filtered')
    return `${quantityTitle(quantity.of, cube, speech)} ${filterWords([quantity.where], speech)}`;
  if (quantity.kind === 'difference')
    return speech.less(quantityTitle(quantity.of, cube, speech), quantityTitle(quantity.less, cube, speech));
  if (quantity.kind === 'scaled') return `${quantityTitle(quantity.of, cube, speech)} in ${quantity.unit}`;
  const { aggregate, dimension } = quantity;
  return speech.aggregate(aggregate, dimension.title, dimension.type === 'time');
}

/** The name of a group in a sentence, after "by" or "per". */
export function groupTitle({ dimension, grain }: PlannedGroup, speech: Speech): string {
  return grain === undefined ? inLowerCase(dimension.title, speech) : speech.grains[grain];
}

/** English writes nouns in lower case. */
function inLowerCase(title: string, { language }: Speech): string {
  return language === 'en' ? title.toLowerCase() : title;
}

/** `for Berlin or Hamburg (City), excluding cancelled (Status), with price over 50`. */
export function filterWords(filters: readonly Filter[], speech: Speech = plain): string {
  return filters.map((filter) => describe(filter, speech)).join(', ');
}

function describe(filter: Filter, speech: Speech): string {
  switch (filter.kind) {
    case 'values':
      return speech.forValues(filter.values, filter.negated, filter.dimension.title);
    case 'boolean':
      if (isExistence(filter.dimension)) return speech.withRows(filter.dimension.title, filter.value);
      if (promisedBy(filter.dimension)?.is === 'settled') return speech.ofThose(filter.dimension.title);
      if (filter.value && isSaidByDates(filter.dimension)) return speech.whereState(filter.dimension.title);
      return speech.whereFlag(filter.dimension.title, filter.value);
    case 'missing':
      if (filter.rows !== undefined) return speech.withRows(filter.rows, filter.negated);
      if (filter.before !== undefined) return speech.wherePast(filter.dimension.title);
      return speech.whereMissing(
        filter.dimension.title,
        filter.negated,
        filter.dimension.type === 'number' && filter.unknown !== true,
      );
    case 'text':
      return speech.whereText(filter.dimension.title, filter.comparison, filter.text, filter.negated);
    case 'segment':
      return speech.forSegment(filter.segment.title, filter.negated);
    case 'shown':
      if (filter.grain !== undefined) return speech.inShown(filter.grain);
      return speech.amongShown(filter.count === undefined ? undefined : speech.number(filter.count, 0));
    case 'columns': {
      const { dimension, operator, other, factor } = filter;
      const part = factor === undefined ? '' : `${speech.percent(factor * 100)} × `;
      return speech.withNumber(dimension.title, { operator, values: [`${part}${other.title}`] });
    }
    case 'number': {
      const { dimension, operator, values } = filter;
      // The year 2025 is no amount.
      const isYear =
        memberLemmas(dimension).includes('year') &&
        values.every((it) => Number.isInteger(it) && it > 999 && it < 3000);
      const isName = isIdentifier(dimension) || (isYear && (dimension.format ?? 'id') === 'id');
      const write = isName ? String : writerOf(dimension, speech);
      return speech.withNumber(dimension.title, { operator, values: values.map(write) });
    }
  }
}

/** Writes bounds as money, or in the unit that the model gives to what is compared with them. */
function writerOf(
  compared: MeasureMetadata | DimensionMetadata | undefined,
  speech: Speech,
): (value: number) => string {
  if (compared?.format === 'currency') return (value) => speech.money(value, compared.currency);
  const unit = compared?.unit === undefined ? undefined : untitledUnitOf(compared);
  return (value) => {
    const text = speech.number(value, 4);
    return unit === undefined ? text : speech.inUnit(text, unit, value === 1);
  };
}

/** What narrows an answer, as the words of a sentence; what a follow-up took over from before is apart. */
interface Scope {
  readonly own: string;
  readonly kept: string;
}

export function scopeOf(plan: Plan, speech: Speech): Scope {
  const { filters, dates } = plan.kept;
  const time = timeWords(plan, speech);
  const still = [filterWords(filters, speech), ...(dates ? [time] : [])].filter((words) => words !== '');
  const own = {
    ...plan,
    filters: plan.filters.filter((filter) => !filters.includes(filter)),
    time: dates ? undefined : plan.time,
  };
  return { own: narrowed(own, speech, ' '), kept: still.length === 0 ? '' : speech.still(speech.and(still)) };
}

/** Everything that narrows a plan. */
function narrowed(plan: Plan, speech: Speech, beforeTime: string): string {
  const isSeen = (one: Having): boolean =>
    saysSome(one) && plan.groups.length > 0 && plan.quantities.some((it) => sameQuantity(it, one.quantity));
  const having = plan.having
    .filter((one) => !isSeen(one))
    .map((one) => {
      const { quantity, operator, values, percent, than, during } = one;
      const write = percent ? percentOf(speech) : writerOf(comparedIn(quantity), speech);
      const title = quantityTitle(quantity, plan.cube, speech);
      // "Without people for Female".
      if (saysNone(one)) return speech.withRows(title, false);
      if (quantity.kind === 'filtered' && saysSome(one)) return speech.withRows(title, true);
      if (during !== undefined) return speech.withRows(`${title} ${speech.during([during])}`, true);
      const inside = quantity.kind === 'measure' ? title : speech.inside(title);
      if (than !== undefined)
        return speech.withNumber(inside, {
          operator,
          values: [speech.inside(quantityTitle(than, plan.cube, speech))],
        });
      return speech.withNumber(inside, { operator, values: values.map(write) });
    });
  const conditions = [filterWords(plan.filters, speech), ...having].filter((words) => words !== '');
  return [conditions.join(', '), timeWords(plan, speech)].filter((words) => words !== '').join(beforeTime);
}

function timeWords({ time, change, groups }: Plan, speech: Speech): string {
  if (time === undefined) return '';
  const { periods, weekdays, dayTime } = time;
  const isAll = periods.every(({ start, end }) => start === undefined && end === undefined);
  const during = change && !groups.some(isBucket) ? speech.fromTo(periods) : speech.during(periods);
  const on = weekdays === undefined || weekdays.length === 7 ? '' : speech.onWeekdays(weekdays);
  const at = dayTime === undefined ? '' : speech.atTimes(dayTime);
  const isNarrowed = weekdays !== undefined || dayTime !== undefined;
  return [isNarrowed && isAll ? '' : during, on, at].filter((words) => words !== '').join(' ');
}

function percentOf(speech: Speech): (value: number) => string {
  return (value) => speech.percent(Math.abs(value) <= 1 ? value * 100 : value);
}

function comparedIn(quantity: Quantity): MeasureMetadata | DimensionMetadata | undefined {
  if (quantity.kind === 'measure') return quantity.measure;
  // The average price is written without its currency.
  const isAmount =
    quantity.kind === 'aggregate' && !isCountOf(quantity) && quantity.dimension.unit !== undefined;
  return isAmount ? quantity.dimension : undefined;
}

/** A chart's heading: what, by what, of which period. */
export function planTitle(plan: Plan, speech: Speech = plain): string {
  const titles = plan.quantities.map((it) => quantityTitle(it, plan.cube, speech));
  const scope = [
    plan.shareOf === undefined ? '' : filterWords(plan.shareOf, speech),
    narrowed(plan, speech, ', '),
  ].filter((words) => words !== '');
  return [headOf(plan, speech.and(titles), speech), ...scope].join(', ');
}

function headOf(plan: Plan, what: string, speech: Speech): string {
  if (plan.quantities.length === 0) return speech.listOf(plan.groups.map(({ dimension }) => dimension.title));
  const averaged = plan.meanOver === undefined ? what : speech.mean(what, groupTitle(plan.meanOver, speech));
  const isOfChange = plan.ranking?.ofChange !== undefined || (plan.change && !plan.groups.some(isBucket));
  const shared =
    plan.share === undefined ? (isOfChange ? speech.changeOf(averaged) : averaged) : speech.shareOf(averaged);
  return plan.groups.length === 0
    ? shared
    : `${shared} ${speech.by(plan.groups.map((group) => groupTitle(group, speech)))}`;
}
