import type { FilterOperator, PolicyCondition, PolicyValue } from '../data-model.ts';
import type { PolicyDraft, PolicyName, RowFilterDraft } from './drafts.ts';
import { readCondition, readPolicyValue } from './policy-value.ts';
import { type ModelValue, type Properties, type Shape, snakeCase, type TextAt } from './properties.ts';

const policyShape: Shape = {
  noun: 'an access policy',
  used: ['group', 'groups', 'role', 'roles', 'conditions', 'member_level', 'row_level'],
  unused: ['description', 'member_masking'],
};
const conditionShape: Shape = { noun: 'a condition', used: ['if'], required: ['if'] };
const memberLevelShape: Shape = { noun: 'member_level', used: ['includes', 'excludes'] };
const rowLevelShape: Shape = { noun: 'row_level', used: ['filters', 'allow_all'] };
const filterShape: Shape = { noun: 'a row filter', used: ['member', 'operator', 'values', 'and', 'or'] };

export const filterOperators: readonly FilterOperator[] = [
  'equals',
  'notEquals',
  'contains',
  'notContains',
  'startsWith',
  'endsWith',
  'gt',
  'gte',
  'lt',
  'lte',
  'set',
  'notSet',
  'inDateRange',
  'beforeDate',
  'afterDate',
];

/** What the mappings of an access policy may hold. */
export const policyShapes = {
  policy: policyShape,
  condition: conditionShape,
  memberLevel: memberLevelShape,
  rowLevel: rowLevelShape,
  filter: filterShape,
};

const maxFilterDepth = 20;

export function readPolicies(relation: Properties): readonly PolicyDraft[] {
  return relation.mappings('access_policy', policyShape).map((properties) => {
    const names: PolicyName[] = [];
    return {
      place: properties.place,
      groups: readGroups(properties, names),
      conditions: readConditions(properties, names),
      memberLevel: readMemberLevel(properties),
      rowLevel: readRowLevel(properties, names),
      names,
    };
  });
}

function readGroups(policy: Properties, used: PolicyName[]): readonly string[] | '*' {
  const texts = (['group', 'groups', 'role', 'roles'] as const).flatMap((key) => {
    // `role` is Cube's older word for the same thing.
    if (key.startsWith('role') && policy.has(key)) policy.owner.warn(`${key} is read as group.`);
    return policy.texts(key);
  });
  const names = texts.map(({ text }) => text);
  if (names.includes('*')) return '*';
  for (const { file, line, path, text: name } of texts) used.push({ file, line, path, kind: 'group', name });
  if (names.length === 0) policy.error('group is missing: name groups, or "*" for everybody.');
  return names;
}

function readConditions(policy: Properties, names: PolicyName[]): readonly PolicyCondition[] {
  return policy.mappings('conditions', conditionShape).flatMap((properties) => {
    const value = properties.get('if');
    const condition = value && readCondition(value);
    if (condition === undefined || value === undefined) return [];
    names.push(...attributeIn(condition.value, value));
    return [condition];
  });
}

/** The user attribute that a value is read from, if it is from one. */
function attributeIn(value: PolicyValue, { file, line, path }: ModelValue): PolicyName[] {
  const [name] = value.kind === 'reference' && value.source === 'userAttributes' ? value.path : [];
  return name === undefined ? [] : [{ file, line, path, kind: 'userAttribute', name }];
}

function readMemberLevel(policy: Properties): PolicyDraft['memberLevel'] {
  const properties = policy.mapping('member_level', memberLevelShape);
  if (properties === undefined) return undefined;
  if (!properties.has('includes') && !properties.has('excludes')) {
    properties.error('needs includes or excludes.');
  }
  const names = (key: string): readonly TextAt[] | '*' => {
    const texts = properties.texts(key);
    return texts.some((name) => name.text === '*') ? '*' : texts;
  };
  return { includes: properties.has('includes') ? names('includes') : '*', excludes: names('excludes') };
}

function readRowLevel(policy: Properties, names: PolicyName[]): PolicyDraft['rowLevel'] {
  const properties = policy.mapping('row_level', rowLevelShape);
  if (properties === undefined) return undefined;
  const allowAll = properties.flag('allow_all');
  if (properties.has('filters') === (allowAll !== undefined)) {
    properties.error('needs either filters or allow_all.');
    return [];
  }
  if (allowAll !== undefined) return allowAll ? 'all' : [];
  const filters = properties.mappings('filters', filterShape);
  if (properties.items('filters').length === 0)
    properties.error('filters is empty: write allow_all: true for every row.');
  return filters.flatMap((filter) => readFilter(filter, names, 1) ?? []);
}

function readFilter(properties: Properties, names: PolicyName[], depth: number): RowFilterDraft | undefined {
  if (depth > maxFilterDepth) {
    properties.error(`is nested more than ${maxFilterDepth} deep.`);
    return undefined;
  }
  const kinds = (['and', 'or'] as const).filter((key) => properties.has(key));
  const [kind] = kinds;
  if (kind === undefined) return readFilterCondition(properties, names);
  if (kinds.length > 1 || properties.has('member')) {
    properties.error('is one of: a member with its operator, and, or.');
  }
  if (properties.items(kind).length === 0) properties.error(`${kind} is empty.`);
  const filters = properties
    .mappings(kind, filterShape)
    .flatMap((filter) => readFilter(filter, names, depth + 1) ?? []);
  return { kind, filters };
}

function readFilterCondition(properties: Properties, names: PolicyName[]): RowFilterDraft | undefined {
  for (const key of ['member', 'operator']) {
    if (!properties.has(key)) properties.error(`${key} is missing.`);
  }
  const { place } = properties;
  const member = properties.text('member');
  const operator = readOperator(properties);
  if (member === undefined) return undefined;
  // The mistake is reported; the member is still worth checking.
  if (operator === undefined) return { kind: 'condition', place, member, operator: 'set', values: [] };
  const values = readValues(properties, names);
  if (values === undefined) return undefined;
  const wanted = valueCount(operator);
  const single = values.length === 1 && values[0]?.kind === 'reference';
  if (wanted === 0 && values.length > 0) properties.error(`${operator} takes no values.`);
  if (wanted === 'some' && values.length === 0) properties.error(`${operator} needs values.`);
  if (wanted === 1 && values.length !== 1) properties.error(`${operator} takes exactly one value.`);
  // One reference may hold both ends of the range.
  if (wanted === 2 && values.length !== 2 && !single) properties.error(`${operator} takes two values.`);
  return { kind: 'condition', place, member, operator, values };
}

function readOperator(properties: Properties): FilterOperator | undefined {
  const text = properties.text('operator')?.text;
  // Cube also calls a list of equals `in`.
  if (text === 'in') return 'equals';
  if (text === 'notIn' || text === 'not_in') return 'notEquals';
  const found = filterOperators.find((name) => name === text || snakeCase(name) === text);
  return found ?? properties.oneOf('operator', filterOperators);
}

/** Undefined when one of them is wrong. */
function readValues(properties: Properties, names: PolicyName[]): readonly PolicyValue[] | undefined {
  const value = properties.get('values');
  if (value === undefined) return [];
  const items = value.items ?? [value];
  const values = items.flatMap((item) => {
    const read = readPolicyValue(item);
    if (read !== undefined) names.push(...attributeIn(read, item));
    return read ?? [];
  });
  return values.length === items.length ? values : undefined;
}

/** How many values an operator takes; `some` is one or more. */
function valueCount(operator: FilterOperator): 0 | 1 | 2 | 'some' {
  switch (operator) {
    case 'set':
    case 'notSet':
      return 0;
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
    case 'beforeDate':
    case 'afterDate':
      return 1;
    case 'inDateRange':
      return 2;
    case 'equals':
    case 'notEquals':
    case 'contains':
    case 'notContains':
    case 'startsWith':
    case 'endsWith':
      return 'some';
  }
}
