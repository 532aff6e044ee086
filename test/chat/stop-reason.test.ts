import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChatService, newUser, openChatService } from '../support/chat-service.ts';
import {
  chatEventsDocument,
  chatStreamDocument,
  sseClient,
  subscribe,
} from '../support/chat-subscription.ts';
import type { Line } from '../support/line-client.ts';
import { ScriptedAgent } from '../support/scripted-agent.ts';

const agent = new ScriptedAgent();
const usage = { inputTokens: 1, outputTokens: 1, steps: 1 };
let service: ChatService;

beforeAll(async () => {
  service = await openChatService({ runTurn: agent.runTurn });
});
afterAll(() => service?.[Symbol.asyncDispose]());

async function graphql(document: string, variables: object): Promise<Line[]> {
  const lines: Line[] = [];
  for await (const line of subscribe(sseClient(service), document, variables)) lines.push(line);
  return lines;
}

describe('why a turn stopped is told at both doors, live and afterwards', () => {
  it.each([
    ['completed', undefined, 'stop'],
    ['completed', 'length', 'length'],
    ['completed', 'content_filter', 'content_filter'],
    ['completed', 'refusal', 'refusal'],
    ['completed', 'step_limit', 'step_limit'],
    ['completed', 'token_limit', 'token_limit'],
    ['completed', 'no_answer', 'no_answer'],
    ['failed', 'time_limit', 'time_limit'],
    ['failed', undefined, undefined],
    ['aborted', undefined, undefined],
    ['interrupted', undefined, undefined],
  ] as const)('%s: %s', async (status, said, told) => {
    const sessionSettings = newUser();
    const stream = await service.chat({ input: 'Well?', sessionSettings });
    const turn = await agent.nextTurn();
    const reason = said === undefined ? {} : { stopReason: said };
    if (status === 'failed') {
      turn.end({ status, usage, error: { code: 'UNAVAILABLE', message: 'Too slow.' }, ...reason });
    } else turn.end({ status, usage, ...reason });
    const lines = await stream.rest();
    const chatId = lines[0]?.state?.chatId ?? '';
    const again = await (await service.chat({ chatId, sessionSettings })).rest();
    const read = await graphql(chatStreamDocument, { input: { agentId: 1, chatId, sessionSettings } });
    const joined = await graphql(chatEventsDocument, { chatId, afterSort: 0 });
    for (const reading of [lines, again, read, joined]) {
      expect(reading.at(-1)?.state).toMatchObject({ status });
      expect(reading.at(-1)?.state?.stopReason).toBe(told);
    }
  });
});
