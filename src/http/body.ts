import { AppError } from '../errors.ts';

/** Largest body of a request (contract §4). */
export const maxBodyBytes = 1024 * 1024;

/**
 * The body as text.
 * @throws AppError `PAYLOAD_TOO_LARGE` as soon as it is known, `BAD_REQUEST` for other than UTF-8
 */
export async function readText(request: Request): Promise<string> {
  const tooLarge = () =>
    new AppError('PAYLOAD_TOO_LARGE', `The body is larger than ${maxBodyBytes} bytes. Send less.`);
  const contentLength = request.headers.get('content-length');
  if (Number(contentLength ?? 0) > maxBodyBytes) throw tooLarge();
  // A stated length is as long as the body gets, so that it can be read at once.
  const bytes =
    contentLength === null ? await readBounded(request.body, tooLarge) : await request.arrayBuffer();
  if (bytes.byteLength > maxBodyBytes) throw tooLarge();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    return decoder.decode(bytes);
  } catch {
    throw new AppError('BAD_REQUEST', 'The body is not valid UTF-8.');
  }
}

async function readBounded(
  body: AsyncIterable<Uint8Array> | null,
  tooLarge: () => AppError,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > maxBodyBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** @throws AppError `BAD_REQUEST` */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError(
      'BAD_REQUEST',
      `The body is not valid JSON: ${text === '' ? 'it is empty' : String(error)}`,
    );
  }
}
