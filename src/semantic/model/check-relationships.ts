import type { Cube, Join, Relationship, SqlTemplate } from '../data-model.ts';
import type { ProblemList } from './problem-list.ts';

type Cubes = ReadonlyMap<string, Cube>;

/**
 * Warns of joins that contradict a primary key: whoever is joined by its key is there at most once, so the other way round
 * rows are counted as often as they are repeated. Joins over anything but one equality are not looked into.
 */
export function checkRelationships(cubes: Cubes, problems: ProblemList): void {
  for (const cube of cubes.values()) {
    for (const join of cube.joins) {
      const meant = meantBy(join, cube, cubes);
      if (meant === undefined) continue;
      const { single, other, relationship } = meant;
      problems.warn(
        { ...join.location, path: `cubes.${cube.name}.joins.${join.target}.relationship` },
        `is ${join.relationship}, but the join is by the primary key of "${single}": a row of "${other}" has at most one of ` +
          `its rows. Write ${relationship}, or one_to_one, so that no row counts more than once.`,
      );
    }
  }
}

interface Meant {
  /** The cube that is joined by its key. */
  readonly single: string;
  readonly other: string;
  readonly relationship: Relationship;
}

function meantBy({ target, relationship, sql }: Join, cube: Cube, cubes: Cubes): Meant | undefined {
  const sides = rendered(sql, cubes).split('=');
  const isKeyOf = (name: string): boolean => {
    const key = keyOf(name, cubes);
    return sides.length === 2 && key !== undefined && sides.some((side) => normal(side) === key);
  };
  const [own, other] = [isKeyOf(cube.name), isKeyOf(target)];
  if (own === other) return undefined;
  if (relationship === 'one_to_many' && other)
    return { single: target, other: cube.name, relationship: 'many_to_one' };
  if (relationship === 'many_to_one' && own)
    return { single: cube.name, other: target, relationship: 'one_to_many' };
  return undefined;
}

/** The column of a primary key; undefined for one of several dimensions, or of an expression. */
function keyOf(name: string, cubes: Cubes): string | undefined {
  const [key, ...others] = [...(cubes.get(name)?.dimensions.values() ?? [])].filter(
    ({ primaryKey }) => primaryKey,
  );
  if (key === undefined || others.length > 0 || key.sql === undefined) return undefined;
  const column = normal(rendered(key.sql, cubes)).replace(`${placeOf(name)}.`, '');
  return /^\w+$/.test(column) ? `${placeOf(name)}.${column}` : undefined;
}

const placeOf = (cube: string): string => `<${cube.toLowerCase()}>`;

/** With cubes by their names and dimensions by their own SQL. */
function rendered(sql: SqlTemplate, cubes: Cubes): string {
  return sql
    .map((part) => {
      if (part.kind === 'text') return part.text;
      if (part.kind === 'cube') return placeOf(part.cube);
      const member = cubes.get(part.cube)?.dimensions.get(part.member);
      if (member?.sql === undefined) return `{${part.member}}`;
      const text = rendered(member.sql, cubes);
      return /^\w+$/.test(text.trim()) ? `${placeOf(part.cube)}.${text.trim()}` : text;
    })
    .join('');
}

function normal(text: string): string {
  return text.replace(/[\s"`]/g, '').toLowerCase();
}
