import { Prisma } from '../../db/generated/client.ts';
import { AppError } from '../../errors.ts';
import { attributeValueProblem } from '../catalogue/attribute-value.ts';
import { validationFailed } from '../input.ts';
import type { AccessInput, UserState } from './user-state.ts';

/** What the user is to have, with every name resolved. `undefined` means: leave as it is. */
export interface ResolvedAccess {
  readonly groupIds: readonly number[] | undefined;
  readonly values: readonly { readonly definitionId: number; readonly value: unknown }[];
}

/**
 * Resolves the names of a request against the state it met: groups first, then values.
 * @throws AppError `BAD_REQUEST` with the messages of the spec: `Groups with names <missing> not found`,
 *   `User attributes not found`; `VALIDATION_FAILED` for a value that does not fit its definition
 */
export function resolveAccess(
  state: Pick<UserState, 'groups' | 'definitions'>,
  input: AccessInput,
): ResolvedAccess {
  const groups = new Map(state.groups.map((group) => [group.name, group.id]));
  const wanted = input.groups === undefined ? undefined : [...new Set(input.groups)];
  const missing = (wanted ?? []).filter((name) => !groups.has(name));
  if (missing.length > 0) {
    throw new AppError('BAD_REQUEST', `Groups with names ${missing.join(', ')} not found`);
  }

  const definitions = new Map(state.definitions.map((definition) => [definition.name, definition]));
  const entries = (input.userAttributes ?? []).map((entry) => ({
    entry,
    definition: definitions.get(entry.name),
  }));
  const unknown = entries.filter(({ definition }) => definition === undefined).map(({ entry }) => entry.name);
  if (unknown.length > 0) {
    throw new AppError('BAD_REQUEST', `User attributes not found: ${unknown.join(', ')}`);
  }

  const issues = entries.flatMap(({ entry, definition }, index) => {
    if (definition === undefined || entry.value === null || entry.value === undefined) return [];
    const problem = attributeValueProblem(definition.type, entry.value);
    const message = `${problem}, since the attribute "${entry.name}" is of type ${definition.type}`;
    return problem === null ? [] : [{ path: `userAttributes.${index}.value`, message }];
  });
  if (issues.length > 0) throw validationFailed(issues);

  return {
    groupIds: wanted?.flatMap((name) => groups.get(name) ?? []).sort((a, b) => a - b),
    values: entries.flatMap(({ entry, definition }) =>
      definition === undefined ? [] : [{ definitionId: definition.id, value: entry.value ?? null }],
    ),
  };
}

/** Whether the user already has it, so that nothing has to be written. */
export function hasAccess(state: NonNullable<UserState['user']>, access: ResolvedAccess): boolean {
  if (access.groupIds !== undefined && !sameJson(access.groupIds, state.groupIds)) return false;
  const current = new Map(state.values.map((entry) => [entry.definitionId, entry.value]));
  return access.values.every((entry) => sameJson(entry.value, current.get(entry.definitionId) ?? null));
}

function sameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Parts of a statement that give the user `provisioned(id)` these memberships and values; they take nothing away. */
export function accessParts(access: ResolvedAccess): Prisma.Sql[] {
  const kept = access.values.filter((entry) => entry.value !== null);
  const parts: Prisma.Sql[] = [];
  if (access.groupIds !== undefined && access.groupIds.length > 0) {
    parts.push(Prisma.sql`joined AS (INSERT INTO "GroupMembership" ("userId", "groupId")
      SELECT p.id, g FROM provisioned p, unnest(${[...access.groupIds]}::int[]) g ON CONFLICT DO NOTHING)`);
  }
  if (kept.length > 0) {
    parts.push(Prisma.sql`valued AS (INSERT INTO "UserAttributeValue" ("userId", "definitionId", value)
      SELECT p.id, v."definitionId", v.value
      FROM provisioned p, jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) AS v("definitionId" int, value jsonb)
      ON CONFLICT ("userId", "definitionId") DO UPDATE SET value = excluded.value)`);
  }
  return parts;
}

/** Gives a user exactly what was resolved. The caller holds the lock on the user's row. */
export async function replaceAccess(
  transaction: Prisma.TransactionClient,
  userId: number,
  access: ResolvedAccess,
): Promise<void> {
  if (access.groupIds !== undefined) {
    await transaction.$executeRaw`
      DELETE FROM "GroupMembership" WHERE "userId" = ${userId} AND NOT "groupId" = ANY(${[...access.groupIds]}::int[])`;
  }
  const cleared = access.values.filter((entry) => entry.value === null).map((entry) => entry.definitionId);
  if (cleared.length > 0) {
    await transaction.$executeRaw`
      DELETE FROM "UserAttributeValue" WHERE "userId" = ${userId} AND "definitionId" = ANY(${cleared}::int[])`;
  }
  const parts = accessParts(access);
  if (parts.length > 0) {
    const provisioned = Prisma.sql`provisioned AS (SELECT ${userId}::int AS id)`;
    await transaction.$executeRaw`WITH ${Prisma.join([provisioned, ...parts], ', ')} SELECT 1`;
  }
}
