import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillDataDirectory } from '../support/database.ts';
import {
  createServiceFolder,
  modelAgent,
  type ServiceFolder,
  ServiceProcess,
} from '../support/service-process.ts';

const key = 'sk-canary-key-0123456789';
const sessionSettings = { externalId: 'canary-user', groups: ['managers'] };

/** Asks for customers' addresses, then fails: with the whole of the request in its answer, where it has one. */
type Failing = (response: ServerResponse, body: string) => void;

function refusing(status: number): Failing {
  return (response, body) => {
    response.writeHead(status, { 'x-request-id': `req-${status}`, 'retry-after-ms': '1' });
    response.end(JSON.stringify({ error: { message: `Not with ${key}: ${body}`, type: body, code: body } }));
  };
}

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: 'c', created: 0, model: 't', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

function streaming(write: (body: string) => string, cut = false): Failing {
  return (response, body) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'x-request-id': 'req-200' });
    response.write(chunk({ content: 'I am ' }));
    response.write(write(body), () => (cut ? response.destroy() : response.end()));
  };
}

const call = (name: string, args: string) =>
  chunk({ tool_calls: [{ index: 0, id: 'c', type: 'function', function: { name, arguments: args } }] }) +
  chunk({}, 'tool_calls');

const failures: Record<string, Failing> = {
  'HTTP 400': refusing(400),
  'HTTP 401': refusing(401),
  'HTTP 429': refusing(429),
  'HTTP 500': refusing(500),
  'a cut stream': streaming((body) => chunk({ content: body }), true),
  'an error in the stream': streaming((body) => `data: ${JSON.stringify({ error: { message: body } })}\n\n`),
  'malformed JSON in the stream': streaming((body) => `data: {"choices": ${body} oops\n\n`),
  'JSON of another shape': streaming((body) => `data: {"choices": ${JSON.stringify(body)}}\n\n`),
  'a page instead of a stream': (response, body) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<html>${body}</html>`);
  },
  'a malformed tool call': streaming((body) => call('svcSqlApi', `{"sqlQuery": ${body}`)),
  'a call of a tool that is not there': streaming((body) => call('canary', JSON.stringify({ body }))),
};

/** Makes the agent use a model of its account, with a key from the environment. */
async function nameModel({ path }: ServiceFolder): Promise<void> {
  const file = join(path, 'inlay.yml');
  const text = (await readFile(file, 'utf8')).replace('"openai-compatible:test"', 'remote');
  const models = `    models:
      - { name: remote, provider: openai-compatible, model: test, baseUrl: "\${REMOTE_URL}", apiKey: "\${REMOTE_KEY}" }
`;
  await writeFile(
    file,
    text.replace('    agents:\n', (agents) => models + agents),
  );
}

describe('what is logged, at trace level, of a model that fails', () => {
  const requests: string[] = [];
  const keys = new Set<string | undefined>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString();
      requests.push(body);
      keys.add(request.headers.authorization);
      const fail = Object.entries(failures).find(([how]) => body.includes(`Canary ${how}.`))?.[1];
      if (body.includes('@example.com')) return fail?.(response, body);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const sqlQuery = 'SELECT customer_name, email FROM customer_insights LIMIT 5';
      return response.end(call('svcSqlApi', JSON.stringify({ sqlQuery })));
    });
  });
  let folder: ServiceFolder;
  let service: ServiceProcess;

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    folder = await createServiceFolder();
    await fillDataDirectory(folder.dataDir);
    await nameModel(folder);
    service = await ServiceProcess.start(folder, {
      REMOTE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
      REMOTE_KEY: key,
      LOG_LEVEL: 'trace',
    });
  }, 60_000);
  afterAll(async () => {
    await service?.[Symbol.asyncDispose]();
    await folder?.[Symbol.asyncDispose]();
    server.closeAllConnections();
    server.close();
  });

  /** Last, because the process ends. */
  async function filesOfState(): Promise<readonly string[]> {
    await service.terminate();
    const files = await readdir(folder.dataDir, { recursive: true, withFileTypes: true });
    return files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
  }

  it('names the call, and holds nothing of prompts, rows and keys', async () => {
    const asked = Object.keys(failures).map(async (how) => {
      const lines = await (await service.chat({ input: `Canary ${how}.`, sessionSettings })).rest();
      return [how, lines.at(-1)?.state?.status] as const;
    });
    const ended = Object.fromEntries(await Promise.all(asked));
    expect(ended['HTTP 401']).toBe('failed');
    expect(ended['a cut stream']).toBe('failed');
    // The control: the rows, the question and the key were there to be logged.
    expect(requests.some((body) => /@example\.com/.test(body) && body.includes('Canary HTTP 401.'))).toBe(
      true,
    );
    const said = service.said.join('');
    for (const canary of [/canary/i, /@example\.com/, /customer_insights/, /data analyst/, /sk-/]) {
      expect(said).not.toMatch(canary);
    }
    const failed = service.logged.filter(({ msg }) => msg === 'a call of the language model failed');
    const common = { provider: 'openai-compatible.chat', model: 'test', account: 'acme', agent: modelAgent };
    for (const status of [400, 401, 429, 500]) {
      const expected = { ...common, run: expect.any(String), status, requestId: `req-${status}` };
      expect(failed).toContainEqual(expect.objectContaining(expected));
    }
    // Of a stream that broke, too; those that are tried again are warnings.
    expect(failed).toContainEqual(expect.objectContaining({ ...common, requestId: 'req-200', level: 40 }));
    expect(failed.filter(({ status, level }) => status === 401 && level === 50)).toHaveLength(1);
    expect(failed.filter(({ status, level }) => status === 429 && level === 40)).toHaveLength(3);
    expect(keys).toEqual(new Set([`Bearer ${key}`]));
    const states = await Promise.all((await filesOfState()).map((file) => readFile(file)));
    // The control: what was said is in the state, in clear text. The key of the model is not.
    expect(states.some((state) => state.includes('Canary HTTP 401.'))).toBe(true);
    expect(states.some((state) => state.includes(key))).toBe(false);
  }, 60_000);
});
