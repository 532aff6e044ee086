import type { JSONSchema7 } from '@ai-sdk/provider';
import { jsonSchema, type ToolSet, tool } from 'ai';
import { z } from 'zod';
import { chartFor, readProposedSpec } from '../charts/chart-for.ts';
import { createFieldCatalog, type FieldCatalog, grainOfName } from '../charts/fields.ts';
import type { Column } from '../engines/query-engine.ts';
import { AppError } from '../errors.ts';
import type { CubeMetadata } from '../semantic/metadata.ts';
import { type Grain, resultGrains } from '../semantic/sql/result-grains.ts';
import type { TurnData } from '../services/chat/turn.ts';
import type { RequestedToolCall } from './step-request.ts';
import { capMetadata, capRows, type ResultCaps } from './tool-caps.ts';

const metaInput = z.object({
  searchQuery: z
    .string()
    .max(2_000)
    .describe('Words of the question: measures, dimensions, values. Empty lists every relation.'),
});

const sqlInput = z.object({
  sqlQuery: z
    .string()
    .min(1)
    .max(20_000)
    .describe(
      'One SELECT in the PostgreSQL dialect over the relations that svcMeta returned. Measures go into MEASURE(name); ' +
        'dimensions are columns. Example: SELECT status, MEASURE(count) FROM orders_view GROUP BY 1 ORDER BY 2 DESC LIMIT 10',
    ),
  queryTitle: z.string().max(500).default('').describe('Short title, as over a chart.'),
  description: z.string().max(4_000).default('').describe('One sentence: what the query answers.'),
  userRequest: z.string().max(20_000).optional().describe("The user's request that this query serves."),
  memoryId: z
    .string()
    .max(100)
    .optional()
    .describe('uuid of the earlier svcSqlApi result that this query builds on.'),
  vegaSpec: z
    .string()
    .max(50_000)
    .optional()
    .describe(
      'Vega-Lite v5 specification as JSON text, encoding columns of this query. Without data, params, expr, href, images and maps. Leave it out to get a fitting chart.',
    ),
});

/** What the model is told of the tools; the loop runs them itself. */
export const toolDefinitions: ToolSet = {
  svcMeta: tool({
    description:
      'Searches the data model: relations (cubes and views) with their measures, dimensions, segments, sample values and date ranges, as far as the user may see them. Call it before writing SQL.',
    inputSchema: schemaOf(metaInput),
  }),
  svcSqlApi: tool({
    description:
      "Runs semantic SQL over the data model under the user's row-level security and returns the rows. A chart is drawn with each grouped result.",
    inputSchema: schemaOf(sqlInput),
  }),
};

/** Without validation of the SDK's own: what is wrong with an input goes back to the model as the tool's result. */
function schemaOf(schema: z.ZodType): ReturnType<typeof jsonSchema> {
  return jsonSchema(() => {
    const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input' });
    return json as JSONSchema7;
  });
}

/** What a call came to: JSON text for the stream, and the same within the model's caps. */
export interface ToolOutcome {
  readonly result: string;
  readonly forModel: string;
}

/** `result` of an outcome, parsed. */
type ToolResult =
  | { readonly error: string }
  | { readonly cubes: readonly CubeMetadata[]; readonly searchQuery: string }
  | Parameters<typeof capRows>[0];

export interface DataToolsOptions {
  readonly data: TurnData;
  /** The user's message, which is a query's `userRequest` when the model names none. */
  readonly userRequest: string;
  readonly timeoutMs: number;
  readonly caps: ResultCaps;
  /** Hears of faults whose message is not safe to show. */
  readonly onFault: (error: unknown) => void;
}

export interface DataTools {
  /**
   * Runs one call (spec: Tool `svcMeta`, Tool `svcSqlApi`). A failure of any kind is the result `{"error": …}`, with the
   * echo fields of the input where they are known.
   * @throws only the signal's reason when aborted
   */
  run(call: RequestedToolCall, signal: AbortSignal): Promise<ToolOutcome>;
  /** Remembers titles and formats for charts. */
  learn(cubes: readonly CubeMetadata[]): void;
  /** What a model is shown of a result that this turn got before it was interrupted, which is remembered too. */
  recall(result: string): string;
}

/** The two tools of the agent, bound to one turn. */
export function createDataTools(options: DataToolsOptions): DataTools {
  const fields = createFieldCatalog();
  return {
    learn: (cubes) => fields.add(cubes),
    recall(text) {
      const result = JSON.parse(text) as ToolResult;
      if ('error' in result) return text;
      if ('data' in result) return capRows(result, options.caps);
      fields.add(result.cubes);
      return capMetadata(result.cubes, result.searchQuery, options.caps);
    },
    async run(call, signal) {
      const echo = echoOf(call);
      const timeout = AbortSignal.timeout(options.timeoutMs);
      try {
        if (call.invalid !== undefined) throw new AppError('VALIDATION_FAILED', call.invalid);
        return await withSignal(AbortSignal.any([signal, timeout]), (bounded) =>
          runCall(call, options, fields, bounded),
        );
      } catch (error) {
        signal.throwIfAborted();
        const message = timeout.aborted
          ? `${call.name} took longer than ${options.timeoutMs / 1000} s and was stopped.`
          : safeMessage(error, options.onFault);
        const failed = JSON.stringify({ error: message, ...echo });
        return { result: failed, forModel: failed };
      }
    },
  };
}

async function runCall(
  call: RequestedToolCall,
  options: DataToolsOptions,
  fields: FieldCatalog,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  switch (call.name) {
    case 'svcMeta': {
      const { searchQuery } = parseInput(metaInput, call.input);
      const cubes = await options.data.searchMetadata(searchQuery, signal);
      fields.add(cubes);
      const result = JSON.stringify({ cubes, searchQuery });
      const fits = result.length <= options.caps.maxBytes;
      return { result, forModel: fits ? result : capMetadata(cubes, searchQuery, options.caps) };
    }
    case 'svcSqlApi':
      return runSql(parseInput(sqlInput, call.input), options, fields, signal);
    default:
      throw new AppError('VALIDATION_FAILED', `There is no tool "${call.name}". Use svcMeta or svcSqlApi.`);
  }
}

async function runSql(
  input: z.infer<typeof sqlInput>,
  options: DataToolsOptions,
  fields: FieldCatalog,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const { memoryId, vegaSpec } = input;
  const proposed = vegaSpec === undefined ? undefined : readProposedSpec(vegaSpec);
  if (memoryId !== undefined && (await options.data.findResult(memoryId)) === null) {
    throw new AppError('VALIDATION_FAILED', `There is no earlier result "${memoryId}" in this thread.`);
  }
  const request = {
    sqlQuery: input.sqlQuery,
    queryTitle: input.queryTitle,
    description: input.description,
    userRequest: input.userRequest ?? options.userRequest,
  };
  const found = await options.data.runSql(request, signal);
  const grains = await resultGrains(input.sqlQuery);
  const chart = chartFor({ ...found, title: input.queryTitle, grains }, fields, proposed);
  const result = {
    ...request,
    schema: found.columns.map((column) => schemaColumn(column, fields, grains)),
    data: found.rows,
    totalRows: found.totalRows,
    uuid: found.uuid,
    ...(chart === undefined ? {} : { vegaSpec: chart.text }),
  };
  return { result: JSON.stringify(result), forModel: capRows(result, options.caps, chart?.instead) };
}

/** A column of a result; how it is written is as the data model and the query say. */
function schemaColumn(
  { name, columnType }: Column,
  fields: FieldCatalog,
  grains: ReadonlyMap<string, Grain>,
) {
  const field = fields.find(name);
  const isTime = columnType === 'Date' || columnType === 'Timestamp';
  const granularity = isTime ? (grains.get(name) ?? grainOfName(name)) : undefined;
  const isNumber = ['Int64', 'Double', 'Decimal'].includes(columnType);
  const format = isNumber ? field?.format : undefined;
  return {
    name,
    column_type: columnType,
    ...(granularity === undefined ? {} : { granularity }),
    ...(format === 'percent' || format === 'currency' || format === 'id' ? { format } : {}),
    ...(format === 'currency' && field?.currency !== undefined ? { currency: field.currency } : {}),
  };
}

function parseInput<T extends z.ZodObject>(schema: T, input: RequestedToolCall['input']): z.infer<T> {
  const parsed = schema.safeParse(withoutBlanks(schema, input));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'input'}: ${issue.message}`);
  throw new AppError('VALIDATION_FAILED', `Invalid input. ${problems.join('; ')}`);
}

/** Many models fill in every argument: an optional one that says nothing is none. */
function withoutBlanks(schema: z.ZodObject, input: RequestedToolCall['input']): Record<string, unknown> {
  const shape: Readonly<Record<string, z.core.$ZodType | undefined>> = schema.shape;
  const entries = Object.entries(input).filter(([name, value]) => {
    const isBlank = value === null || (typeof value === 'string' && value.trim() === '');
    return !isBlank || shape[name] === undefined || !z.safeParse(shape[name], undefined).success;
  });
  return Object.fromEntries(entries);
}

const echoFields: ReadonlyMap<string, readonly string[]> = new Map([
  ['svcMeta', ['searchQuery']],
  ['svcSqlApi', ['sqlQuery', 'queryTitle', 'description', 'userRequest']],
]);

function echoOf({ name, input }: RequestedToolCall): Record<string, string> {
  const echo: Record<string, string> = {};
  for (const field of echoFields.get(name) ?? []) {
    const value = input[field];
    if (typeof value === 'string') echo[field] = value;
  }
  return echo;
}

function safeMessage(error: unknown, onFault: (error: unknown) => void): string {
  if (error instanceof AppError) return error.message;
  onFault(error);
  return 'The tool failed for an internal reason.';
}

/** Rejects as soon as the signal does, also when the work does not listen to it. */
async function withSignal<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work(signal), promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
