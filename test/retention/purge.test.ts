import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PrismaClient } from '../../src/db/generated/client.ts';
import { authenticate } from '../../src/services/access/authenticate.ts';
import { watchThreads } from '../../src/services/chat/threads/watch-threads.ts';
import { purge, type Retention } from '../../src/services/retention/purge.ts';
import { type ChatService, keys, openChatService } from '../support/chat-service.ts';
import { describeDatabases } from '../support/database.ts';
import { ScriptedAgent } from '../support/scripted-agent.ts';

const dayMs = 86_400_000;
const now = new Date('2026-06-01T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);

describeDatabases('what accounts keep no longer', (kind) => {
  let service: ChatService;
  let prisma: PrismaClient;
  beforeAll(async () => {
    service = await openChatService({ kind, runTurn: new ScriptedAgent().runTurn });
    prisma = service.database.prisma;
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const purgeAll = (retentions: ReadonlyMap<string, Retention>, signal?: AbortSignal) =>
    purge({ ...service.services, now: () => now }, retentions, signal);

  const counts = async () => ({
    threads: await prisma.chatThread.count(),
    messages: await prisma.chatMessage.count(),
    results: await prisma.queryResult.count(),
    sessions: await prisma.session.count(),
    auditEvents: await prisma.auditEvent.count(),
    usage: await prisma.modelUsage.count(),
    dashboards: await prisma.userDashboard.count(),
  });

  /** Rows of an account, of each kind, this many days old. */
  async function fill(accountName: string, ages: readonly number[]): Promise<void> {
    await prisma.$executeRaw`
      WITH a AS (SELECT id FROM "Account" WHERE name = ${accountName}),
      d AS (SELECT d.id FROM "Deployment" d JOIN a ON a.id = d."accountId" ORDER BY d.id LIMIT 1),
      g AS (SELECT g.id FROM "Agent" g JOIN a ON a.id = g."accountId" ORDER BY g.id LIMIT 1),
      u AS (INSERT INTO "User" ("accountId", kind, identifier) SELECT id, 'internal', 'kept' FROM a RETURNING id),
      ages AS (SELECT n, ${now}::timestamptz - n * interval '1 day' AS at FROM unnest(${[...ages]}::int[]) n),
      threads AS (INSERT INTO "ChatThread" (id, "accountId", "userId", "agentId", title, "createdAt", "updatedAt")
        SELECT gen_random_uuid(), a.id, u.id, g.id, 't', at, at FROM a, u, g, ages RETURNING id, "updatedAt" AS at),
      runs AS (INSERT INTO "ChatRun" (id, "threadId", "userId", "agentId", status, "startSort", "leaseOwner", "leaseExpiresAt")
        SELECT gen_random_uuid(), t.id, u.id, g.id, (CASE WHEN at < ${daysAgo(500)}::timestamptz THEN 'running' ELSE 'completed' END)::"ChatRunStatus",
          0, 'x', ${daysAgo(-1)}::timestamptz FROM threads t, u, g RETURNING id, "threadId"),
      messages AS (INSERT INTO "ChatMessage" (id, "threadId", "runId", sort, role, content, "graphPath")
        SELECT gen_random_uuid(), "threadId", id, 1, 'user', 'q', '{}' FROM runs),
      results AS (INSERT INTO "QueryResult" (id, "accountId", "userId", "threadId", "deploymentId", "sqlQuery", "queryTitle")
        SELECT gen_random_uuid(), a.id, u.id, t.id, d.id, 'SELECT 1', 't' FROM a, u, d, threads t),
      sessions AS (INSERT INTO "Session" (id, hash, "accountId", "deploymentId", "userId", "createdAt", "expiresAt")
        SELECT (left(lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0'), 12) || '7000800000000000000' || (a.id % 10))::uuid,
          md5(a.id || '-' || n), a.id, d.id, u.id, at, at FROM a, u, d, ages),
      events AS (INSERT INTO "AuditEvent" (id, "accountId", at, actor, action, subject)
        SELECT gen_random_uuid(), a.id, at, 'test', 'test.fill', 'x:1' FROM a, ages),
      dashboards AS (INSERT INTO "UserDashboard" (id, "accountId", "userId", "deploymentId", title, "updatedAt")
        SELECT gen_random_uuid(), a.id, u.id, d.id, 't', at FROM a, u, d, ages)
      INSERT INTO "ModelUsage" ("accountId", "agentId", "userId", provider, model, day, calls, failures,
          "inputTokens", "cachedInputTokens", "outputTokens", "reasoningTokens")
        SELECT a.id, g.id, u.id, 'p', 'm', at::date, 1, 0, 1, 0, 1, 0 FROM a, g, u, ages`;
  }

  it('goes once it is older than its account says, with what belongs to it, and open pages are told; all else stays', async () => {
    await prisma.auditEvent.deleteMany();
    await fill('acme', [600, 400, 100, 1]);
    await fill('rival', [400, 1]);
    const { services } = service;
    const due = await prisma.chatThread.findFirstOrThrow({
      where: { account: { name: 'acme' }, updatedAt: daysAgo(400) },
    });
    const admin = await authenticate(services, services.tokens, `Api-Key ${keys.admin}`);
    await using page = await watchThreads(services, admin, due.userId);
    const retention = { threads: 365, sessions: 90, auditEvents: 200, usage: 99, dashboards: 500 };
    const deleted = await purgeAll(new Map([['acme', retention]]));
    const told = { kind: 'deleted', threadId: due.id, deployment: 1 };
    expect(await page.next()).toEqual({ done: false, value: told });
    // The oldest thread has a running turn.
    expect(deleted).toBe(1 + 3 + 2 + 3 + 1);
    expect(await counts()).toEqual({
      threads: 3 + 2,
      messages: 3 + 2,
      results: 3 + 2,
      sessions: 1 + 2,
      auditEvents: 2 + 2,
      usage: 1 + 2,
      dashboards: 3 + 2,
    });
    expect(await purgeAll(new Map([['acme', retention]]))).toBe(0);
  });

  it('many rows go in several batches, and a purge that is ended goes no further', async () => {
    await prisma.$executeRaw`
      INSERT INTO "AuditEvent" (id, "accountId", at, actor, action, subject)
      SELECT gen_random_uuid(), a.id, ${daysAgo(300)}, 'test', 'test.many', 'x:1' FROM "Account" a, generate_series(1, 1200)
      WHERE a.name = 'acme'`;
    const retention = new Map([['acme', { auditEvents: 200 }]]);
    const left = () => prisma.auditEvent.count({ where: { action: 'test.many' } });
    expect(await purgeAll(retention, AbortSignal.abort())).toBe(0);
    expect(await left()).toBe(1_200);
    expect(await purgeAll(retention)).toBe(1_200);
    expect(await left()).toBe(0);
  });

  if (kind === 'postgres') {
    it('a purge leaves rows in use for later, and nobody waits', async () => {
      await prisma.chatThread.updateMany({ data: { updatedAt: daysAgo(1) } });
      const [busy] = await prisma.chatThread.findMany({ where: { account: { name: 'rival' } }, take: 1 });
      await prisma.chatThread.updateMany({
        where: { account: { name: 'rival' } },
        data: { updatedAt: daysAgo(400) },
      });
      const retention = new Map([['rival', { threads: 365 }]]);
      await prisma.$transaction(async (holder) => {
        await holder.$queryRaw`SELECT FROM "ChatThread" WHERE id = ${busy?.id}::uuid FOR UPDATE`;
        expect(await purgeAll(retention)).toBe(1);
      });
      expect(await purgeAll(retention)).toBe(1);
    });

    it('only one process purges at a time', async () => {
      await fillEvents();
      const retention = new Map([['acme', { auditEvents: 200 }]]);
      await prisma.$transaction(async (other) => {
        await other.$queryRaw`SELECT pg_advisory_xact_lock(1918989413)::text`;
        expect(await purgeAll(retention)).toBe(0);
      });
      expect(await purgeAll(retention)).toBe(10);
    });
  }

  async function fillEvents(): Promise<void> {
    await prisma.$executeRaw`
      INSERT INTO "AuditEvent" (id, "accountId", at, actor, action, subject)
      SELECT gen_random_uuid(), a.id, ${daysAgo(300)}, 'test', 'test.more', 'x:1' FROM "Account" a, generate_series(1, 10)
      WHERE a.name = 'acme'`;
  }
});
