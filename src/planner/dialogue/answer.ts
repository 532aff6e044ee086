import type { Row, Value } from '../../engines/query-engine.ts';
import { singular } from '../../english.ts';
import { type Day, dayLabel, daysBetween, unitsBetween } from '../language/calendar.ts';
import { decimals, formatFigure, formatGroup, styleOf } from '../query/formats.ts';
import type { Plan, PlannedGroup } from '../query/plan.ts';
import { groupColumn, quantityColumn } from '../query/select.ts';
import { type SeriesEnds, type SeriesPoint, seriesOf } from '../query/series.ts';
import { filterWords, groupTitle, joined, narrowedWords, quantityTitle } from '../query/wording.ts';
import { meanColumn, shareColumn } from '../query/write-sql.ts';
import { coverageNote, coverageOf, dataEndNote, rangeNote } from './coverage.ts';

/** A result as `svcSqlApi` returned it. */
export interface AnsweredQuery {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  readonly totalRows: number;
}

/**
 * One to three sentences: what was found, with figures, units, filters, and how dates were counted.
 * @param ends of a series whose result does not hold all of it
 */
export function writeAnswer(plan: Plan, result: AnsweredQuery, ends?: SeriesEnds): string {
  const none =
    result.rows.length === 0 || (coverageOf(plan).every((it) => it === 'none') && isEmpty(plan, result));
  if (none) return [nothingFound(plan), dataEndNote(plan)].filter((sentence) => sentence !== '').join(' ');
  return [findings(plan, result, ends), coverageNote(plan), dataEndNote(plan)]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

/** All that it counts or adds up is nothing. */
function isEmpty(plan: Plan, result: AnsweredQuery): boolean {
  const figures = readers(plan, result);
  return result.rows.every((row) => figures.every(({ at }) => Number(at(row) ?? 0) === 0));
}

function nothingFound(plan: Plan): string {
  const scope = narrowedWords(plan);
  return `There is no data${scope === '' ? '' : ` ${scope}`}.${rangeNote(plan)}`;
}

function findings(plan: Plan, result: AnsweredQuery, ends: SeriesEnds | undefined): string {
  if (plan.shareOf !== undefined) return shareOfSentence(plan, result);
  if (plan.quantities.length === 0) return listSentence(plan, result);
  if (plan.countGroups || plan.groups.length === 0) return scalarSentence(plan, result);
  if (seriesOf(plan) !== undefined) return seriesSentence(plan, result, ends);
  return groupsSentence(plan, result);
}

interface Reader {
  readonly title: string;
  /** A count named by a plural: `Customers`. */
  readonly counts: boolean;
  readonly at: (row: Row) => Value | undefined;
  readonly figure: (value: Value | undefined) => string;
  readonly text: (row: Row) => string;
}

function readers(plan: Plan, result: AnsweredQuery): Reader[] {
  return plan.quantities.map((quantity) => {
    const mean = plan.meanOver !== undefined;
    const index = result.columns.indexOf(mean ? meanColumn(plan) : quantityColumn(quantity));
    const at = (row: Row): Value | undefined => row[index];
    const style = styleOf(
      quantity,
      result.rows.map((row) => at(row) ?? null),
    );
    const name = quantityTitle(quantity, plan.cube);
    const title =
      mean && plan.meanOver !== undefined ? `Average ${lower(name)} per ${groupTitle(plan.meanOver)}` : name;
    const counts =
      !mean &&
      quantity.kind === 'measure' &&
      /^count/.test(quantity.measure.type) &&
      /[^s]s$/i.test(name.split(' ').at(-1) ?? '');
    const dated = quantity.kind === 'aggregate' && quantity.dimension.type === 'time';
    const figure = (value: Value | undefined): string =>
      dated ? dateText(value) : formatFigure(value, style);
    return { title, counts, at, figure, text: (row) => figure(at(row)) };
  });
}

function dateText(value: Value | undefined): string {
  return typeof value === 'string' ? dayLabel(value.slice(0, 10)) : 'unknown';
}

function lower(title: string): string {
  return /^\p{Lu}{2}/u.test(title) ? title : title.charAt(0).toLowerCase() + title.slice(1);
}

function titlesOf(all: readonly Reader[]): string {
  return joined(
    all.map(({ title }, index) => (index === 0 ? title : lower(title))),
    'and',
  );
}

function scopeSuffix(plan: Plan): string {
  const scope = narrowedWords(plan);
  return scope === '' ? '' : `, ${scope}`;
}

function scalarSentence(plan: Plan, result: AnsweredQuery): string {
  const [row = []] = result.rows;
  const parts = readers(plan, result).map((reader, index) => {
    const name = index === 0 ? reader.title : lower(reader.title);
    if (reader.at(row) === null) return `${name} has no value`;
    // "13,000 customers" reads better than "customers is 13,000".
    if (reader.counts)
      return `${reader.text(row)} ${Number(reader.at(row)) === 1 ? singular(lower(reader.title)) : lower(reader.title)}`;
    return `${name} ${isPlural(name) ? 'are' : 'is'} ${reader.text(row)}`;
  });
  const empty = readers(plan, result).every((reader) => reader.at(row) === null);
  return `${joined(parts, 'and')}${scopeSuffix(plan)}.${empty ? rangeNote(plan) : ''}`;
}

function isPlural(title: string): boolean {
  return /[^s]s$/i.test(title) || /^\w*[^s]s (?!per\b)/i.test(title);
}

function shareOfSentence(plan: Plan, result: AnsweredQuery): string {
  const [row = []] = result.rows;
  const value = (name: string): Value | undefined => row[result.columns.indexOf(name)];
  const [quantity] = plan.quantities;
  if (quantity === undefined || plan.shareOf === undefined) return '';
  const share = value(shareColumn(plan));
  const part = value(quantityColumn(quantity)) ?? 0;
  const whole = value('total') ?? 0;
  if (share === null || share === undefined) return nothingFound(plan);
  const percent = plan.share === 'percent' ? Number(share) : Number(share) * 100;
  const style = styleOf(quantity, [part, whole]);
  return (
    `${quantityTitle(quantity, plan.cube)} ${filterWords([plan.shareOf])} make up ${decimals(percent, 2)}% of the total: ` +
    `${formatFigure(part, style)} of ${formatFigure(whole, style)}${scopeSuffix(plan)}.`
  );
}

const namedItems = 10;

function listSentence(plan: Plan, result: AnsweredQuery): string {
  const [group] = plan.groups;
  if (group === undefined) return '';
  const index = result.columns.indexOf(groupColumn(group));
  const names = result.rows.slice(0, namedItems).map((row) => formatGroup(row[index], group));
  const more = result.totalRows - names.length;
  const count = `${decimals(result.totalRows, 0)} ${result.totalRows === 1 ? 'entry' : 'entries'}`;
  const tail = more > 0 ? `, and ${decimals(more, 0)} more` : '';
  return `${group.dimension.title}: ${names.join(', ')}${tail} (${count})${scopeSuffix(plan)}.`;
}

function nameOf(plan: Plan, result: AnsweredQuery, row: Row): string {
  return plan.groups
    .map((group) => formatGroup(row[result.columns.indexOf(groupColumn(group))], group))
    .join(', ');
}

function seriesSentence(plan: Plan, result: AnsweredQuery, ends: SeriesEnds | undefined): string {
  const all = readers(plan, result);
  const [main] = all;
  const first = result.rows[0];
  const last = result.rows.at(-1);
  const [group] = plan.groups;
  if (main === undefined || first === undefined || last === undefined || group === undefined) return '';
  const head = `${titlesOf(all)} by ${groupTitle(group)}${scopeSuffix(plan)}: `;
  if (result.rows.length <= 4)
    return `${head}${result.rows.map((row) => item(plan, result, all, row)).join('; ')}.${changeNote(plan, main, result.rows)}`;
  const from = item(plan, result, all, first);
  const to = item(plan, result, all, last);
  const place = result.columns.indexOf(groupColumn(group));
  const point = (row: Row): SeriesPoint => ({ bucket: row[place], value: main.at(row) });
  const name = ({ bucket }: SeriesPoint): string => formatGroup(bucket, group);
  const peaks = (high: SeriesPoint, low: SeriesPoint, end: SeriesPoint): string => {
    // Where nothing happened there is no row, so of those that are there none may be the lowest.
    const gaps = hasGaps(point(first), end, group, result.totalRows) ? ' of those with data' : '';
    return ` The highest is ${main.figure(high.value)} (${name(high)}), the lowest${gaps} ${main.figure(low.value)} (${name(low)}).`;
  };
  if (result.rows.length === result.totalRows) {
    const known = result.rows.filter((row) => row[place] !== null && main.at(row) !== null);
    const [high, low] = [extreme(known, main, 1), extreme(known, main, -1)];
    const note = high === undefined || low === undefined ? '' : peaks(point(high), point(low), point(last));
    return `${head}from ${from} to ${to}.${note}`;
  }
  // Of rows that are not there nothing is known but what was asked about all of them.
  const count = decimals(result.totalRows, 0);
  if (ends === undefined)
    return `${head}the first ${result.rows.length} of ${count} go from ${from} to ${to}.`;
  const latest = `${name(ends.last)} (${main.figure(ends.last.value)})`;
  return `${head}${count} in all, from ${from} to ${latest}.${peaks(ends.highest, ends.lowest, ends.last)}`;
}

/** Whether buckets lie between the first and the last that are not among the rows. */
function hasGaps(first: SeriesPoint, last: SeriesPoint, { grain }: PlannedGroup, rows: number): boolean {
  if (typeof first.bucket !== 'string' || typeof last.bucket !== 'string') return false;
  if (grain === undefined || grain === 'weekday' || grain === 'daytime') return false;
  const [from, to] = [first.bucket, last.bucket].map((moment) => moment.slice(0, 10)) as [Day, Day];
  if (grain !== 'hour') return unitsBetween(from, to, grain) + 1 > rows;
  const hours = Number(last.bucket.slice(11, 13)) - Number(first.bucket.slice(11, 13));
  return daysBetween(from, to) * 24 + hours + 1 > rows;
}

function changeNote(plan: Plan, main: Reader, rows: readonly Row[]): string {
  const [first = [], last = []] = [rows[0], rows.at(-1)];
  const buckets = rows.length;
  const [from, to] = [Number(main.at(first) ?? Number.NaN), Number(main.at(last) ?? Number.NaN)];
  if (plan.change || buckets < 2 || !Number.isFinite(from) || !Number.isFinite(to) || from === 0) return '';
  // Of half years shown by quarter, the last quarter is no change of the first.
  const compared = plan.time?.periods.length ?? 1;
  if (compared > 1 && compared !== buckets) return '';
  // A period that is still going on is not down on the one before it.
  if (coverageOf(plan).some((it) => it !== 'whole')) return '';
  const change = ((to - from) / Math.abs(from)) * 100;
  const word = change >= 0 ? 'up' : 'down';
  return ` That is ${word} ${decimals(Math.abs(change), 1)}%.`;
}

function extreme(rows: readonly Row[], reader: Reader, sign: 1 | -1): Row | undefined {
  return rows.reduce<Row | undefined>((best, row) => {
    if (best === undefined) return row;
    return (Number(reader.at(row)) - Number(reader.at(best))) * sign > 0 ? row : best;
  }, undefined);
}

function item(plan: Plan, result: AnsweredQuery, all: readonly Reader[], row: Row): string {
  const share = plan.share === undefined ? undefined : row[result.columns.indexOf(shareColumn(plan))];
  const figures = all.map((reader) => reader.text(row));
  if (share !== undefined && share !== null) {
    figures.push(`${decimals(plan.share === 'percent' ? Number(share) : Number(share) * 100, 2)}%`);
  }
  const change = plan.change ? row[result.columns.indexOf('change_percent')] : undefined;
  if (change !== undefined && change !== null) {
    figures.push(`${Number(change) >= 0 ? '+' : '−'}${decimals(Math.abs(Number(change)), 1)}%`);
  }
  return `${nameOf(plan, result, row)} (${figures.join(', ')})`;
}

/** How far two are apart that are held against each other. */
function differenceNote(plan: Plan, all: readonly Reader[], result: AnsweredQuery): string {
  const { rows, totalRows } = result;
  const [main, ...others] = all;
  const isPair = totalRows === 2 && plan.groups.length === 1 && plan.ranking === undefined;
  if (!isPair || main === undefined || others.length > 0 || plan.share !== undefined) return '';
  const place = result.columns.indexOf(groupColumn(plan.groups[0] as PlannedGroup));
  const said = plan.filters.find((it) => it.kind === 'values' && it.dimension === plan.groups[0]?.dimension);
  const order = said?.kind === 'values' ? said.values : [];
  // In the order of the question: of men to women.
  const pair = rows.toSorted((a, b) => order.indexOf(String(a[place])) - order.indexOf(String(b[place])));
  const [one = Number.NaN, other = Number.NaN] = pair.map((row) => Number(main.at(row) ?? Number.NaN));
  if (!Number.isFinite(one - other) || one <= 0 || other <= 0) return '';
  const difference = main.figure(Math.abs(one - other));
  const told = /^\D*\d$/.test(difference) ? '' : `The difference is ${difference}, the`;
  return ` ${told === '' ? 'The' : told} ratio ${told === '' ? 'is ' : ''}${decimals(one / other, 3)}.`;
}

function groupsSentence(plan: Plan, result: AnsweredQuery): string {
  const all = readers(plan, result);
  const [main] = all;
  if (main === undefined) return '';
  const by = joined(plan.groups.map(groupTitle), 'and');
  const [only] = result.rows;
  const { ranking } = plan;
  if (result.rows.length === 1 && only !== undefined) {
    const isFirst = ranking !== undefined && ranking.offset === 0;
    const rank = isFirst ? `, the ${ranking.direction === 'desc' ? 'highest' : 'lowest'}` : '';
    return `${nameOf(plan, result, only)}: ${titlesOf(all)} ${joined(
      all.map((it) => it.text(only)),
      'and',
    )}${rank} by ${by}${scopeSuffix(plan)}.`;
  }
  const shown = result.rows.slice(0, ranking?.limit === undefined ? 5 : namedItems);
  const items = shown.map((row) => item(plan, result, all, row)).join('; ');
  const more = result.totalRows - shown.length;
  const lead =
    ranking === undefined ? '' : ranking.direction === 'desc' ? ', highest first' : ', lowest first';
  const tail = more > 0 ? `; and ${decimals(more, 0)} more` : '';
  return `${titlesOf(all)} by ${by}${scopeSuffix(plan)}${lead}: ${items}${tail}.${differenceNote(plan, all, result)}`;
}
