import type { Day } from '../language/calendar.ts';
import type { Lexicon } from '../link/lexicon.ts';
import { type Charged, together } from '../parse/charges.ts';
import type { Interpretation } from '../parse/interpretation.ts';
import { type Candidate, weigh } from './candidate.ts';
import type { Context } from './context.ts';
import type { Edit } from './edit.ts';
import { mergeFollowUp } from './follow-up.ts';
import { keptOf } from './follow-up-candidates.ts';
import { moveTo } from './other-relation.ts';
import { namesNoFigure } from './shown.ts';

/**
 * "How was business in May?", which was not understood, by the figure that a message says was meant: "I mean revenue". Nothing where
 * further words were not understood, as one figure does not say what they are.
 */
export function corrected(
  own: Interpretation,
  lexicon: Lexicon,
  placed: Charged,
  edit: Edit,
  { lost, choices }: Context,
  today: Day,
): Candidate[] {
  const from = lost?.reading;
  if (!edit.corrects || from === undefined || choices.length > 0 || lost === undefined) return [];
  if (lost.unknown.length > 1 || from.ranking !== undefined || namesNoFigure(own.reading)) return [];
  const earlier = moveTo(from, lexicon);
  if (earlier === undefined) return [];
  const merged = mergeFollowUp(earlier, own.reading, edit);
  const going: Charged = { charges: together(own.charges, placed.charges) };
  return [weigh(own, merged, going, today, { from, kept: keptOf(earlier, own.reading, merged) })];
}

/** "Top 5 products this year", by what nobody knew, as the question that it is by the figure that was meant: "I meant by scrap". */
export function rankedAnew({ rest, corrects }: Edit, { lost, choices }: Context): string | undefined {
  const isRanked = [lost?.reading, ...choices.map(({ reading }) => reading)].some((it) => it?.ranking);
  if (!corrects || lost === undefined || !isRanked) return undefined;
  return `${lost.message.replace(/[\s.?!]+$/, '')} by ${rest.trim().replace(/^by /i, '')}`;
}
