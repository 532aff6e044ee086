import type { MeasureMetadata } from '../../contract/tools.ts';
import { isJoined } from '../link/joined-cubes.ts';
import { plainAmount } from '../link/main-amount.ts';
import { charge } from './charges.ts';
import { coordinated } from './cues.ts';
import { type Draft, statedFigure } from './draft.ts';
import { joinFigure } from './figures.ts';
import { addCounted } from './number-and-sum.ts';
import { type Lead, operatorOfItem, use } from './scene.ts';

/** "Amount of unpaid invoices", "sum of open orders": what rows of money come to, and not how many they are. @returns whether it is asked */
export function readWorth(
  draft: Draft,
  at: number,
  lead: Lead,
  counted: MeasureMetadata | undefined,
): boolean {
  const { cube, rowCount } = draft.lexicon;
  const amount = plainAmount(cube);
  if (amount === undefined || counted === undefined || isJoined(counted)) return false;
  const places = lead.modifiers.filter(
    (place) => operatorOfItem(draft.items[place], 'aggregate') !== undefined,
  );
  if (!places.some((place) => saysWorth(draft, place))) return false;
  joinFigure(draft, at, lead);
  use(draft, at, ...places);
  // Which of them a measure counts is not known.
  if (counted !== rowCount) charge(draft, 'muchOfRows');
  // "Count and total of unpaid invoices".
  addCounted(draft, at, coordinated(draft, lead), counted);
  draft.figures.push(statedFigure({ kind: 'aggregate', aggregate: 'sum', dimension: amount }, at, amount));
  return true;
}

function saysWorth({ items, question: { tokens } }: Draft, place: number): boolean {
  const { from = 0, to = 0 } = items[place] ?? {};
  const words = tokens.slice(from, to + 2).map(({ word }) => word);
  return /^(?:amount|sum|total) of\b/.test(words.join(' '));
}
