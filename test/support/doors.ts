import { errorCodes } from '../../src/errors.ts';
import type { TestService } from './test-service.ts';

/** What either door answered, in one shape. */
export interface Outcome {
  /** `OK`, or the code of the failure. */
  readonly code: string;
  readonly message: string | undefined;
  /** Dotted paths of what was wrong with the input. */
  readonly paths: readonly string[];
  // biome-ignore lint/suspicious/noExplicitAny: tests look into results freely
  readonly result: any;
}

export interface PageQuery {
  readonly first?: number;
  readonly after?: string;
}

/**
 * The operations that both doors have, by one signature, so that a test runs through either.
 * A `key` is the credentials: null for none, left out for the admin key of the first account.
 */
export interface Door {
  readonly name: 'REST' | 'GraphQL';
  /** The result is `{sessionId}`. */
  generate(body: object, key?: string | null): Promise<Outcome>;
  /** The result is `{token, expiresAt}`. */
  exchange(sessionId: string): Promise<Outcome>;
  revoke(sessionId: string, key?: string | null): Promise<Outcome>;
  /** The result is `{items, pageInfo}`. */
  groups(tenant: string, page?: PageQuery, key?: string | null): Promise<Outcome>;
  /** The result is `{items, pageInfo}`. */
  userAttributes(tenant: string, page?: PageQuery, key?: string | null): Promise<Outcome>;
  deleteGroup(tenant: string, id: number, key?: string | null): Promise<Outcome>;
  deleteUserAttribute(tenant: string, id: number, key?: string | null): Promise<Outcome>;
}

export const doorNames = ['REST', 'GraphQL'] as const;

export function openDoor(service: TestService, name: Door['name']): Door {
  return name === 'REST' ? restDoor(service) : graphqlDoor(service);
}

function restDoor(service: TestService): Door {
  async function call(method: string, path: string, body?: unknown, key?: string | null): Promise<Outcome> {
    const answer = await service.rest(method, path, body, key);
    if (answer.status < 400)
      return { code: 'OK', message: undefined, paths: [], result: answer.body || null };
    const { code, status, detail, error, issues = [] } = answer.body;
    const known = errorCodes[code as keyof typeof errorCodes];
    if (status !== answer.status || known?.status !== status || error !== detail) {
      throw new Error(`A problem that contradicts itself: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    return {
      code,
      message: detail,
      paths: issues.map((issue: { path: string }) => issue.path),
      result: null,
    };
  }
  const tenants = (tenant: string) => `/api/v1/embed-tenants/${encodeURIComponent(tenant)}`;
  const query = (page: PageQuery = {}) => {
    const pairs = Object.entries(page).map(([name, value]): [string, string] => [name, String(value)]);
    return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
  };
  return {
    name: 'REST',
    generate: (body, key) => call('POST', '/api/v1/embed/generate-session', body, key),
    exchange: (sessionId) => call('POST', '/api/v1/embed/session/token', { sessionId }, null),
    revoke: (sessionId, key) => call('POST', '/api/v1/embed/session/revoke', { sessionId }, key),
    groups: (tenant, page, key) => call('GET', `${tenants(tenant)}/groups${query(page)}`, undefined, key),
    userAttributes: (tenant, page, key) =>
      call('GET', `${tenants(tenant)}/user-attributes${query(page)}`, undefined, key),
    deleteGroup: (tenant, id, key) => call('DELETE', `${tenants(tenant)}/groups/${id}`, undefined, key),
    deleteUserAttribute: (tenant, id, key) =>
      call('DELETE', `${tenants(tenant)}/user-attributes/${id}`, undefined, key),
  };
}

const pageInfo = 'pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';

interface Typed {
  readonly type: unknown;
}

/** GraphQL names types in capitals. */
function withNamedTypes(input: object): object {
  const { userAttributeDefinitions: defined } = input as { userAttributeDefinitions?: unknown };
  if (!Array.isArray(defined)) return input;
  const named = (defined as Typed[]).map((each) =>
    typeof each?.type === 'string' ? { ...each, type: each.type.toUpperCase() } : each,
  );
  return { ...input, userAttributeDefinitions: named };
}

function withWords({ items, pageInfo }: { items: { type: string }[]; pageInfo: unknown }): unknown {
  return { items: items.map((item) => ({ ...item, type: item.type.toLowerCase() })), pageInfo };
}

function graphqlDoor(service: TestService): Door {
  async function call(
    query: string,
    variables: object,
    // biome-ignore lint/suspicious/noExplicitAny: tests look into results freely
    pick: (data: any) => unknown,
    key?: string | null,
  ): Promise<Outcome> {
    const answer = await service.graphql(query, variables, key);
    const { code, message, issues = [] } = answer;
    if (code === undefined) return { code: 'OK', message, paths: [], result: pick(answer.data) ?? null };
    return { code, message, paths: issues.map((issue) => issue.path), result: null };
  }
  const mutation = (name: string, type: string, selection: string) =>
    `mutation($input: ${type}!) { ${name}(input: $input) { ${selection} } }`;
  const list = (field: string, node: string) =>
    `query($tenant: String!, $first: Int, $after: String) { embedTenant(name: $tenant) {
      list: ${field}(first: $first, after: $after) { edges { node { ${node} } } ${pageInfo} } } }`;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into results freely
  const items = ({ embedTenant: { list: page } }: any) => ({
    items: page.edges.map((edge: { node: unknown }) => edge.node),
    pageInfo: page.pageInfo,
  });
  const nothing = () => null;
  return {
    name: 'GraphQL',
    generate: (input, key) =>
      call(
        mutation('generateSession', 'GenerateSessionInput', 'sessionId'),
        { input: withNamedTypes(input) },
        (data) => data.generateSession,
        key,
      ),
    exchange: (sessionId) =>
      call(
        mutation('exchangeSession', 'ExchangeSessionInput', 'token expiresAt'),
        { input: { sessionId } },
        (data) => data.exchangeSession,
        null,
      ),
    revoke: (sessionId, key) =>
      call(
        mutation('revokeSession', 'RevokeSessionInput', 'sessionId'),
        { input: { sessionId } },
        nothing,
        key,
      ),
    groups: (tenant, page, key) =>
      call(list('groups', 'id: databaseId name description userCount'), { tenant, ...page }, items, key),
    userAttributes: (tenant, page, key) =>
      call(
        list('userAttributes', 'id: databaseId name type displayName defaultValue description'),
        { tenant, ...page },
        (data) => withWords(items(data)),
        key,
      ),
    deleteGroup: (embedTenantName, id, key) =>
      call(
        mutation('deleteEmbedTenantGroup', 'DeleteEmbedTenantGroupInput', 'databaseId'),
        { input: { embedTenantName, id: String(id) } },
        nothing,
        key,
      ),
    deleteUserAttribute: (embedTenantName, id, key) =>
      call(
        mutation('deleteEmbedTenantUserAttribute', 'DeleteEmbedTenantUserAttributeInput', 'databaseId'),
        { input: { embedTenantName, id: String(id) } },
        nothing,
        key,
      ),
  };
}
