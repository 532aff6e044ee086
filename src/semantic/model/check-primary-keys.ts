import type { MemberSqlIndex } from './compile-cubes.ts';
import type { CubeDraft } from './drafts.ts';
import type { JoinGraph } from './join-graph.ts';
import type { ProblemList } from './problem-list.ts';

/** Types whose result changes when a row is read twice. */
const additive = new Set(['count', 'sum', 'avg']);

/**
 * Reports cubes whose rows some join can repeat while nothing identifies them: their counts, sums and averages could
 * not be kept from counting a row twice.
 */
export function checkPrimaryKeys(
  cubes: ReadonlyMap<string, CubeDraft>,
  joins: JoinGraph,
  sql: MemberSqlIndex,
  problems: ProblemList,
): void {
  for (const cube of cubes.values()) {
    const members = [...cube.members.values()];
    if (members.some((member) => member.kind === 'dimension' && member.primaryKey)) continue;
    const measure = members.find((member) => {
      const memberSql = sql.get(`${cube.name}.${member.name}`);
      if (member.kind !== 'measure' || memberSql === undefined) return false;
      if (additive.has(member.type)) return true;
      // An expression over measures is as right as they are; one without any aggregates rows itself.
      return member.type === 'number' && memberSql.uses.every((use) => use.member.kind !== 'measure');
    });
    if (measure === undefined) continue;
    const repeating = joins.repeatedBy(cube.name);
    if (repeating === undefined) continue;
    problems.error(
      cube.place,
      `needs a primary key: a join to "${repeating}" can repeat its rows, and without a dimension marked ` +
        `primary_key: true, "${measure.name}" would count them more than once.`,
    );
  }
}
