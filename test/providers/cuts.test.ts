import { expect, it } from 'vitest';
import type { AgentEvent } from '../../src/services/chat/turn.ts';
import { Chance } from '../soak/chance.ts';
import { askConnections, readTexts } from '../support/ask-provider.ts';
import { providers } from '../support/providers/all.ts';
import { answerOf, type Provider, serveProvider, turn } from '../support/providers/provider.ts';

/** How many responses are cut, over all wire formats. */
const cuts = Number(process.env['CUTS'] ?? 200);

it.each(Object.entries(providers))(
  'a response of %s that is cut at any byte leaves no text of two attempts, and no other answer than the last one',
  async (_, provider) => {
    const chance = new Chance(1);
    const ended = { completed: 0, failed: 0 };
    for (let cut = 0; cut < cuts / Object.keys(providers).length; ) {
      const { status, made } = await askWithCuts(provider, chance);
      cut += made;
      ended[status] += 1;
    }
    // Most turns survive their cuts, and a step that is cut three times in a row fails.
    expect(Math.min(ended.completed, ended.failed)).toBeGreaterThan(0);
  },
  600_000,
);

it.each(Object.entries(providers))(
  'a response of %s that ends in order between two events is not an answer',
  async (_, provider) => {
    const says = (_step: number, take: number) => ({ ...turn(2, take), id: 'a' });
    const ends = endsOfEvents(provider.encode(says(2, 1), { include: ['reasoning.encrypted_content'] }));
    expect(ends.length).toBeGreaterThan(5);
    for (const at of ends) {
      await using server = await serveProvider(provider, {
        says,
        cut: (take) => (take === 1 ? { at, breaks: false } : undefined),
      });
      const { outcome, events } = await askConnections([provider.connection(server.url)]);
      const requests = server.requests.length;
      expect(outcome, `${at} bytes`).toMatchObject({ status: 'completed', stopReason: 'stop' });
      // The last events of a response may say nothing more of its answer.
      expect(events.at(-1), `${at} bytes`).toMatchObject({ content: answerOf(requests) });
    }
  },
);

/** Where each event of a response ends but the last: server-sent events, or the frames of an AWS event stream. */
function endsOfEvents(response: Uint8Array): readonly number[] {
  const bytes = Buffer.from(response);
  const ends: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    at = bytes[0] === 0 ? at + bytes.readUInt32BE(at) : bytes.indexOf('\n\n', at) + 2;
    ends.push(at);
  }
  return ends.slice(0, -1);
}

async function askWithCuts(provider: Provider, chance: Chance) {
  const takes: { readonly at: number; readonly of: number; readonly breaks: boolean }[] = [];
  await using server = await serveProvider(provider, {
    cut(take, bytes) {
      if (!chance.happens(0.5)) return undefined;
      const made = { take, at: chance.between(0, bytes - 1), of: bytes, breaks: chance.happens(0.5) };
      takes.push(made);
      return made;
    },
  });
  const { outcome, events } = await askConnections([provider.connection(server.url)]);
  const told = JSON.stringify({ takes, outcome, texts: readTexts(events) });
  const requests = server.requests.length;
  for (const text of readTexts(events)) expect(isOfOneAttempt(text, requests), told).toBe(true);
  const answers = events.filter((event) => event.type === 'answer').map(({ content }) => content);
  expect(server.refusals, told).toEqual([]);
  if (outcome.status === 'completed') {
    expect(answers, told).toEqual([answerOf(requests)]);
    expect(toolCalls(events), told).toHaveLength(3);
  } else {
    expect([outcome.status, answers], told).toEqual(['failed', []]);
  }
  return { status: outcome.status as 'completed' | 'failed', made: takes.length };
}

function isOfOneAttempt(text: string, requests: number): boolean {
  return Array.from({ length: requests }, (_, index) => index + 1).some((take) =>
    [0, 1, 2].some((step) => turn(step, take).text.startsWith(text)),
  );
}

function toolCalls(events: readonly AgentEvent[]): readonly AgentEvent[] {
  return events.filter(({ type }) => type === 'tool-call');
}
