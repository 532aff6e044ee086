import type { CubeMetadata } from '../../contract/tools.ts';
import { addDays, type Period, periodLabel } from '../language/calendar.ts';
import type { Filter, Quantity } from '../parse/reading.ts';
import { decimals, formatMoney } from './formats.ts';
import type { Plan, PlannedGroup } from './plan.ts';

/** The name of a quantity in a sentence. */
export function quantityTitle(quantity: Quantity, cube?: CubeMetadata): string {
  if (quantity.kind === 'measure') {
    const { title, type } = quantity.measure;
    const things = /^(?:number|count|total number) of (.+)$/i.exec(title)?.[1];
    if (type.startsWith('count') && things !== undefined)
      return things.charAt(0).toUpperCase() + things.slice(1);
    // A measure that is just called "Count" counts what its relation holds.
    return cube !== undefined && type === 'count' && /^(total |row )?(count|number|total)$/i.test(title)
      ? cube.title
      : title;
  }
  if (quantity.kind === 'ratio')
    return `${quantityTitle(quantity.part, cube)} per ${quantityTitle(quantity.whole, cube)}`;
  const of = quantity.dimension.title.toLowerCase();
  const names = {
    avg: 'Average',
    min: 'Lowest',
    max: 'Highest',
    sum: 'Total',
    distinct: 'Different',
    median: 'Median',
  } as const;
  const dated =
    quantity.dimension.type === 'time' && quantity.aggregate === 'max'
      ? 'Latest'
      : quantity.dimension.type === 'time'
        ? 'Earliest'
        : undefined;
  const word = dated ?? names[quantity.aggregate];
  return quantity.aggregate === 'distinct' ? `${word} ${of} values` : `${word} ${of}`;
}

/** The name of a group in a sentence, after "by" or "per". */
export function groupTitle({ dimension, grain }: PlannedGroup): string {
  if (grain === undefined) return dimension.title.toLowerCase();
  return grain === 'daytime' ? 'hour of the day' : grain;
}

/** `for Berlin or Hamburg (City), excluding cancelled (Status), with price over 50`. */
export function filterWords(filters: readonly Filter[]): string {
  return filters.map(describe).join(', ');
}

function describe(filter: Filter): string {
  switch (filter.kind) {
    case 'values':
      return `${filter.negated ? 'excluding' : 'for'} ${joined(filter.values, filter.negated ? 'and' : 'or')} (${filter.dimension.title})`;
    case 'boolean':
      return `where ${filter.dimension.title} is ${filter.value ? 'yes' : 'no'}`;
    case 'missing':
      if (filter.dimension.type === 'number')
        return `where ${filter.dimension.title} is ${filter.negated ? 'known and not zero' : 'missing or zero'}`;
      return `where ${filter.dimension.title} is ${filter.negated ? 'known' : 'missing'}`;
    case 'segment':
      return `${filter.negated ? 'excluding' : 'for'} ${filter.segment.title}`;
    case 'number':
      return `with ${filter.dimension.title} ${comparisonWords(filter.operator, filter.values, filter.dimension.format === 'currency' ? filter.dimension.currency : null)}`;
  }
}

function comparisonWords(
  operator: string,
  values: readonly number[],
  currency: string | undefined | null,
): string {
  const write = (value: number): string =>
    currency === null ? decimals(value, 4) : formatMoney(value, currency);
  const [low = 0, high = 0] = values;
  switch (operator) {
    case '>':
      return `over ${write(low)}`;
    case '>=':
      return `of at least ${write(low)}`;
    case '<':
      return `under ${write(low)}`;
    case '<=':
      return `of at most ${write(low)}`;
    case 'between':
      return `from ${write(low)} to ${write(high)}`;
    default:
      return `of ${write(low)}`;
  }
}

/** A list in a sentence: `a, b and c` with `and` before the last. */
export function joined(words: readonly string[], last: string): string {
  if (words.length < 2) return words[0] ?? '';
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1) ?? ''}`;
}

/** The period that a plan covers, as words; empty when all of the data. */
function timeWords(plan: Plan): string {
  if (plan.time === undefined) return '';
  return joined(plan.time.periods.map(periodLabel), 'and');
}

/** Everything that narrows the answer, for the end of a sentence; what was taken over from before comes last, and is called so. */
export function narrowedWords(plan: Plan): string {
  const { filters, dates } = plan.kept;
  const time = timePhrase(plan.time?.periods ?? [], timeWords(plan));
  const still = [filterWords(filters), ...(dates ? [time] : [])].filter((words) => words !== '');
  if (still.length === 0) return scopeWords(plan);
  const own = scopeWords({
    ...plan,
    filters: plan.filters.filter((filter) => !filters.includes(filter)),
    time: dates ? undefined : plan.time,
  });
  return [own, `still ${joined(still, 'and')}, as before`].filter((words) => words !== '').join(', ');
}

/** Everything that narrows a plan. */
function scopeWords(plan: Plan): string {
  const time = timeWords(plan);
  const having = plan.having.map(
    ({ quantity, operator, values, percent }) =>
      `with ${quantityTitle(quantity, plan.cube)} ${percent ? percentWords(operator, values) : comparisonWords(operator, values, currencyOf(quantity))}`,
  );
  return [filterWords(plan.filters), ...having, timePhrase(plan.time?.periods ?? [], time)]
    .filter((words) => words !== '')
    .join(', ');
}

function currencyOf(quantity: Quantity): string | undefined | null {
  if (quantity.kind !== 'measure' || quantity.measure.format !== 'currency') return null;
  return quantity.measure.currency;
}

/** A chart's heading: what, by what, of which period. */
export function planTitle(plan: Plan): string {
  const what =
    plan.quantities.length === 0
      ? 'List'
      : joined(
          plan.quantities.map((it) => quantityTitle(it, plan.cube)),
          'and',
        );
  const by = plan.groups.length === 0 ? '' : ` by ${joined(plan.groups.map(groupTitle), 'and')}`;
  const listed =
    plan.quantities.length === 0
      ? `: ${joined(
          plan.groups.map((group) => group.dimension.title),
          'and',
        )}`
      : by;
  const mean = plan.meanOver === undefined ? '' : ` per ${groupTitle(plan.meanOver)}`;
  const share = plan.share === undefined ? '' : 'Share of ';
  const scope = [plan.shareOf === undefined ? '' : filterWords([plan.shareOf]), scopeWords(plan)]
    .filter((words) => words !== '')
    .join(', ');
  const average = plan.meanOver === undefined ? '' : 'Average ';
  const head = `${share}${average}${share === '' && average === '' ? what : what.charAt(0).toLowerCase() + what.slice(1)}${mean}${listed}`;
  return scope === '' ? head : `${head}, ${scope}`;
}

/** `in 2024`, `on 5 March 2024`, `from 1 March 2024 to 15 March 2024`, `since 1 May 2024`. */
function timePhrase(periods: readonly Period[], words: string): string {
  const [only] = periods;
  if (only === undefined || only.start === undefined || only.end === undefined) return words;
  if (periods.length > 1) return `in ${words}`;
  if (words.includes(' to ')) return `from ${words}`;
  return addDays(only.start, 1) === only.end ? `on ${words}` : `in ${words}`;
}

function percentWords(operator: string, values: readonly number[]): string {
  const shown = values.map((value) => (Math.abs(value) <= 1 ? value * 100 : value));
  return `${comparisonWords(operator, shown, null)}%`;
}
