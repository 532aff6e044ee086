import { z } from 'zod';
import { Prisma, type UserAttributeDefinition } from '../../db/generated/client.ts';
import { changeAudited } from '../audit/audit-part.ts';
import { type ApiKeyCaller, type Caller, requireAdmin } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import { caps, lineOfText, parseInput, textBlock, validationFailed } from '../input.ts';
import { type NestedList, readNestedPage } from '../lists/nested-page.ts';
import { type Page, type PageArgs, readPage } from '../lists/page.ts';
import { type AttributeType, defaultValueProblem } from './attribute-value.ts';
import {
  changeEntry,
  deleteEntry,
  type EntryKind,
  entryNotFound,
  everybodysDefault,
} from './catalogue-entry.ts';
import { type CatalogueScope, tenantWide } from './catalogue-scope.ts';
import { visibleEntries } from './list-embed-tenants.ts';

const attributeKind: EntryKind = {
  table: 'UserAttributeDefinition',
  subject: 'userAttribute',
  label: 'User attribute',
  holders: { table: 'UserAttributeValue', column: 'definitionId' },
  hasDefault: true,
  declaredIn: 'userAttributes',
};

/**
 * Tenant-wide user-attribute definitions, oldest first (contract §6).
 * @throws AppError `UNAUTHENTICATED`, `FORBIDDEN`, `VALIDATION_FAILED`
 */
export function listUserAttributes(
  context: Pick<ServiceContext, 'prisma'>,
  caller: Caller | null,
  args: PageArgs,
  query: object,
): Promise<Page<UserAttributeDefinition>> {
  const { account } = requireAdmin(caller);
  return readPage('int', args, false, ({ where, orderBy, take }) =>
    context.prisma.userAttributeDefinition.findMany({
      ...query,
      where: { accountId: account.id, embedTenantId: null, ...where },
      orderBy,
      take,
    }),
  );
}

/** User-attribute definitions of an embed tenant, oldest first. @throws AppError as `listUserAttributes` */
export function listUserAttributesOfTenant(
  { prisma }: Pick<ServiceContext, 'prisma'>,
  caller: Caller | null,
  embedTenantId: number,
  args: PageArgs,
  query: object,
): Promise<Page<UserAttributeDefinition>> {
  const admin = requireAdmin(caller);
  const list: NestedList<'int', number, UserAttributeDefinition> = {
    name: 'user attributes of tenants',
    kind: 'int',
    newestFirst: false,
    parents: 'int',
    key: Prisma.sql`t.id`,
    rows: Prisma.sql`FROM "UserAttributeDefinition" t
      WHERE t."accountId" = ${admin.account.id} AND t."embedTenantId" = p.id`,
    load: (ids) => prisma.userAttributeDefinition.findMany({ ...query, where: { id: { in: ids } } }),
    keyOf: ({ id }) => id,
  };
  return readNestedPage(prisma, admin, list, embedTenantId, args, query);
}

/** One definition that the caller may see, whatever its scope. @throws AppError `FORBIDDEN`, `NOT_FOUND` */
export async function findUserAttribute(
  context: Pick<ServiceContext, 'prisma'>,
  caller: Caller | null,
  id: number,
  query: object,
): Promise<UserAttributeDefinition> {
  const definition = await context.prisma.userAttributeDefinition.findFirst({
    ...query,
    where: { id, ...visibleEntries(caller) },
  });
  if (definition === null) throw entryNotFound(attributeKind, id, tenantWide);
  return definition;
}

const createSchema = z
  .object({
    name: lineOfText(),
    type: z.enum(['string', 'number', 'string_array', 'number_array']),
    displayName: lineOfText().nullish(),
    defaultValue: textBlock(caps.valueChars).nullish(),
    description: textBlock(caps.textChars).nullish(),
  })
  .superRefine(({ type, defaultValue }, check) => {
    const message = defaultValueProblem(type, defaultValue);
    if (message !== null) check.addIssue({ code: 'custom', path: ['defaultValue'], message });
  });

/**
 * Makes a tenant-wide user attribute.
 * @returns its id
 * @throws AppError `FORBIDDEN`, `VALIDATION_FAILED`, `CONFLICT` when the name is taken
 */
export async function createUserAttribute(
  context: ServiceContext,
  caller: Caller | null,
  input: unknown,
): Promise<number> {
  const admin = requireAdmin(caller);
  const { name, type, displayName, defaultValue, description } = parseInput(createSchema, input);
  requireDefaultAllowed(admin, defaultValue);
  const id = await changeAudited(
    context,
    admin,
    { action: 'userAttribute.create', subject: 'userAttribute', details: { name, type } },
    Prisma.sql`INSERT INTO "UserAttributeDefinition"
        ("accountId", name, type, "displayName", "defaultValue", description)
      VALUES (${admin.account.id}, ${name}, ${type}::"UserAttributeType", ${displayName ?? null},
              ${defaultValue ?? null}, ${description || null}) RETURNING id`,
    `A user attribute with the name "${name}" exists already.`,
  );
  if (id === null) throw new Error('An insert returned no row.');
  return id;
}

const updateSchema = z.object({
  displayName: lineOfText().nullish(),
  defaultValue: textBlock(caps.valueChars).nullish(),
  description: textBlock(caps.textChars).nullish(),
});

/**
 * Changes how a tenant-wide user attribute is shown and what it defaults to. What is left out stays; null clears.
 * Name and type stay what they are: policies refer to the one, stored values have the other.
 * @throws AppError `FORBIDDEN`, `VALIDATION_FAILED`, `NOT_FOUND`, `WORKSPACE_MANAGED`
 */
export async function updateUserAttribute(
  context: ServiceContext,
  caller: Caller | null,
  id: number,
  input: unknown,
): Promise<void> {
  const admin = requireAdmin(caller);
  const { displayName, defaultValue, description } = parseInput(updateSchema, input);
  const [found] = await context.prisma.$queryRaw<{ type: AttributeType }[]>`
    SELECT type::text AS type FROM "UserAttributeDefinition"
    WHERE id = ${id} AND "accountId" = ${admin.account.id} AND "embedTenantId" IS NULL`;
  if (found === undefined) throw entryNotFound(attributeKind, id, tenantWide);
  const problem = defaultValueProblem(found.type, defaultValue);
  if (problem !== null) throw validationFailed([{ path: 'defaultValue', message: problem }]);
  requireDefaultAllowed(admin, defaultValue);
  await changeEntry(context, admin, attributeKind, tenantWide, id, (prisma) =>
    changeAudited(
      { ...context, prisma },
      admin,
      { action: 'userAttribute.update', subject: 'userAttribute' },
      Prisma.sql`UPDATE "UserAttributeDefinition" SET
          "displayName" = CASE WHEN ${displayName === undefined} THEN "displayName" ELSE ${displayName ?? null} END,
          "defaultValue" = CASE WHEN ${defaultValue === undefined} THEN "defaultValue" ELSE ${defaultValue ?? null} END,
          description = CASE WHEN ${description === undefined} THEN description ELSE ${description || null} END
        WHERE id = ${id} AND "accountId" = ${admin.account.id} AND "embedTenantId" IS NULL AND NOT managed
        RETURNING id`,
    ),
  );
}

/** @throws AppError `FORBIDDEN` for a default by a bound key, which users of all deployments would have */
function requireDefaultAllowed(admin: ApiKeyCaller, defaultValue: string | null | undefined): void {
  if (admin.deployments.length > 0 && defaultValue != null) throw everybodysDefault(admin);
}

/**
 * Deletes a definition of the scope together with its values (contract §4).
 * @throws AppError `UNAUTHENTICATED`, `FORBIDDEN`, `NOT_FOUND`, also for one of another scope or account,
 *   `WORKSPACE_MANAGED` for one that the workspace declares
 */
export function deleteUserAttribute(
  context: ServiceContext,
  caller: Caller | null,
  scope: CatalogueScope,
  id: number,
): Promise<void> {
  return deleteEntry(context, caller, attributeKind, scope, id);
}
