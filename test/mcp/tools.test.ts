import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAgentRuntime } from '../../src/agent/runtime.ts';
import { type ChatService, keys, openChatService } from '../support/chat-service.ts';
import { connectMcp, type McpClient, revisions } from '../support/mcp-client.ts';

/** The tools as the official client calls them, over a socket, with the agent that is built in. */
let service: ChatService;
/** Session tokens, by the region that their users may see. */
const tokens: Record<'EU' | 'UK', string> = { EU: '', UK: '' };

beforeAll(async () => {
  const agent = createAgentRuntime({ providers: {}, onFault: (fault) => expect.fail(JSON.stringify(fault)) });
  service = await openChatService({ runTurn: (request) => agent.runTurn(request) });
  for (const region of ['EU', 'UK'] as const) {
    const session = {
      deploymentId: 1,
      externalId: `user-${region.toLowerCase()}`,
      userAttributes: [{ name: 'region', value: [region] }],
    };
    const { sessionId } = await post('/api/v1/embed/generate-session', session, keys.admin);
    tokens[region] = (await post('/api/v1/embed/session/token', { sessionId })).token;
  }
});
afterAll(async () => {
  expect(service.faults).toEqual([]);
  await service[Symbol.asyncDispose]();
});

async function post(path: string, body: object, key?: string): Promise<{ sessionId: string; token: string }> {
  const response = await fetch(service.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key && { authorization: `Api-Key ${key}` }) },
    body: JSON.stringify(body),
  });
  return (await response.json()) as { sessionId: string; token: string };
}

type Revision = (typeof revisions)[number];
const as = (region: 'EU' | 'UK', revision?: Revision): Promise<McpClient> =>
  connectMcp(service.url, { authorization: `Bearer ${tokens[region]}` }, revision);
const withKey = (key: string, headers: Record<string, string> = {}): Promise<McpClient> =>
  connectMcp(service.url, {
    authorization: `Api-Key ${key}`,
    'inlay-external-id': 'user-uk',
    'inlay-deployment-id': '1',
    ...headers,
  });

const items = { query: 'SELECT item, MEASURE(amount) AS amount FROM sales GROUP BY 1 ORDER BY 1' };

describe.each(revisions)('MCP tools in the revision %s', (revision) => {
  it('the client agrees on the revision and reads what the server is for', async () => {
    await using eu = await as('EU', revision);
    expect(eu.client.getNegotiatedProtocolVersion()).toBe(revision);
    expect(eu.client.getServerVersion()).toMatchObject({ name: 'inlay' });
    expect(eu.client.getInstructions()).toContain('search_metadata');
    expect(eu.client.getServerCapabilities()?.tools).toBeDefined();
  });

  it('lists the tools with descriptions and schemas of what they take and return', async () => {
    await using eu = await as('EU', revision);
    const { tools } = await eu.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['search_metadata', 'run_sql', 'ask']);
    for (const { description, inputSchema, outputSchema, annotations } of tools) {
      expect(description).toMatch(/^.{60,}$/s);
      expect(Object.values(inputSchema.properties ?? {})).not.toEqual([]);
      for (const property of Object.values(inputSchema.properties ?? {})) {
        expect(property).toHaveProperty('description');
      }
      expect(outputSchema).toMatchObject({ type: 'object' });
      expect(annotations).toMatchObject({ destructiveHint: false });
    }
    expect(tools.map(({ annotations }) => annotations?.readOnlyHint)).toEqual([true, true, false]);
  });

  it('search_metadata finds what queries need, with the values that the user may see', async () => {
    await using uk = await as('UK', revision);
    const { structuredContent, texts } = await uk.call('search_metadata', { searchQuery: 'sales by item' });
    expect(JSON.parse(texts.join())).toEqual(structuredContent);
    const [sales] = structuredContent.cubes;
    expect(sales).toMatchObject({ name: 'sales', type: 'cube' });
    const item = sales.dimensions.find(({ name }: { name: string }) => name === 'sales.item');
    expect(item).toMatchObject({ type: 'string', values: ['tea'] });
    expect(item).not.toHaveProperty('description');
  });

  it('run_sql and ask give each user the rows of that user only', async () => {
    const seen: Record<string, unknown> = {};
    for (const region of ['EU', 'UK'] as const) {
      await using client = await as(region, revision);
      const rows = (await client.call('run_sql', items)).structuredContent;
      const { structuredContent: answer, texts } = await client.call('ask', {
        question: 'amount by item',
      });
      expect(texts[0]).toBe(answer.answer);
      expect(JSON.parse(texts[1] ?? '')).toEqual(answer);
      // The total, then its parts.
      expect(answer.results).toHaveLength(2);
      const [, result] = answer.results;
      expect(result.sqlQuery).toContain('FROM sales');
      expect(result.schema.map(({ name }: { name: string }) => name)).toContain('item');
      seen[region] = { rows, asked: result.data.length, answer: answer.answer };
    }
    expect(seen).toEqual({
      EU: {
        rows: {
          schema: [
            { name: 'item', column_type: 'String' },
            { name: 'amount', column_type: expect.any(String) },
          ],
          data: [
            ['cup', expect.anything()],
            ['tea', expect.anything()],
          ],
          totalRows: 2,
          hasMore: false,
        },
        asked: 2,
        answer: expect.stringContaining('Cup has 20'),
      },
      UK: expect.objectContaining({
        rows: expect.objectContaining({ data: [['tea', expect.anything()]], totalRows: 1 }),
        asked: 1,
        answer: expect.stringContaining('40'),
      }),
    });
  });
});

describe('asking over MCP', () => {
  it('ask continues a thread by its chatId, and not that of another user', async () => {
    await using eu = await as('EU');
    const first = await eu.call('ask', { question: 'amount by item' });
    const { chatId } = first.structuredContent;
    const second = await eu.call('ask', { question: 'only tea', chatId });
    expect(second.structuredContent).toMatchObject({ chatId, answer: expect.stringContaining('10') });
    await using uk = await as('UK');
    const refused = await uk.call('ask', { question: 'only tea', chatId });
    expect(refused).toMatchObject({ isError: true, texts: ['NOT_FOUND: Chat thread not found.'] });
  });

  it('ask returns the chart as a Vega-Lite specification', async () => {
    await using eu = await as('EU');
    const { structuredContent } = await eu.call('ask', { question: 'bar chart of amount by item' });
    const { vegaSpec } = structuredContent.results.at(-1);
    expect(JSON.parse(vegaSpec)).toMatchObject({ $schema: expect.stringContaining('vega-lite/v5') });
  });
});

describe('MCP tools with an API key', () => {
  it('act for the user that Inlay-External-Id names, under the attributes kept with the user', async () => {
    await using uk = await withKey(keys.admin);
    expect((await uk.call('run_sql', items)).structuredContent.data).toEqual([['tea', expect.anything()]]);
    await using eu = await withKey(keys.admin, { 'inlay-external-id': 'user-eu' });
    expect((await eu.call('run_sql', items)).structuredContent.data).toHaveLength(2);
  });

  it('use the deployment of Inlay-Deployment-Id, which a key that reaches several has to send', async () => {
    const headers = { authorization: `Api-Key ${keys.admin}`, 'inlay-external-id': 'user-uk' };
    await using several = await connectMcp(service.url, headers);
    for (const [tool, args] of Object.entries({ run_sql: items, ask: { question: 'amount' } })) {
      const refused = await several.call(tool, args);
      expect(refused.isError).toBe(true);
      expect(refused.texts[0]).toMatch(/^VALIDATION_FAILED: .*Inlay-Deployment-Id/);
    }
    await using only = await connectMcp(service.url, {
      authorization: `Api-Key ${keys.rival}`,
      'inlay-external-id': 'user-uk',
    });
    expect((await only.call('run_sql', items)).structuredContent).toMatchObject({ totalRows: 0 });
  });

  it('a chat key asks the agent of Inlay-Agent-Id, and reads no data otherwise', async () => {
    await using unnamed = await withKey(keys.chat);
    expect((await unnamed.call('ask', { question: 'amount' })).texts[0]).toMatch(
      /^VALIDATION_FAILED: .*Inlay-Agent-Id/,
    );
    expect((await unnamed.call('run_sql', items)).texts[0]).toMatch(/^FORBIDDEN: /);
    expect((await unnamed.call('search_metadata', { searchQuery: '' })).texts[0]).toMatch(/^FORBIDDEN: /);
    await using named = await withKey(keys.chat, { 'inlay-agent-id': '1' });
    const { structuredContent } = await named.call('ask', { question: 'total amount' });
    expect(structuredContent.answer).toContain('40');
  });

  it('does not let a session token name another user', async () => {
    await using uk = await connectMcp(service.url, {
      authorization: `Bearer ${tokens.UK}`,
      'inlay-external-id': 'user-eu',
    });
    expect((await uk.call('run_sql', items)).structuredContent.data).toHaveLength(1);
  });
});
