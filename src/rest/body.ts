import type { z } from 'zod';
import { AppError, maxIssues } from '../errors.ts';
import { parseJson, readText } from '../http/body.ts';

/**
 * Reads a JSON body and checks its shape.
 * @param maxBytes @default those of a request with credentials
 * @throws AppError `UNSUPPORTED_MEDIA_TYPE`, `PAYLOAD_TOO_LARGE`, `BAD_REQUEST` (no JSON), `VALIDATION_FAILED`
 */
export async function readBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  maxBytes?: number,
): Promise<z.output<Schema>> {
  const type = request.headers.get('content-type');
  if (type !== null && !/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type)) {
    throw new AppError(
      'UNSUPPORTED_MEDIA_TYPE',
      'Send the body as JSON with "Content-Type: application/json".',
    );
  }
  const text = await readText(request, maxBytes);
  if (type === null && text !== '') {
    throw new AppError(
      'UNSUPPORTED_MEDIA_TYPE',
      'Send the body as JSON with "Content-Type: application/json".',
    );
  }
  const result = schema.safeParse(parseJson(text));
  if (result.success) return result.data;
  const issues = result.error.issues
    .slice(0, maxIssues)
    .map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
  const [first] = issues;
  const where = first === undefined || first.path === '' ? '' : `${first.path}: `;
  throw new AppError('VALIDATION_FAILED', `${where}${first?.message ?? 'Invalid body'}`, { issues });
}
