import type { ColumnFormat } from './column-format.ts';
import type { QueryResult } from './query-result.ts';

/** The order that a reader gives the rows of a result. */
export interface RowOrder {
  /** Of the column. */
  readonly index: number;
  readonly isDescending: boolean;
}

/** Numbers start with the largest, all else with the first; another click turns the order, and a third one ends it. */
export function nextOrder(
  order: RowOrder | undefined,
  index: number,
  { isNumber }: Pick<ColumnFormat, 'isNumber'>,
): RowOrder | undefined {
  if (order?.index !== index) return { index, isDescending: isNumber };
  return order.isDescending === isNumber ? { index, isDescending: !isNumber } : undefined;
}

/** The rows in an order; missing values are last in either direction. @param locale of texts; @default the browser's */
export function inOrder(
  rows: QueryResult['rows'],
  order: RowOrder | undefined,
  formats: readonly Pick<ColumnFormat, 'isNumber'>[],
  locale?: string,
): QueryResult['rows'] {
  if (order === undefined) return rows;
  const { index, isDescending } = order;
  const isNumber = formats[index]?.isNumber === true;
  const texts = new Intl.Collator(locale, { numeric: true });
  const compare = (one: unknown, other: unknown) =>
    isNumber ? Number(one) - Number(other) : texts.compare(String(one), String(other));
  return rows.toSorted((a, b) => {
    const [one, other] = [a[index] ?? null, b[index] ?? null];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return isDescending ? compare(other, one) : compare(one, other);
  });
}
