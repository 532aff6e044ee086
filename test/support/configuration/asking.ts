import { expect } from 'vitest';
import { LineClient } from '../line-client.ts';
import { chatPath, type ServiceProcess } from '../service-process.ts';
import { type Provider, providerAgents, type Surroundings } from './surroundings.ts';

/** A process of `main.ts`, and what its environment points to. */
export interface Scene {
  readonly service: ServiceProcess;
  readonly around: Surroundings;
}

/** The admin key of every process. */
export const ownKey = 'an-admin-key-of-the-configuration';

/** Posts JSON; `from` is what a proxy says of the client's address. */
export async function send(
  { url }: ServiceProcess,
  path: string,
  { body, key = ownKey, from = '203.0.113.2' }: { body: unknown; key?: string; from?: string },
): Promise<{ status: number; headers: Headers; body: unknown }> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Api-Key ${key}`,
      'x-forwarded-for': from,
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  const { status, headers } = response;
  return { status, headers, body: text === '' ? null : JSON.parse(text) };
}

export function mint(service: ServiceProcess, { externalId = 'emma', key = ownKey } = {}) {
  return send(service, '/api/v1/embed/generate-session', { body: { deploymentId: 1, externalId }, key });
}

/** Runs semantic SQL as a user who sees all rows. */
export function ask(service: ServiceProcess, query: string) {
  const sessionSettings = { externalId: 'analyst', groups: ['analysts'] };
  return send(service, '/api/v1/deployments/1/sql', { body: { query, format: 'json', sessionSettings } });
}

/** Asks the planner's agent a question, and waits for the end of its answer. */
export async function askPlanner({ url }: ServiceProcess, input: string): Promise<void> {
  const headers = { authorization: `Api-Key ${ownKey}` };
  const body = { input, sessionSettings };
  await (await LineClient.open(`${url}${chatPath(1)}`, { body, headers })).rest();
}

export function exchange(service: ServiceProcess, from: string, sessionId: string) {
  return send(service, '/api/v1/embed/session/token', { body: { sessionId }, from });
}

/** The status of each of twelve exchanges of sessions that there are not. */
export async function exchangeOften(service: ServiceProcess, from: (i: number) => string): Promise<number[]> {
  const attempts = Array.from({ length: 12 }, (_, i) => exchange(service, from(i), 'f'.repeat(32)));
  return (await Promise.all(attempts)).map(({ status }) => status);
}

interface GraphQLAnswer {
  readonly data?: unknown;
  readonly errors?: readonly { readonly message: string }[];
}

export async function graphql(service: ServiceProcess, query: string): Promise<GraphQLAnswer> {
  return (await send(service, '/graphql', { body: { query } })).body as GraphQLAnswer;
}

export async function introspect(service: ServiceProcess): Promise<string> {
  return JSON.stringify(await graphql(service, '{ __schema { queryType { name } } }'));
}

export async function graphiql({ url }: ServiceProcess): Promise<string> {
  return (await fetch(`${url}/graphql`, { headers: { accept: 'text/html' } })).text();
}

/** The names and the addresses of agents. */
export async function agentsOf(service: ServiceProcess): Promise<string> {
  return JSON.stringify(await graphql(service, '{ agents { edges { node { name chatApiUrl } } } }'));
}

/** The console and the chat, with what they load, below a path. */
export async function expectPages({ url }: ServiceProcess, base: string): Promise<void> {
  for (const page of ['/admin', '/embed/chat']) {
    const response = await fetch(`${url}${base}${page}`);
    const html = await response.text();
    expect(response.status).toBe(200);
    const [, asset = ''] = /src="([^"]+)"/.exec(html) ?? [];
    expect(asset.startsWith(`${base}/assets/`)).toBe(true);
    expect((await fetch(`${url}${asset}`)).status).toBe(200);
  }
}

const sessionSettings = { externalId: 'asker' };

/** A turn of a provider's agent, which waits for the provider; disposing aborts it. */
export async function startTurn({ service, around }: Scene, provider: Provider) {
  const path = chatPath(providerAgents[provider]);
  const headers = { authorization: `Api-Key ${ownKey}` };
  const body = { input: 'Revenue?', sessionSettings };
  const stream = await LineClient.open(`${service.url}${path}`, { body, headers });
  const [cutoff] = await stream.take(1);
  const request = await around.providers.requestTo(provider);
  const chatId = cutoff?.state?.chatId;
  return {
    request,
    async [Symbol.asyncDispose]() {
      await send(service, `${path}/abort`, { body: { chatId, sessionSettings } });
      await stream.rest();
    },
  };
}

/** What a provider is asked on behalf of its agent. */
export async function askProvider(scene: Scene, provider: Provider) {
  await using turn = await startTurn(scene, provider);
  return turn.request;
}
