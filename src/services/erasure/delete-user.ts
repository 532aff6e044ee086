import { Prisma, type UserKind } from '../../db/generated/client.ts';
import { sql } from '../../db/sql.ts';
import { auditPart } from '../audit/audit-part.ts';
import { type Caller, requireAdmin } from '../caller.ts';
import type { ChatContext } from '../chat/chat-context.ts';
import { retryRaces } from '../race.ts';
import { tellOfAccess } from '../thread-notices.ts';
import { isChangeable, whyUnchanged } from '../users/changeable-user.ts';
import { endUsersParts, isLiving, uncountUsers } from '../users/end-users.ts';
import { eraseUsers } from './sweep-expired-users.ts';

/**
 * Deletes a user with their sessions, threads and values. One statement ends the user's life, stops counting an
 * external user and stores the audit event; from then on no credentials of the user work. The data is then erased here
 * or, if this process dies first, by the next sweep.
 * @throws AppError `NOT_FOUND`, also for a user of the other kind; `FORBIDDEN` if a bound key names a user who has been
 *   elsewhere; `WORKSPACE_MANAGED` for a user that the workspace declares
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
    () => sql<{ id: number }>(context.prisma)`
      WITH ${Prisma.join(parts, ', ')} SELECT id FROM changed`,
  );
  if (ended === undefined) throw await whyUnchanged(context, admin, kind, id);
  tellOfAccess(context, { accountId: admin.account.id, userId: id });
  await eraseUsers(context, [id]).catch((error: unknown) => {
    context.logger.warn(
      { err: error, user: id },
      'a deleted user could not be erased: the next sweep will try again',
    );
  });
}
