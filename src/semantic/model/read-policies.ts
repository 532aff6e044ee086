import type { FilterOperator, PolicyCondition, PolicyValue } from '../data-model.ts';
import type { PolicyDraft, PolicyName, RowFilterDraft } from './drafts.ts';
import { readCondition, readPolicyValue } from './policy-value.ts';
import type { Place, ProblemList } from './problem-list.ts';
import { type Properties, readProperties, type Shape, snakeCase, type TextAt } from './properties.ts';
import { type YamlValue, yamlEntries, yamlItems, yamlScalar } from './yaml-value.ts';

const policyShape: Shape = {
  noun: 'an access policy',
  used: ['group', 'groups', 'role', 'roles', 'conditions', 'member_level', 'row_level'],
  unused: ['description', 'member_masking'],
};
const conditionShape: Shape = { noun: 'a condition', used: ['if'], unused: [] };
const memberLevelShape: Shape = { noun: 'member_level', used: ['includes', 'excludes'], unused: [] };
const rowLevelShape: Shape = { noun: 'row_level', used: ['filters', 'allow_all'], unused: [] };
const filterShape: Shape = {
  noun: 'a row filter',
  used: ['member', 'operator', 'values', 'and', 'or'],
  unused: [],
};

const filterOperators: readonly FilterOperator[] = [
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

const maxFilterDepth = 20;

export function readPolicies(relation: Properties, problems: ProblemList): readonly PolicyDraft[] {
  const policies: PolicyDraft[] = [];
  for (const item of relation.items('access_policy')) {
    const properties = readProperties(item, policyShape, problems);
    if (properties === undefined) continue;
    const names: PolicyName[] = [];
    policies.push({
      place: { file: properties.file, line: properties.line, path: properties.path },
      groups: readGroups(properties, names, problems),
      conditions: readConditions(properties, names, problems),
      memberLevel: readMemberLevel(properties, problems),
      rowLevel: readRowLevel(properties, names, problems),
      names,
    });
  }
  return policies;
}

function readGroups(policy: Properties, used: PolicyName[], problems: ProblemList): readonly string[] | '*' {
  const texts = (['group', 'groups', 'role', 'roles'] as const).flatMap((key) => {
    // `role` is Cube's older word for the same thing.
    if (key.startsWith('role') && policy.has(key)) problems.warn(policy, `${key} is read as group.`);
    return policy.texts(key);
  });
  const names = texts.map(({ text }) => text);
  if (names.includes('*')) return '*';
  used.push(...texts.map(({ text, ...place }): PolicyName => ({ ...place, kind: 'group', name: text })));
  if (names.length === 0) problems.error(policy, 'group is missing: name groups, or "*" for everybody.');
  return names;
}

function readConditions(
  policy: Properties,
  names: PolicyName[],
  problems: ProblemList,
): readonly PolicyCondition[] {
  const conditions: PolicyCondition[] = [];
  for (const item of policy.items('conditions')) {
    const properties = readProperties(item, conditionShape, problems);
    const value = properties?.get('if');
    if (properties !== undefined && value === undefined) problems.error(properties, 'if is missing.');
    const condition = value && readConditionOrBraces(value, problems);
    if (condition === undefined || value === undefined) continue;
    conditions.push(condition);
    names.push(...attributeIn(condition.value, value));
  }
  return conditions;
}

/** The user attribute that a value is read from, if it is from one. */
function attributeIn(value: PolicyValue, { file, line, path }: Place): PolicyName[] {
  const [name] = value.kind === 'reference' && value.source === 'userAttributes' ? value.path : [];
  return name === undefined ? [] : [{ file, line, path, kind: 'userAttribute', name }];
}

function readConditionOrBraces(value: YamlValue, problems: ProblemList): PolicyCondition | undefined {
  if (yamlEntries(value) === undefined) return readCondition(value, problems);
  // Without quotes YAML reads `{ userAttributes.x }` as a mapping.
  problems.error(value, 'put the condition in quotes: "{ userAttributes.x }".');
  return undefined;
}

function readMemberLevel(policy: Properties, problems: ProblemList): PolicyDraft['memberLevel'] {
  const value = policy.get('member_level');
  const properties = value && readProperties(value, memberLevelShape, problems);
  if (properties === undefined) return undefined;
  if (!properties.has('includes') && !properties.has('excludes')) {
    problems.error(properties, 'needs includes or excludes.');
  }
  const names = (key: string): readonly TextAt[] | '*' => {
    const texts = properties.texts(key);
    return texts.some((name) => name.text === '*') ? '*' : texts;
  };
  return { includes: properties.has('includes') ? names('includes') : '*', excludes: names('excludes') };
}

function readRowLevel(
  policy: Properties,
  names: PolicyName[],
  problems: ProblemList,
): PolicyDraft['rowLevel'] {
  const value = policy.get('row_level');
  const properties = value && readProperties(value, rowLevelShape, problems);
  if (properties === undefined) return undefined;
  const allowAll = properties.flag('allow_all');
  if (properties.has('filters') === (allowAll !== undefined)) {
    problems.error(properties, 'needs either filters or allow_all.');
    return [];
  }
  if (allowAll !== undefined) return allowAll ? 'all' : [];
  const items = properties.items('filters');
  if (items.length === 0)
    problems.error(properties, 'filters is empty: write allow_all: true for every row.');
  return readFilters(items, names, problems, 1);
}

function readFilters(
  items: readonly YamlValue[],
  names: PolicyName[],
  problems: ProblemList,
  depth: number,
): readonly RowFilterDraft[] {
  return items.flatMap((item) => readFilter(item, names, problems, depth) ?? []);
}

function readFilter(
  value: YamlValue,
  names: PolicyName[],
  problems: ProblemList,
  depth: number,
): RowFilterDraft | undefined {
  const properties = readProperties(value, filterShape, problems);
  if (properties === undefined) return undefined;
  if (depth > maxFilterDepth) {
    problems.error(properties, `is nested more than ${maxFilterDepth} deep.`);
    return undefined;
  }
  const kinds = (['and', 'or'] as const).filter((key) => properties.has(key));
  const [kind] = kinds;
  if (kind !== undefined) {
    if (kinds.length > 1 || properties.has('member')) {
      problems.error(properties, 'is one of: a member with its operator, and, or.');
    }
    const items = properties.items(kind);
    if (items.length === 0) problems.error(properties, `${kind} is empty.`);
    return { kind, filters: readFilters(items, names, problems, depth + 1) };
  }
  return readFilterCondition(properties, names, problems);
}

function readFilterCondition(
  properties: Properties,
  names: PolicyName[],
  problems: ProblemList,
): RowFilterDraft | undefined {
  for (const key of ['member', 'operator']) {
    if (!properties.has(key)) problems.error(properties, `${key} is missing.`);
  }
  const member = properties.text('member');
  const operator = readOperator(properties);
  if (member === undefined) return undefined;
  // The mistake is reported; the member is still worth checking.
  if (operator === undefined)
    return { kind: 'condition', place: properties, member, operator: 'set', values: [] };
  const values = readValues(properties, names, problems);
  const wanted = valueCount(operator);
  const single = values?.length === 1 && values[0]?.kind === 'reference';
  if (values === undefined) return undefined;
  if (wanted === 0 && values.length > 0) problems.error(properties, `${operator} takes no values.`);
  if (wanted === 'some' && values.length === 0) problems.error(properties, `${operator} needs values.`);
  if (wanted === 1 && values.length !== 1) problems.error(properties, `${operator} takes exactly one value.`);
  // One reference may hold both ends of the range.
  if (wanted === 2 && values.length !== 2 && !single)
    problems.error(properties, `${operator} takes two values.`);
  return { kind: 'condition', place: properties, member, operator, values };
}

function readOperator(properties: Properties): FilterOperator | undefined {
  const text = properties.text('operator');
  // Cube also calls a list of equals `in`.
  if (text?.text === 'in') return 'equals';
  if (text !== undefined && /^(notIn|not_in)$/.test(text.text)) return 'notEquals';
  const found = filterOperators.find((name) => name === text?.text || snakeCase(name) === text?.text);
  if (found === undefined) properties.oneOf('operator', filterOperators);
  return found;
}

function readValues(
  properties: Properties,
  names: PolicyName[],
  problems: ProblemList,
): readonly PolicyValue[] | undefined {
  const value = properties.get('values');
  if (value === undefined) return [];
  const items = yamlItems(value) ?? [value];
  const values: PolicyValue[] = [];
  let complete = true;
  for (const item of items) {
    if (yamlEntries(item) !== undefined && yamlScalar(item) === undefined) {
      // Without quotes YAML reads `{ userAttributes.x }` as a mapping.
      problems.error(item, 'put the reference in quotes: "{ userAttributes.x }".');
      complete = false;
      continue;
    }
    const read = readPolicyValue(item, problems);
    if (read === undefined) complete = false;
    else {
      values.push(read);
      names.push(...attributeIn(read, item));
    }
  }
  return complete ? values : undefined;
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
