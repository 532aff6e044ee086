import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { outOfTime } from './dialogue/move.ts';
import { createPlannerThread } from './planner-thread.ts';

/** A worker that spins for ever, dies, throws, or says what it was asked. */
const worker = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ([{ content }]) => {
      if (content === 'spin') for (;;);
      if (content === 'die') throw new Error('died');
      parentPort.postMessage(
        content === 'fail' ? { error: new Error('failed') } : { move: { thinking: '', text: content, calls: [] } },
      );
    });
    parentPort.postMessage('ready');
  `)}`,
);

const prompt = (content: string): LanguageModelV4Prompt => [{ role: 'system', content }];

describe('the planner thread', () => {
  it('the planner thread answers in the order of asking', async () => {
    const thread = createPlannerThread({ worker });
    const order: string[] = [];
    const ask = async (text: string) => {
      order.push((await thread.nextMove(prompt(text))).text);
    };
    await Promise.all(['a', 'b', 'c'].map(ask));
    expect(order).toEqual(['a', 'b', 'c']);
  });

  it('the planner thread gives up what takes too long while the process goes on with other work, and answers the next', async () => {
    const thread = createPlannerThread({ worker, maxMoveMs: 300 });
    await thread.nextMove(prompt('warm'));
    let turns = 0;
    let isDone = false;
    const spinning = thread.nextMove(prompt('spin')).finally(() => {
      isDone = true;
    });
    const next = thread.nextMove(prompt('next'));
    while (!isDone) {
      await new Promise((resolve) => setImmediate(resolve));
      turns += 1;
    }
    expect(await spinning).toEqual(outOfTime);
    expect(turns).toBeGreaterThan(20);
    expect((await next).text).toBe('next');
  });

  it('tells a failure to who asked, and answers the next', async () => {
    const thread = createPlannerThread({ worker });
    const asked = ['fail', 'a', 'die', 'b'].map((text) => thread.nextMove(prompt(text)));
    const told = await Promise.allSettled(asked);
    expect(told).toMatchObject([
      { reason: { message: 'failed' } },
      { value: { text: 'a' } },
      { reason: { message: 'died' } },
      { value: { text: 'b' } },
    ]);
  });

  it('drops what was aborted while it waited', async () => {
    const thread = createPlannerThread({ worker, maxMoveMs: 300 });
    const abort = new AbortController();
    const first = thread.nextMove(prompt('a'));
    const waiting = thread.nextMove(prompt('spin'), abort.signal);
    const last = thread.nextMove(prompt('b'));
    abort.abort(new Error('not needed'));
    await expect(waiting).rejects.toThrow('not needed');
    expect([(await first).text, (await last).text]).toEqual(['a', 'b']);
    await expect(thread.nextMove(prompt('c'), abort.signal)).rejects.toThrow('not needed');
  });
});
