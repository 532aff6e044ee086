import { Prisma } from '../../db/generated/client.ts';
import { violatedUniqueIndex } from '../../db/unique-violation.ts';
import { AppError } from '../../errors.ts';
import { type ApiKeyCaller, actorOf } from '../caller.ts';
import type { ServiceContext } from '../context.ts';

/** What happened, as an audit event says it. */
export interface AuditEntry {
  /** `<what>.<verb>`, such as `group.delete`. */
  readonly action: string;
  /** What kind of thing was acted on; its id follows. */
  readonly subject: string;
  /** Never holds a secret, nor anything of a person: events outlive users, who go by their numbers here. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  /** Whose it is, as a `userId` among the details: a number in terms of the changed row `c`. */
  readonly user?: Prisma.Sql | undefined;
  /**
   * Numbers of the deployments that it is about, an array in terms of the changed row `c`.
   * @default those that the key is bound to which did it
   */
  readonly deployments?: Prisma.Sql | undefined;
}

/** The deployment of a changed session. */
export const ofSession = Prisma.sql`ARRAY(SELECT d.number FROM "Deployment" d WHERE d.id = c."deploymentId")`;

/** The deployment of a changed thread. */
export const ofThread = Prisma.sql`ARRAY(SELECT d.number FROM "Agent" a JOIN "Deployment" d ON d.id = a."deploymentId"
  WHERE a.id = c."agentId")`;

/** The deployments that a changed API key is bound to. */
export const ofApiKey = Prisma.sql`c.deployments`;

/**
 * The part `audited` of a statement: one event for the row of the part named `changed`, which has an `id`; none when
 * that is empty. A change and its event are one statement, so that neither exists without the other.
 * @param by who did it; `itsUser` for what needs no credentials: the `userId` of that row, in its `accountId`
 */
export function auditPart(
  context: Pick<ServiceContext, 'now' | 'newId'>,
  by: ApiKeyCaller | 'itsUser',
  { action, subject, details = {}, user, deployments }: AuditEntry,
  changed: string,
): Prisma.Sql {
  const accountId = by === 'itsUser' ? Prisma.sql`c."accountId"` : Prisma.sql`${by.account.id}::int`;
  const actor = by === 'itsUser' ? Prisma.sql`'user:' || c."userId"` : Prisma.sql`${actorOf(by)}`;
  const ofUser = user === undefined ? Prisma.empty : Prisma.sql`|| jsonb_build_object('userId', ${user})`;
  const about = deployments ?? Prisma.sql`${by === 'itsUser' ? [] : [...by.deployments]}::int[]`;
  return Prisma.sql`audited AS (
    INSERT INTO "AuditEvent" (id, "accountId", at, actor, action, subject, details, deployments)
    SELECT ${context.newId()}::uuid, ${accountId}, ${context.now()}::timestamptz, ${actor},
           ${action}, ${`${subject}:`} || c.id, ${JSON.stringify(details)}::jsonb ${ofUser}, ${about}
    FROM ${Prisma.raw(`"${changed}"`)} c)`;
}

/**
 * Runs a statement that changes at most one row and returns its `id`, together with its audit event. One round trip.
 * @returns the id; null when no row was changed
 * @throws AppError `CONFLICT` with `duplicate` as its message, when the statement would break a unique index
 */
export async function changeAudited(
  context: Pick<ServiceContext, 'now' | 'newId'> & {
    readonly prisma: Pick<ServiceContext['prisma'], '$queryRaw'>;
  },
  admin: ApiKeyCaller,
  entry: AuditEntry,
  statement: Prisma.Sql,
  duplicate = 'This exists already.',
): Promise<number | null> {
  try {
    const [row] = await context.prisma.$queryRaw<{ id: number }[]>`
      WITH changed AS (${statement}), ${auditPart(context, admin, entry, 'changed')} SELECT id FROM changed`;
    return row?.id ?? null;
  } catch (error) {
    if (violatedUniqueIndex(error) === undefined) throw error;
    throw new AppError('CONFLICT', duplicate, { cause: error });
  }
}
