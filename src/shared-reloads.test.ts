import { expect, it } from 'vitest';
import { createMemoryTopics } from './runs/topics.ts';
import { type ReloadNotice, shareReloads } from './shared-reloads.ts';

it('Shared reloads end although they have only begun to listen', async () => {
  await using topics = createMemoryTopics<ReloadNotice>();
  await shareReloads(topics, async () => {})[Symbol.asyncDispose]();
  await expect.poll(() => topics.listenerCount('workspace')).toBe(0);
});
