import { describe, expect, it } from 'vitest';
import { ask, compatible } from '../../test/support/ask-provider.ts';
import { chatCall, chatChunk, chatText } from '../../test/support/wire-formats.ts';
import { type Answer, serve } from '../../test/support/wire-server.ts';
import type { AgentFault } from './agent-fault.ts';
import type { AgentLimits } from './agent-limits.ts';

/** Longer than any test takes: what ends it is the one limit that is short. */
const patient = { firstChunkMs: 60_000, chunkMs: 60_000, stepMs: 60_000, turnMs: 60_000 };

/** Says this, then nothing more; tells when the agent has gone. */
function silentAfter(chunks: readonly object[], gone: () => void): Answer {
  return (response) => {
    response.once('close', gone);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    for (const chunk of chunks) response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
}

/** Thinks aloud, and never comes to an end. */
const endless: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const timer = setInterval(
    () => response.write(`data: ${JSON.stringify(chatChunk({ reasoning_content: 'Hm. ' }))}\n\n`),
    5,
  );
  response.once('close', () => clearInterval(timer));
};

describe('a provider that takes too long', () => {
  it.each<[string, readonly object[], Partial<AgentLimits>, string, string]>([
    ['before it begins', [], { firstChunkMs: 500 }, 'did not start to answer within 0.5 s', ''],
    [
      ...(['in the middle', [chatChunk({ content: 'It is ' })]] as const),
      ...([{ chunkMs: 500 }, 'did not continue its answer within 0.5 s', 'It is '] as const),
    ],
  ])(
    '%s ends the turn as failed, is not asked again, and is let go of',
    async (_, chunks, limit, words, said) => {
      const gone = Promise.withResolvers<void>();
      await using server = await serve([silentAfter(chunks, gone.resolve), chatText('Late.')]);
      const faults: AgentFault[] = [];
      const { outcome, events } = await ask('openai-compatible:m', compatible(server), {
        runtime: { limits: { ...patient, ...limit }, onFault: (fault) => faults.push(fault) },
      });
      expect(outcome).toMatchObject({
        status: 'failed',
        stopReason: 'time_limit',
        error: { code: 'UNAVAILABLE', message: expect.stringContaining(words) },
      });
      await gone.promise;
      expect(server.requests).toHaveLength(1);
      expect(
        events
          .filter((event) => event.type === 'text')
          .map(({ content }) => content)
          .join(''),
      ).toBe(said);
      expect(faults).toMatchObject([{ model: 'm', provider: 'openai-compatible.chat', isFinal: true }]);
    },
  );

  it.each([
    ['a step', { stepMs: 100 }, 'did not complete a step within 0.1 s'],
    ['a turn', { turnMs: 100 }, 'did not complete its answer within 0.1 s'],
  ] as const)('with %s ends it likewise, however much it says meanwhile', async (_, limit, words) => {
    await using server = await serve([endless]);
    const { outcome } = await ask('openai-compatible:m', compatible(server), {
      runtime: { limits: { ...patient, ...limit } },
    });
    expect(outcome).toMatchObject({
      status: 'failed',
      stopReason: 'time_limit',
      error: { message: expect.stringContaining(words) },
    });
  });

  it('a provider that takes too long does not count the time of pauses and tools as silence', async () => {
    await using server = await serve([chatCall, chatText('Done.')]);
    const { outcome } = await ask('openai-compatible:m', compatible(server), {
      runtime: { limits: { ...patient, firstChunkMs: 2_000, chunkMs: 2_000 } },
    });
    expect(outcome.status).toBe('completed');
  });

  it('in the pause before another attempt ends the turn, too', async () => {
    await using server = await serve([(response) => response.writeHead(503).end()]);
    const { outcome } = await ask('openai-compatible:m', compatible(server), {
      runtime: {
        limits: { ...patient, stepMs: 100 },
        wait: (_, signal) =>
          new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      },
    });
    expect(outcome).toMatchObject({ status: 'failed', stopReason: 'time_limit' });
  });

  it('a provider that takes too long with a tool running ends it, too', async () => {
    await using server = await serve([chatCall]);
    const { outcome } = await ask('openai-compatible:m', compatible(server), {
      runtime: { limits: { ...patient, turnMs: 300 } },
      request: {
        data: {
          relations: () => [],
          searchMetadata: (query) => (query === 'trips' ? new Promise(() => undefined) : Promise.resolve([])),
          runSql: () => Promise.reject(new Error('not asked for')),
          findResult: async () => null,
        },
      },
    });
    expect(outcome).toMatchObject({ status: 'failed', stopReason: 'time_limit' });
  });
});
