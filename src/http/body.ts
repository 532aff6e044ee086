import { AppError } from '../errors.ts';
import { requireModestJson } from './json-size.ts';
import { NodeRequest } from './node-request.ts';

/** Largest body of a request. */
export const maxBodyBytes = 1024 * 1024;

/** Largest body of a request without credentials, which needs no more than a session ID or an introspection query. */
export const maxAnonymousBodyBytes = 16 * 1024;

/**
 * The body as text.
 * @throws AppError `PAYLOAD_TOO_LARGE` as soon as that is known, `UNSUPPORTED_MEDIA_TYPE` if it is compressed, `BAD_REQUEST`
 *   unless it is UTF-8
 */
export async function readText(request: Request, maxBytes = maxBodyBytes): Promise<string> {
  const coding = request.headers.get('content-encoding') ?? 'identity';
  if (!/^identity$/i.test(coding.trim())) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the body without a Content-Encoding.');
  }
  const statedBytes = Number(request.headers.get('content-length') ?? 0);
  if (statedBytes > maxBytes) throw tooLarge(maxBytes);
  const bytes =
    request instanceof NodeRequest
      ? await request.readBytes(maxBytes)
      : await readBounded(request.body, maxBytes);
  if (bytes.byteLength > maxBytes) throw tooLarge(maxBytes);
  try {
    return utf8.decode(bytes);
  } catch {
    throw new AppError('BAD_REQUEST', 'The body is not valid UTF-8.');
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function tooLarge(maxBytes: number): AppError {
  const message =
    maxBytes < maxBodyBytes
      ? `Without credentials, a body may have at most ${maxBytes} bytes. Send less, or send credentials.`
      : `The body is larger than ${maxBytes} bytes. Send less.`;
  return new AppError('PAYLOAD_TOO_LARGE', message);
}

async function readBounded(body: AsyncIterable<Uint8Array> | null, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    length += chunk.byteLength;
    if (length > maxBytes) break;
  }
  return Buffer.concat(chunks);
}

/**
 * Parses JSON from any part of a request.
 * @param what the part, as the beginning of an error message
 * @throws AppError `BAD_REQUEST`
 */
export function parseJson(text: string, what = 'The body', maxValues?: number): unknown {
  requireModestJson(text, what, maxValues);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError(
      'BAD_REQUEST',
      `${what} is not valid JSON: ${text === '' ? 'it is empty' : String(error)}`,
    );
  }
}
