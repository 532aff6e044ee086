import type { Value } from '../../engines/query-engine.ts';
import { entityDimension, isIdentifier } from '../link/entities.ts';
import { isPart } from '../parse/quantity.ts';
import { isGiven, namesOneRecord } from '../parse/trivial.ts';
import { groupColumn, quantityColumn } from '../query/columns.ts';
import { formatFigure, formatGroup, styleOf } from '../query/formats.ts';
import type { Plan } from '../query/plan.ts';
import { isBucket } from '../query/planned-groups.ts';
import { unitOf } from '../query/units-apart.ts';
import { sharedWhole } from '../query/whole.ts';
import { filterWords, groupTitle, quantityTitle, scopeOf } from '../query/wording.ts';
import { shareColumn } from '../query/write-sql.ts';
import type { Speech } from '../speech/english.ts';
import {
  ageNote,
  coverageNote,
  coverageOf,
  dataEndNote,
  datedByNote,
  goingOnNote,
  namesakesNote,
  noRowsNote,
  rangeNote,
} from './coverage.ts';
import { sumOf } from './facts.ts';
import { type AnsweredQuery, addsUp, type Figure, figuresOf, groupsOf, nameOf } from './figures.ts';
import {
  aboutFigure,
  type Background,
  byWords,
  maxListed,
  sentence,
  type Telling,
  withMore,
  withoutCompared,
  withRows,
} from './sentences.ts';
import { changesSentence, splitSentences } from './split-figures.ts';

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
      ? [nothingFound(told), noRowsNote(plan, speech), dataEndNote(plan, speech)]
      : [
          ...findings(told),
          coverageNote(plan, speech) || goingOnNote(plan, result, speech),
          noRowsNote(plan, speech),
          namesakesNote(plan, speech),
          ...background.names.map((it) => speech.calledSo(it.name, it.count, it.key)),
          datedByNote(plan, speech),
          dataEndNote(plan, speech),
          ageNote(plan, speech),
        ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
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
  const groups = plan.groups.map((group) => groupTitle(group, speech));
  const way = plan.ranking?.ofChange?.way;
  const [figure] = plan.quantities;
  if (way !== undefined && figure !== undefined && !isBeyond)
    return speech.noneChanged(groups, quantityTitle(figure, plan.cube, speech), way, scope);
  // Who is asked about is known, only what is asked is not.
  const entity = entityDimension(plan.cube);
  const isOfOne = plan.filters.length === 1 && entity !== undefined && isGiven(plan.filters, entity);
  if (isOfOne && plan.quantities.length === 0 && plan.time === undefined)
    return speech.foundNone(
      plan.groups.filter(({ dimension }) => dimension !== entity).map((group) => groupTitle(group, speech)),
      scope,
    );
  // Of those that are seen none passes, whatever else there is.
  if (plan.having.length > 0 && groups.length > 0 && scope !== '' && !isBeyond)
    return speech.foundNone(groups, scope);
  return `${isBeyond ? speech.noData(scope) : speech.foundNoData(scope)} ${rangeNote(plan, speech)}`.trim();
}

function findings(told: Telling): string[] {
  const { plan, result } = told;
  if (plan.quantities.length === 0) return [listSentence(told)];
  if (plan.groups.length === 0)
    return [plan.shareOf === undefined ? scalarSentence(told) : shareSentence(told)];
  if (plan.change && (!plan.groups.some(isBucket) || plan.ranking?.ofChange !== undefined))
    return [changesSentence(told)];
  if (plan.ranking?.limit !== undefined && plan.ranking.within === undefined && plan.ranking.offset === 0)
    return [leadersSentence(told)];
  if (plan.having.some(({ than }) => than !== undefined)) return [heldSentence(told)];
  // Second places have no whole, nor is one of them the highest.
  if (plan.ranking?.within !== undefined && plan.ranking.offset > 0) return [heldSentence(told)];
  if (result.rows.length === 1) return [onlySentence(told)];
  if (plan.quantities.some((it) => unitOf(plan.cube, it) !== undefined)) return [heldSentence(told)];
  return splitSentences(told);
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
    const some = figures.length === 1 ? countedAs(told, figure) : undefined;
    const counted = figure.counts
      ? speech.count(
          some?.about ?? about,
          some?.title ?? figure.title,
          figure.text(value),
          Number(value) === 1,
        )
      : undefined;
    if (counted !== undefined) return counted;
    const said = at === 0 ? about : speech.inside(about);
    return speech.scalar(figure.title, said, value === null ? undefined : figure.text(value));
  });
  return sentence(`${speech.and(parts)}${heldBy(told)}${listedBeside(told)}`);
}

/** Which they are. */
function listedBeside({ listed, speech }: Telling): string {
  if (listed === undefined) return '';
  const { plan, result } = listed;
  const names = result.rows
    .slice(0, maxListed)
    .map((row) => nameOf(groupsOf(row, plan, result), plan, speech));
  return `: ${withMore(names, result.totalRows - names.length, speech)}`;
}

/** Whose the figure is. */
function heldBy({ plan, result, holders, speech }: Telling): string {
  const [main] = figuresOf(plan, result, speech);
  // What is highest may have no name.
  if (holders === undefined || main?.at(result.rows[0] ?? []) !== holders.value) return '';
  const { group, count } = holders;
  const areNumbers = isIdentifier(group.dimension) || holders.names.every((it) => !Number.isNaN(Number(it)));
  // A day and a bare number say nothing of each other.
  if (areNumbers && main.isMoment) return '';
  const names = holders.names.map((it) => formatGroup(it, group, speech));
  const items = `${areNumbers ? `${group.dimension.title} ` : ''}${withMore(names, count - names.length, speech)}`;
  return speech.heldBy(items, count > 1 ? speech.number(count, 0) : undefined);
}

/** "Current employees" for the employees of a segment that is called so. */
function countedAs(
  told: Telling,
  { title }: Figure,
): { readonly title: string; readonly about: string } | undefined {
  const { plan } = told;
  const called = ` ${title.toLowerCase()}`;
  const own = plan.filters.find(
    (it) => it.kind === 'segment' && !it.negated && it.segment.title.toLowerCase().endsWith(called),
  );
  if (own?.kind !== 'segment' || plan.kept.filters.includes(own)) return undefined;
  const rest = { ...told, plan: { ...plan, filters: plan.filters.filter((it) => it !== own) } };
  return { title: own.segment.title, about: aboutFigure(rest, own.segment.title) };
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

function listSentence(told: Telling): string {
  const { plan, result, speech } = told;
  // What was asked by its name is not told it.
  const untold = plan.groups.filter(({ dimension }) => !isGiven(plan.filters, dimension));
  const [first, ...others] = untold.length === 0 ? plan.groups : untold;
  // One record is told in full, several by what was asked of them, and a key by what is beside it.
  const most = result.totalRows === 1 ? others.length : first?.dimension.primaryKey === true ? 1 : 2;
  const shown = { ...plan, groups: [...(first === undefined ? [] : [first]), ...others.slice(0, most)] };
  const names = result.rows
    .slice(0, maxListed)
    .map((row) => nameOf(groupsOf(row, shown, result), shown, speech));
  const more = result.totalRows - names.length;
  const titles = shown.groups.map(({ dimension }) => dimension.title);
  const [row] = result.rows;
  if (
    result.totalRows === 1 &&
    row !== undefined &&
    titles.length > 1 &&
    namesOneRecord(plan.cube, plan.filters)
  )
    return sentence(
      speech.record(
        aboutFigure(told, '').trim(),
        shown.groups.map((group) => {
          const value = row[result.columns.indexOf(groupColumn(group))];
          const isKnown = value !== null && value !== '';
          return [
            group.dimension.title,
            isKnown ? formatGroup(value, group, speech) : speech.certified.unknown,
          ];
        }),
      ),
    );
  const about = aboutFigure(told, speech.and(titles));
  return sentence(speech.list(about, withMore(names, more, speech), speech.number(result.totalRows, 0)));
}

/** Who comes first, and what that is of the whole. */
function leadersSentence(all: Telling): string {
  const [first] = figuresOf(all.plan, all.result, all.speech);
  if (first === undefined) return '';
  // What has none is among no first few.
  const told = withRows(all, (row) => first.at(row) !== null);
  const { plan, result, whole, ends, speech } = told;
  const figures = figuresOf(plan, result, speech);
  const [main = first] = figures;
  const direction = plan.ranking?.direction ?? 'desc';
  const names = result.rows
    .slice(0, maxListed)
    .map(
      (row) =>
        `${nameOf(groupsOf(row, plan, result), plan, speech)} (${figures.map((it, at) => (at === 0 ? it.text(it.at(row)) : `${it.title} ${it.text(it.at(row))}`)).join(', ')})`,
    );
  const items = withMore(names, result.totalRows - names.length, speech);
  const about = aboutFigure(told, main.isMoment ? main.title : `${main.title} ${byWords(told)}`);
  const leading = speech.leaders(about, items, result.totalRows > 1, direction, main.isMoment);
  const end = direction === 'desc' ? ends?.highest : ends?.lowest;
  const others = result.totalRows === 1 && end?.value === main.at(result.rows[0] ?? []) ? end.count - 1 : 0;
  const leaders = others > 0 ? `${leading}; ${speech.alike(others)}` : leading;
  const sum =
    isPart(main.quantity) && result.rows.length === result.totalRows ? sumOf(main, result.rows) : undefined;
  const base = sharedWhole(plan, main.quantity);
  const total = Number(whole(base) ?? Number.NaN);
  const adds = result.rows.length === 1 || addsUp(main);
  if (sum === undefined || !adds || !(total > 0) || sum < 0 || sum > total) return sentence(leaders);
  const together = result.rows.length > 1 ? main.text(sum) : undefined;
  const said = `${leaders}; ${speech.together(together, speech.percent((sum / total) * 100))}`;
  const isOfKnown = base.kind === 'filtered' && whole(base) !== whole(main.quantity);
  return sentence(isOfKnown ? `${said} ${filterWords([base.where], speech)}` : said);
}

/** What cannot be held against each other: those that have more of one thing than of another, each with both, or other units. */
function heldSentence(told: Telling): string {
  const { plan, result, speech } = told;
  const figures = figuresOf(plan, result, speech);
  const names = result.rows.slice(0, maxListed).map((row) => {
    const said = figures.map(
      (it, at) => `${at === 0 ? '' : `${speech.inside(it.title)} `}${it.text(it.at(row))}`,
    );
    return `${nameOf(groupsOf(row, plan, result), plan, speech)} (${said.join(', ')})`;
  });
  const titles = speech.and(plan.groups.map(({ dimension }) => dimension.title));
  const [only, ...more] = figures;
  const about = aboutFigure(told, only && more.length === 0 ? `${only.title} ${byWords(told)}` : titles);
  const items = withMore(names, result.totalRows - names.length, speech);
  return sentence(speech.list(about, items, speech.number(result.totalRows, 0)));
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
