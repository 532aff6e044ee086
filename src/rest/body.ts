import type { z } from 'zod';
import { AppError } from '../errors.ts';

/** Largest body of a request (contract §4). */
export const maxBodyBytes = 1024 * 1024;

/**
 * Reads a JSON body and checks its shape.
 * @throws AppError `UNSUPPORTED_MEDIA_TYPE`, `PAYLOAD_TOO_LARGE`, `BAD_REQUEST` (no JSON), `VALIDATION_FAILED`
 */
export async function readBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  const type = request.headers.get('content-type');
  if (type !== null && !/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type)) {
    throw new AppError(
      'UNSUPPORTED_MEDIA_TYPE',
      'Send the body as JSON with "Content-Type: application/json".',
    );
  }
  const text = await readText(request);
  if (type === null && text !== '') {
    throw new AppError(
      'UNSUPPORTED_MEDIA_TYPE',
      'Send the body as JSON with "Content-Type: application/json".',
    );
  }
  const result = schema.safeParse(parseJson(text));
  if (result.success) return result.data;
  const issues = result.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
  const [first] = issues;
  const where = first === undefined || first.path === '' ? '' : `${first.path}: `;
  throw new AppError('VALIDATION_FAILED', `${where}${first?.message ?? 'Invalid body'}`, { issues });
}

/** The body as text. @throws AppError `PAYLOAD_TOO_LARGE` as soon as it is known */
export async function readText(request: Request): Promise<string> {
  const tooLarge = () =>
    new AppError('PAYLOAD_TOO_LARGE', `The body is larger than ${maxBodyBytes} bytes. Send less.`);
  if (Number(request.headers.get('content-length') ?? 0) > maxBodyBytes) throw tooLarge();
  if (request.body === null) return '';
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body) {
    bytes += chunk.byteLength;
    if (bytes > maxBodyBytes) throw tooLarge();
    chunks.push(chunk);
  }
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    return decoder.decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
  } catch {
    throw new AppError('BAD_REQUEST', 'The body is not valid UTF-8.');
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError(
      'BAD_REQUEST',
      `The body is not valid JSON: ${text === '' ? 'it is empty' : String(error)}`,
    );
  }
}
