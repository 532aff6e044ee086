import { describe, expect, it } from 'vitest';
import { type OpenWorld, openWorld } from '../../test/fixtures/agent/open-world.ts';
import { type ScriptedStep, scriptedModel } from '../../test/fixtures/agent/scripted-model.ts';
import { type World, worlds } from '../../test/fixtures/agent/worlds.ts';
import type { AgentEvent, HistoryEntry, TurnOutcome, TurnRequest } from '../services/chat/turn.ts';
import type { AgentLimits } from './agent-limits.ts';
import { createAgentRuntime } from './runtime.ts';

const noUsage = { inputTokens: 0, outputTokens: 0, steps: 0 };
const analyst = { name: 'Ana', model: 'planner', devMode: true, rules: [], certifiedQueries: [] };

/** More sellers and buyers than metadata lists: a name is looked up among both, side by side. */
const deals: World = {
  name: 'deals',
  model: {
    'deals.yml': `
cubes:
  - name: deals
    sql_table: deals
    dimensions:
      - { name: id, sql: "{CUBE}.id", type: number, primary_key: true, public: false }
      - { name: seller, title: Seller, sql: "{CUBE}.seller", type: string }
      - { name: buyer, title: Buyer, sql: "{CUBE}.buyer", type: string }
    measures:
      - { name: deal_count, title: Deals, type: count }
`,
  },
  tables: {
    deals: [
      ['id', 'seller', 'buyer'],
      ...Array.from({ length: 900 }, (_, i) => [i, `Vendor ${i % 450}`, `Client ${i % 300}`]),
    ],
  },
};

/** What is stored of a turn that was interrupted behind these events. */
function storedOf(events: readonly AgentEvent[]): HistoryEntry[] {
  const entries: HistoryEntry[] = [];
  let open = '';
  const close = (): void => {
    if (open !== '') entries.push({ type: 'assistant', content: open });
    open = '';
  };
  for (const event of events) {
    if (event.type === 'text-delta') open += event.delta;
    else if (event.type === 'text') close();
    else if (event.type === 'tool-result') {
      const { id, name, input, result } = event;
      entries.push({ type: 'tool', id, name, input, result });
    }
  }
  close();
  return entries;
}

async function run(
  runtime: ReturnType<typeof createAgentRuntime>,
  request: Pick<TurnRequest, 'data' | 'input'> & Partial<TurnRequest>,
): Promise<{ events: readonly AgentEvent[]; outcome: TurnOutcome }> {
  const events: AgentEvent[] = [];
  const outcome = await runtime.runTurn({
    agent: analyst,
    history: [],
    now: new Date('2025-01-20T12:00:00Z'),
    timezone: 'UTC',
    signal: new AbortController().signal,
    emit: (event) => void events.push(event),
    ...request,
  });
  return { events, outcome };
}

/** Without what was said of the step that the cut broke. */
const stepsDone = (events: readonly AgentEvent[]) =>
  events.slice(0, events.findLastIndex(({ type }) => type === 'tool-result') + 1);
const spoken = (events: readonly AgentEvent[], type: 'text-delta' | 'thinking-delta') =>
  events.map((event) => (event.type === type ? event.delta : '')).join('');
const inputsOf = (events: readonly AgentEvent[], type: 'tool-call' | 'tool-result') =>
  events.flatMap((event) => (event.type === type ? [event.input] : [])).sort();
const answersOf = (events: readonly AgentEvent[]) =>
  events.flatMap((event) => (event.type === 'answer' ? [event.content] : []));

describe('a turn of the planner that goes on', () => {
  const runtime = createAgentRuntime();

  /** @returns how many queries the whole turn makes */
  async function interruptEverywhere(world: OpenWorld, input: string): Promise<number> {
    const { data } = world;
    const whole = await run(runtime, { data, input });
    for (let cut = 0; cut < whole.events.length; cut += 1) {
      const before = whole.events.slice(0, cut);
      const progress = { said: storedOf(before), usage: noUsage };
      const { events, outcome } = await run(runtime, { data, input, progress });
      const where = `after ${cut} of ${whole.events.length} events`;
      expect(outcome.status, where).toBe('completed');
      for (const type of ['text-delta', 'thinking-delta'] as const) {
        expect(spoken(stepsDone(before), type) + spoken(events, type), where).toBe(
          spoken(whole.events, type),
        );
      }
      expect([...inputsOf(before, 'tool-result'), ...inputsOf(events, 'tool-call')].sort(), where).toEqual(
        inputsOf(whole.events, 'tool-call'),
      );
      expect(answersOf(events), where).toEqual(answersOf(whole.events));
    }
    return whole.events.filter((event) => event.type === 'tool-call' && event.name === 'svcSqlApi').length;
  }

  it.each([
    ['How many admissions by ward?', worlds.hospital, 2],
    ['What is the weather tomorrow?', worlds.hospital, 0],
    ['How many deals for Client 17?', deals, 2],
  ] as const)(
    'begins the step again that was cut, and asks nothing twice: %s',
    async (input, world, queries) => {
      await using open = await openWorld(world);
      expect(await interruptEverywhere(open, input)).toBe(queries);
    },
  );
});

describe('a turn of a provider', () => {
  const query = { sqlQuery: 'SELECT 1', queryTitle: 'One' };
  const rows = {
    uuid: 'b5a9f0a4-0000-4000-8000-000000000001',
    columns: [{ name: 'n', columnType: 'Int64' as const }],
    rows: Array.from({ length: 100 }, (_, i) => [i]),
    totalRows: 100,
  };
  const data: TurnRequest['data'] = {
    relations: () => [],
    searchMetadata: async () => [],
    runSql: async () => rows,
    findResult: async () => null,
  };

  function scripted(steps: readonly ScriptedStep[], limits: Partial<AgentLimits> = {}) {
    const script = scriptedModel(steps);
    const runtime = createAgentRuntime({ models: new Map([['scripted', script.model]]), limits });
    const agent = { ...analyst, model: 'scripted' };
    const turn = (request: Partial<TurnRequest> = {}) =>
      run(runtime, { data, input: 'How many?', agent, ...request });
    return { script, turn };
  }

  it('a turn of a provider is given its steps and results within the caps, and begins the step again that was cut', async () => {
    const first = scripted(
      [
        [{ say: 'Let me look.' }, { call: 'svcSqlApi', input: query, id: 'c1' }],
        { breakAfter: [{ say: 'It is ' }], failWith: new Error('gone') },
      ],
      { maxRetries: 0 },
    );
    const before = await first.turn();
    const { script, turn } = scripted([[{ say: 'There are one ' }, { say: 'hundred.' }]]);
    const usage = { inputTokens: 10, outputTokens: 10, steps: 1 };
    const { events, outcome } = await turn({ progress: { said: storedOf(before.events), usage } });
    expect(spoken(events, 'text-delta')).toBe('There are one hundred.');
    expect(answersOf(events)).toEqual(['There are one hundred.']);
    expect(events.filter((event) => event.type === 'text')).toMatchObject([
      { content: 'There are one hundred.' },
    ]);
    expect(outcome).toEqual({
      status: 'completed',
      stopReason: 'stop',
      model: 'scripted',
      usage: { inputTokens: 20, outputTokens: 20, steps: 2 },
    });
    const [system, ...prompt] = script.calls[0]?.prompt ?? [];
    expect(system?.role).toBe('system');
    expect(prompt).toMatchObject([
      { role: 'user', content: [{ text: 'How many?' }] },
      { role: 'assistant', content: [{ text: 'Let me look.' }, { type: 'tool-call', input: query }] },
      {
        role: 'tool',
        content: [{ output: { value: expect.stringContaining('The first 50 of 100 rows.') } }],
      },
    ]);
  });

  it('a turn of a provider keeps to the limits of one turn', async () => {
    const { script, turn } = scripted([[{ say: 'So.' }]], { maxSteps: 3 });
    const usage = { inputTokens: 0, outputTokens: 0, steps: 2 };
    const { outcome } = await turn({ progress: { said: [{ type: 'assistant', content: 'S' }], usage } });
    expect(script.calls[0]?.toolChoice?.type).toBe('none');
    expect(outcome.usage.steps).toBe(3);
  });

  it('a turn of a provider that is to stop finishes its step, with its tools, and begins no other', async () => {
    const stopping = new AbortController();
    const { script, turn } = scripted([
      [{ say: 'Let me ' }, { say: 'look.' }, { call: 'svcSqlApi', input: query }],
      [{ say: 'Never said.' }],
    ]);
    const events: AgentEvent[] = [];
    const { outcome } = await turn({
      stopping: stopping.signal,
      emit: (event) => {
        events.push(event);
        stopping.abort();
      },
    });
    expect(events.map((event) => event.type)).toEqual([
      ...['text-delta', 'text-delta', 'text-delta', 'text', 'tool-call', 'tool-result'],
    ]);
    expect(outcome).toEqual({
      status: 'interrupted',
      model: 'scripted',
      usage: { inputTokens: 10, outputTokens: 10, steps: 1 },
    });
    expect(script.calls).toHaveLength(1);
  });

  it('a turn of a provider that is to stop before it begins asks no model', async () => {
    const { script, turn } = scripted([[{ say: 'x' }]]);
    const { outcome, events } = await turn({ stopping: AbortSignal.abort() });
    expect([outcome.status, events, script.calls]).toEqual(['interrupted', [], []]);
  });
});
