/**
 * What bench/stream.ts measures, in a process of its own: the whole service as main.ts composes it, but for an agent that
 * says what the benchmark wants. `http` is its counterpart by hand.
 */
import pino from 'pino';
import type { ChatLine } from '../src/contract/stream-lines.ts';
import { openDatabase } from '../src/db/database.ts';
import { createGateway } from '../src/gateway.ts';
import { createMemoryRunLog } from '../src/runs/memory-run-log.ts';
import { createRedisRunLog } from '../src/runs/redis-run-log.ts';
import type { TurnOutcome, TurnRequest } from '../src/services/chat/turn.ts';
import { createServices } from '../src/services/create-services.ts';
import { applyWorkspace } from '../src/services/workspace/apply-workspace.ts';
import { loadWorkspace } from '../src/services/workspace/load-workspace.ts';
import { openDeployments } from '../test/support/open-deployments.ts';
import { highLimits } from './bench-limits.ts';
import { servePeer } from './chat-peer.ts';
import { type MeasuredServer, serveParent } from './measured-server.ts';

async function inlay(
  databaseUrl: string | undefined,
  redisUrl: string | undefined,
  adminKey: string,
): Promise<MeasuredServer> {
  const { prisma } = await openDatabase({ databaseUrl });
  const loaded = await loadWorkspace(new URL('../examples/shop', import.meta.url).pathname, {});
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  await applyWorkspace(prisma, loaded.workspace, [adminKey], new Date(), async () => {});
  // Each request is logged as in production, only to nowhere.
  const logger = pino({ level: 'info' }, pino.destination({ dest: '/dev/null', sync: true }));
  const agent = createAgent();
  const services = await createServices({
    prisma,
    logger,
    publicUrl: () => 'http://bench',
    deployments: await openDeployments(loaded.workspace),
    runTurn: agent.runTurn,
    runLog:
      redisUrl === undefined
        ? createMemoryRunLog<ChatLine>({ graceMs: 2 ** 30 })
        : createRedisRunLog<ChatLine>({ url: redisUrl }),
    limits: highLimits,
  });
  const gateway = createGateway({ services, checks: [], logger, graphiql: false });
  return { listener: gateway.listener, say: agent.say };
}

/** Of a turn that streams 50 lines: its first, the user's message, the text as a whole, the answer and the last are five. */
const deltasOfTurn = 45;

/** By the input: `follow` says a piece whenever the benchmark wants, `frames` a turn of 50 lines at once, others an answer. */
function createAgent(): { say: () => void; runTurn: (request: TurnRequest) => Promise<TurnOutcome> } {
  const emitters = new Set<TurnRequest['emit']>();
  let said = 0;
  return {
    say() {
      said += 1;
      for (const emit of emitters) void emit({ type: 'text-delta', id: 'text', delta: `word ${said} ` });
    },
    async runTurn({ input, emit, signal }) {
      const usage = { inputTokens: 0, outputTokens: 0, steps: 1 };
      if (input === 'follow') {
        emitters.add(emit);
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        emitters.delete(emit);
        return { status: 'aborted', usage };
      }
      if (input === 'frames') {
        const words = Array.from({ length: deltasOfTurn }, (_, i) => `word ${i + 1} `);
        for (const delta of words) await emit({ type: 'text-delta', id: 'text', delta });
        await emit({ type: 'text', id: 'text', content: words.join('') });
      }
      await emit({ type: 'answer', id: 'answer', content: 'That is all.' });
      return { status: 'completed', usage };
    },
  };
}

const {
  BENCH_DATABASE_URL: databaseUrl,
  BENCH_REDIS_URL: redisUrl,
  BENCH_ADMIN_KEY: adminKey = '',
} = process.env;
serveParent(
  process.argv[2] === 'inlay' ? await inlay(databaseUrl, redisUrl, adminKey) : await servePeer(databaseUrl),
);
