import { createGroupInput, groupFilter, updateGroupInput } from '../../contract/groups.ts';
import { parseInput } from '../../contract/parse-input.ts';
import { type Group, Prisma } from '../../db/generated/client.ts';
import { type Caller, requireAdmin, requireCaller } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import { containAny, ifGiven } from '../lists/list-filter.ts';
import { createEntry, type EntryKind, updateEntry, visibleEntries } from './catalogue-entry.ts';

/** An end user sees its own groups, an admin key those that {@link visibleEntries} says. */
export const groups: EntryKind<Group> = {
  table: 'Group',
  columns: Prisma.GroupScalarFieldEnum,
  label: 'Group',
  id: 'int',
  visible(caller) {
    const known = requireCaller(caller);
    if (known.kind === 'apiKey') return visibleEntries(known);
    return Prisma.sql`t."accountId" = ${known.account.id} AND EXISTS (SELECT FROM "GroupMembership" own
      WHERE own."groupId" = t.id AND own."userId" = ${known.userId})`;
  },
  matching: (filter) =>
    ifGiven(parseInput(groupFilter, filter).text, (text) => containAny(['name', 'description'], text)),
  subject: 'group',
  holders: { table: 'GroupMembership', column: 'groupId' },
  hasDefault: false,
  declaredIn: 'groups',
};

/**
 * Creates a tenant-wide group.
 * @returns its id
 * @throws AppError `FORBIDDEN`, `VALIDATION_FAILED`, `CONFLICT` if the name is taken
 */
export async function createGroup(
  context: ServiceContext,
  caller: Caller | null,
  input: unknown,
): Promise<number> {
  const admin = requireAdmin(caller);
  const { name, description } = parseInput(createGroupInput, input);
  return createEntry(context, admin, groups, { name }, { name, description: description || null });
}

/**
 * Changes the name or description of a tenant-wide group. Omitted fields stay as they are; a null description clears
 * it. Access policies refer to groups by name, so renaming one changes which policies apply to its members.
 * @throws AppError `FORBIDDEN` (also `changeEntry`), `VALIDATION_FAILED`, `NOT_FOUND`, `CONFLICT` if the name is taken,
 *   `WORKSPACE_MANAGED`
 */
export async function updateGroup(
  context: ServiceContext,
  caller: Caller | null,
  id: number,
  input: unknown,
): Promise<void> {
  const admin = requireAdmin(caller);
  const { name: newName, description } = parseInput(updateGroupInput, input);
  const name = newName ?? undefined;
  await updateEntry(
    context,
    admin,
    groups,
    id,
    { name },
    { name, description: description === '' ? null : description },
  );
}
