import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { Collector } from '../support/collector.ts';
import { fillDataDirectory } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { chatPath, createServiceFolder, postTo, ServiceProcess } from '../support/service-process.ts';

const sessionSettings = { externalId: 'tracy', groups: ['analysts'] };
const question = 'How many orders by region?';

/** The spans of one turn of a process, which ends in order. */
async function traceTurn() {
  await using folder = await createServiceFolder();
  await fillDataDirectory(folder.dataDir);
  await using collector = await Collector.open();
  await using service = await ServiceProcess.start(folder, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  const lines = await (await postTo(service.url, chatPath(1), { input: question, sessionSettings })).rest();
  expect(lines.at(-1)?.state?.status).toBe('completed');
  expect(await service.terminate()).toBe(0);
  return collector.spans;
}

let spans: Awaited<ReturnType<typeof traceTurn>>;
beforeAll(async () => {
  spans = await traceTurn();
});

it('a turn is one trace: steps with their model calls, and tools', () => {
  const turns = spans.filter(({ name }) => name.startsWith('invoke_agent '));
  expect(turns).toHaveLength(1);
  const [turn] = turns;
  expect(JSON.stringify(turn)).toContain('{"key":"inlay.turn.model","value":{"stringValue":"planner"}}');
  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([turn?.traceId]));
  const parentOf = (name: string) => {
    const found = spans.filter((span) => span.name === name).map(({ parentSpanId }) => parentSpanId);
    return [...new Set(found)].map((id) => spans.find(({ spanId }) => spanId === id)?.name);
  };
  expect(parentOf('step')).toEqual([turn?.name]);
  expect(new Set(parentOf('chat planner'))).toEqual(new Set(['step']));
  expect(parentOf('execute_tool svcMeta')).toEqual([turn?.name]);
  expect(parentOf('execute_tool svcSqlApi')).toEqual([turn?.name]);
});

it('spans hold neither questions nor queries', () => {
  const text = JSON.stringify(spans);
  expect([question, 'SELECT'].filter((content) => text.includes(content))).toEqual([]);
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
