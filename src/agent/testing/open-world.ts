import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDuckDbEngine } from '../../engines/duckdb.ts';
import type { QueryEngine, ResultStream, Row } from '../../engines/query-engine.ts';
import { createSemanticLayer } from '../../semantic/create-semantic-layer.ts';
import { loadDataModel } from '../../semantic/model/load-model.ts';
import type { SemanticLayer } from '../../semantic/semantic-layer.ts';
import type { Viewer } from '../../semantic/viewer.ts';
import type { AgentEvent, HistoryEntry, TurnData, TurnOutcome } from '../../services/chat/turn.ts';
import { type AgentRuntime, createAgentRuntime } from '../runtime.ts';
import type { World } from './worlds.ts';

export interface Asked {
  readonly outcome: TurnOutcome;
  readonly events: readonly AgentEvent[];
  readonly answer: string;
  /** Parsed result of the last query; undefined when none was made. */
  readonly result: SqlToolResult | undefined;
}

export interface SqlToolResult {
  readonly sqlQuery: string;
  readonly schema: readonly { readonly name: string; readonly column_type: string }[];
  readonly data: readonly Row[];
  readonly totalRows: number;
  readonly uuid: string;
  readonly vegaSpec?: string;
  readonly error?: string;
}

export interface OpenWorld extends AsyncDisposable {
  readonly layer: SemanticLayer;
  readonly data: TurnData;
  /** Asks the planner, after the questions that a thread asked before. */
  ask(question: string, earlier?: readonly string[]): Promise<Asked>;
  /** Rows of SQL over the physical tables: the oracle. */
  truth(sql: string): Promise<readonly Row[]>;
}

const viewer: Viewer = { userAttributes: {}, groups: [], securityContext: {} };

/** A world on the real engine and semantic layer, in a folder of its own. */
export async function openWorld(
  world: World,
  options: { readonly now?: Date; readonly runtime?: AgentRuntime } = {},
): Promise<OpenWorld> {
  const folder = await mkdtemp(join(tmpdir(), `inlay-${world.name}-`));
  for (const [name, text] of Object.entries(world.model)) await writeFile(join(folder, name), text);
  for (const [name, rows] of Object.entries(world.tables)) {
    await writeFile(join(folder, `${name}.csv`), rows.map((row) => row.map(csvField).join(',')).join('\n'));
  }
  const tables = Object.fromEntries(Object.keys(world.tables).map((name) => [name, `${name}.csv`]));
  const engine = await createDuckDbEngine({ folder, tables });
  const { model } = await loadDataModel(folder);
  const layer = await createSemanticLayer({ model, engine });
  const data = worldData(layer);
  const runtime = options.runtime ?? createAgentRuntime();
  const now = options.now ?? new Date('2025-01-20T12:00:00Z');

  async function askOnce(input: string, history: readonly HistoryEntry[]): Promise<Asked> {
    const events: AgentEvent[] = [];
    const outcome = await runtime.runTurn({
      agent: { name: 'Analyst', model: 'planner', devMode: false, rules: [], certifiedQueries: [] },
      data,
      history,
      input,
      now,
      timezone: 'UTC',
      signal: new AbortController().signal,
      emit: (event) => {
        events.push(event);
      },
    });
    return { outcome, events, answer: answerOf(events), result: lastResult(events) };
  }

  return {
    layer,
    data,
    async ask(question, earlier = []) {
      let history: HistoryEntry[] = [];
      for (const message of earlier) {
        history = [...history, ...historyOf(message, (await askOnce(message, history)).events)];
      }
      return askOnce(question, history);
    },
    truth: async (sql) => readAll(engine, sql),
    async [Symbol.asyncDispose]() {
      await layer[Symbol.asyncDispose]();
      await engine[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}

function worldData(layer: SemanticLayer): TurnData {
  const kept = new Map<string, { uuid: string; sqlQuery: string; queryTitle: string }>();
  return {
    relations: () => layer.relations(viewer),
    searchMetadata: (query, signal) => layer.searchMetadata(query, viewer, { signal }),
    async runSql({ sqlQuery, queryTitle }, signal) {
      await using stream = await layer.query(sqlQuery, viewer, { signal });
      const rows = await rowsOf(stream);
      const uuid = crypto.randomUUID();
      kept.set(uuid, { uuid, sqlQuery, queryTitle });
      return { uuid, columns: stream.columns, rows: rows.slice(0, 100), totalRows: rows.length };
    },
    findResult: async (uuid) => kept.get(uuid) ?? null,
  };
}

/** A finished turn as the thread keeps it. */
export function historyOf(input: string, events: readonly AgentEvent[]): HistoryEntry[] {
  const entries: HistoryEntry[] = [{ type: 'user', content: input }];
  for (const event of events) {
    if (event.type === 'tool-result') {
      const { id, name, input: given, result } = event;
      entries.push({ type: 'tool', id, name, input: given, result });
    } else if (event.type === 'answer') entries.push({ type: 'assistant', content: event.content });
  }
  return entries;
}

function answerOf(events: readonly AgentEvent[]): string {
  return events.map((event) => (event.type === 'answer' ? event.content : '')).join('');
}

function lastResult(events: readonly AgentEvent[]): SqlToolResult | undefined {
  const last = events.findLast((event) => event.type === 'tool-result' && event.name === 'svcSqlApi');
  return last?.type === 'tool-result' ? (JSON.parse(last.result) as SqlToolResult) : undefined;
}

async function readAll(engine: QueryEngine, sql: string): Promise<Row[]> {
  await using stream = await engine.query({ sql, params: [] }, { timeoutMs: 10_000 });
  return await rowsOf(stream);
}

async function rowsOf(stream: ResultStream): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const chunk of stream.chunks) rows.push(...chunk);
  return rows;
}

function csvField(value: string | number | boolean | null): string {
  return value === null
    ? ''
    : /[",]/.test(String(value))
      ? `"${String(value).replaceAll('"', '""')}"`
      : String(value);
}
