import type { Value } from '../../engines/query-engine.ts';
import { isPart } from '../parse/reading.ts';
import { groupColumn, quantityColumn } from '../query/columns.ts';
import { formatFigure, formatGroup, styleOf } from '../query/formats.ts';
import type { Plan } from '../query/plan.ts';
import { type ResultEnds, seriesOf } from '../query/series.ts';
import { maxTold } from '../query/whole.ts';
import { filterWords, groupTitle, quantityTitle, scopeOf } from '../query/wording.ts';
import { shareColumn } from '../query/write-sql.ts';
import type { Speech } from '../speech/english.ts';
import { digitsFor } from '../speech/formats.ts';
import { coverageNote, coverageOf, dataEndNote, rangeNote } from './coverage.ts';
import { type Facts, factsOf, sumOf } from './facts.ts';
import { type AnsweredQuery, type Figure, figuresOf, groupsOf, isShareOfEach, nameOf } from './figures.ts';

/** What other queries found for an answer. */
export interface Background {
  /** A figure over everything that the answer splits or picks from; undefined where it is not known. */
  readonly whole: (quantity: Figure['quantity']) => Value | undefined;
  /** Of a result that does not hold all of its rows. */
  readonly ends: ResultEnds | undefined;
}

/** One or two sentences of what the rows do not show by themselves, and notes on the dates that they cover. */
export function writeAnswer(
  plan: Plan,
  result: AnsweredQuery,
  background: Background,
  speech: Speech,
): string {
  const told: Telling = { plan, result, ...background, speech };
  const isMissing = coverageOf(plan).every((it) => it === 'none') && isEmpty(told);
  const sentences =
    result.rows.length === 0 || isMissing
      ? [nothingFound(told), dataEndNote(plan, speech)]
      : [...findings(told), coverageNote(plan, speech), dataEndNote(plan, speech)];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

interface Telling extends Background {
  readonly plan: Plan;
  readonly result: AnsweredQuery;
  readonly speech: Speech;
}

/** All that it counts or adds up is nothing. */
function isEmpty({ plan, result, speech }: Telling): boolean {
  const figures = figuresOf(plan, result, speech);
  return result.rows.every((row) => figures.every(({ at }) => Number(at(row) ?? 0) === 0));
}

/** Nothing says whether rows are hidden: who may not see them reads the same as where there are none. */
function nothingFound({ plan, speech }: Telling): string {
  const { own, kept } = scopeOf(plan, speech);
  const scope = [own, kept].filter((words) => words !== '').join(', ');
  const isBeyond = coverageOf(plan).every((it) => it === 'none');
  return `${isBeyond ? speech.noData(scope) : speech.foundNoData(scope)} ${rangeNote(plan, speech)}`.trim();
}

function findings(told: Telling): string[] {
  const { plan, result } = told;
  if (plan.quantities.length === 0) return [listSentence(told)];
  if (plan.groups.length === 0 || plan.countGroups !== undefined)
    return [plan.shareOf === undefined ? scalarSentence(told) : shareSentence(told)];
  if (plan.change && plan.groups.some((it) => !result.columns.includes(groupColumn(it))))
    return [changesSentence(told)];
  if (plan.ranking?.limit !== undefined && plan.ranking.within === undefined && plan.ranking.offset === 0)
    return [leadersSentence(told)];
  if (result.rows.length === 1) return [onlySentence(told)];
  return splitSentences(told);
}

/** With a capital letter, and without the comma that would end what a follow-up kept. */
function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`.replace(/,(?=[.;:])/g, '');
}

/** @param plan without what the sentence says otherwise */
function aboutFigure({ plan, speech }: Pick<Telling, 'plan' | 'speech'>, title: string): string {
  const { own, kept } = scopeOf(plan, speech);
  const shared = plan.shareOf === undefined ? '' : filterWords(plan.shareOf, speech);
  return speech.about(title, [shared, own].filter((words) => words !== '').join(' '), kept);
}

function byWords({ plan, speech }: Telling): string {
  return speech.by(plan.groups.map((group) => groupTitle(group, speech)));
}

function titlesOf(figures: readonly Figure[], speech: Speech): string {
  return speech.and(figures.map(({ title }, at) => (at === 0 ? title : speech.inside(title))));
}

function scalarSentence(told: Telling): string {
  const { plan, result, speech } = told;
  const [row = []] = result.rows;
  const figures = figuresOf(plan, result, speech);
  const isUnknown = figures.every(({ at }) => at(row) === null);
  const isOfAll = plan.time === undefined && plan.filters.length === 0;
  if (isUnknown || (isOfAll && isEmpty(told))) return nothingFound(told);
  const parts = figures.map((figure, at) => {
    const value = figure.at(row);
    const about = at === figures.length - 1 ? aboutFigure(told, figure.title) : figure.title;
    const counted = figure.counts
      ? speech.count(about, figure.title, figure.text(value), Number(value) === 1)
      : undefined;
    if (counted !== undefined) return counted;
    const said = at === 0 ? about : speech.inside(about);
    return speech.scalar(figure.title, said, value === null ? undefined : figure.text(value));
  });
  return sentence(speech.and(parts));
}

function shareSentence(told: Telling): string {
  const { plan, result, speech } = told;
  const [row = []] = result.rows;
  const value = (name: string): Value => row[result.columns.indexOf(name)] ?? null;
  const [quantity] = plan.quantities;
  const share = value(shareColumn(plan));
  if (quantity === undefined || plan.shareOf === undefined || share === null) return nothingFound(told);
  const [part, whole] = [value(quantityColumn(quantity)) ?? 0, value('total') ?? 0];
  const style = styleOf(quantity, [part, whole]);
  const title = quantityTitle(quantity, plan.cube, speech);
  const said = speech.shareIs(
    aboutFigure(told, title),
    title,
    speech.percent(plan.share === 'percent' ? Number(share) : Number(share) * 100),
    formatFigure(part ?? 0, style, speech),
    formatFigure(whole ?? 0, style, speech),
  );
  return sentence(said);
}

/** So many of a list or of a ranking are named. */
const maxListed = 5;

function listSentence(told: Telling): string {
  const { plan, result, speech } = told;
  // One record is told in full, several by their names.
  const shown = { ...plan, groups: plan.groups.slice(0, result.totalRows === 1 ? undefined : 1) };
  const names = result.rows
    .slice(0, maxListed)
    .map((row) => nameOf(groupsOf(row, shown, result), shown, speech));
  const more = result.totalRows - names.length;
  const about = aboutFigure(told, speech.and(shown.groups.map(({ dimension }) => dimension.title)));
  return sentence(speech.list(about, withMore(names, more, speech), speech.number(result.totalRows, 0)));
}

function withMore(names: readonly string[], more: number, speech: Speech): string {
  return speech.and(more > 0 ? [...names, speech.more(speech.number(more, 0))] : names);
}

/** Who comes first, and what that is of the whole. */
function leadersSentence(told: Telling): string {
  const { plan, result, whole, speech } = told;
  const figures = figuresOf(plan, result, speech);
  const [main] = figures;
  const direction = plan.ranking?.direction ?? 'desc';
  if (main === undefined) return '';
  const names = result.rows
    .slice(0, maxListed)
    .map(
      (row) =>
        `${nameOf(groupsOf(row, plan, result), plan, speech)} (${figures.map((it) => it.text(it.at(row))).join(', ')})`,
    );
  const items = withMore(names, result.totalRows - names.length, speech);
  const about = aboutFigure(told, main.isMoment ? main.title : `${main.title} ${byWords(told)}`);
  const leaders = speech.leaders(about, items, result.totalRows > 1, direction, main.isMoment);
  const sum =
    isPart(main.quantity) && result.rows.length === result.totalRows ? sumOf(main, result.rows) : undefined;
  const all = Number(whole(main.quantity) ?? Number.NaN);
  const adds = result.rows.length === 1 || addsUp(main);
  if (sum === undefined || !adds || !(all > 0) || sum < 0 || sum > all) return sentence(leaders);
  const together = result.rows.length > 1 ? main.text(sum) : undefined;
  return sentence(`${leaders}; ${speech.together(together, speech.percent((sum / all) * 100))}`);
}

/** Distinct things may be the same ones in several rows. */
function addsUp({ quantity }: Figure): boolean {
  return !(
    (quantity.kind === 'measure' && quantity.measure.type === 'count_distinct') ||
    (quantity.kind === 'aggregate' && quantity.aggregate === 'distinct')
  );
}

function onlySentence(told: Telling): string {
  const { plan, result, speech } = told;
  const figures = figuresOf(plan, result, speech);
  const [row = []] = result.rows;
  const name = nameOf(groupsOf(row, plan, result), plan, speech);
  const titles = titlesOf(figures, speech);
  const said = figures.map((it) => it.text(it.at(row)));
  return sentence(speech.only(titles, aboutFigure(withoutCompared(told), titles), name, said));
}

/** Of a figure that is split: the whole, how it changed, the highest and the lowest. */
function splitSentences(told: Telling): string[] {
  const { plan, result, whole, ends, speech } = told;
  const figures = figuresOf(plan, result, speech).slice(0, maxTold);
  return figures.flatMap((figure, at) => {
    const value = whole(figure.quantity);
    const facts = factsOf(figure, plan, result, value, at === 0 ? ends : undefined, speech);
    const about = aboutFigure(told, figure.title);
    const overall =
      value === undefined || (plan.share !== undefined && isShareOfEach(plan))
        ? undefined
        : speech.overall(about, figure.title, figure.text(value), isPart(figure.quantity) && addsUp(figure));
    const first = wholeClause(told, figure, facts, overall);
    const second = endsClause(told, figure, facts, figures.length);
    if (first === undefined) {
      if (result.rows.every((row) => figure.at(row) === null))
        return [sentence(speech.scalar(figure.title, about, undefined))];
      return [sentence(`${speech.opening(about, byWords(told))}${second ?? firstRows(told, figure)}`)];
    }
    if (second === undefined) return [sentence(first)];
    return figures.length > 1 ? [sentence(`${first}; ${second}`)] : [sentence(first), sentence(second)];
  });
}

/** Where more is not known, as of a long list of shares. */
function firstRows({ plan, result, speech }: Telling, figure: Figure): string {
  const rows = result.rows.slice(0, maxListed);
  const names = rows.map(
    (row) => `${nameOf(groupsOf(row, plan, result), plan, speech)} (${figure.text(figure.at(row))})`,
  );
  return withMore(names, result.totalRows - names.length, speech);
}

function wholeClause(
  { plan, result, speech }: Telling,
  figure: Figure,
  { change, average }: Facts,
  overall: string | undefined,
): string | undefined {
  const about = aboutFigure(withoutCompared({ plan, speech }), figure.title);
  if (plan.running) {
    const last = result.rows.at(-1)?.[result.columns.indexOf('running_total')] ?? null;
    return last === null ? undefined : speech.addedUp(about, figure.title, figure.text(last));
  }
  if (overall === undefined) return change && speech.changed(about, change);
  if (change !== undefined) return `${overall}, ${speech.change(change)}`;
  return average === undefined ? overall : `${overall}, ${speech.perUnit(average.figure, average.unit)}`;
}

/** Periods that are compared are named with their figures. */
function withoutCompared({
  plan,
  speech,
}: Pick<Telling, 'plan' | 'speech'>): Pick<Telling, 'plan' | 'speech'> {
  const compares = (plan.time?.periods.length ?? 1) > 1;
  return { plan: compares ? { ...plan, time: undefined } : plan, speech };
}

function endsClause(told: Telling, figure: Figure, facts: Facts, figures: number): string | undefined {
  const { plan, result, speech } = told;
  if (plan.change && result.rows.length > 2) return stepsClause(told);
  const pair = figures === 1 && result.totalRows === 2 ? pairClause(told, figure) : undefined;
  if (pair !== undefined) return pair;
  // Of two periods, the change has said both.
  if (facts.change !== undefined && result.totalRows === 2) return undefined;
  if (facts.allAlike !== undefined) return speech.allAlike(facts.allAlike.count, facts.allAlike.figure);
  return facts.ends && speech.ends(facts.ends, figure.isMoment);
}

/** By how many percent the figure of each row has changed, in the order of the rows. */
function stepsOf({ plan, result, speech }: Telling): { readonly by: number; readonly text: string }[] {
  const place = result.columns.indexOf('change_percent');
  const groups = plan.groups.filter((group) => result.columns.includes(groupColumn(group)));
  return result.rows
    .filter((row) => row[place] !== null && row[place] !== undefined)
    .map((row) => {
      const by = Number(row[place]);
      const name = nameOf(groupsOf(row, { ...plan, groups }, result), { ...plan, groups }, speech);
      return { by, text: `${by < 0 ? '−' : '+'}${speech.percent(Math.abs(by))} (${name})` };
    });
}

/** Between which percentages the changes from row to row lie. */
function stepsClause(told: Telling): string | undefined {
  const steps = stepsOf(told).toSorted((a, b) => a.by - b.by);
  const [least, most] = [steps[0], steps.at(-1)];
  return least === undefined || most === undefined ? undefined : told.speech.steps(least.text, most.text);
}

/** How the figure of each group has changed from one period to the other. */
function changesSentence(told: Telling): string {
  const { plan, result, speech } = told;
  const [figure] = figuresOf(plan, result, speech);
  const groups = plan.groups.filter((group) => result.columns.includes(groupColumn(group)));
  const about = aboutFigure(told, figure?.title ?? '');
  const texts = stepsOf(told).map(({ text }) => text);
  const items = withMore(texts.slice(0, maxListed), texts.length - maxListed, speech);
  return sentence(`${speech.opening(about, byWords({ ...told, plan: { ...plan, groups } }))}${items}`);
}

/** How far two are apart that are held against each other. */
function pairClause({ plan, result, whole, speech }: Telling, figure: Figure): string | undefined {
  const [group] = plan.groups;
  if (plan.groups.length !== 1 || group === undefined || seriesOf(plan) !== undefined) return undefined;
  const place = result.columns.indexOf(groupColumn(group));
  const said = plan.filters.find((it) => it.kind === 'values' && it.dimension === group.dimension);
  const order = said?.kind === 'values' ? said.values : [];
  // In the order of the question: of men to women.
  const rows = result.rows.toSorted(
    (a, b) => order.indexOf(String(a[place])) - order.indexOf(String(b[place])),
  );
  const [one = Number.NaN, other = Number.NaN] = rows.map((row) => Number(figure.at(row) ?? Number.NaN));
  if (!(one > 0) || !(other > 0) || one === other) return undefined;
  const all = Number(whole(figure.quantity) ?? Number.NaN);
  const items = rows.map((row): readonly [string, string] => {
    const value = figure.at(row);
    const share =
      isPart(figure.quantity) && all > 0 && Number(value) <= all ? (Number(value) / all) * 100 : undefined;
    const note = share === undefined ? '' : ` (${speech.percent(share)})`;
    return [formatGroup(row[place], group, speech), `${figure.text(value)}${note}`];
  });
  const difference = figure.text(Math.abs(one - other));
  // Few of something are seen to be apart.
  const isTold = /\d.*\d/.test(difference);
  return speech.pair(
    items,
    isTold ? difference : undefined,
    speech.number(one / other, Math.max(3, digitsFor(one / other))),
  );
}
