import type { MeasureMetadata } from '../../contract/tools.ts';
import type { Aggregate } from '../language/grammar.ts';
import { amountOfRows } from '../link/main-amount.ts';
import { charge } from './charges.ts';
import { type Draft, statedFigure } from './draft.ts';
import { isCountOf, quantityOf } from './quantity.ts';
import { open, operatorOfItem, use } from './scene.ts';

/** Whether the one counts what the other adds up, of which no figure is both. */
export function areNumberAndSum(one: Aggregate | undefined, other: Aggregate | undefined): boolean {
  return (one === 'count' && other === 'sum') || (one === 'sum' && other === 'count');
}

/** "Tenants with unpaid bills, number and sum": what is counted is asked with what it comes to. @returns whether the aggregate there says so */
export function readNumberAndSum(draft: Draft, at: number): boolean {
  const aggregateAt = (place: number) => operatorOfItem(draft.items[place], 'aggregate')?.aggregate;
  const isSaid = draft.operators.some(
    ({ at: and, operator }) =>
      operator.kind === 'and' &&
      (and === at + 1 || and === at - 1) &&
      areNumberAndSum(aggregateAt(and - 1), aggregateAt(and + 1)),
  );
  if (isSaid && !draft.used.has(at)) addAmount(draft, at);
  return isSaid;
}

function addAmount(draft: Draft, at: number): void {
  const { rowCount, cube } = draft.lexicon;
  const measure = amountOfRows(cube);
  const counted = draft.quantities.length > 0 ? draft.quantities : [rowCount ?? []].flat().map(quantityOf);
  if (measure === undefined || counted.length !== 1 || !counted.every(isCountOf)) {
    charge(draft, 'twice');
    return;
  }
  draft.quantities = [...counted, quantityOf(measure)];
  for (const it of open(draft, 'aggregate', 'and')) if (Math.abs(it.at - at) <= 2) use(draft, it.at);
}

/** "Count and total of invoices", "number and total revenue": what the rows come to beside how many there are, or the other way round. */
export function addOtherOf(draft: Draft, at: number, measure: MeasureMetadata): void {
  const { rowCount, cube } = draft.lexicon;
  const other = !measure.type.startsWith('count')
    ? rowCount
    : measure === rowCount
      ? amountOfRows(cube)
      : undefined;
  if (other === undefined) charge(draft, 'twice');
  else draft.figures.push(statedFigure(quantityOf(other), at));
}

/** How many there are, where one of the aggregates that are said beside a figure asks for it. @returns whether one does */
export function addCounted(
  draft: Draft,
  at: number,
  beside: readonly Aggregate[],
  counted: MeasureMetadata | undefined,
): boolean {
  if (!beside.includes('count') || counted === undefined) return false;
  draft.figures.push(statedFigure(quantityOf(counted), at));
  return true;
}
