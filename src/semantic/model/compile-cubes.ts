import { suggest } from '../../yaml/suggestion.ts';
import type { Cube, Dimension, Join, Measure, Segment, SqlTemplate } from '../data-model.ts';
import { compilePolicies } from './compile-policies.ts';
import type { CubeDraft } from './drafts.ts';
import { compileHierarchies } from './hierarchies.ts';
import type { JoinGraph } from './join-graph.ts';
import { compileMember, type MemberSql } from './member-sql.ts';
import { described } from './presentation.ts';
import type { Place, ProblemList } from './problem-list.ts';
import { resolveTemplate, type TemplateScope } from './resolve-template.ts';

/** What every member's SQL came to, by `cube.member`. */
export type MemberSqlIndex = ReadonlyMap<string, MemberSql>;

/** Cubes with every reference resolved; members that cannot be computed are left out. */
export function compileCubes(
  drafts: ReadonlyMap<string, CubeDraft>,
  joins: JoinGraph,
  sql: MemberSqlIndex,
  problems: ProblemList,
): ReadonlyMap<string, Cube> {
  const cubes = new Map<string, Cube>();
  for (const draft of drafts.values()) {
    const cube = compileCube(draft, { cube: draft, cubes: drafts, joins, problems }, sql);
    if (cube !== undefined) cubes.set(cube.name, cube);
  }
  return cubes;
}

/** SQL of all members of all cubes, before anything is left out. */
export function compileMemberSql(
  drafts: ReadonlyMap<string, CubeDraft>,
  joins: JoinGraph,
  problems: ProblemList,
): MemberSqlIndex {
  const index = new Map<string, MemberSql>();
  for (const cube of drafts.values()) {
    for (const member of cube.members.values()) {
      if (member.unsupported !== undefined) continue;
      const scope = { cube, cubes: drafts, joins, problems };
      index.set(`${cube.name}.${member.name}`, compileMember(member, scope));
    }
  }
  return index;
}

function compileCube(draft: CubeDraft, scope: TemplateScope, sql: MemberSqlIndex): Cube | undefined {
  const dimensions = new Map<string, Dimension>();
  const measures = new Map<string, Measure>();
  const segments = new Map<string, Segment>();
  for (const member of draft.members.values()) {
    const memberSql = sql.get(`${draft.name}.${member.name}`);
    if (memberSql === undefined) continue;
    const { format, currency, unit, place } = member;
    const base = { ...described(member), format, currency, unit, location: location(place) };
    if (member.kind === 'dimension') {
      const { type, primaryKey, kind } = member;
      dimensions.set(member.name, {
        ...base,
        kind,
        type,
        primaryKey,
        granularities: member.granularities,
        sql: memberSql.sql,
        case: memberSql.case,
      });
    } else if (member.kind === 'measure') {
      const { type, kind } = member;
      const { sql: template, filters } = memberSql;
      const rollingWindow = member.rollingWindow?.window;
      measures.set(member.name, { ...base, kind, type, sql: template, filters, rollingWindow });
    } else {
      segments.set(member.name, { ...base, kind: member.kind, sql: memberSql.sql });
    }
  }
  const source = compileSource(draft, scope);
  const joins = compileJoins(draft, scope);
  const hierarchies = compileHierarchies(draft, scope.cubes, scope.joins, scope.problems);
  const accessPolicy = compilePolicies(draft.policies, draft.name, dimensions, draft.members, scope.problems);
  if (source === undefined) return undefined;
  return {
    kind: 'cube',
    ...described(draft),
    source,
    dimensions,
    measures,
    segments,
    joins,
    hierarchies,
    accessPolicy,
    location: location(draft.place),
  };
}

function compileSource(draft: CubeDraft, scope: TemplateScope): Cube['source'] | undefined {
  if (draft.source === undefined) {
    // A cube that extends another may lack it because the other does, which is then the mistake.
    if (draft.extends === undefined) scope.problems.error(draft.place, 'needs sql_table or sql.');
    return undefined;
  }
  if (draft.source.kind === 'table') return { table: draft.source.table.text };
  const { template, sound } = resolveTemplate(draft.source.sql, scope);
  const reference = template.find((part) => part.kind !== 'text');
  if (sound && reference !== undefined) {
    scope.problems.error(
      draft.source.sql,
      'the SQL of a cube reads source tables: it cannot refer to cubes.',
    );
  }
  return { sql: template };
}

function compileJoins(draft: CubeDraft, scope: TemplateScope): readonly Join[] {
  const joins: Join[] = [];
  for (const { target, relationship, sql } of draft.joins) {
    if (target.text === draft.name) {
      scope.problems.error(target, 'a cube cannot join itself: extend it under another name.');
      continue;
    }
    if (!scope.cubes.has(target.text)) {
      const hint = suggest(target.text, scope.cubes.keys());
      scope.problems.error(target, `There is no cube "${target.text}".${hint}`);
      continue;
    }
    const { template, uses, sound } = resolveTemplate(sql, scope);
    for (const { member } of uses) {
      if (member.kind !== 'dimension') {
        scope.problems.error(
          sql,
          `"${member.name}" is a ${member.kind}: joins are made over dimensions and columns.`,
        );
      }
    }
    if (sound) checkBothSides(template, draft.name, target.text, sql, scope.problems);
    joins.push({ target: target.text, relationship, sql: template, location: location(target) });
  }
  return joins;
}

function checkBothSides(
  template: SqlTemplate,
  own: string,
  target: string,
  place: Place,
  problems: ProblemList,
): void {
  const named = new Set(template.flatMap((part) => (part.kind === 'text' ? [] : [part.cube])));
  for (const name of [own, target]) {
    if (!named.has(name))
      problems.error(place, `the join does not name ${name === own ? '{CUBE}' : `{${name}}`}.`);
  }
  for (const name of named) {
    if (name !== own && name !== target)
      problems.error(place, `a join to "${target}" cannot refer to "${name}".`);
  }
}

function location({ file, line }: Place): { file: string; line: number } {
  return { file, line };
}
