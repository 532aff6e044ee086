/**
 * What bench/mint.ts compares the service with, in a process of its own on the same PostgreSQL: the same mint by hand, of
 * node:http, pg and the same three statements.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import pg from 'pg';
import { uuidv7 } from 'uuidv7';
import { type MeasuredServer, serveParent } from './measured-server.ts';

/** As many connections as the service has. */
const poolSize = 10;

interface MintBody {
  readonly deploymentId: number;
  readonly externalId: string;
  readonly groups: string[];
  readonly userAttributes: { readonly name: string; readonly value: string }[];
}

interface State {
  readonly deploymentId: number;
  readonly user: { readonly id: number; readonly groupIds: number[] } | null;
  readonly groups: { readonly id: number; readonly name: string }[];
  readonly definitions: { readonly id: number; readonly name: string }[];
}

const authenticateSql = `SELECT k.id AS "keyId", k.role::text AS role, k.deployments,
    a.id AS "accountId", a.plan
  FROM "ApiKey" k JOIN "Account" a ON a.id = k."accountId"
  WHERE k.hash = $1 AND k."revokedAt" IS NULL AND (k."expiresAt" IS NULL OR k."expiresAt" > $2)`;

const readSql = `SELECT d.id AS "deploymentId",
    CASE WHEN u.id IS NULL THEN NULL ELSE jsonb_build_object('id', u.id, 'deployments', u.deployments, 'email', u.email,
      'ephemeral', u.ephemeral, 'expiresAt', u."expiresAt",
      'groupIds', (SELECT coalesce(jsonb_agg(m."groupId" ORDER BY m."groupId"), '[]')
                   FROM "GroupMembership" m WHERE m."userId" = u.id),
      'values', (SELECT coalesce(jsonb_agg(jsonb_build_object('definitionId', v."definitionId", 'value', v.value)), '[]')
                 FROM "UserAttributeValue" v WHERE v."userId" = u.id)) END AS "user",
    (SELECT coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name)), '[]') FROM "Group" g
     WHERE g."accountId" = $1 AND g."embedTenantId" IS NULL AND g.name = ANY($2::text[])) AS groups,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name, 'type', a.type)), '[]')
     FROM "UserAttributeDefinition" a
     WHERE a."accountId" = $1 AND a."embedTenantId" IS NULL AND a.name = ANY($3::text[])) AS definitions
  FROM (SELECT 1) one
  LEFT JOIN "Deployment" d ON d."accountId" = $1 AND d.number = $4 AND d."retiredAt" IS NULL
  LEFT JOIN "User" u ON u."accountId" = $1 AND u.kind = 'external' AND u.identifier = $5 AND u."embedTenantId" IS NULL`;

/** Parameters from $1: account, session, audit event, deployment, hash, now, expiry, actor, details. */
const mintParts = `minted AS (
    INSERT INTO "Session" (id, "accountId", "deploymentId", "userId", hash, "creatorMode", "securityContext", "createdAt",
                           "expiresAt")
    SELECT $2::uuid, $1::int, $4::int, p.id, $5, false, '{}', $6::timestamptz, $7::timestamptz
    FROM provisioned p RETURNING id),
  audited AS (
    INSERT INTO "AuditEvent" (id, "accountId", at, actor, action, subject, details, deployments)
    SELECT $3::uuid, $1::int, $6::timestamptz, $8, 'session.generate', 'session:' || m.id, $9::jsonb, '{1}' FROM minted m)
  SELECT (SELECT id FROM provisioned) AS "userId",
    (SELECT "externalUserCount" >= "maxExternalUsers" FROM "Account" WHERE id = $1) AS full`;

const createSql = `WITH room AS (
    SELECT id FROM "Account" WHERE id = $1 AND "externalUserCount" < "maxExternalUsers" FOR NO KEY UPDATE),
  provisioned AS (
    INSERT INTO "User" ("accountId", kind, identifier, ephemeral, deployments)
    SELECT id, 'external', $10, false, '{1}' FROM room
    ON CONFLICT DO NOTHING RETURNING id),
  counted AS (
    UPDATE "Account" SET "externalUserCount" = "externalUserCount" + 1
    WHERE id = $1 AND EXISTS (SELECT FROM provisioned)),
  joined AS (
    INSERT INTO "GroupMembership" ("userId", "groupId") SELECT p.id, g FROM provisioned p, unnest($11::int[]) g
    ON CONFLICT DO NOTHING),
  valued AS (
    INSERT INTO "UserAttributeValue" ("userId", "definitionId", value)
    SELECT p.id, v."definitionId", v.value
    FROM provisioned p, jsonb_to_recordset($12::jsonb) AS v("definitionId" int, value jsonb)
    ON CONFLICT ("userId", "definitionId") DO UPDATE SET value = excluded.value),
  ${mintParts}`;

const returnSql = `WITH provisioned AS (SELECT id FROM "User" WHERE id = $10 FOR KEY SHARE), ${mintParts}`;

function http(databaseUrl: string): MeasuredServer {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: poolSize });

  async function mint(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as MintBody;
    const now = new Date();
    const key = (request.headers.authorization ?? '').replace('Api-Key ', '');
    const authenticated = await pool.query<{ keyId: number; accountId: number; role: string; plan: string }>({
      name: 'authenticate',
      text: authenticateSql,
      values: [sha256(key), now],
    });
    const [caller] = authenticated.rows;
    if (caller === undefined) return answer(response, 401, { error: 'Unknown key' });
    if (caller.role !== 'admin' || !['premium', 'enterprise'].includes(caller.plan)) {
      return answer(response, 403, { error: 'Forbidden' });
    }
    if (typeof body.externalId !== 'string' || body.externalId !== body.externalId.trim().toLowerCase()) {
      return answer(response, 400, { error: 'externalId' });
    }
    const read = await pool.query<State>({
      name: 'read',
      text: readSql,
      values: [
        caller.accountId,
        body.groups,
        body.userAttributes.map(({ name }) => name),
        body.deploymentId,
        body.externalId,
      ],
    });
    const [state] = read.rows;
    if (state?.deploymentId == null) return answer(response, 404, { error: 'Deployment not found' });
    const groupIds = state.groups.map(({ id }) => id);
    if (groupIds.length !== body.groups.length) return answer(response, 400, { error: 'Groups not found' });
    const values = body.userAttributes.map(({ name, value }) => ({
      definitionId: state.definitions.find((definition) => definition.name === name)?.id,
      value,
    }));
    const sessionId = randomBytes(16).toString('hex');
    const details = { deploymentId: body.deploymentId, externalId: body.externalId };
    const common = [
      caller.accountId,
      uuidv7(),
      uuidv7(),
      state.deploymentId,
      sha256(sessionId),
      now,
      new Date(now.getTime() + 300_000),
      `apiKey:${caller.keyId}`,
      JSON.stringify(details),
    ];
    await (state.user === null
      ? pool.query({
          name: 'create',
          text: createSql,
          values: [...common, body.externalId, groupIds, JSON.stringify(values)],
        })
      : pool.query({ name: 'return', text: returnSql, values: [...common, state.user.id] }));
    answer(response, 200, { sessionId });
  }

  return {
    listener: (request, response) => {
      mint(request, response).catch((error: unknown) => answer(response, 500, { error: String(error) }));
    },
    say: () => {},
  };
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  response.end(JSON.stringify(body));
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

const { BENCH_DATABASE_URL: databaseUrl = '' } = process.env;
serveParent(http(databaseUrl));
