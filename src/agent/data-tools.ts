import type { JSONSchema7 } from '@ai-sdk/provider';
import { jsonSchema, type ToolSet, tool } from 'ai';
import { z } from 'zod';
import { chartFor, readProposedSpec } from '../charts/chart-for.ts';
import { describedColumn } from '../charts/described-column.ts';
import { createFieldCatalog, type FieldCatalog } from '../charts/fields.ts';
import { languageBySmallWords } from '../contract/answer-words.ts';
import { readToolResult } from '../contract/read-tool-call.ts';
import {
  type CubeMetadata,
  type MemberMetadata,
  metaInput,
  type SvcSqlApiResult,
  sqlInput,
} from '../contract/tools.ts';
import type { Row } from '../engines/query-engine.ts';
import { AppError } from '../errors.ts';
import { resultGrains } from '../semantic/sql/result-grains.ts';
import type { TurnData, TurnRequest } from '../services/chat/turn.ts';
import { emptyResultHint } from './empty-result.ts';
import { certifiedBy } from './relevant-queries.ts';
import type { RequestedToolCall } from './step-request.ts';
import { capMetadata, capRows, type ResultCaps } from './tool-caps.ts';

/** The tools as the model sees them; the loop runs them itself. */
export const toolDefinitions: ToolSet = {
  svcMeta: tool({
    description:
      'Searches the data model and its values: relations (cubes and views) with their measures, dimensions, segments, values and date ranges, as far as the user may see them.',
    inputSchema: schemaOf(metaInput),
  }),
  svcSqlApi: tool({
    description:
      "Runs semantic SQL over the data model under the user's row-level security and returns the rows. A chart is drawn with each grouped result.",
    inputSchema: schemaOf(sqlInput),
  }),
};

/** The SDK does not validate: problems with an input go back to the model as the tool's result. */
function schemaOf(schema: z.ZodType): ReturnType<typeof jsonSchema> {
  return jsonSchema(() => {
    const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input' });
    return json as JSONSchema7;
  });
}

/** The result of a call: JSON text for the stream, and the same within the model's caps. */
interface ToolOutcome {
  readonly result: string;
  readonly forModel: string;
}

export interface DataToolsOptions extends Pick<TurnRequest, 'data' | 'agent' | 'input'> {
  readonly timeoutMs: number;
  /** How much of a result the model sees. @default all of it, without notes: the planner reads it as it is */
  readonly caps: ResultCaps | undefined;
  /** Called with faults whose message is not safe to show. */
  readonly onFault: (error: unknown) => void;
}

export interface DataTools {
  /**
   * Runs one call (spec: Tool `svcMeta`, Tool `svcSqlApi`). Any failure becomes the result `{"error": …}`, with the
   * echo fields of the input where they are known.
   * @throws only the signal's reason when aborted
   */
  run(call: RequestedToolCall, signal: AbortSignal): Promise<ToolOutcome>;
  /** Remembers titles and formats for charts. */
  learn(cubes: readonly CubeMetadata[]): void;
  /** What a model sees of a result from before this turn was interrupted; it is remembered too. */
  recall(result: string): string;
}

/** The two tools of the agent, bound to one turn. */
export function createDataTools(options: DataToolsOptions): DataTools {
  const fields = createFieldCatalog();
  return {
    learn: (cubes) => fields.add(cubes),
    recall(text) {
      const { search, query } = readToolResult(text);
      if (search !== undefined) fields.add(search.cubes);
      const { caps } = options;
      if (caps !== undefined && query !== undefined) return capRows(query, caps);
      return caps === undefined || search === undefined ? text : capMetadata(search, options.input, caps);
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
      const { data, caps, input } = options;
      const { searchQuery } = parseInput(metaInput, call.input);
      const matches = await data.searchMetadata(searchQuery, signal, caps && searchQuery);
      // Only where members are cut need the best come first: earlier questions are read again, and shall mean the same.
      const cubes = caps === undefined ? inModelOrder(matches, data.relations()) : matches;
      fields.add(cubes);
      const found = { cubes, searchQuery };
      const result = JSON.stringify(found);
      return { result, forModel: caps === undefined ? result : capMetadata(found, input, caps) };
    }
    case 'svcSqlApi':
      return runSql(parseInput(sqlInput, call.input), options, fields, signal);
    default:
      throw new AppError('VALIDATION_FAILED', `There is no tool "${call.name}". Use svcMeta or svcSqlApi.`);
  }
}

/** The same relations, their members in the order in which the model has them. */
function inModelOrder(
  cubes: readonly CubeMetadata[],
  relations: readonly CubeMetadata[],
): readonly CubeMetadata[] {
  const places = new Map(
    relations
      .flatMap(({ dimensions, measures, segments }) => [...dimensions, ...measures, ...segments])
      .map(({ name }, place) => [name, place]),
  );
  const ordered = <M extends MemberMetadata>(members: readonly M[]): readonly M[] =>
    members.toSorted((a, b) => (places.get(a.name) ?? 0) - (places.get(b.name) ?? 0));
  return cubes.map((cube) => ({
    ...cube,
    dimensions: ordered(cube.dimensions),
    measures: ordered(cube.measures),
    segments: ordered(cube.segments),
  }));
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
    userRequest: input.userRequest ?? options.input,
  };
  const { data, agent, caps } = options;
  const { cached, asOf, ...found } = await data.runSql(request, signal);
  const grains = await resultGrains(input.sqlQuery);
  const title = input.queryTitle;
  const language = languageBySmallWords(title);
  const chart = chartFor({ ...found, title, grains, language }, fields, proposed);
  const certified = certifiedBy(input.sqlQuery, agent.certifiedQueries);
  const result: SvcSqlApiResult = {
    ...request,
    schema: found.columns.map((column) => describedColumn(column, fields, grains)),
    data: found.rows,
    totalRows: found.totalRows,
    uuid: found.uuid,
    ...(cached === undefined || asOf === undefined ? {} : { cached, asOf }),
    ...(certified === undefined ? {} : { certifiedQuery: certified.question }),
    ...(chart === undefined ? {} : { vegaSpec: chart.text }),
  };
  const text = JSON.stringify(result);
  if (caps === undefined) return { result: text, forModel: text };
  const hint = isEmpty(found.rows) ? await hintOn(input.sqlQuery, data, signal) : undefined;
  const isUndrawn = proposed !== undefined && chart === undefined;
  const instead = isUndrawn ? 'No chart was drawn: none fits this result.' : chart?.instead;
  return { result: text, forModel: capRows(result, caps, { instead, hint }) };
}

/** No rows, or only the one that says so: a total of nothing is null or 0. */
function isEmpty(rows: readonly Row[]): boolean {
  return rows.length < 2 && rows.flat().every((value) => value === null || Number(value) === 0);
}

async function hintOn(sql: string, data: TurnData, signal: AbortSignal): Promise<string | undefined> {
  try {
    return await emptyResultHint(sql, data, signal);
  } catch (error) {
    signal.throwIfAborted();
    // The result stands without it.
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

function parseInput<T extends z.ZodObject>(schema: T, input: RequestedToolCall['input']): z.infer<T> {
  const parsed = schema.safeParse(withoutBlanks(schema, input));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'input'}: ${issue.message}`);
  throw new AppError('VALIDATION_FAILED', `Invalid input. ${problems.join('; ')}`);
}

/** Many models fill in every argument: a blank optional one counts as omitted. */
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

/** Rejects as soon as the signal aborts, even if the work ignores it. */
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
