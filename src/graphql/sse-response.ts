import { setImmediate } from 'node:timers/promises';

/** Comments that keep a silent connection open through proxies. */
const pingMs = 12_000;

/**
 * A response of server-sent events in the distinct-connections mode of GraphQL over SSE: each result is an event
 * `next`, the end an event `complete`. Pulled at the speed of the client; the results of one tick go out in one chunk.
 * @param signal the request's: it tells of a lost client, whose body the server adapter does not cancel
 */
export function sseResponse(results: AsyncIterable<unknown>, signal: AbortSignal): Response {
  const iterator = results[Symbol.asyncIterator]();
  /** Asked for, but not handed out yet; at most one. */
  let asked: Promise<IteratorResult<unknown>> | null = null;
  let ping: NodeJS.Timeout | undefined;

  function leave(): void {
    end();
    // Its failure has nobody to tell; it lets go all the same.
    iterator.return?.().catch(() => {});
  }

  function end(): void {
    clearInterval(ping);
    signal.removeEventListener('abort', leave);
  }

  /** Everything that is there by the end of this tick, at least one result. */
  async function nextChunk(): Promise<{ text: string; done: boolean }> {
    let text = '';
    let next: IteratorResult<unknown> | null = await (asked ?? iterator.next());
    asked = null;
    for (;;) {
      if (next.done === true) return { text: `${text}event: complete\ndata:\n\n`, done: true };
      text += frameOf(next.value);
      asked = iterator.next();
      // Without a handler a failure would be unhandled until the next pull awaits it.
      asked.catch(() => {});
      next = await Promise.race([asked, setImmediate(null)]);
      if (next === null) return { text, done: false };
      asked = null;
    }
  }

  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const encoded = Buffer.from(':\n\n');
      controller.enqueue(encoded);
      ping = setInterval(() => {
        // A client that does not read needs no sign of life, and none may pile up.
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoded);
      }, pingMs);
      ping.unref();
      if (signal.aborted) leave();
      else signal.addEventListener('abort', leave, { once: true });
    },
    async pull(controller) {
      try {
        const { text, done } = await nextChunk();
        controller.enqueue(Buffer.from(text));
        if (!done) return;
        end();
        controller.close();
      } catch (error) {
        end();
        throw error;
      }
    },
    cancel: leave,
  });
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    },
  });
}

const frames = new WeakMap<object, string>();

/** Encoded once, whoever reads it: readers of the same run share their results. */
function frameOf(result: unknown): string {
  if (typeof result !== 'object' || result === null)
    return `event: next\ndata: ${JSON.stringify(result)}\n\n`;
  const known = frames.get(result);
  if (known !== undefined) return known;
  const frame = `event: next\ndata: ${JSON.stringify(result)}\n\n`;
  frames.set(result, frame);
  return frame;
}
