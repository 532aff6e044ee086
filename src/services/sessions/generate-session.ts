import { parseInput } from '../../contract/parse-input.ts';
import { type GenerateSession, generateSessionInput } from '../../contract/sessions.ts';
import { sql } from '../../db/sql.ts';
import { AppError, notFound } from '../../errors.ts';
import { type ApiKeyCaller, type Caller, requireAdmin, requireDeployment, requirePlan } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import { retryRaces } from '../race.ts';
import { hashSecret, newSessionId } from '../secret.ts';
import { readUserState } from '../users/user-access.ts';
import { provisionExternalUser } from './external-user.ts';
import { type Minted, mintStatement, type NewSession } from './mint-statement.ts';

/** How long a session id can be exchanged (spec: Endpoints, 1). */
const sessionLifetimeMs = 5 * 60 * 1000;

interface GeneratedSession {
  /** 32 lowercase hex characters. Only its hash is stored. */
  readonly sessionId: string;
  readonly expiresAt: Date;
}

/**
 * Mints a session for one user (spec: Endpoints, 1), all or nothing.
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
  const request = parseInput(generateSessionInput, input);
  requireDeployment(admin, request.deploymentId);
  if (request.creatorMode === true && !admin.account.useCreatorMode) {
    throw new AppError(
      'CREATOR_MODE_DISABLED',
      'Creator mode is not enabled for this account (useCreatorMode).',
    );
  }
  const createdAt = context.now();
  const expiresAt = new Date(createdAt.getTime() + sessionLifetimeMs);
  const sessionId = newSessionId();
  const session: NewSession = {
    hash: hashSecret(sessionId),
    creatorMode: request.creatorMode === true,
    securityContext: request.securityContext ?? {},
    createdAt,
    expiresAt,
  };
  if (request.internalId == null) {
    await mintForExternalUser(context, admin, request, session);
  } else {
    const { internalId } = request;
    await retryRaces(() => mintForInternalUser(context, admin, request, internalId, session));
  }
  return { sessionId, expiresAt };
}

async function mintForExternalUser(
  context: ServiceContext,
  admin: ApiKeyCaller,
  request: GenerateSession,
  session: NewSession,
): Promise<void> {
  const embedTenantName = request.embedTenantName ?? undefined;
  const { externalId, email, groups, userAttributes } = request;
  const definitions = {
    groups: request.groupDefinitions ?? [],
    userAttributes: request.userAttributeDefinitions ?? [],
  };
  await provisionExternalUser(context, admin, {
    deploymentNumber: request.deploymentId,
    embedTenantName,
    definitions: definitions.groups.length + definitions.userAttributes.length > 0 ? definitions : undefined,
    nameScope: session.creatorMode && embedTenantName !== undefined ? 'embedTenant' : 'account',
    user: { externalId: externalId ?? '', email, groups, userAttributes },
    life: { kind: 'permanent' },
    session,
  });
}

/**
 * Leaves the user's groups and attributes as they are (spec: With internalId) and creates the embed tenant if it is
 * new. Two round trips: one statement that reads and one that writes.
 */
async function mintForInternalUser(
  context: ServiceContext,
  admin: ApiKeyCaller,
  request: GenerateSession,
  username: string,
  session: NewSession,
): Promise<void> {
  const { deploymentId: deploymentNumber } = request;
  const embedTenantName = request.embedTenantName ?? undefined;
  const state = await readUserState(context.prisma, admin.account, {
    deploymentNumber,
    embedTenantName,
    nameScope: 'account',
    kind: 'internal',
    identifier: username,
    access: {},
  });
  const missing = notFound(`Internal user "${username}"`);
  if (state.user === null) throw missing;
  const minting = { deploymentNumber, embedTenantName, session };
  const statement = mintStatement(context, admin, state, state.user, minting);
  const [row] = await sql<Minted>(context.prisma)`${statement}`;
  if (row?.userId == null) throw missing;
}
