import { describe, expect, it } from 'vitest';
import { newPrefix, redisUrl } from '../../test/support/redis.ts';
import { createRedisTopics } from './redis-topics.ts';
import type { TopicListener, Topics } from './topics.ts';

/** Topics by the database number of their URL, on channels of their own; all gone at the end. */
function openServer() {
  const prefix = newPrefix();
  const stack = new AsyncDisposableStack();
  return {
    open(database: string): Topics<string> {
      const url = new URL(redisUrl);
      url.pathname = database;
      return stack.use(createRedisTopics<string>({ url: url.href, prefix }));
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** The next message of a listener. Publishes until there is one, since what is published without a connection is lost. */
async function heard(from: Topics<string>, message: string, by: TopicListener<string>): Promise<unknown> {
  const again = setInterval(() => from.publish('news', message), 20);
  try {
    return (await by.next()).value;
  } finally {
    clearInterval(again);
  }
}

describe.skipIf(!redisUrl)('topics on Redis', () => {
  it('topics on Redis reach the processes of one database number, and none of another on the same server', async () => {
    await using server = openServer();
    const [ours, theirs] = [server.open('/1'), server.open('/2')];
    const weHear = await server.open('/1').listen('news');
    const theyHear = await server.open('/2').listen('news');
    expect(await heard(ours, 'ours', weHear)).toBe('ours');
    // Redis has delivered the first message to everyone, so another installation that hears it has heard it before.
    expect(await heard(theirs, 'theirs', theyHear)).toBe('theirs');
  });

  it('topics on Redis take a URL without a database number as one with the number 0', async () => {
    await using server = openServer();
    const listener = await server.open('/0').listen('news');
    expect(await heard(server.open(''), 'heard', listener)).toBe('heard');
  });
});
