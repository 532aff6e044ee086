import {
  type AttributeType,
  createUserAttributeInput,
  defaultValueProblem,
  updateUserAttributeInput,
  userAttributeFilter,
} from '../../contract/attributes.ts';
import { parseInput } from '../../contract/parse-input.ts';
import { Prisma, type UserAttributeDefinition } from '../../db/generated/client.ts';
import { sql } from '../../db/sql.ts';
import { validationFailed } from '../../errors.ts';
import { type ApiKeyCaller, type Caller, requireAdmin } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import { containAny, ifGiven } from '../lists/list-filter.ts';
import {
  createEntry,
  type EntryKind,
  entryNotFound,
  everybodysDefault,
  tenantWide,
  updateEntry,
  visibleEntries,
} from './catalogue-entry.ts';

export const userAttributes: EntryKind<UserAttributeDefinition> = {
  table: 'UserAttributeDefinition',
  columns: Prisma.UserAttributeDefinitionScalarFieldEnum,
  label: 'User attribute',
  id: 'int',
  visible: visibleEntries,
  matching: (filter) =>
    ifGiven(parseInput(userAttributeFilter, filter).text, (text) =>
      containAny(['name', 'displayName', 'description'], text),
    ),
  subject: 'userAttribute',
  holders: { table: 'UserAttributeValue', column: 'definitionId' },
  hasDefault: true,
  declaredIn: 'userAttributes',
};

/**
 * Creates a tenant-wide user attribute.
 * @returns its id
 * @throws AppError `FORBIDDEN`, `VALIDATION_FAILED`, `CONFLICT` if the name is taken
 */
export async function createUserAttribute(
  context: ServiceContext,
  caller: Caller | null,
  input: unknown,
): Promise<number> {
  const admin = requireAdmin(caller);
  const { name, type, displayName, defaultValue, description } = parseInput(createUserAttributeInput, input);
  requireDefaultAllowed(admin, defaultValue);
  return createEntry(
    context,
    admin,
    userAttributes,
    { name, type },
    {
      name,
      type: Prisma.sql`${type}::"UserAttributeType"`,
      displayName: displayName ?? null,
      defaultValue: defaultValue ?? null,
      description: description || null,
    },
  );
}

/**
 * Changes the display name, description or default of a tenant-wide user attribute. Omitted fields stay as they are;
 * null clears one. The name cannot change because policies refer to it, nor can the type because stored values have it.
 * @throws AppError `FORBIDDEN`, `VALIDATION_FAILED`, `NOT_FOUND`, `WORKSPACE_MANAGED`
 */
export async function updateUserAttribute(
  context: ServiceContext,
  caller: Caller | null,
  id: number,
  input: unknown,
): Promise<void> {
  const admin = requireAdmin(caller);
  const { displayName, defaultValue, description } = parseInput(updateUserAttributeInput, input);
  const [found] = await sql<{ type: AttributeType }>(context.prisma)`
    SELECT type::text AS type FROM "UserAttributeDefinition"
    WHERE id = ${id} AND "accountId" = ${admin.account.id} AND "embedTenantId" IS NULL`;
  if (found === undefined) throw entryNotFound(userAttributes, id, tenantWide);
  const problem = defaultValueProblem(found.type, defaultValue);
  if (problem !== null) throw validationFailed([{ path: 'defaultValue', message: problem }]);
  requireDefaultAllowed(admin, defaultValue);
  const columns = { displayName, defaultValue, description: description === '' ? null : description };
  await updateEntry(context, admin, userAttributes, id, {}, columns);
}

/** @throws AppError `FORBIDDEN` if a bound key sets a default, which would apply to users of all deployments */
function requireDefaultAllowed(admin: ApiKeyCaller, defaultValue: string | null | undefined): void {
  if (admin.deployments.length > 0 && defaultValue != null) throw everybodysDefault(admin);
}
