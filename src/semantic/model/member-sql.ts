import type { Dimension, SqlTemplate } from '../data-model.ts';
import type { MeasureDraft, MemberDraft } from './drafts.ts';
import type { TextAt } from './properties.ts';
import { columnOf, type MemberUse, resolveTemplate, type TemplateScope } from './resolve-template.ts';

/** The SQL of one member, resolved, with the members it is made of. */
export interface MemberSql {
  readonly sql: SqlTemplate;
  readonly filters: readonly SqlTemplate[];
  readonly case: Dimension['case'];
  readonly uses: readonly MemberUse[];
}

export function compileMember(member: MemberDraft, scope: TemplateScope): MemberSql {
  const uses: MemberUse[] = [];
  const resolve = (sql: TextAt, mayUseMeasures: boolean): SqlTemplate => {
    const resolved = resolveTemplate(sql, scope);
    uses.push(...resolved.uses);
    for (const found of resolved.uses) {
      const reason = misuse(found, mayUseMeasures, member);
      if (reason !== undefined) scope.problems.error(sql.placeOf(found.offset), reason);
    }
    return resolved.template;
  };
  switch (member.kind) {
    case 'dimension': {
      const when = member.case?.when.map(({ sql, label }) => ({ sql: resolve(sql, false), label }));
      const branches = when && { when, else: member.case?.else };
      return { sql: dimensionSql(member, scope, resolve), filters: [], case: branches, uses };
    }
    case 'measure': {
      const filters = member.filters.map((filter) => resolve(filter, false));
      const sql = member.sql === undefined ? [] : resolve(member.sql, isExpression(member));
      if (member.type !== 'count' || sql.length === 0 || /^\s*(\*|1)\s*$/.test(member.sql?.text ?? '')) {
        return { sql: member.type === 'count' ? [] : sql, filters, case: undefined, uses };
      }
      // A count of an expression counts the rows where it has a value.
      const present: SqlTemplate = [
        { kind: 'text', text: '(' },
        ...sql,
        { kind: 'text', text: ') IS NOT NULL' },
      ];
      return { sql: [], filters: [...filters, present], case: undefined, uses };
    }
    case 'segment':
      return {
        sql: member.sql === undefined ? [] : resolve(member.sql, false),
        filters: [],
        case: undefined,
        uses,
      };
  }
}

function dimensionSql(
  member: Extract<MemberDraft, { kind: 'dimension' }>,
  scope: TemplateScope,
  resolve: (sql: TextAt, mayUseMeasures: boolean) => SqlTemplate,
): SqlTemplate {
  if (member.case !== undefined) return [];
  return member.sql === undefined ? columnOf(scope.cube.name, member.name) : resolve(member.sql, false);
}

/** Measures of these types are expressions over other measures instead of aggregates over rows. */
function isExpression(measure: MeasureDraft): boolean {
  return ['number', 'string', 'time', 'boolean'].includes(measure.type);
}

function rolls(member: MemberDraft): boolean {
  return member.kind === 'measure' && member.rollingWindow !== undefined;
}

function misuse(found: MemberUse, mayUseMeasures: boolean, member: MemberDraft): string | undefined {
  const name = `${found.cube}.${found.member.name}`;
  if (found.member.kind === 'segment')
    return `"${name}" is a segment: segments cannot be part of other members.`;
  if (found.member.kind === 'measure' && rolls(found.member) && rolls(member))
    return `"${name}" is a rolling measure: a rolling window is computed over measures that have none.`;
  if (found.member.kind === 'dimension' || mayUseMeasures) return undefined;
  if (member.kind === 'measure') {
    return `"${name}" is a measure: only measures of type number may be made of other measures, not type ${member.type} or filters.`;
  }
  return `"${name}" is a measure: a ${member.kind} is made of columns and dimensions.`;
}
