import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the parent asks of a server's process; `say` is answered with nothing. */
export type Command =
  | { readonly kind: 'say'; readonly text?: string }
  | { readonly kind: 'ready'; readonly text: string }
  | { readonly kind: 'cpuMicroseconds' }
  | { readonly kind: 'rssBytes' };

export interface MeasuredServer {
  readonly listener: RequestListener;
  /** One more frame for the followers: its own, or this text. */
  readonly say: (text: string | undefined) => void;
  /** Takes the bytes that it answers with from now on. */
  readonly ready?: (text: string) => void;
}

/** Serves on a free port and tells the parent which; ends with the parent. */
export function serveParent({ listener, say, ready }: MeasuredServer): void {
  process.on('message', (command: Command) => {
    if (command.kind === 'say') return say(command.text);
    if (command.kind === 'ready') {
      ready?.(command.text);
      process.send?.(0);
    } else if (command.kind === 'rssBytes') {
      globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
      process.send?.(process.memoryUsage.rss());
    } else {
      const { user, system } = process.cpuUsage();
      process.send?.(user + system);
    }
  });
  process.on('disconnect', () => process.exit());
  const server = createServer({ keepAliveTimeout: 65_000 }, listener).listen(0, '127.0.0.1', 4_096, () => {
    process.send?.((server.address() as AddressInfo).port);
  });
}
