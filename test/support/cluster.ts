import { openDatabase } from '../../src/db/database.ts';
import type { PrismaClient } from '../../src/db/generated/client.ts';
import { type AskedModel, openAskedModel } from './asked-model.ts';
import { createPostgresDatabase } from './database.ts';
import { LoadBalancer } from './load-balancer.ts';
import { RedisServer } from './redis-server.ts';
import { createServiceFolder, ServiceProcess } from './service-process.ts';

/** Real processes on one PostgreSQL and one Redis, behind a load balancer. */
export interface Cluster extends AsyncDisposable {
  /** Of the load balancer. */
  readonly url: string;
  /** The folder of the workspace that the processes share. */
  readonly workspace: string;
  /** Where the processes are; one that has ended is replaced with `replace`. */
  readonly nodes: readonly ServiceProcess[];
  readonly redis: RedisServer;
  readonly model: AskedModel;
  /** The state, behind the processes' back. */
  readonly prisma: PrismaClient;
  /** Starts another process in the place of one that has ended. */
  replace(index: number): Promise<ServiceProcess>;
}

export interface ClusterOptions {
  readonly size: number;
  readonly model?: Parameters<typeof openAskedModel>[0];
  readonly environment?: Readonly<Record<string, string>>;
}

export async function openCluster({
  size,
  model: answers,
  environment = {},
}: ClusterOptions): Promise<Cluster> {
  await using stack = new AsyncDisposableStack();
  const { url: databaseUrl } = stack.use(await createPostgresDatabase());
  const { prisma } = stack.use(await openDatabase({ databaseUrl, poolSize: 2 }));
  const redis = stack.use(await RedisServer.open());
  const model = stack.use(await openAskedModel(answers));
  const folder = stack.use(await createServiceFolder());
  const balancer = stack.use(await LoadBalancer.open());
  const processes = stack.use(new AsyncDisposableStack());
  const nodes: ServiceProcess[] = [];
  async function start(index: number): Promise<ServiceProcess> {
    const node = await ServiceProcess.start(folder, {
      ...model.environment,
      DATABASE_URL: databaseUrl,
      REDIS_URL: redis.url,
      LOG_LEVEL: 'info',
      ...environment,
    });
    processes.use(node);
    nodes[index] = node;
    await balancer.add(node.url);
    return node;
  }
  await Promise.all(Array.from({ length: size }, (_, index) => start(index)));
  const disposables = stack.move();
  return {
    url: balancer.url,
    workspace: folder.path,
    nodes,
    redis,
    model,
    prisma,
    async replace(index) {
      const ended = nodes[index];
      if (ended !== undefined) balancer.remove(ended.url);
      return start(index);
    },
    [Symbol.asyncDispose]: () => disposables.disposeAsync(),
  };
}
