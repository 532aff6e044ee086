import type { SvcMetaInput, SvcMetaResult, SvcSqlApiInput, SvcSqlApiResult, ToolError } from './tools.ts';

/** The result of a tool: one of these, or none if no tool returns anything like it. Without zod: the pages load this file. */
export interface ToolResult {
  readonly failure?: ToolError;
  readonly search?: SvcMetaResult;
  readonly query?: SvcSqlApiResult;
}

/** Tells results apart by their fields. The rest is not checked, since the service itself wrote it. */
export function readToolResult(json: string): ToolResult {
  const result = readObject(json) ?? {};
  if (typeof result['error'] === 'string') return { failure: result as ToolError };
  if (Array.isArray(result['cubes'])) return { search: result as SvcMetaResult };
  const isQuery = Array.isArray(result['schema']) && Array.isArray(result['data']);
  return isQuery ? { query: result as SvcSqlApiResult } : {};
}

/** The parameters of a call that are text, as all should be. A model may have written anything. */
export function readToolInput(json: string): Partial<SvcMetaInput & SvcSqlApiInput> {
  const entries = Object.entries(readObject(json) ?? {});
  return Object.fromEntries(entries.filter(([, value]) => typeof value === 'string'));
}

/** A JSON object; undefined for any other text. */
export function readObject(json: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a tool has failed, by the beginning of its result: results can be long. */
export function isFailure(result: string): boolean {
  return result.startsWith('{"error"');
}
