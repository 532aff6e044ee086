import { z } from 'zod';
import { parseInput } from '../contract/parse-input.ts';
import { withoutUser } from '../contract/users.ts';
import { AppError } from '../errors.ts';
import { parseJson, readText } from '../http/body.ts';

interface BodyOptions {
  /** @default maxBodyBytes */
  readonly maxBytes?: number;
  /** Whether the caller has a session token. @default false */
  readonly isUser?: boolean;
}

/**
 * Reads a JSON body and checks only its types, as GraphQL does. The service checks the other rules of the schema. Unknown fields
 * are ignored.
 * @throws AppError `UNSUPPORTED_MEDIA_TYPE`, `PAYLOAD_TOO_LARGE`, `BAD_REQUEST` (no JSON), `VALIDATION_FAILED`
 */
export async function readBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  { maxBytes, isUser = false }: BodyOptions = {},
): Promise<z.input<Schema>> {
  const type = request.headers.get('content-type');
  if (type !== null && !/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type)) throw notJson();
  const text = await readText(request, maxBytes);
  if (type === null && text !== '') throw notJson();
  const json = parseJson(text);
  return parseInput(typesOf(schema), isUser ? withoutUser(json) : json) as z.input<Schema>;
}

const types = new Map<z.ZodType, z.ZodType>();

/** The schema without checks, at any depth. */
function typesOf(schema: z.ZodType): z.ZodType {
  const known = types.get(schema);
  if (known !== undefined) return known;
  const made = withoutChecks(schema);
  types.set(schema, made);
  return made;
}

function withoutChecks(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape).map(([name, field]) => [name, typesOf(field as z.ZodType)]);
    return z.object(Object.fromEntries(fields));
  }
  if (schema instanceof z.ZodArray) return z.array(typesOf(schema.element as z.ZodType));
  if (schema instanceof z.ZodOptional) return typesOf(schema.unwrap() as z.ZodType).optional();
  if (schema instanceof z.ZodNullable) return typesOf(schema.unwrap() as z.ZodType).nullable();
  return schema.clone({ ...schema.def, checks: [] });
}

function notJson(): AppError {
  return new AppError(
    'UNSUPPORTED_MEDIA_TYPE',
    'Send the body as JSON with "Content-Type: application/json".',
  );
}
