import { Prisma } from '../../db/generated/client.ts';
import type { ModelCall, Tokens } from './model-call.ts';

/** Calls of one model, added up. */
interface CallTotal extends Tokens {
  readonly provider: string;
  readonly model: string;
  readonly calls: number;
  readonly failures: number;
}

/** The calls of a turn that are not stored yet. */
export class UnstoredCalls {
  #totals = new Map<string, CallTotal>();

  add({ hasFailed, ...call }: ModelCall): void {
    const key = JSON.stringify([call.provider, call.model]);
    const total = this.#totals.get(key);
    this.#totals.set(key, {
      provider: call.provider,
      model: call.model,
      calls: (total?.calls ?? 0) + 1,
      failures: (total?.failures ?? 0) + (hasFailed ? 1 : 0),
      inputTokens: (total?.inputTokens ?? 0) + call.inputTokens,
      cachedInputTokens: (total?.cachedInputTokens ?? 0) + call.cachedInputTokens,
      outputTokens: (total?.outputTokens ?? 0) + call.outputTokens,
      reasoningTokens: (total?.reasoningTokens ?? 0) + call.reasoningTokens,
    });
  }

  /** The calls so far, which then no longer count as unstored. */
  take(): readonly CallTotal[] {
    // Always in the same order, so that turns of the same user do not deadlock.
    const taken = [...this.#totals].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, total]) => total);
    this.#totals = new Map();
    return taken;
  }
}

/**
 * Parts of a statement that add calls to the usage of their day; empty without calls. The user is locked, so that nothing is
 * added for a user or an embed tenant that is being deleted.
 * @param run a part with the columns `userId` and `agentId`; if it has no row, nothing is added
 */
export function spentPart(calls: readonly CallTotal[], run: 'run' | 'finished', now: Date): Prisma.Sql {
  if (calls.length === 0) return Prisma.empty;
  return Prisma.sql`, owner AS (
    SELECT u.id, u."accountId", u."embedTenantId", r."agentId"
    FROM ${Prisma.raw(run)} r JOIN "User" u ON u.id = r."userId" FOR KEY SHARE OF u),
  spent AS (
    INSERT INTO "ModelUsage" AS u ("accountId", "agentId", "userId", "embedTenantId", provider, model, day, calls, failures,
                                   "inputTokens", "cachedInputTokens", "outputTokens", "reasoningTokens")
    SELECT owner."accountId", owner."agentId", owner.id, owner."embedTenantId", c.provider, c.model, ${utcDay(now)}::date,
           c.calls, c.failures, c."inputTokens", c."cachedInputTokens", c."outputTokens", c."reasoningTokens"
    FROM owner, jsonb_to_recordset(${JSON.stringify(calls)}::jsonb) AS c(
           provider text, model text, calls int, failures int, "inputTokens" bigint, "cachedInputTokens" bigint,
           "outputTokens" bigint, "reasoningTokens" bigint)
    ON CONFLICT ("userId", day, "agentId", provider, model) DO UPDATE SET
      calls = u.calls + excluded.calls, failures = u.failures + excluded.failures,
      "inputTokens" = u."inputTokens" + excluded."inputTokens",
      "cachedInputTokens" = u."cachedInputTokens" + excluded."cachedInputTokens",
      "outputTokens" = u."outputTokens" + excluded."outputTokens",
      "reasoningTokens" = u."reasoningTokens" + excluded."reasoningTokens")`;
}

const counts = [
  'calls',
  'failures',
  'inputTokens',
  'cachedInputTokens',
  'outputTokens',
  'reasoningTokens',
] as const;

/**
 * Parts of a statement that erases users: their usage becomes one row for each embed tenant, agent, model and day, together with that
 * of users who were erased before. Rows would otherwise grow with the number of users that there ever were.
 * @param due a part with the `id` of each user
 */
export function mergedUsageParts(due: string): Prisma.Sql {
  const key = Prisma.raw('"accountId", "agentId", "embedTenantId", provider, model, day');
  const columns = Prisma.raw(counts.map((name) => `"${name}"`).join(', '));
  const sums = Prisma.raw(counts.map((name) => `sum("${name}")`).join(', '));
  return Prisma.sql`theirs AS (
    SELECT * FROM "ModelUsage" WHERE "userId" IN (SELECT id FROM ${Prisma.raw(due)})),
  merged AS (
    DELETE FROM "ModelUsage" WHERE id IN (
      SELECT id FROM theirs UNION SELECT n.id FROM theirs t JOIN "ModelUsage" n
        ON n."userId" IS NULL AND n.day = t.day AND n."agentId" = t."agentId" AND n.provider = t.provider
          AND n.model = t.model AND n."embedTenantId" IS NOT DISTINCT FROM t."embedTenantId")
    RETURNING *),
  kept AS (INSERT INTO "ModelUsage" (${key}, ${columns}) SELECT ${key}, ${sums} FROM merged GROUP BY ${key})`;
}

/** The day of a time in UTC, as `YYYY-MM-DD`. */
export function utcDay(time: Date): string {
  return time.toISOString().slice(0, 10);
}
