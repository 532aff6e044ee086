import { Prisma, type UserKind } from '../../db/generated/client.ts';
import { auditPart } from '../audit/audit-part.ts';
import { type Caller, requireAdmin } from '../caller.ts';
import type { ChatContext } from '../chat/chat-context.ts';
import { retryRaces } from '../race.ts';
import { isChangeable, whyUnchanged } from '../users/changeable-user.ts';
import { endUsersParts, isLiving, uncountUsers } from '../users/end-users.ts';
import { eraseUsers } from './erase-users.ts';

/**
 * Deletes a user with everything that is theirs: sessions, threads, values (contract §11). One statement ends the user,
 * counts an external one no longer and leaves the audit event, so that no credentials of theirs work from then on; what is
 * theirs is then erased, here or, should this process not get so far, by the next sweep.
 * @throws AppError `NOT_FOUND`, also for a user of the other kind; `FORBIDDEN` when a bound key names one who has been
 *   elsewhere; `WORKSPACE_MANAGED` for one that the workspace declares
 */
export async function deleteUser(
  context: ChatContext,
  caller: Caller | null,
  kind: UserKind,
  id: number,
): Promise<void> {
  const admin = requireAdmin(caller);
  const which = Prisma.sql`${isChangeable(admin, kind, id)} AND NOT managed AND ${isLiving(context.now())}`;
  const parts = [
    ...endUsersParts(admin.account.id, which),
    Prisma.sql`uncounted AS (${uncountUsers(admin.account.id, Prisma.sql`1`)}
      AND EXISTS (SELECT FROM changed WHERE counted))`,
    auditPart(context, admin, { action: 'user.delete', subject: 'user' }, 'changed'),
  ];
  const [ended] = await retryRaces(
    () => context.prisma.$queryRaw<{ id: number }[]>`
      WITH ${Prisma.join(parts, ', ')} SELECT id FROM changed`,
  );
  if (ended === undefined) throw await whyUnchanged(context, admin, kind, id);
  await eraseUsers(context, [id]).catch((error: unknown) => {
    context.logger.warn({ err: error, user: id }, 'a deleted user is not erased yet: the next sweep does it');
  });
}
