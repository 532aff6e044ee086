/** `apollo` is Apollo Server 5, `mercurius` is mercurius with jit; each on Fastify, in a process of its own. */
import { ApolloServer } from '@apollo/server';
import { fastifyApolloDrainPlugin, fastifyApolloHandler } from '@as-integrations/fastify';
import fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import mercurius from 'mercurius';
import { openDatabase } from '../../src/db/database.ts';
import { serveParent } from '../measured-server.ts';
import { type PeerContext, resolvers, typeDefs } from './schema.ts';
import { authenticate } from './threads.ts';

declare module 'mercurius' {
  interface MercuriusContext extends PeerContext {}
}

const { BENCH_DATABASE_URL: databaseUrl = '' } = process.env;
// The very client of the service, with its pool and prepared statements.
const { prisma } = await openDatabase({ databaseUrl });

async function contextOf({ headers }: FastifyRequest): Promise<PeerContext> {
  return { prisma, accountId: await authenticate(prisma, headers.authorization) };
}

async function apollo(app: FastifyInstance): Promise<void> {
  const server = new ApolloServer<PeerContext>({
    typeDefs,
    resolvers,
    plugins: [fastifyApolloDrainPlugin(app)],
  });
  await server.start();
  app.post('/graphql', fastifyApolloHandler(server, { context: contextOf }));
}

async function withMercurius(app: FastifyInstance): Promise<void> {
  await app.register(mercurius, { schema: typeDefs, resolvers, jit: 1, context: contextOf });
}

// Each request is logged once, as the service does, only to nowhere.
const app = fastify({
  logger: { level: 'info', file: '/dev/null' },
  logController: new LogController({ disableRequestLogging: true }),
});
app.addHook('onResponse', async (request, reply) => {
  const { method, url } = request;
  request.log.info({ method, path: url, status: reply.statusCode, ms: reply.elapsedTime }, 'request');
});
await (process.argv[2] === 'apollo' ? apollo(app) : withMercurius(app));
await app.ready();
serveParent({ listener: (request, response) => app.routing(request, response), say: () => {} });
