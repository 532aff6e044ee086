import type { Day } from '../language/calendar.ts';
import type { Question } from '../language/question.ts';
import { type Charged, charge, together } from '../parse/charges.ts';
import type { Interpretation } from '../parse/interpretation.ts';
import { type Candidate, weigh } from './candidate.ts';
import type { Context } from './context.ts';
import { ofCounted } from './counted-some.ts';
import type { Edit } from './edit.ts';
import { goesOnFrom, isBare, isOfListed, isOfOwnRows } from './going-on.ts';
import { ranksShownNumber, ranksUnnamed } from './ranks-shown.ts';
import { isWider, namesNobody, picksGroup, pointsToShown, refersToShown } from './reference.ts';
import { isSettledOtherwise } from './settled.ts';

/** A message by itself. */
export function standsAlone(
  question: Question,
  own: Interpretation,
  placed: Charged,
  edit: Edit,
  { states, choices, isLost, lost, settled }: Context,
  today: Day,
): Candidate {
  const single: Charged = { charges: together(own.charges, own.openCharges, placed.charges) };
  const isOfNobody = namesNobody(question, own.reading);
  if (isOfNobody) charge(single, 'lostReference');
  // There is nothing that it could go on from.
  if (!isLost && states.length + choices.length === 0) return weigh(own, own.reading, single, today);
  const ranksShown =
    !edit.isOwn &&
    ((ranksUnnamed(own, question) &&
      (isLost || [...states, ...choices].some(({ reading }) => reading.quantities.length > 0))) ||
      states.some(({ reading }) => ranksShownNumber(own.reading, question, reading)));
  const sounds = ranksShown || goesOnFrom(question.message, edit, own.reading);
  if (isSettledOtherwise(own.reading, question, settled)) charge(single, 'settledOtherwise');
  if ((states.length > 0 || (isLost && edit.corrects)) && sounds) charge(single, 'against');
  const known = isLost ? [...states, ...choices] : states;
  const bare = sounds
    ? []
    : known.filter(({ reading }) => isBare(question.message, own.reading, reading, isLost));
  if (isLost && (sounds || bare.length > 0)) charge(single, 'orphan');
  if (bare.length > 0)
    charge(single, bare.some(({ reading }) => isOfListed(own.reading, reading)) ? 'against' : 'bare');
  if (own.reading.implied && states.length > 0 && !edit.isOwn && !isOfOwnRows(question.message, own.reading))
    charge(single, 'impliedInThread');
  // "Those" of what was not understood are none that anybody has seen, and least of all everything.
  const { filters, groups } = own.reading;
  const isOfLost =
    isLost &&
    pointsToShown(question.message) &&
    (filters.length + groups.length === 0 ||
      (lost?.reading !== undefined && isWider(own.reading, lost.reading)));
  const isOfMore = [...states, ...choices].some(
    ({ reading }) =>
      (sounds || picksGroup(own.reading, reading, edit) || refersToShown(question.message, reading)) &&
      (isWider(own.reading, reading) || ofCounted(reading, own.reading, edit) !== reading),
  );
  if (!isOfNobody && (isOfLost || isOfMore)) charge(single, 'lostReference');
  return weigh(own, own.reading, single, today);
}
