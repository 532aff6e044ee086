import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { Collector } from '../support/collector.ts';
import { fillDataDirectory } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { LineClient } from '../support/line-client.ts';
import {
  adminKey,
  chatPath,
  createServiceFolder,
  postTo,
  ServiceProcess,
} from '../support/service-process.ts';

const sessionSettings = { externalId: 'tracy', groups: ['analysts'] };
const question = 'How many orders by region?';
const hostileName = 'x9_hostile_name';
const hiddenLiteral = 'a-literal-of-the-query';

/** A process that did one turn, and ended in order: what it sent, and what it measured. */
async function traceTurn() {
  await using folder = await createServiceFolder();
  await fillDataDirectory(folder.dataDir);
  await using collector = await Collector.open();
  const port = await freePort();
  await using service = await ServiceProcess.start(folder, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    METRICS_PORT: String(port),
    LOG_LEVEL: 'debug',
  });
  const lines = await (await postTo(service.url, chatPath(1), { input: question, sessionSettings })).rest();
  expect(lines.at(-1)?.state?.status).toBe('completed');
  const headers = { authorization: `Api-Key ${adminKey}` };
  const body = { query: `query ${hostileName} { viewer { kind } }` };
  await (await LineClient.open(`${service.url}/graphql`, { body, headers })).json();
  // A value of a row is no number, nor is the literal.
  const query = `SELECT CAST(channel || '${hiddenLiteral}' AS integer) AS n FROM orders_overview GROUP BY 1`;
  await (await postTo(service.url, '/api/v1/deployments/1/sql', { query, sessionSettings })).text();
  await fetch(`${service.url}/health`);
  const scraped = await fetch(`http://127.0.0.1:${port}/metrics`);
  const exposition = await scraped.text();
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
  expect(await service.terminate()).toBe(0);
  return { spans: collector.spans, sentMetrics: collector.metrics, exposition, logged: service.logged };
}

let traced: Awaited<ReturnType<typeof traceTurn>>;
beforeAll(async () => {
  traced = await traceTurn();
});

it('a turn is one trace, from its request to the statements on the data source and the state', () => {
  const { spans } = traced;
  const turns = spans.filter(({ name }) => name.startsWith('invoke_agent '));
  expect(turns).toHaveLength(1);
  const [turn] = turns;
  expect(JSON.stringify(turn)).toContain('{"key":"inlay.turn.model","value":{"stringValue":"planner"}}');
  const ofTurn = spans.filter(({ traceId }) => traceId === turn?.traceId);
  const parentsOf = (name: string) => {
    const found = ofTurn.filter((span) => span.name === name).map(({ parentSpanId }) => parentSpanId);
    return [...new Set(found.map((id) => ofTurn.find(({ spanId }) => spanId === id)?.name))];
  };
  const route = 'POST /api/v1/public/:accountName/agents/:agentId/chat/stream-chat-state';
  expect(parentsOf(route)).toEqual([undefined]);
  expect(parentsOf('subscription ChatStream')).toEqual([route]);
  expect(parentsOf(turn?.name ?? '')).toEqual(['subscription ChatStream']);
  expect(parentsOf('step')).toEqual([turn?.name]);
  expect(parentsOf('chat planner')).toEqual(['step']);
  expect(parentsOf('execute_tool svcMeta')).toEqual([turn?.name]);
  expect(parentsOf('execute_tool svcSqlApi')).toEqual([turn?.name]);
  expect(parentsOf('semantic query')).toContain('execute_tool svcSqlApi');
  expect(parentsOf('compile')).toEqual(['semantic query']);
  expect(parentsOf('query duckdb')).toEqual(['semantic query']);
  expect(parentsOf('statement')).toEqual(['query duckdb']);
  expect(parentsOf('state INSERT')).toContain('execute_tool svcSqlApi');
});

it('spans hold neither questions, nor queries, nor names of users', () => {
  const text = JSON.stringify(traced.spans);
  const contents = [question, 'SELECT MEASURE', 'FROM', sessionSettings.externalId, hostileName, adminKey];
  expect(contents.filter((content) => text.includes(content))).toEqual([]);
});

it('metrics count what was done, with labels that no client chooses', () => {
  const { exposition, spans } = traced;
  const queries = spans.filter(({ name }) => name === 'execute_tool svcSqlApi');
  expect(queries.length).toBeGreaterThan(0);
  for (const sample of [
    /^inlay_http_request_duration_seconds_count\{method="POST",route="\/api\/v1\/public\/:accountName\/agents\/:agentId\/chat\/stream-chat-state",status="200"\} 1$/m,
    /^inlay_graphql_operation_duration_seconds_count\{operation="ChatStream",type="subscription",outcome="ok"\} 1$/m,
    /^inlay_graphql_operation_duration_seconds_count\{operation="other",type="query",outcome="ok"\} 1$/m,
    /^inlay_turn_duration_seconds_count\{model="planner",outcome="completed"\} 1$/m,
    new RegExp(
      `^inlay_tool_duration_seconds_count\\{tool="svcSqlApi",outcome="ok"\\} ${queries.length}$`,
      'm',
    ),
    /^inlay_engine_query_duration_seconds_count\{engine="duckdb",outcome="ok"\} \d+$/m,
    /^inlay_database_statement_duration_seconds_count\{operation="SELECT",outcome="ok"\} \d+$/m,
    /^inlay_turns\{state="running"\} 0$/m,
    /^inlay_result_cache_entries 0$/m,
    /^process_resident_memory_bytes \d{8,}$/m,
  ]) {
    expect(exposition).toMatch(sample);
  }
  for (const text of [hostileName, sessionSettings.externalId, 'acme', 'orders']) {
    expect(exposition).not.toContain(text);
  }
});

it('metrics are sent to the collector too', () => {
  expect(traced.sentMetrics).toContain('inlay_turn_duration_seconds');
});

it('the log has one line for each request, with who asked what and how it ended, and none for probes', () => {
  const infoLevel = 30;
  const requests = traced.logged.filter(({ msg, level }) => msg === 'request' && level >= infoLevel);
  expect(requests).toMatchObject([
    { status: 200, account: 'acme', caller: 'admin key', operation: 'subscription ChatStream' },
    { status: 200, account: 'acme', caller: 'admin key', operation: 'query other', path: '/graphql' },
    { account: 'acme', caller: 'admin key', operation: 'subscription SqlStream' },
  ]);
  const [chat] = requests;
  expect(chat).toMatchObject({ turn: expect.stringMatching(/^[\da-f-]{36}$/), streamMs: expect.any(Number) });
  expect(Number(chat?.['bytes'])).toBeGreaterThan(1_000);
});

it('the log has a line for each turn, and at debug one for each query, with its cubes and their place in the model', () => {
  const { logged } = traced;
  const [turn] = logged.filter(({ msg }) => msg === 'turn ended');
  expect(turn).toMatchObject({ account: 'acme', agent: 1, status: 'completed', model: 'planner', steps: 4 });
  expect(turn?.['turn']).toBe(
    logged.find(({ msg, operation }) => msg === 'request' && operation === 'subscription ChatStream')?.[
      'turn'
    ],
  );
  const queries = logged.filter(({ msg }) => msg === 'query');
  expect(queries).toContainEqual(
    expect.objectContaining({
      deployment: 'acme/1',
      ms: expect.any(Number),
      cubes: expect.arrayContaining([expect.stringMatching(/^orders \(model\/.*\.yml:\d+\)$/)]),
    }),
  );
  expect(JSON.stringify(queries)).not.toMatch(/SELECT|FROM/);
});

it('a failed query is a warning with its cause and the file and line of its cubes, without values of rows or of the query', () => {
  const failed = traced.logged.filter(({ msg }) => msg === 'query failed');
  expect(failed).toMatchObject([
    {
      level: 40,
      deployment: 'acme/1',
      cubes: expect.arrayContaining([expect.stringMatching(/^orders \(model\/.*\.yml:\d+\)$/)]),
      failure: { code: 'SQL_FAILED', cause: 'DuckDB Conversion Error' },
    },
  ]);
  const text = JSON.stringify(traced.logged);
  for (const value of [hiddenLiteral, 'online', 'CAST']) expect(text).not.toContain(value);
});

it('a collector that is gone neither fails a turn nor holds up the end of the process', async () => {
  await using folder = await createServiceFolder();
  await fillDataDirectory(folder.dataDir);
  const endpoint = `http://127.0.0.1:${await freePort()}`;
  await using service = await ServiceProcess.start(folder, { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
  const lines = await (await postTo(service.url, chatPath(1), { input: question, sessionSettings })).rest();
  expect(lines.at(-1)?.state?.status).toBe('completed');
  const ended = await Promise.race([service.terminate(), sleep(20_000, 'still running', { ref: false })]);
  expect(ended).toBe(0);
});
