import type { Row, Value } from '../../engines/query-engine.ts';
import type { Quantity } from '../parse/quantity.ts';
import { groupColumn, quantityColumn } from '../query/columns.ts';
import { formatFigure, formatGroup, type NumberStyle, styleOf } from '../query/formats.ts';
import type { Plan } from '../query/plan.ts';
import { groupTitle, quantityTitle } from '../query/wording.ts';
import { meanColumn, shareColumn } from '../query/write-sql.ts';
import type { Speech } from '../speech/english.ts';

/** A result as `svcSqlApi` returned it. */
export interface AnsweredQuery {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  readonly totalRows: number;
}

/** A figure of a result: how it is called, where it is and how it is written. */
export interface Figure {
  readonly quantity: Quantity;
  readonly title: string;
  /** A count of things, with what it counts for its title. */
  readonly counts: boolean;
  /** It is a date rather than a number. */
  readonly isMoment: boolean;
  at(row: Row): Value;
  /** A number that grows with the value. */
  rank(value: Value): number;
  text(value: Value | undefined): string;
  /** How far two values are apart, without sign: of percentages in points. */
  gap(from: number, to: number): string;
  readonly isPercent: boolean;
}

/** The figures of a plan's result; those of a share within groups are the shares. */
export function figuresOf(plan: Plan, result: AnsweredQuery, speech: Speech): Figure[] {
  const mean = plan.meanOver;
  return plan.quantities.map((quantity) => {
    const name = quantityTitle(quantity, plan.cube, speech);
    const shared = plan.share !== undefined && plan.groups.length > 0 && isShareOfEach(plan);
    const index = result.columns.indexOf(
      shared ? shareColumn(plan) : mean === undefined ? quantityColumn(quantity) : meanColumn(plan),
    );
    const at = (row: Row): Value => row[index] ?? null;
    const values = result.rows.map(at);
    const style: NumberStyle = shared
      ? { format: 'percent', currency: undefined, fractions: plan.share !== 'percent' }
      : styleOf(quantity, values);
    const isMoment = quantity.kind === 'aggregate' && quantity.dimension.type === 'time';
    const isPercent = style.format === 'percent';
    const text = (value: Value | undefined): string =>
      isMoment && typeof value === 'string'
        ? speech.day(value.slice(0, 10))
        : formatFigure(value, style, speech);
    const titled = mean === undefined ? name : speech.mean(name, groupTitle(mean, speech));
    return {
      quantity,
      title: shared ? speech.shareOf(titled) : titled,
      counts: mean === undefined && quantity.kind === 'measure' && quantity.measure.type.startsWith('count'),
      isMoment,
      at,
      rank: (value) => (isMoment ? Date.parse(String(value)) : Number(value)),
      text,
      isPercent,
      gap: (from, to) => {
        const size = Math.abs(to - from);
        return isPercent ? speech.points(style.fractions ? size * 100 : size) : text(size);
      },
    };
  });
}

/** The share is of a condition in each group, or of each of two groups: its rows add up to no whole. */
export function isShareOfEach({ shareOf, groups }: Plan): boolean {
  return shareOf !== undefined || groups.length > 1;
}

/** What a row is of, by the values of its groups. */
export function nameOf(values: readonly Value[], { groups }: Plan, speech: Speech): string {
  return groups.map((group, at) => formatGroup(values[at], group, speech)).join(' / ');
}

/** The values of a row's groups. */
export function groupsOf(row: Row, { groups }: Plan, { columns }: AnsweredQuery): Value[] {
  return groups.map((group) => row[columns.indexOf(groupColumn(group))] ?? null);
}

/** Whether the figures of rows add up: distinct things may be the same ones in several rows. */
export function addsUp({ quantity }: Figure): boolean {
  return !(
    (quantity.kind === 'measure' && quantity.measure.type === 'count_distinct') ||
    (quantity.kind === 'aggregate' && quantity.aggregate === 'distinct')
  );
}
