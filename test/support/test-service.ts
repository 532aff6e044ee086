import { join } from 'node:path';
import type { RecordedEvaluation } from '../../src/contract/evaluations.ts';
import type { Database, DatabaseKind } from '../../src/db/database.ts';
import { AppError } from '../../src/errors.ts';
import { createGateway, type Gateway } from '../../src/gateway.ts';
import type { TurnOutcome, TurnRequest } from '../../src/services/chat/turn.ts';
import { type AppContext, createServices } from '../../src/services/create-services.ts';
import type { DeploymentData, Deployments } from '../../src/services/deployments/deployments.ts';
import { hashSecret, newApiKey } from '../../src/services/secret.ts';
import { loadWorkspace } from '../../src/services/workspace/load-workspace.ts';
import { openTestDatabase } from './database.ts';
import { openTestLog } from './discreet-log.ts';
import { type GivenLimits, onlyLimits } from './limits.ts';
import { openDeployments } from './open-deployments.ts';

/** An account to begin with: two deployments (1 and 2), an agent on each (1 and 2), an admin key and a chat key. */
export interface AccountSeed {
  readonly name: string;
  /** @default 'enterprise' */
  readonly plan?: string;
  /** @default true */
  readonly useCreatorMode?: boolean;
  readonly maxExternalUsers?: number;
  /** Tenant-wide. */
  readonly groups?: readonly string[];
  /** Tenant-wide: type, or type and default. */
  readonly userAttributes?: Readonly<Record<string, AttributeSeed>>;
  /** Usernames of internal users. */
  readonly users?: readonly string[];
}

type AttributeType = 'string' | 'number' | 'string_array' | 'number_array';
type AttributeSeed = AttributeType | { readonly type: AttributeType; readonly defaultValue: string };

export interface SeededAccount {
  readonly id: number;
  readonly name: string;
  readonly adminKey: string;
  readonly chatKey: string;
}

export interface TestServiceOptions {
  /** @default 'pglite' */
  readonly kind?: DatabaseKind;
  /** @default one account, `acme` */
  readonly accounts?: readonly AccountSeed[];
  /** What deployments answer queries with. @default none */
  readonly deployments?: readonly DeploymentData[];
  /** Opens the data of session-workspace for the deployments of the account `acme`. */
  readonly withData?: boolean;
  /** @default answers `ok` */
  readonly runTurn?: (request: TurnRequest) => Promise<TurnOutcome>;
  /** @default none. Rates are counted by the service's clock. */
  readonly limits?: GivenLimits;
  /** @default none */
  readonly evaluations?: () => Promise<readonly RecordedEvaluation[]>;
  /** Whose `X-Forwarded-For` is believed. */
  readonly trustedProxies?: readonly string[];
}

/** Both doors over a database of their own; disposing of it leaves nothing behind. */
export interface TestService extends AsyncDisposable {
  readonly gateway: Gateway;
  readonly database: Database;
  readonly services: AppContext;
  /** Time stands still until it is moved. */
  readonly clock: { now: Date; advance(ms: number): void };
  /** What was masked as an internal error so far; a test that expects none asserts that it is empty. */
  readonly faults: readonly unknown[];
  /** @throws TypeError for an account that was not seeded */
  account(name?: string): SeededAccount;
  /** @param key credentials; null for none. @default the admin key of the first account */
  rest(method: string, path: string, body?: unknown, key?: string | null): Promise<RestAnswer>;
  /** @param key as for `rest` */
  graphql(query: string, variables?: object, key?: string | null): Promise<GraphQLAnswer>;
}

export interface RestAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  readonly body: any;
  readonly headers: Headers;
}

export interface GraphQLAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  readonly data: any;
  /** Of the first error; undefined without one. */
  readonly code: string | undefined;
  readonly message: string | undefined;
  readonly issues: readonly { path: string; message: string }[] | undefined;
}

export async function openTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const { accounts: seeds = [{ name: 'acme' }], withData = false, trustedProxies = [] } = options;
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await openTestDatabase(options.kind));
  const { prisma } = database;
  const clock = {
    now: new Date('2026-03-01T12:00:00.000Z'),
    advance(ms: number) {
      clock.now = new Date(clock.now.getTime() + ms);
    },
  };
  const faults: unknown[] = [];
  const secrets: string[] = [];
  const { logger, runTurn } = stack.use(
    openTestLog(options.runTurn ?? answerOk, secrets, (line) =>
      faults.push((JSON.parse(line) as { error?: unknown }).error ?? line),
    ),
  );
  const services = stack.use(
    await createServices({
      prisma,
      logger,
      now: () => clock.now,
      publicUrl: () => 'https://inlay.test',
      deployments: stack.use(withData ? await openData() : deploymentsOf(options.deployments ?? [])),
      runTurn,
      evaluations: options.evaluations,
      limits: onlyLimits(options.limits),
    }),
  );
  const gateway = stack.use(createGateway({ services, checks: [], logger, graphiql: false, trustedProxies }));
  const accounts = new Map<string, SeededAccount>();
  for (const seed of seeds) {
    const account = await seedAccount(database, seed);
    secrets.push(account.adminKey, account.chatKey);
    accounts.set(seed.name, account);
  }

  const account = (name = seeds[0]?.name ?? '') => {
    const found = accounts.get(name);
    if (found === undefined) throw new TypeError(`No account ${name}.`);
    return found;
  };
  const send = (path: string, init: RequestInit, key: string | null | undefined) => {
    const headers = new Headers(init.headers);
    const credentials = key === undefined ? account().adminKey : key;
    const scheme = credentials?.split('.').length === 3 ? 'Bearer' : 'Api-Key';
    if (credentials !== null) headers.set('authorization', `${scheme} ${credentials}`);
    return gateway.fetch(new Request(`https://inlay.test${path}`, { ...init, headers }));
  };
  const json = (body: unknown) => ({
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
  const disposables = stack.move();
  return {
    gateway,
    database,
    services,
    clock,
    faults,
    account,
    async rest(method, path, body, key) {
      const response = await send(path, { method, ...(body === undefined ? {} : json(body)) }, key);
      const text = await response.text();
      const isJson = text !== '' && (response.headers.get('content-type')?.includes('json; ') ?? false);
      return {
        status: response.status,
        headers: response.headers,
        body: isJson && !response.headers.get('content-type')?.includes('ndjson') ? JSON.parse(text) : text,
      };
    },
    async graphql(query, variables = {}, key) {
      const response = await send('/graphql', { method: 'POST', ...json({ query, variables }) }, key);
      const { data: result, errors } = (await response.json()) as {
        data?: unknown;
        errors?: { message: string; extensions?: { code?: string; issues?: GraphQLAnswer['issues'] } }[];
      };
      const first = errors?.[0];
      return {
        status: response.status,
        data: result,
        code: first?.extensions?.code ?? (first === undefined ? undefined : 'none'),
        message: first?.message,
        issues: first?.extensions?.issues,
      };
    },
    [Symbol.asyncDispose]: () => disposables.disposeAsync(),
  };
}

async function seedAccount({ prisma }: Database, seed: AccountSeed): Promise<SeededAccount> {
  const { name, plan = 'enterprise', useCreatorMode = true, maxExternalUsers = 10_000 } = seed;
  const { id } = await prisma.account.create({
    data: { name, plan, useCreatorMode, maxExternalUsers, cloudRegion: 'local' },
  });
  for (const number of [1, 2]) {
    const deployment = await prisma.deployment.create({
      data: { accountId: id, number, name: `Deployment ${number}` },
    });
    await prisma.agent.create({
      data: {
        accountId: id,
        number,
        name: `Agent ${number}`,
        deploymentId: deployment.id,
        model: 'planner',
      },
    });
  }
  const key = async (role: 'admin' | 'chat') => {
    const secret = newApiKey();
    await prisma.apiKey.create({
      data: {
        accountId: id,
        name: role,
        hash: hashSecret(secret),
        hint: secret.slice(-4),
        role,
        managed: true,
      },
    });
    return secret;
  };
  const [adminKey, chatKey] = [await key('admin'), await key('chat')];
  await prisma.group.createMany({
    data: (seed.groups ?? []).map((group) => ({ accountId: id, name: group })),
  });
  await prisma.userAttributeDefinition.createMany({
    data: Object.entries(seed.userAttributes ?? {}).map(([attribute, type]) => ({
      accountId: id,
      name: attribute,
      ...(typeof type === 'string' ? { type } : type),
    })),
  });
  await prisma.user.createMany({
    data: (seed.users ?? []).map((identifier) => ({ accountId: id, kind: 'internal' as const, identifier })),
  });
  return { id, name, adminKey, chatKey };
}

async function openData(): Promise<Deployments> {
  const result = await loadWorkspace(join(import.meta.dirname, 'session-workspace'), {});
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return openDeployments(result.workspace);
}

function deploymentsOf(all: readonly DeploymentData[]): Deployments {
  return {
    all,
    get(accountName, number) {
      const found = all.find((each) => each.accountName === accountName && each.number === number);
      if (found === undefined) throw new AppError('NOT_FOUND', `Deployment ${number} not found.`);
      return found;
    },
    [Symbol.asyncDispose]: async () => {},
  };
}

async function answerOk({ emit }: TurnRequest): Promise<TurnOutcome> {
  await emit({ type: 'answer', id: 'answer', content: 'ok' });
  return { status: 'completed', usage: { inputTokens: 0, outputTokens: 0, steps: 1 } };
}
