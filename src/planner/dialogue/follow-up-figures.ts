import { isPart, type Quantity, uniqueQuantities } from '../parse/quantity.ts';
import { type Reading, saysNothing } from '../parse/reading.ts';
import { aggregated } from './aggregated.ts';
import { countedSome } from './counted-some.ts';
import type { Edit } from './edit.ts';
import { contrasts } from './going-on.ts';
import { namesNoFigure } from './shown.ts';

export function mergeQuantities(earlier: Reading, later: Reading, edit: Edit): readonly Quantity[] {
  const { adds } = edit;
  const counted = countedSome(earlier, later, edit);
  if (counted !== undefined && !adds) return counted;
  const isSilent = namesNoFigure(later);
  // After their average age, "and what share are women?" is of the people.
  if (isSilent && later.shareOf !== undefined && !earlier.quantities.every(isPart)) return [];
  // "Which categories lost money there?", after the average discount, is of what they are held to.
  const [bound, ...bounds] = later.having;
  if (isSilent && bound !== undefined && bounds.length === 0 && asksWhichGroups(earlier, later))
    return [bound.quantity];
  // "What about orders?" counts them, "what about Berlin?" says of what.
  if (isSilent && !(earlier.quantities.length > 0 && asksForRows(later)))
    return earlier.quantities.map((quantity) => aggregated(quantity, later));
  return adds ? uniqueQuantities([...earlier.quantities, ...later.quantities]) : later.quantities;
}

function asksWhichGroups(earlier: Reading, { groups, text }: Reading): boolean {
  const isNew = groups.every(
    ({ dimension }) => !earlier.groups.some((it) => it.dimension.name === dimension.name),
  );
  return groups.length > 0 && isNew && /\b(?:which|what) \p{L}/iu.test(text);
}

/** "What about orders?" names the rows and nothing else. */
function asksForRows({ quantities, ...rest }: Reading): boolean {
  return contrasts.test(rest.text) && quantities.length > 0 && saysNothing({ ...rest, quantities: [] });
}
