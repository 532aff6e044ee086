import { handleChatTurnInput } from '../../contract/chat-turns.ts';
import { parseInput } from '../../contract/parse-input.ts';
import { Prisma } from '../../db/generated/client.ts';
import { notFound } from '../../errors.ts';
import { changeAudited, ofAgent } from '../audit/audit-part.ts';
import { type Caller, requireAdmin } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import { turns } from './turns.ts';

/**
 * Marks a turn as handled, or opens it again.
 * @throws AppError `UNAUTHENTICATED`, `FORBIDDEN`, `VALIDATION_FAILED`, `NOT_FOUND`
 */
export async function handleTurn(
  context: ServiceContext,
  caller: Caller | null,
  id: string,
  input: unknown,
): Promise<void> {
  const admin = requireAdmin(caller);
  const { isHandled } = parseInput(handleChatTurnInput, input);
  const now = context.now();
  const at = isHandled ? Prisma.sql`coalesce(t."handledAt", ${now}::timestamptz)` : Prisma.sql`NULL`;
  const changed = await changeAudited(
    context,
    admin,
    { action: isHandled ? 'chatTurn.handle' : 'chatTurn.reopen', subject: 'chatTurn', deployments: ofAgent },
    Prisma.sql`UPDATE "ChatRun" t SET "handledAt" = ${at}
      WHERE t.id = ${id}::uuid AND ${turns.visible(admin, now)} RETURNING t.id, t."agentId"`,
  );
  if (changed === null) throw notFound(turns.label);
}
