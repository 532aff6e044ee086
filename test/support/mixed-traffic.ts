import { setTimeout as sleep } from 'node:timers/promises';
import type { Line } from './line-client.ts';
import { adminKey, chatPath } from './service-process.ts';

/** What became of the requests that were sent. */
export interface TrafficReport {
  readonly sent: number;
  /** What each failed one was, and how it failed. */
  readonly failures: readonly string[];
}

/**
 * Sends requests of every kind as long as it is not stopped: sessions that are minted and exchanged, questions that are
 * answered, lists, queries of data. Each begins when its time has come, and fewer than `atOnce` are under way.
 */
export function startTraffic(
  url: string,
  { perSecond, atOnce }: { readonly perSecond: number; readonly atOnce: number },
): { stop(): Promise<TrafficReport> } {
  const failures: string[] = [];
  const pending = new Set<Promise<void>>();
  const stopping = new AbortController();
  let sent = 0;

  async function send(path: string, body: object, isAdmin = true): Promise<string> {
    sent += 1;
    const authorization = isAdmin ? { authorization: `Api-Key ${adminKey}` } : {};
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...authorization },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} ${text}`);
    return text;
  }

  const kinds: readonly ((user: string) => Promise<void>)[] = [
    async function session(externalId) {
      const minted = await send('/api/v1/embed/generate-session', { deploymentId: 1, externalId });
      await send('/api/v1/embed/session/token', JSON.parse(minted), false);
    },
    async function list() {
      const text = await send('/graphql', { query: '{ users(first: 5) { edges { node { createdAt } } } }' });
      if (text.includes('errors')) throw new Error(text);
    },
    async function query(externalId) {
      const text = await send('/api/v1/deployments/1/sql', {
        query: 'SELECT channel, MEASURE(order_count) AS orders FROM orders_overview GROUP BY 1',
        format: 'json',
        sessionSettings: { externalId },
      });
      if (!text.includes('"totalRows"')) throw new Error(text);
    },
    async function chat(externalId) {
      const body = { input: 'How many orders in 2025 by channel?', sessionSettings: { externalId } };
      const lines = (await send(chatPath(1), body)).trim().split('\n');
      const { state } = JSON.parse(lines.at(-1) ?? '{}') as Partial<Line>;
      if (state?.status !== 'completed') throw new Error(lines.at(-1));
    },
  ];
  /** Four questions in twenty: each takes as much as ten of the others. */
  const order = [0, 1, 2, 0, 3];

  async function run(): Promise<void> {
    for (let i = 0; !stopping.signal.aborted; i += 1) {
      const kind = kinds[order[i % order.length] ?? 0];
      const done = (kind?.(`mixed-${i % 40}`) ?? Promise.resolve())
        .catch((error: Error) => {
          const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
          failures.push(`${kind?.name}: ${error.message}${cause}`);
        })
        .finally(() => pending.delete(done));
      pending.add(done);
      if (pending.size >= atOnce) await Promise.race(pending);
      // A session is two requests.
      await sleep((1_000 / perSecond) * 1.4, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
      await Promise.all(pending);
      return { sent, failures };
    },
  };
}
