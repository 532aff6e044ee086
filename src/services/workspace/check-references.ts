import { nearestName } from '../../semantic/model/suggestion.ts';
import { type AttributeType, attributeValueProblem, parseDefaultValue } from '../users/attribute-value.ts';
import type { Path } from './workspace-document.ts';

export interface Mistake {
  readonly path: Path;
  readonly message: string;
}

/**
 * What a schema cannot say: names that occur twice, references to nothing, values that do not fit their attribute.
 * Takes the data as it was written and passes over what has another shape, so that one mistake hides no other.
 */
export function checkReferences(data: unknown): readonly Mistake[] {
  const accounts = items(get(data, 'accounts'), ['accounts']);
  return [
    ...duplicates(accounts, 'name'),
    ...duplicates(
      accounts.flatMap(({ value, path }) => items(get(value, 'apiKeys'), [...path, 'apiKeys'])),
      'key',
    ),
    ...accounts.flatMap(checkAccount),
  ];
}

interface Item {
  readonly value: unknown;
  readonly path: Path;
}

function checkAccount(account: Item): readonly Mistake[] {
  const list = (property: string) => items(get(account.value, property), [...account.path, property]);
  const [groups, attributes, users] = [list('groups'), list('userAttributes'), list('users')];
  const [deployments, agents, apiKeys] = [list('deployments'), list('agents'), list('apiKeys')];
  const deploymentIds = valuesOf(deployments, 'id');
  const unknownDeployment = (path: Path, id: unknown) =>
    typeof id !== 'number' || deploymentIds.includes(id)
      ? []
      : [{ path, message: `There is no deployment ${id}.${choices(deploymentIds)}` }];
  return [
    ...duplicates(groups, 'name'),
    ...duplicates(attributes, 'name'),
    ...duplicates(users, 'username'),
    ...duplicates(deployments, 'id'),
    ...duplicates(agents, 'id'),
    ...duplicates(apiKeys, 'name'),
    ...attributes.flatMap(checkDefaultValue),
    ...users.flatMap((user) => checkUser(user, valuesOf(groups, 'name'), attributes)),
    ...deployments.flatMap(checkDataSource),
    ...agents.flatMap(({ value, path }) =>
      unknownDeployment([...path, 'deploymentId'], get(value, 'deploymentId')),
    ),
    ...apiKeys.flatMap(({ value, path }) =>
      items(get(value, 'deployments'), [...path, 'deployments']).flatMap((each) =>
        unknownDeployment(each.path, each.value),
      ),
    ),
  ];
}

function checkDefaultValue({ value, path }: Item): readonly Mistake[] {
  const [type, text] = [attributeType(value), get(value, 'defaultValue')];
  if (type === undefined || typeof text !== 'string' || parseDefaultValue(type, text) !== undefined)
    return [];
  const expected = { string: 'Text', number: "a number's text", string_array: '["a"]', number_array: '[1]' };
  return [{ path: [...path, 'defaultValue'], message: `Does not fit ${type}: write ${expected[type]}.` }];
}

function checkUser({ value, path }: Item, groups: readonly unknown[], attributes: readonly Item[]) {
  const mistakes: Mistake[] = [];
  for (const group of items(get(value, 'groups'), [...path, 'groups'])) {
    if (typeof group.value !== 'string' || groups.includes(group.value)) continue;
    mistakes.push({ path: group.path, message: unknownName('group', group.value, groups) });
  }
  const values = get(value, 'userAttributes');
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return mistakes;
  for (const [name, attributeValue] of Object.entries(values)) {
    const at = [...path, 'userAttributes', name];
    const definition = attributes.find((attribute) => get(attribute.value, 'name') === name);
    if (definition === undefined) {
      mistakes.push({ path: at, message: unknownName('user attribute', name, valuesOf(attributes, 'name')) });
      continue;
    }
    const type = attributeType(definition.value);
    const problem =
      type === undefined || attributeValue === null ? null : attributeValueProblem(type, attributeValue);
    if (problem !== null) mistakes.push({ path: at, message: `It ${problem}, as ${name} is a ${type}.` });
  }
  return mistakes;
}

function checkDataSource({ value, path }: Item): readonly Mistake[] {
  const source = get(value, 'dataSource');
  if (get(source, 'type') !== 'duckdb') return [];
  const given = ['tables', 'database'].filter((property) => get(source, property) !== undefined);
  if (given.length === 1) return [];
  return [{ path: [...path, 'dataSource'], message: 'Expected either tables or database.' }];
}

function duplicates(list: readonly Item[], property: string): readonly Mistake[] {
  const seen = new Set<unknown>();
  return list.flatMap(({ value, path }) => {
    const name = get(value, property);
    if (name === undefined || name === null) return [];
    if (!seen.has(name)) {
      seen.add(name);
      return [];
    }
    // A key is a secret: it is not repeated.
    const shown = property === 'key' ? 'The same key' : `${property} ${JSON.stringify(name)}`;
    return [{ path: [...path, property], message: `${shown} is used more than once.` }];
  });
}

function unknownName(noun: string, name: string, known: readonly unknown[]): string {
  const candidates = known.filter((each) => typeof each === 'string');
  const nearest = nearestName(name, candidates);
  const hint = nearest === undefined ? choices(candidates) : ` Did you mean "${nearest}"?`;
  return `There is no ${noun} "${name}".${hint}`;
}

function choices(known: readonly unknown[]): string {
  return known.length === 0 ? ' None is defined.' : ` Use ${known.slice(0, 10).join(', ')}.`;
}

function attributeType(definition: unknown): AttributeType | undefined {
  const type = get(definition, 'type');
  return type === 'string' || type === 'number' || type === 'string_array' || type === 'number_array'
    ? type
    : undefined;
}

function valuesOf(list: readonly Item[], property: string): readonly unknown[] {
  return list.map(({ value }) => get(value, property)).filter((each) => each !== undefined);
}

function items(value: unknown, path: Path): readonly Item[] {
  if (!Array.isArray(value)) return [];
  return value.map((item: unknown, index) => ({ value: item, path: [...path, index] }));
}

function get(value: unknown, property: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, property) : undefined;
}
