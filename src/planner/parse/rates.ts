import { isJoined } from '../link/joined-cubes.ts';
import { promisedBy } from '../link/lateness.ts';
import { shortName } from '../link/names.ts';
import { referenceOf } from '../link/referring-cubes.ts';
import { stateOf } from '../link/states.ts';
import { charge } from './charges.ts';
import { explain } from './cues.ts';
import { type Draft, statedFigure } from './draft.ts';
import type { Filter } from './filter.ts';
import type { Quantity } from './quantity.ts';
import { afterBreak, linkAt } from './scene.ts';

/** "Cancellation rate by month": the share of the rows that were cancelled, where no measure is called so. */
export function readRate(draft: Draft): void {
  const { items, question, conditions, lexicon, figures } = draft;
  const { rowCount, things, relationLemmas } = lexicon;
  const at = items.findIndex(
    (item, place) =>
      item.kind === 'word' &&
      question.tokens[item.from]?.lemma === 'rate' &&
      linkAt(draft, place - 1) !== undefined &&
      !afterBreak(draft, place),
  );
  const condition = conditions.find((it) => it.at === at - 1);
  // "Success rate" is rather the only rate that there is, unless that is money or of other rows.
  const isNamed = lexicon.byKey
    .get('rate')
    ?.some(
      ({ entry, words, head }) =>
        entry.kind === 'measure' &&
        words[head]?.key === 'rate' &&
        entry.measure.format !== 'currency' &&
        !isJoined(entry.measure),
    );
  if (isNamed === true) return;
  if (at < 0 || condition === undefined || rowCount === undefined || !isMet(condition.filter)) return;
  explain(draft, at);
  charge(draft, 'impliedShare');
  // The "open rate" of a newsletter is no share of whatever else is open, nor a "claim rate" one of costs of the kind "claim".
  const named = question.tokens[items[at - 1]?.to ?? -1]?.lemma ?? '';
  const isOfThings = condition.filter.kind === 'values' && things.has(named) && !relationLemmas.has(named);
  if (draft.relations.length === 0 && (isOpen(condition.filter) || isOfThings))
    charge(draft, 'throughOthers', isOfThings ? 2 : 1);
  // "Damage rate by depot" is no share of depots.
  if (
    condition.filter.kind !== 'segment' &&
    referenceOf(lexicon.cube, condition.filter.dimension) !== undefined
  )
    charge(draft, 'throughOthers');
  conditions.splice(conditions.indexOf(condition), 1);
  const whole: Quantity = { kind: 'measure', measure: rowCount };
  const part: Quantity = { kind: 'filtered', of: whole, where: condition.filter };
  figures.push(statedFigure({ kind: 'ratio', part, whole }, at));
}

function isOpen(filter: Filter): boolean {
  if (filter.kind === 'segment') return shortName(filter.segment.name) === 'open';
  if (filter.kind === 'values') return filter.values.some((value) => value.toLowerCase() === 'open');
  if (filter.kind !== 'boolean') return false;
  return promisedBy(filter.dimension)?.is === 'open' || stateOf(filter.dimension) !== undefined;
}

/** Whether a condition says what something is, rather than what it is not or how much of it there is. */
function isMet(filter: Filter): boolean {
  if (filter.kind === 'boolean') return filter.value;
  return (
    (filter.kind === 'values' && filter.values.length === 1 && !filter.negated) || filter.kind === 'segment'
  );
}
