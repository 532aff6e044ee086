import type { Cube, DataModel, Dimension, Measure, SqlTemplate, View } from '../data-model.ts';

const aggregates: readonly string[] = ['sum', 'avg', 'min', 'max'] satisfies Measure['type'][];

/**
 * The public dimension of a relation that shows row by row what a measure puts together: `amount` of a sum of amounts.
 * Undefined where the measure computes more than one column, or where none shows it.
 * @param owner the cube that the measure is of
 */
export function measuredColumn(
  model: DataModel,
  relation: Cube | View,
  measure: Measure,
  owner: string,
): string | undefined {
  if (!aggregates.includes(measure.type)) return undefined;
  const cube = model.cubes.get(owner);
  const column = columnOf(cube, measure.sql);
  if (cube === undefined || column === undefined) return undefined;
  const found = [...cube.dimensions.values()].find(
    (it) => it.type === 'number' && it.case === undefined && columnOf(cube, it.sql) === column,
  );
  const shown = found && shownAs(relation, found, owner);
  return shown && `${relation.name}.${shown}`;
}

/** The name of a column of a cube's own table, where the SQL is no more than that. */
function columnOf(cube: Cube | undefined, sql: SqlTemplate): string | undefined {
  const [first, second, ...more] = sql;
  if (cube === undefined || first === undefined || more.length > 0) return undefined;
  if (first.kind === 'member') {
    const of = first.cube === cube.name ? cube.dimensions.get(first.member) : undefined;
    return second === undefined && of !== undefined ? columnOf(cube, of.sql) : undefined;
  }
  const text = first.kind === 'text' ? first.text : second?.kind === 'text' ? second.text : '';
  const isOwn = first.kind === 'text' ? second === undefined : first.cube === cube.name;
  return isOwn ? /^\s*\.?\s*(\w+)\s*$/.exec(text)?.[1] : undefined;
}

function shownAs(relation: Cube | View, dimension: Dimension, owner: string): string | undefined {
  if (relation.kind === 'cube') return dimension.public ? dimension.name : undefined;
  const members = [...relation.members.values()];
  return members.find(
    ({ member, path, public: isShown }) => isShown && member === dimension && path.at(-1) === owner,
  )?.name;
}
