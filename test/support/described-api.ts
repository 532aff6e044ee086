import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { OpenApiDocument, OpenApiOperation } from '../../src/rest/openapi/document.ts';
import type { JsonSchema } from '../../src/rest/openapi/error-responses.ts';

/** An OpenAPI document to hold real requests and responses to. */
export interface DescribedApi {
  readonly operations: readonly DescribedOperation[];
  /** @throws TypeError for an operation that is not described */
  operation(operationId: string): DescribedOperation;
  /** What is wrong with a value by a schema of the document; empty when nothing is. */
  problems(schema: JsonSchema, value: unknown): string[];
  /** What is wrong with a response of an operation: status, media type, headers and every line or the body. */
  responseProblems(operationId: string, response: Response): Promise<string[]>;
}

export interface DescribedOperation extends OpenApiOperation {
  readonly method: string;
  readonly path: string;
}

/**
 * Stricter than the document: a property that it does not have is a problem, so that nothing is sent undescribed.
 */
export function describedApi(document: OpenApiDocument): DescribedApi {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allErrors: true });
  formats.default(ajv);
  const strict = (schema: unknown): object =>
    JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
      if (key === '$ref') return String(value).replace('#/components/schemas/', 'schema:');
      if (!isObject(value) || !isObject(value['properties']) || 'additionalProperties' in value) return value;
      return 'allOf' in value ? value : { ...value, additionalProperties: false };
    }) as object;
  for (const [id, schema] of Object.entries(document.components.schemas)) {
    ajv.addSchema({ ...strict(schema), $id: `schema:${id}` });
  }
  const compiled = new Map<string, ValidateFunction>();

  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
  const operation = (operationId: string) => {
    const found = operations.find((one) => one.operationId === operationId);
    if (found === undefined) throw new TypeError(`${operationId} is not described.`);
    return found;
  };

  function problems(schema: JsonSchema, value: unknown): string[] {
    const key = JSON.stringify(schema);
    const validate = compiled.get(key) ?? ajv.compile(strict(schema));
    compiled.set(key, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }

  return {
    operations,
    operation,
    problems,
    async responseProblems(operationId, response) {
      const described = operation(operationId).responses[response.status];
      if (described === undefined) return [`status ${response.status} is not described`];
      const missing = Object.keys(described.headers).filter((name) => !response.headers.has(name));
      if (missing.length > 0) return missing.map((name) => `no header ${name}`);
      const text = await response.text();
      if (described.content === undefined) return text === '' ? [] : ['a body'];
      const [type = ''] = (response.headers.get('content-type') ?? '').split(';');
      const media = described.content[type];
      if (media === undefined) return [`media type ${type} is not described`];
      const { schema } = media;
      if (schema === undefined || schema.type === 'string') return text === '' ? ['no body'] : [];
      if (!type.endsWith('ndjson')) return problems(schema, JSON.parse(text));
      if (!text.endsWith('\n')) return ['the last line is cut'];
      return text
        .trimEnd()
        .split('\n')
        .flatMap((line) => problems(schema, JSON.parse(line)).map((problem) => `${problem} in ${line}`));
    },
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
