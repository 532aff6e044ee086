import { type AttributeType, attributeValueProblem, parseDefaultValue } from '../../contract/attributes.ts';
import { nearestName } from '../../yaml/suggestion.ts';
import { entries, items, type ProblemAt, property, type ValueAt } from '../../yaml/value-at.ts';
import { plannerModel } from './model-schema.ts';

/**
 * Checks what a schema cannot: duplicate names, broken references, and values that do not fit their attribute. Skips
 * values that do not have the expected shape, so that one mistake does not hide others.
 */
export function checkReferences(data: unknown): readonly ProblemAt[] {
  const accounts = items(property({ value: data, path: [] }, 'accounts'));
  const apiKeys = accounts.flatMap((account) => items(property(account, 'apiKeys')));
  return [...duplicates(accounts, 'name'), ...duplicates(apiKeys, 'key'), ...accounts.flatMap(checkAccount)];
}

function checkAccount(account: ValueAt): readonly ProblemAt[] {
  const list = (name: string) => items(property(account, name));
  const [groups, attributes, users] = [list('groups'), list('userAttributes'), list('users')];
  const [deployments, agents, apiKeys] = [list('deployments'), list('agents'), list('apiKeys')];
  const models = list('models');
  const references = [
    ...agents.map((agent) => property(agent, 'deploymentId')),
    ...apiKeys.flatMap((apiKey) => items(property(apiKey, 'deployments'))),
  ];
  return [
    ...duplicates(groups, 'name'),
    ...duplicates(attributes, 'name'),
    ...duplicates(users, 'username'),
    ...duplicates(deployments, 'id'),
    ...duplicates(agents, 'id'),
    ...duplicates(apiKeys, 'name'),
    ...duplicates(models, 'name'),
    ...agents.flatMap((agent) => checkModels(agent, namesOf(models, 'name'))),
    ...attributes.flatMap(checkDefaultValue),
    ...users.flatMap((user) => checkUser(user, namesOf(groups, 'name'), attributes)),
    ...deployments.flatMap(checkUserBranches),
    ...deployments.flatMap(checkDataSource),
    ...checkDeploymentIds(references, namesOf(deployments, 'id')),
  ];
}

function checkDeploymentIds(references: readonly ValueAt[], known: readonly string[]): readonly ProblemAt[] {
  return references
    .filter(({ value }) => typeof value === 'number' && !known.includes(String(value)))
    .map(({ value, path }) => ({
      path,
      message: `There is no deployment ${String(value)}.${choices(known)}`,
    }));
}

/** Short forms such as `openai:gpt-5` are checked against the environment later. */
function checkModels(agent: ValueAt, models: readonly string[]): readonly ProblemAt[] {
  const named = [property(agent, 'model'), ...items(property(agent, 'fallback'))];
  const known = [...models, plannerModel];
  return named
    .filter(({ value }) => typeof value === 'string' && !value.includes(':') && !known.includes(value))
    .map(({ value, path }) => ({ path, message: unknownName('model', String(value), known) }));
}

const textOf = {
  string: 'text',
  number: 'a number as text',
  string_array: 'a JSON list of strings, such as \'["EU"]\'',
  number_array: "a JSON list of numbers, such as '[1]'",
} as const satisfies Record<AttributeType, string>;

function checkDefaultValue(attribute: ValueAt): readonly ProblemAt[] {
  const type = typeOf(attribute);
  const { value, path } = property(attribute, 'defaultValue');
  if (type === undefined || typeof value !== 'string' || parseDefaultValue(type, value) !== undefined)
    return [];
  return [{ path, message: `It must be ${textOf[type]}, since the attribute is of type ${type}.` }];
}

function checkUser(
  user: ValueAt,
  groups: readonly string[],
  attributes: readonly ValueAt[],
): readonly ProblemAt[] {
  const unknownGroups = items(property(user, 'groups'))
    .filter(({ value }) => typeof value === 'string' && !groups.includes(value))
    .map(({ value, path }) => ({ path, message: unknownName('group', String(value), groups) }));
  const values = entries(property(user, 'userAttributes')).flatMap(({ name, value, path }) => {
    const attribute = attributes.find((each) => property(each, 'name').value === name);
    if (attribute === undefined) {
      return [{ path, message: unknownName('user attribute', name, namesOf(attributes, 'name')) }];
    }
    const type = typeOf(attribute);
    const problem = type === undefined || value === null ? null : attributeValueProblem(type, value);
    return problem === null
      ? []
      : [{ path, message: `It ${problem}, since the attribute is of type ${type}.` }];
  });
  return [...unknownGroups, ...values];
}

function checkUserBranches(deployment: ValueAt): readonly ProblemAt[] {
  const branches = entries(property(deployment, 'branches')).map(({ name }) => name);
  return items(property(deployment, 'userBranches'))
    .filter(({ value }) => typeof value === 'string' && !branches.includes(value))
    .map(({ value, path }) => ({ path, message: unknownName('branch', String(value), branches) }));
}

function checkDataSource(deployment: ValueAt): readonly ProblemAt[] {
  const source = property(deployment, 'dataSource');
  if (property(source, 'type').value !== 'duckdb') return [];
  const given = ['tables', 'database'].filter((name) => property(source, name).value !== undefined);
  if (given.length === 1) return [];
  const both = given.length === 2 ? ', not both' : '';
  return [{ path: source.path, message: `It needs either tables or database${both}.` }];
}

function duplicates(list: readonly ValueAt[], name: string): readonly ProblemAt[] {
  const seen = new Set<unknown>();
  return list.flatMap((item) => {
    const { value, path } = property(item, name);
    const isNew = !seen.has(value);
    seen.add(value);
    if (isNew || value === undefined || value === null) return [];
    // A key is a secret, so the message must not contain it.
    const shown = name === 'key' ? 'This key' : `${name} ${JSON.stringify(value)}`;
    return [{ path, message: `${shown} is used more than once: each needs its own.` }];
  });
}

function unknownName(noun: string, name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  const hint = nearest === undefined ? choices(known) : ` Did you mean "${nearest}"?`;
  return `There is no ${noun} "${name}".${hint}`;
}

function choices(known: readonly string[]): string {
  return known.length === 0
    ? ' None is defined: declare it first.'
    : ` Use ${[...new Set(known)].slice(0, 10).join(', ')}.`;
}

function typeOf(attribute: ValueAt): AttributeType | undefined {
  const type = property(attribute, 'type').value;
  return type === 'string' || type === 'number' || type === 'string_array' || type === 'number_array'
    ? type
    : undefined;
}

function namesOf(list: readonly ValueAt[], name: string): readonly string[] {
  return list.flatMap((item) => {
    const { value } = property(item, name);
    return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
  });
}
