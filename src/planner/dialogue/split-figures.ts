import type { Value } from '../../engines/query-engine.ts';
import { isPart, sameQuantity } from '../parse/quantity.ts';
import { groupColumn } from '../query/columns.ts';
import { formatGroup } from '../query/formats.ts';
import type { Plan } from '../query/plan.ts';
import { seriesOf } from '../query/series.ts';
import { maxTold } from '../query/whole.ts';
import { digitsFor } from '../speech/formats.ts';
import { type Facts, factsOf } from './facts.ts';
import { addsUp, type Figure, figuresOf, groupsOf, isShareOfEach, nameOf } from './figures.ts';
import {
  aboutFigure,
  byWords,
  maxListed,
  sentence,
  type Telling,
  withMore,
  withoutCompared,
  withRows,
} from './sentences.ts';

/** Of a figure that is split: the whole, how it changed, the highest and the lowest. */
export function splitSentences(told: Telling): string[] {
  const { plan, result, whole, ends, speech } = told;
  const figures = figuresOf(plan, result, speech).slice(0, maxTold);
  return figures.flatMap((figure, at) => {
    const value = whole(figure.quantity);
    const facts = factsOf(figure, plan, result, value, at === 0 ? ends : undefined, speech);
    const about = aboutFigure(told, figure.title);
    const unknown = at === 0 ? unknownPart(told, figure, value) : [];
    const overall =
      value === undefined || (plan.share !== undefined && isShareOfEach(plan))
        ? undefined
        : speech.overall(about, figure.title, figure.text(value), isPart(figure.quantity) && addsUp(figure));
    const first = wholeClause(told, figure, facts, overall);
    const second = endsClause(told, figure, facts, figures.length);
    if (first === undefined && isFixed(plan, figure)) return [fixedSentence(told)];
    if (first === undefined) {
      if (result.rows.every((row) => figure.at(row) === null))
        return [sentence(speech.scalar(figure.title, about, undefined))];
      return [
        sentence(`${speech.opening(about, byWords(told))}${second ?? firstRows(told, figure)}`),
        ...unknown,
      ];
    }
    if (second === undefined) return [sentence(first), ...unknown];
    return figures.length > 1
      ? [sentence(`${first}; ${second}`), ...unknown]
      : [sentence(first), sentence(second), ...unknown];
  });
}

/** Whether all groups have the same figure since no others were asked for. */
function isFixed({ having, ranking, groups }: Plan, { quantity }: Figure): boolean {
  return (
    ranking?.limit === undefined &&
    groups.every(({ grain }) => grain === undefined) &&
    having.some((it) => it.operator === '=' && sameQuantity(it.quantity, quantity))
  );
}

function fixedSentence(told: Telling): string {
  const { plan, result, speech } = told;
  const title = speech.and(plan.groups.map(({ dimension }) => dimension.title));
  return sentence(
    speech.list(aboutFigure(told, title), namesOfFirst(told), speech.number(result.totalRows, 0)),
  );
}

/** Less of the whole is not worth a sentence. */
const leastTold = 0.05;

/** The part that belongs to no group: where it is large, the highest of the others misleads. */
function unknownPart({ plan, result, speech }: Telling, figure: Figure, whole: Value | undefined): string[] {
  const [group, ...more] = plan.groups;
  if (group === undefined || more.length > 0 || !isPart(figure.quantity)) return [];
  const place = result.columns.indexOf(groupColumn(group));
  const row = result.rows.find((it) => it[place] === null);
  if (row === undefined) return [];
  const part = Number(figure.at(row)) / Number(whole);
  if (!(part >= leastTold && part <= 1)) return [];
  const name = nameOf(groupsOf(row, plan, result), plan, speech);
  return [sentence(`${name}: ${figure.text(figure.at(row))} (${speech.percent(part * 100)})`)];
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

function endsClause(told: Telling, figure: Figure, facts: Facts, figures: number): string | undefined {
  const { plan, result, speech } = told;
  if (plan.change && result.rows.length > 2) return stepsClause(told);
  const pair = figures === 1 && result.totalRows === 2 ? pairClause(told, figure) : undefined;
  if (pair !== undefined) return pair;
  // Of two periods, the change has said both.
  if (facts.change !== undefined && result.totalRows === 2) return undefined;
  // Two of which one is not over are shown as they are, and neither is the highest.
  if (seriesOf(plan) !== undefined && plan.groups.length === 1 && result.totalRows === 2) {
    const steps = plan.change ? stepsOf(told).map(({ name, size }) => `${size} (${name})`) : [];
    return [firstRows(told, figure), ...steps].join('; ');
  }
  if (facts.allAlike !== undefined) {
    const alike = speech.allAlike(facts.allAlike.count, facts.allAlike.figure);
    return plan.groups.every(({ grain }) => grain === undefined)
      ? `${alike}: ${namesOfFirst(alikeIn(told, figure))}`
      : alike;
  }
  return facts.ends && speech.ends(facts.ends, figure.isMoment);
}

/** What is told to be alike: neither what has no figure nor, beside others, what has no name. */
function alikeIn(told: Telling, figure: Figure): Telling {
  const { plan, result } = told;
  const known = withRows(told, (row) => figure.at(row) !== null);
  return withRows(known, (row) => groupsOf(row, plan, result).every((it) => it !== null && it !== ''));
}

function namesOfFirst({ plan, result, speech }: Telling): string {
  const rows = result.rows.slice(0, maxListed);
  const names = rows.map((row) => nameOf(groupsOf(row, plan, result), plan, speech));
  return withMore(names, result.totalRows - names.length, speech);
}

interface Step {
  readonly name: string;
  readonly by: number;
  readonly size: string;
}

/** How the figure of each row has changed, in the order of the rows: by percent, points of percentages, or as much as it is ranked by. */
function stepsOf({ plan, result, speech }: Telling): Step[] {
  const [figure] = figuresOf(plan, result, speech);
  const amountAt = result.columns.indexOf('change');
  const percentAt = result.columns.indexOf('change_percent');
  const isByAmount = plan.ranking?.ofChange?.by === 'amount';
  return result.rows.flatMap((row) => {
    const [amount, percent] = [row[amountAt], row[percentAt]];
    const isGap = figure?.isPercent === true || isByAmount;
    const by = isGap ? amount : percent;
    if (figure === undefined || by === null || by === undefined) return [];
    const sign = Number(by) < 0 ? '−' : '+';
    const inPercent = `${sign}${speech.percent(Math.abs(Number(percent)))}`;
    const size = isGap ? `${sign}${figure.gap(0, Number(by))}` : inPercent;
    const both = isGap && !figure.isPercent && typeof percent === 'number' ? `${size}, ${inPercent}` : size;
    return [{ name: nameOf(groupsOf(row, plan, result), plan, speech), by: Number(by), size: both }];
  });
}

/** Between which percentages the changes from row to row lie. */
function stepsClause(told: Telling): string | undefined {
  const steps = stepsOf(told).toSorted((a, b) => a.by - b.by);
  const [least, most] = [steps[0], steps.at(-1)];
  const text = ({ name, size }: Step): string => `${size} (${name})`;
  return least === undefined || most === undefined ? undefined : told.speech.steps(text(least), text(most));
}

/** How the figure of each group has changed from one period to the other. */
export function changesSentence(told: Telling): string {
  const { plan, result, speech } = told;
  const [figure] = figuresOf(plan, result, speech);
  const about = aboutFigure(told, speech.changeOf(figure?.title ?? ''));
  const texts = stepsOf(told).map(({ name, size }) => `${name} (${size})`);
  const items = withMore(
    texts.slice(0, maxListed),
    result.totalRows - Math.min(texts.length, maxListed),
    speech,
  );
  return sentence(`${speech.opening(about, byWords(told))}${items}`);
}

/** From so many times the smaller on, the larger is told by that. */
const fewestTimes = 1.1;

/** How far two are apart that are held against each other. */
function pairClause({ plan, result, whole, speech }: Telling, figure: Figure): string | undefined {
  const [group] = plan.groups;
  if (plan.groups.length !== 1 || group === undefined || seriesOf(plan) !== undefined) return undefined;
  const place = result.columns.indexOf(groupColumn(group));
  const said = [...plan.filters, ...(plan.shareOf ?? [])].find(
    (it) => it.kind === 'values' && it.dimension === group.dimension,
  );
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
  const difference = figure.gap(one, other);
  // Few of something are seen to be apart.
  const isTold = /\d.*\d/.test(difference);
  const times = Math.max(one, other) / Math.min(one, other);
  return speech.pair(
    items,
    isTold ? difference : undefined,
    times < fewestTimes ? undefined : speech.number(times, digitsFor(times)),
  );
}
