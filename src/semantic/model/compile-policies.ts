import { suggest } from '../../yaml/suggestion.ts';
import type { AccessPolicy, Dimension, FilterOperator, RowFilter } from '../data-model.ts';
import type { PolicyDraft, RowFilterDraft } from './drafts.ts';
import type { ProblemList } from './problem-list.ts';
import type { TextAt } from './properties.ts';

/**
 * Access policies with every member looked up in the relation that they belong to.
 * @param dimensions what row filters may be about, by the name in the relation
 * @param members everything that `member_level` may name
 */
export function compilePolicies(
  drafts: readonly PolicyDraft[],
  relation: string,
  dimensions: ReadonlyMap<string, Pick<Dimension, 'type'>>,
  members: { keys(): Iterable<string>; has(name: string): boolean },
  problems: ProblemList,
): readonly AccessPolicy[] {
  return drafts.map((draft) => {
    const { includes = '*', excludes = [] } = draft.memberLevel ?? {};
    const names = (texts: readonly TextAt[]) =>
      texts.flatMap((text) => {
        const name = bareName(text.text, relation);
        if (members.has(name)) return [name];
        problems.error(text, `"${relation}" has no member "${text.text}".${suggest(name, members.keys())}`);
        return [];
      });
    const memberLevel = draft.memberLevel && {
      includes: excludes === '*' ? [] : includes === '*' ? includes : names(includes),
      excludes: excludes === '*' ? [] : names(excludes),
    };
    const { rowLevel } = draft;
    return {
      groups: draft.groups,
      conditions: draft.conditions,
      memberLevel,
      rowLevel:
        rowLevel === undefined || rowLevel === 'all'
          ? rowLevel
          : rowLevel.flatMap((filter) => compileFilter(filter, relation, dimensions, members, problems)),
      location: { file: draft.place.file, line: draft.place.line },
    };
  });
}

/** `{CUBE}.name`, `{CUBE.name}`, `{name}` and `relation.name` all name a member of the relation itself. */
function bareName(text: string, relation: string): string {
  const path = text.replace(/[${}\s]/g, '').split('.');
  const [head, name] = path;
  return path.length === 2 && name !== undefined && (head === 'CUBE' || head === relation)
    ? name
    : path.join('.');
}

function compileFilter(
  draft: RowFilterDraft,
  relation: string,
  dimensions: ReadonlyMap<string, Pick<Dimension, 'type'>>,
  members: { keys(): Iterable<string>; has(name: string): boolean },
  problems: ProblemList,
): readonly RowFilter[] {
  if (draft.kind !== 'condition') {
    const filters = draft.filters.flatMap((filter) =>
      compileFilter(filter, relation, dimensions, members, problems),
    );
    return [{ kind: draft.kind, filters }];
  }
  const name = bareName(draft.member.text, relation);
  const dimension = dimensions.get(name);
  if (dimension === undefined) {
    const reason = members.has(name)
      ? `"${name}" is no dimension that Inlay computes: row filters are about dimensions.`
      : `"${relation}" has no dimension "${draft.member.text}".${suggest(name, dimensions.keys())}`;
    problems.error(draft.member, reason);
    return [];
  }
  const { operator, values } = draft;
  const wanted = operandTypes(operator);
  if (!wanted.includes(dimension.type)) {
    problems.error(
      draft.place,
      `${operator} is for ${wanted.join(' and ')}: "${name}" is of type ${dimension.type}.`,
    );
    return [];
  }
  for (const value of values) {
    if (value.kind === 'literal' && !fits(value.value, dimension.type)) {
      const hint = dimension.type === 'time' ? ' (write 2024-12-31 or 2024-12-31T23:59:59)' : '';
      problems.error(draft.place, `"${value.value}" is not a ${dimension.type}${hint}, which "${name}" is.`);
    }
  }
  return [{ kind: 'condition', member: name, operator, values }];
}

function operandTypes(operator: FilterOperator): readonly Dimension['type'][] {
  switch (operator) {
    case 'contains':
    case 'notContains':
    case 'startsWith':
    case 'endsWith':
      return ['string'];
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return ['number', 'time', 'string'];
    case 'inDateRange':
    case 'beforeDate':
    case 'afterDate':
      return ['time'];
    case 'equals':
    case 'notEquals':
    case 'set':
    case 'notSet':
      return ['string', 'number', 'boolean', 'time'];
  }
}

function fits(value: string | number | boolean, type: Dimension['type']): boolean {
  switch (type) {
    case 'string':
      return true;
    case 'number':
      return typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value));
    case 'boolean':
      return typeof value === 'boolean' || value === 'true' || value === 'false';
    case 'time':
      return (
        typeof value === 'string' && !Number.isNaN(Date.parse(value)) && /^\d{4}-\d{2}-\d{2}/.test(value)
      );
  }
}
