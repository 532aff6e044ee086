/** A simple model of what the specification says about generate-session, for one account, in memory. */

export interface Definition {
  readonly name: string;
  readonly type: 'string' | 'number';
  readonly displayName?: string | undefined;
  readonly defaultValue?: string | undefined;
  readonly description?: string | undefined;
}

export interface ModelRequest {
  readonly externalId: string;
  readonly email?: string | undefined;
  readonly embedTenantName?: string | undefined;
  readonly creatorMode?: boolean | undefined;
  readonly groupDefinitions?:
    | readonly { readonly name: string; readonly description?: string | undefined }[]
    | undefined;
  readonly userAttributeDefinitions?: readonly Definition[] | undefined;
  readonly groups?: readonly string[] | undefined;
  readonly userAttributes?:
    | readonly { readonly name: string; readonly value: string | number | null }[]
    | undefined;
}

interface Catalogue {
  /** Description by name. */
  readonly groups: Map<string, string | null>;
  readonly attributes: Map<
    string,
    { type: string; displayName: string | null; defaultValue: string | null; description: string | null }
  >;
}

interface ModelUser {
  email: string | null;
  groups: Set<string>;
  readonly values: Map<string, string | number>;
}

export interface ModelState {
  readonly wide: Catalogue;
  readonly tenants: Map<string, Catalogue>;
  /** By `tenant/externalId`; nothing before the slash without a tenant. */
  readonly users: Map<string, ModelUser>;
}

/** What a request is answered with; the state only changes with `OK`. */
export function applyRequest(state: ModelState, request: ModelRequest): string {
  const next = structuredClone(state);
  const code = apply(next, request);
  if (code === 'OK') {
    state.tenants.clear();
    for (const [name, tenant] of next.tenants) state.tenants.set(name, tenant);
    state.users.clear();
    for (const [name, user] of next.users) state.users.set(name, user);
  }
  return code;
}

function apply(state: ModelState, request: ModelRequest): string {
  const {
    embedTenantName: tenant,
    creatorMode = false,
    groupDefinitions = [],
    userAttributeDefinitions = [],
  } = request;
  const defines = request.groupDefinitions !== undefined || request.userAttributeDefinitions !== undefined;
  if (defines && (!creatorMode || tenant === undefined)) return 'VALIDATION_FAILED';

  if (tenant !== undefined && !state.tenants.has(tenant)) {
    state.tenants.set(tenant, { groups: new Map(), attributes: new Map() });
  }
  const scoped = tenant === undefined ? undefined : state.tenants.get(tenant);
  for (const { name, description } of groupDefinitions) {
    scoped?.groups.set(name, description ?? scoped.groups.get(name) ?? null);
  }
  for (const { name, type, displayName, defaultValue, description } of userAttributeDefinitions) {
    const stored = scoped?.attributes.get(name);
    if (stored !== undefined && stored.type !== type) return 'BAD_REQUEST';
    scoped?.attributes.set(name, {
      type,
      displayName: displayName ?? stored?.displayName ?? null,
      defaultValue: defaultValue ?? stored?.defaultValue ?? null,
      description: description ?? stored?.description ?? null,
    });
  }

  const catalogue = creatorMode && scoped !== undefined ? scoped : state.wide;
  const prefix = catalogue === scoped ? `${tenant}:` : '';
  const { groups, userAttributes = [] } = request;
  if (groups?.some((name) => !catalogue.groups.has(name))) return 'BAD_REQUEST';
  if (userAttributes.some(({ name }) => !catalogue.attributes.has(name))) return 'BAD_REQUEST';
  const fits = ({ name, value }: { name: string; value: unknown }) =>
    value === null || typeof value === catalogue.attributes.get(name)?.type;
  if (!userAttributes.every(fits)) return 'VALIDATION_FAILED';

  const key = `${tenant ?? ''}/${request.externalId}`;
  const user = state.users.get(key) ?? { email: null, groups: new Set<string>(), values: new Map() };
  state.users.set(key, user);
  user.email = request.email ?? user.email;
  if (groups !== undefined) user.groups = new Set(groups.map((name) => prefix + name));
  for (const { name, value } of userAttributes) {
    if (value === null) user.values.delete(prefix + name);
    else user.values.set(prefix + name, value);
  }
  return 'OK';
}

/** Deletes a group or attribute of a tenant with what hangs on it. */
export function applyDelete(
  state: ModelState,
  what: 'groups' | 'attributes',
  tenant: string,
  name: string,
): string {
  if (state.tenants.get(tenant)?.[what].delete(name) !== true) return 'NOT_FOUND';
  for (const user of state.users.values()) {
    if (what === 'groups') user.groups.delete(`${tenant}:${name}`);
    else user.values.delete(`${tenant}:${name}`);
  }
  return 'OK';
}

/** The state as plain, sorted data. */
export function describeModel(state: ModelState): unknown {
  const sorted = <T>(entries: Iterable<[string, T]>) =>
    Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
  return {
    tenants: sorted(
      [...state.tenants].map(([name, { groups, attributes }]): [string, unknown] => [
        name,
        { groups: sorted(groups), attributes: sorted(attributes) },
      ]),
    ),
    users: sorted(
      [...state.users].map(([key, user]): [string, unknown] => [
        key,
        { email: user.email, groups: [...user.groups].sort(), values: sorted(user.values) },
      ]),
    ),
  };
}
