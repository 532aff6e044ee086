import { tracingChannel } from 'node:diagnostics_channel';
import { metrics } from './metrics.ts';
import { measured, type OpenSpan, openSpan } from './span.ts';

/** What the client publishes about a command. */
interface CommandMessage {
  readonly command: string;
  readonly error?: unknown;
}

/** Records the commands that the Redis client sends, by their names. It publishes them only while somebody listens. */
export function observeRedis(): Disposable {
  const spans = new WeakMap<object, OpenSpan>();
  const end = (message: CommandMessage) => spans.get(message)?.end(message.error);
  const subscribers = {
    start(message: CommandMessage) {
      const command = message.command.toLowerCase();
      const attributes = { 'db.system.name': 'redis', 'db.operation.name': command };
      const measure = measured(metrics.redis, { command });
      spans.set(message, openSpan(`redis ${command}`, { kind: 'client', isPart: true, attributes, measure }));
    },
    end: () => undefined,
    asyncStart: () => undefined,
    asyncEnd: end,
    error: end,
  };
  const channel = tracingChannel<CommandMessage, CommandMessage>('ioredis:command');
  channel.subscribe(subscribers);
  return {
    [Symbol.dispose]() {
      channel.unsubscribe(subscribers);
    },
  };
}
