import { Prisma } from '../../db/generated/client.ts';
import { type Queryable, sql } from '../../db/sql.ts';
import { violatedUniqueIndex } from '../../db/unique-violation.ts';
import { AppError } from '../../errors.ts';
import { type ApiKeyCaller, actorOf } from '../caller.ts';
import type { ServiceContext } from '../context.ts';

/** The content of an audit event. */
export interface AuditEntry {
  /** `<what>.<verb>`, such as `group.delete`. */
  readonly action: string;
  /** The kind of object that was acted on. Its id is appended. */
  readonly subject: string;
  /** Must not contain secrets or personal data. Events outlive users, so they identify users by number. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  /** The user concerned, stored as `userId` in the details: an expression over the changed row `c`. */
  readonly user?: Prisma.Sql | undefined;
  /**
   * Numbers of the deployments that the event is about: an array expression over the changed row `c`.
   * @default the deployments that the acting key is bound to
   */
  readonly deployments?: Prisma.Sql | undefined;
}

/** The deployment of a changed session. */
export const ofSession = Prisma.sql`ARRAY(SELECT d.number FROM "Deployment" d WHERE d.id = c."deploymentId")`;

/** The deployment of the agent of a changed row. */
export const ofAgent = Prisma.sql`ARRAY(SELECT d.number FROM "Agent" a JOIN "Deployment" d ON d.id = a."deploymentId"
  WHERE a.id = c."agentId")`;

/** The deployments that a changed API key is bound to. */
export const ofApiKey = Prisma.sql`c.deployments`;

/**
 * The part `audited` of a statement, which stores an event for each row of another part. A change and its event are one
 * statement, so that neither is stored without the other.
 * @param by who did it; `itsUser` if no credentials are needed, for the `userId` and `accountId` of the changed row
 * @param changed the name of the part with the changed row, which has an `id`
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
 * Runs a statement that changes at most one row and returns its `id`, and stores the audit event with it. One round trip.
 * @returns the id; null if no row was changed
 * @throws AppError `CONFLICT` with the message `duplicate` if the statement would violate a unique index
 */
export async function changeAudited(
  context: Pick<ServiceContext, 'now' | 'newId'> & {
    readonly prisma: Queryable;
  },
  admin: ApiKeyCaller,
  entry: AuditEntry,
  statement: Prisma.Sql,
  duplicate = 'This already exists.',
): Promise<number | null> {
  try {
    const [row] = await sql<{ id: number }>(context.prisma)`
      WITH changed AS (${statement}), ${auditPart(context, admin, entry, 'changed')} SELECT id FROM changed`;
    return row?.id ?? null;
  } catch (error) {
    if (violatedUniqueIndex(error) === undefined) throw error;
    throw new AppError('CONFLICT', duplicate, { cause: error });
  }
}
