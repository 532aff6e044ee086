import pino from 'pino';
import { openDatabase } from '../src/db/database.ts';
import { createGateway, type Gateway } from '../src/gateway.ts';
import { createServices } from '../src/services/create-services.ts';
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
  const services = stack.use(
    await createServices({
      prisma,
      logger,
      publicUrl: () => 'http://bench',
      deployments: {
        all: [],
        get: () => {
          throw new Error('This benchmark reads no data.');
        },
        [Symbol.asyncDispose]: async () => {},
      },
      runTurn: () => Promise.reject(new Error('This benchmark runs no turn.')),
      limits: highLimits,
    }),
  );
  const gateway = createGateway({ services, checks: [], logger, graphiql: false });
  const disposables = stack.move();
  return { gateway, [Symbol.asyncDispose]: () => disposables.disposeAsync() };
}
