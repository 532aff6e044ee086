import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { loadConfig } from '../src/config.ts';
import { createDuckDbEngine } from '../src/engines/duckdb/engine.ts';
import { createPostgresEngine } from '../src/engines/postgres/engine.ts';
import type { QueryEngine } from '../src/engines/query-engine.ts';
import { openService } from '../src/service.ts';
import { type LoadedWorkspace, loadWorkspace } from '../src/services/workspace/load-workspace.ts';
import { formatProblem } from '../src/yaml/model-error.ts';
import { EvaluationError } from './evaluation-error.ts';

export interface ServedWorkspace extends AsyncDisposable {
  /** Of the agent's chat endpoint. */
  readonly chatUrl: string;
  /** The same of another agent of the account. */
  chatUrlOf(agent: number): string;
  readonly adminKey: string;
  /** Who is asked. */
  readonly about: { readonly account: string; readonly agent: number; readonly model: string };
  /** The agent's data, without model, policies or limits: what gold SQL runs on. */
  readonly source: QueryEngine;
  /** Sets the service's clock, or lets it run again. */
  setClock(moment: Date | undefined): void;
}

export interface ServeOptions {
  readonly workspace: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** @default the workspace's first */
  readonly account?: string | undefined;
  /** Number of the agent. @default the account's first */
  readonly agent?: number | undefined;
  /** Overrides the model of every agent, such as `openai:gpt-5`. @default the workspace's */
  readonly model?: string | undefined;
  /** Puts a state into the data directory before it is opened. */
  readonly fill?: (dataDir: string) => Promise<void>;
}

/**
 * Starts the service in this process, on a free port and a new embedded state, over any workspace; provider keys come
 * from the environment. Disposing stops it and removes its state. @throws EvaluationError, AppError
 */
export async function serveWorkspace(options: ServeOptions): Promise<ServedWorkspace> {
  await using stack = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'inlay-eval-'));
  stack.defer(() => rm(dataDir, { recursive: true, force: true }));
  await options.fill?.(dataDir);
  const adminKey = randomBytes(24).toString('hex');
  const loaded = loadConfig({
    ...options.env,
    WORKSPACE: options.workspace,
    DATA_DIR: dataDir,
    DATABASE_URL: undefined,
    REDIS_URL: undefined,
    ADMIN_API_KEY: adminKey,
    // What fails is reported with its question.
    LOG_LEVEL: options.env['LOG_LEVEL'] ?? 'fatal',
    NODE_ENV: 'production',
  });
  if (!loaded.ok) throw new EvaluationError(loaded.problems.join('\n'));
  const { config } = loaded;
  const read = await loadWorkspace(config.workspace, options.env);
  if (!read.ok) throw new EvaluationError(read.problems.map(formatProblem).join('\n'));
  const workspace = withModel(read.workspace, options.model);
  const { account, agent, deployment } = choose(workspace, options);

  const source = stack.use(
    deployment.dataSource.type === 'duckdb'
      ? await createDuckDbEngine({ folder: workspace.folder, ...deployment.dataSource })
      : await createPostgresEngine(deployment.dataSource),
  );
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  stack.defer(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let clock: Date | undefined;
  const service = await openService({
    config,
    workspace,
    ownUrl: () => url,
    logger: pino({ level: config.logLevel }, pino.destination(process.stderr.fd)),
    now: () => clock ?? new Date(),
  });
  stack.defer(() => service[Symbol.asyncDispose]());
  server.on('request', service.gateway.listener);

  const chatUrlOf = (id: number) =>
    `${url}/api/v1/public/${account.name}/agents/${id}/chat/stream-chat-state`;
  const disposables = stack.move();
  return {
    chatUrl: chatUrlOf(agent.id),
    chatUrlOf,
    adminKey,
    about: { account: account.name, agent: agent.id, model: agent.model },
    source,
    setClock(moment) {
      clock = moment;
    },
    [Symbol.asyncDispose]: () => disposables.disposeAsync(),
  };
}

function withModel(workspace: LoadedWorkspace, model: string | undefined): LoadedWorkspace {
  if (model === undefined) return workspace;
  const accounts = workspace.accounts.map((account) => ({
    ...account,
    agents: account.agents.map((agent) => ({ ...agent, model })),
  }));
  return { ...workspace, accounts };
}

function choose({ accounts }: LoadedWorkspace, { account: name, agent: number }: ServeOptions) {
  const account = accounts.find((candidate) => name === undefined || candidate.name === name);
  if (account === undefined) throw new EvaluationError(`The workspace has no account ${name ?? ''}.`.trim());
  const agent = account.agents.find(({ id }) => number === undefined || id === number);
  const deployment = account.deployments.find(({ id }) => id === agent?.deploymentId);
  if (agent === undefined || deployment === undefined) {
    throw new EvaluationError(`The account ${account.name} has no agent ${number ?? 'at all'}.`);
  }
  return { account, agent, deployment };
}
