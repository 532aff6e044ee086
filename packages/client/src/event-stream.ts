import { ConnectionError } from './errors.ts';

/** A server-sent event. */
export interface StreamEvent {
  readonly type: string;
  readonly data: string;
}

/**
 * Reads the server-sent events of a response, whose lines the service ends with a line feed.
 * @param silenceMs how long the connection may send nothing, not even a comment
 * @throws ConnectionError
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  silenceMs: number,
): AsyncGenerator<StreamEvent, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await readPiece(reader, silenceMs);
      if (done) return;
      const searched = Math.max(0, text.length - 1);
      text += decoder.decode(value, { stream: true });
      let start = 0;
      for (let end = text.indexOf('\n\n', searched); end >= 0; end = text.indexOf('\n\n', start)) {
        const event = parseEvent(text.slice(start, end));
        start = end + 2;
        if (event !== undefined) yield event;
      }
      text = text.slice(start);
    }
  } finally {
    // Whoever stopped reading has no use for the rest, and what fails here has already failed.
    reader.cancel().catch(() => {});
  }
}

async function readPiece(reader: ReadableStreamDefaultReader<Uint8Array>, silenceMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Nothing arrived for ${silenceMs} ms.`)), silenceMs);
  });
  try {
    return await Promise.race([reader.read(), silence]);
  } catch (cause) {
    throw new ConnectionError('The connection broke.', { cause });
  } finally {
    clearTimeout(timer);
  }
}

/** Undefined for a comment. */
function parseEvent(text: string): StreamEvent | undefined {
  const fields = new Map(text.split('\n').map((line) => [line.split(':', 1)[0], line]));
  const type = fields.get('event')?.slice('event: '.length);
  return type === undefined ? undefined : { type, data: fields.get('data')?.slice('data: '.length) ?? '' };
}
