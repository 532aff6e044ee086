import { Prisma } from '../../db/generated/client.ts';
import { queryRaw } from '../../db/query-raw.ts';
import { AppError } from '../../errors.ts';
import { auditPart } from '../audit/audit-part.ts';
import { having } from '../binding.ts';
import {
  type AccountRef,
  type ApiKeyCaller,
  type Caller,
  requireAdmin,
  requireDeployment,
  requirePlan,
} from '../caller.ts';
import { bringToEmbedTenant, type TenantDefinitions } from '../catalogue/embed-tenants.ts';
import type { ServiceContext } from '../context.ts';
import { retryRaces } from '../race.ts';
import { hashSecret, newSessionId } from '../secret.ts';
import { provisionExternalUser } from '../users/external-user.ts';
import {
  requireDeploymentRow,
  tenantInDeploymentParts,
  userInDeploymentPart,
} from '../users/in-deployment.ts';
import { readUserState } from '../users/user-state.ts';
import { type GenerateSessionInput, parseGenerateSession } from './session-input.ts';

/** How long a session id can be exchanged (contract §4). */
export const sessionLifetimeMs = 5 * 60 * 1000;

export interface GeneratedSession {
  /** 32 lowercase hex characters; stored only as a hash. */
  readonly sessionId: string;
  readonly expiresAt: Date;
}

/**
 * Mints a session for one user (spec: Endpoints, 1; contract §4). One transaction: a failure leaves nothing behind.
 * @throws AppError `FORBIDDEN`, `PLAN_REQUIRED`, `CREATOR_MODE_DISABLED`, `VALIDATION_FAILED`, `BAD_REQUEST` with the
 *   messages of the spec, `NOT_FOUND` (deployment, internal user), `EXTERNAL_USER_LIMIT`
 */
export async function generateSession(
  context: ServiceContext,
  caller: Caller | null,
  input: unknown,
): Promise<GeneratedSession> {
  const admin = requireAdmin(caller);
  requirePlan(admin.account);
  const request = parseGenerateSession(input);
  requireDeployment(admin, request.deploymentId);
  if (request.creatorMode === true && !admin.account.useCreatorMode) {
    throw new AppError(
      'CREATOR_MODE_DISABLED',
      'Creator mode is not enabled for this account (useCreatorMode).',
    );
  }
  const session = newSession(context, admin, request);
  if (request.internalId == null) {
    await mintForExternalUser(context, admin, request, session);
  } else {
    const { internalId } = request;
    await retryRaces(() => mintForInternalUser(context, admin.account, request, internalId, session));
  }
  return { sessionId: session.sessionId, expiresAt: session.expiresAt };
}

interface NewSession {
  readonly sessionId: string;
  readonly expiresAt: Date;
  /** Parts of a statement that store the session and its audit event for the user `provisioned(id)`. */
  parts(deploymentId: number, embedTenantId: Prisma.Sql): readonly Prisma.Sql[];
}

function newSession(context: ServiceContext, admin: ApiKeyCaller, request: GenerateSessionInput): NewSession {
  const now = context.now();
  const sessionId = newSessionId();
  const id = context.newId();
  const expiresAt = new Date(now.getTime() + sessionLifetimeMs);
  const securityContext = JSON.stringify(request.securityContext ?? {});
  const details = {
    deploymentId: request.deploymentId,
    embedTenantName: request.embedTenantName ?? undefined,
    creatorMode: request.creatorMode === true || undefined,
  };
  return {
    sessionId,
    expiresAt,
    parts: (deploymentId, embedTenantId) => [
      Prisma.sql`minted AS (
        INSERT INTO "Session" (id, "accountId", "deploymentId", "userId", "embedTenantId", hash, "creatorMode",
                               "securityContext", "createdAt", "expiresAt")
        SELECT ${id}::uuid, ${admin.account.id}::int, ${deploymentId}::int, p.id, ${embedTenantId},
               ${hashSecret(sessionId)}, ${request.creatorMode === true}, ${securityContext}::jsonb, ${now}::timestamptz,
               ${expiresAt}::timestamptz
        FROM provisioned p RETURNING id, "userId")`,
      auditPart(
        context,
        admin,
        {
          action: 'session.generate',
          subject: 'session',
          details,
          user: Prisma.sql`c."userId"`,
          deployments: Prisma.sql`ARRAY[${request.deploymentId}]::int[]`,
        },
        'minted',
      ),
    ],
  };
}

async function mintForExternalUser(
  context: ServiceContext,
  admin: ApiKeyCaller,
  request: GenerateSessionInput,
  session: NewSession,
): Promise<void> {
  const embedTenantName = request.embedTenantName ?? undefined;
  const definitions: TenantDefinitions = {
    groups: request.groupDefinitions ?? [],
    userAttributes: request.userAttributeDefinitions ?? [],
  };
  const hasDefinitions = definitions.groups.length + definitions.userAttributes.length > 0;
  await provisionExternalUser(context, admin, {
    deploymentNumber: request.deploymentId,
    embedTenantName,
    nameScope: request.creatorMode === true && embedTenantName !== undefined ? 'embedTenant' : 'account',
    user: {
      externalId: request.externalId ?? '',
      email: request.email ?? undefined,
      groups: request.groups ?? undefined,
      userAttributes: request.userAttributes ?? undefined,
    },
    life: { kind: 'permanent' },
    bootstrap:
      embedTenantName === undefined
        ? undefined
        : {
            always: hasDefinitions,
            run: (transaction) => bringToEmbedTenant(transaction, admin, embedTenantName, definitions),
          },
    also: (state) => session.parts(state.deploymentId ?? 0, Prisma.sql`${state.embedTenantId}::int`),
  });
}

/**
 * The user's own groups and attributes stay as they are (spec: With internalId). Two round trips: one read, one
 * statement that writes, which also makes the embed tenant when it is new.
 */
async function mintForInternalUser(
  { prisma, now }: ServiceContext,
  account: AccountRef,
  request: GenerateSessionInput,
  username: string,
  session: NewSession,
): Promise<void> {
  const embedTenantName = request.embedTenantName ?? undefined;
  const { deploymentId: deploymentNumber } = request;
  const state = await readUserState(prisma, account, {
    deploymentNumber,
    embedTenantName,
    nameScope: 'account',
    kind: 'internal',
    identifier: username,
    access: {},
  });
  const deploymentId = requireDeploymentRow(state, deploymentNumber);
  if (state.user === null) throw new AppError('NOT_FOUND', `Internal user "${username}" not found.`);
  const tenantIsNew = embedTenantName !== undefined && state.embedTenantId === null;
  const parts = tenantIsNew
    ? [
        Prisma.sql`tenant AS (
          INSERT INTO "EmbedTenant" AS t ("accountId", name, deployments)
          SELECT ${account.id}::int, ${embedTenantName}, ARRAY[${deploymentNumber}]::int[] FROM provisioned
          ON CONFLICT ("accountId", name)
            DO UPDATE SET deployments = ${having(Prisma.sql`t.deployments`, deploymentNumber)} RETURNING id)`,
        ...session.parts(deploymentId, Prisma.sql`(SELECT id FROM tenant)`),
      ]
    : [
        ...tenantInDeploymentParts(state, deploymentNumber),
        ...session.parts(deploymentId, Prisma.sql`${state.embedTenantId}::int`),
      ];
  const sql = Prisma.sql`
    WITH ${Prisma.join([userInDeploymentPart(now(), state.user, deploymentNumber), ...parts], ', ')}
    SELECT (SELECT id FROM provisioned) AS "userId"`;
  const [row] = await queryRaw<{ userId: number | null }>(prisma, sql);
  if (row?.userId == null) throw new AppError('NOT_FOUND', `Internal user "${username}" not found.`);
}
