/** What people want to know of a tool call; absent what is not in it. */
export interface ReadableToolCall {
  readonly search?: string | undefined;
  readonly sql?: string | undefined;
  readonly error?: string | undefined;
  /** Names of the cubes and views that a search found. */
  readonly cubes?: readonly string[] | undefined;
  readonly table?: { readonly columns: readonly string[]; readonly rows: readonly (readonly unknown[])[] };
}

/** Reads a tool call as it is kept (spec: Tools). What models and data put there can be anything: it is read as far as it fits. */
export function readToolCall(
  inputText: string | null | undefined,
  resultText: string | null | undefined,
): ReadableToolCall {
  const input = parseObject(inputText);
  const result = parseObject(resultText);
  const { schema, data, cubes } = result;
  return {
    search: textOf(input['searchQuery']),
    sql: textOf(input['sqlQuery']),
    error: textOf(result['error']),
    cubes: Array.isArray(cubes) ? cubes.map(nameOf) : undefined,
    ...(Array.isArray(schema) && Array.isArray(data)
      ? { table: { columns: schema.map(nameOf), rows: data.filter((row) => Array.isArray(row)) } }
      : {}),
  };
}

function parseObject(text: string | null | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function nameOf(value: unknown): string {
  return typeof value === 'object' && value !== null && 'name' in value ? String(value.name) : '?';
}
