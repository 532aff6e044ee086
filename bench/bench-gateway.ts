import pino from 'pino';
import { uuidv7 } from 'uuidv7';
import { openDatabase } from '../src/db/database.ts';
import { createGateway, type Gateway } from '../src/gateway.ts';
import { createMemoryRunLog } from '../src/runs/memory-run-log.ts';
import { createSessionTokens, loadSigningSecrets } from '../src/services/access/session-token.ts';
import type { ChatLine } from '../src/services/chat/chat-line.ts';
import { createLiveTurns } from '../src/services/chat/live-turns.ts';
import { highLimits } from './bench-limits.ts';

export interface BenchGateway extends AsyncDisposable {
  readonly gateway: Gateway;
}

/** The whole service as main.ts composes it, but for data and an agent: for what needs only its state. */
export async function openBenchGateway(databaseUrl: string): Promise<BenchGateway> {
  await using stack = new AsyncDisposableStack();
  const { prisma } = stack.use(await openDatabase({ databaseUrl }));
  // Each request is logged as in production, only to nowhere.
  const logger = pino({ level: 'info' }, pino.destination({ dest: '/dev/null', sync: true }));
  const now = () => new Date();
  const gateway = createGateway({
    services: {
      prisma,
      now,
      newId: uuidv7,
      publicUrl: 'http://bench',
      logger,
      runLog: stack.use(createMemoryRunLog<ChatLine>()),
      turns: stack.use(createLiveTurns({ prisma, owner: 'bench', now, logger })),
      deployments: {
        all: [],
        get: () => {
          throw new Error('This benchmark reads no data.');
        },
        [Symbol.asyncDispose]: async () => {},
      },
      runTurn: () => Promise.reject(new Error('This benchmark runs no turn.')),
      tokens: createSessionTokens(await loadSigningSecrets(prisma, undefined)),
      limits: highLimits(),
    },
    checks: [],
    logger,
    graphiql: false,
  });
  const disposables = stack.move();
  return { gateway, [Symbol.asyncDispose]: () => disposables.disposeAsync() };
}
