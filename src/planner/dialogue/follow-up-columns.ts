import type { DimensionMetadata } from '../../contract/tools.ts';
import { entityDimension } from '../link/entities.ts';
import { isJoined, ownerOf } from '../link/joined-cubes.ts';
import { uniqueQuantities } from '../parse/quantity.ts';
import type { Group, Reading } from '../parse/reading.ts';
import type { Edit } from './edit.ts';
import { uniqueGroups } from './follow-up-groups.ts';
import { pointsBack } from './reference.ts';
import { isCut, namesNoFigure } from './shown.ts';

/** "What plan are they on?", "and their revenue?": of the rows that were shown. */
export function addedToRows(earlier: Reading, later: Reading, edit: Edit): Reading | undefined {
  const isMeant = isCut(earlier, later) || later.groups.length > 0;
  if (asksSinceWhich(earlier, later))
    return {
      ...earlier,
      text: later.text,
      groups: uniqueGroups([...earlier.groups, ...later.groups]),
      ambiguities: later.ambiguities,
    };
  if (!pointsBack(later, edit) || !isMeant || !asksOfEach(earlier, later)) return undefined;
  const { groups, quantities, ranking } = earlier;
  // In another relation they would be the first by another figure.
  if (quantities.length === 0 && ranking?.limit !== undefined) return undefined;
  return {
    ...earlier,
    text: later.text,
    groups: uniqueGroups([...groups, ...attributesIn(earlier, later)]),
    quantities: uniqueQuantities([...quantities, ...(namesNoFigure(later) ? [] : later.quantities)]),
    ranking: ranking && { ...ranking, by: ranking.by ?? quantities[0] },
    ambiguities: later.ambiguities,
  };
}

/** "Since which year?", of a list: what is asked goes with what was listed. */
function asksSinceWhich(earlier: Reading, later: Reading): boolean {
  return (
    earlier.list &&
    later.list &&
    later.filters.length + later.having.length === 0 &&
    later.ranking === undefined &&
    /^\W*(?:and )?(?:since|from|until|till|in|on|at|for|by|under|with) (?:which|what)\b/i.test(later.text)
  );
}

/** Whether a message asks for what each row of the last result has: attributes of the things in its rows, or further figures. */
function asksOfEach({ groups, lexicon }: Reading, later: Reading): boolean {
  const entity = entityDimension(lexicon.cube);
  const areThings = groups.some(({ dimension }) => dimension === entity || isOfThing(dimension, later));
  const isMore =
    later.filters.length + later.having.length === 0 &&
    later.dates === undefined &&
    later.share === undefined &&
    !(later.change || later.compare || later.running);
  return (
    isMore &&
    (later.groups.length > 0 ? areThings && later.list : later.quantities.length > 0 && !later.implied)
  );
}

/** Whether all that a message asks to be shown is of what a joined dimension names: "their emails" of members, whose visits were counted. */
function isOfThing(thing: DimensionMetadata, later: Reading): boolean {
  const entity = entityDimension(later.lexicon.cube);
  const asked = later.groups.filter(({ dimension }) => dimension !== entity);
  return (
    isJoined(thing) &&
    asked.length > 0 &&
    asked.every(({ dimension }) => ownerOf(dimension.name) === ownerOf(thing.name))
  );
}

/** What a message asks to be shown of each row, which is told apart already. */
function attributesIn({ groups }: Reading, later: Reading): readonly Group[] {
  const entity = entityDimension(later.lexicon.cube);
  return groups.some(({ dimension }) => isOfThing(dimension, later))
    ? later.groups.filter(({ dimension }) => dimension !== entity)
    : later.groups;
}
