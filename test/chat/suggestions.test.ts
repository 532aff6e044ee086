import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningService, startService } from '../../examples/demo/start-service.ts';
import { fillDataDirectory } from '../support/database.ts';
import { LineClient } from '../support/line-client.ts';

/** Suggested questions over the shop, under the rights of the user who reads them. */
describe('suggested questions', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService({ fill: fillDataDirectory });
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const user = (externalId: string, region: readonly string[]) => ({
    externalId,
    userAttributes: [{ name: 'region', value: region }],
  });

  async function suggest(sessionSettings: object, chatId?: string) {
    const query = `query($chatId: String, $sessionSettings: SessionSettingsInput) { chatAgent(agentId: 1) {
      name timezone deploymentId suggestedQuestions(chatId: $chatId, sessionSettings: $sessionSettings) } }`;
    const response = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Api-Key ${service.adminKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables: { chatId, sessionSettings } }),
    });
    const { data, errors } = (await response.json()) as {
      data?: { chatAgent: { suggestedQuestions: string[] } };
      errors?: { extensions: { code: string } }[];
    };
    return { agent: data?.chatAgent, code: errors?.[0]?.extensions.code };
  }

  async function ask(input: string, sessionSettings: object, known?: string) {
    const client = await LineClient.open(
      `${service.url}/api/v1/public/acme/agents/1/chat/stream-chat-state`,
      {
        body: { input, chatId: known, sessionSettings },
        headers: { authorization: `Api-Key ${service.adminKey}` },
      },
    );
    const lines = await client.rest();
    const rows = lines.flatMap(({ toolCall }) =>
      toolCall?.result === undefined
        ? []
        : [(JSON.parse(toolCall.result) as { data?: unknown[] }).data ?? []],
    );
    return { chatId: lines[0]?.state?.chatId ?? '', rows: rows.flat().length };
  }

  it('to start with and to go on with are all answered with rows', { timeout: 60_000 }, async () => {
    const asker = user('asker', ['EU']);
    const { agent } = await suggest(asker);
    expect(agent).toMatchObject({ name: 'Shop analyst', timezone: 'UTC', deploymentId: 1 });
    const starters = agent?.suggestedQuestions ?? [];
    expect(starters).toHaveLength(4);
    for (const question of starters) {
      const { chatId, rows } = await ask(question, asker);
      expect(rows, question).toBeGreaterThan(1);
      const followUps = (await suggest(asker, chatId)).agent?.suggestedQuestions ?? [];
      expect(followUps, question).not.toContain(question);
      expect(followUps.length, question).toBeGreaterThan(0);
    }
  });

  it('of a thread that was asked back in are the readings that it offers', async () => {
    const asker = user('asker', ['EU']);
    const { chatId } = await ask('which items sell poorly', asker);
    const { agent } = await suggest(asker, chatId);
    expect(agent?.suggestedQuestions).toEqual(['List: Product', 'Revenue by product']);
    const { rows } = await ask('Revenue by product', asker, chatId);
    expect(rows).toBeGreaterThan(1);
    expect((await suggest(asker, chatId)).agent?.suggestedQuestions).not.toContain('List: Product');
  });

  it('name nothing to a user who sees no rows', async () => {
    expect((await suggest(user('stranger', []))).agent?.suggestedQuestions).toEqual([]);
  });

  it('suggested questions are not told of a thread that is not there', async () => {
    const missing = '00000000-0000-7000-8000-000000000000';
    expect((await suggest(user('asker', ['EU']), missing)).code).toBe('NOT_FOUND');
  });
});
