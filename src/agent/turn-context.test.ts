import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { historyOf, type OpenWorld, openWorld } from '../../test/fixtures/agent/open-world.ts';
import { type ScriptedStep, scriptedModel } from '../../test/fixtures/agent/scripted-model.ts';
import { worlds } from '../../test/fixtures/agent/worlds.ts';
import type { CertifiedQuery } from '../contract/prompt.ts';
import type { AgentEvent, HistoryEntry } from '../services/chat/turn.ts';
import { createAgentRuntime } from './runtime.ts';

let world: OpenWorld;
beforeAll(async () => {
  world = await openWorld(worlds.hospital);
  // The first to ask waits for values of a cold cache no longer than a few seconds.
  await world.data.searchMetadata('', new AbortController().signal);
});
afterAll(() => world[Symbol.asyncDispose]());

interface TurnOptions {
  readonly history?: readonly HistoryEntry[];
  readonly certifiedQueries?: readonly CertifiedQuery[];
}

async function turn(
  input: string,
  steps: readonly ScriptedStep[],
  { history = [], certifiedQueries = [] }: TurnOptions = {},
) {
  const script = scriptedModel(steps);
  const events: AgentEvent[] = [];
  await createAgentRuntime({ models: new Map([['scripted', script.model]]) }).runTurn({
    agent: { name: 'Ana', model: 'scripted', devMode: false, rules: [], certifiedQueries },
    data: world.data,
    history,
    input,
    now: new Date('2025-01-20T12:00:00Z'),
    timezone: 'UTC',
    signal: new AbortController().signal,
    emit: (event) => void events.push(event),
  });
  const prompts = script.calls.map(({ prompt }) => prompt);
  const results = events.flatMap((event) =>
    event.type === 'tool-result' ? [JSON.parse(event.result) as Record<string, unknown>] : [],
  );
  return { prompts, results, history: [...history, ...historyOf(input, events)] };
}

/** What the last tool result of a prompt says to the model. */
function told(prompt: Awaited<ReturnType<typeof turn>>['prompts'][number] | undefined): string {
  const part = prompt?.findLast(({ role }) => role === 'tool')?.content.at(-1);
  return typeof part === 'object' && part.type === 'tool-result' && part.output.type === 'text'
    ? part.output.value
    : '';
}

describe('a data model that fits into the prompt', () => {
  it('a data model that fits into the prompt stands there whole, with its values', async () => {
    const { prompts } = await turn('How many admissions by ward?', [[{ say: 'Many.' }]]);
    const [system] = prompts[0] ?? [];
    const text = system?.role === 'system' ? system.content : '';
    const [, json = ''] = /This is all of it.*\n<tool_result[^>]*>\n(.*)\n<\/tool_result>/.exec(text) ?? [];
    const { cubes } = JSON.parse(json) as { cubes: { name: string; dimensions: { values?: string[] }[] }[] };
    expect(cubes.map(({ name }) => name)).toEqual(world.data.relations().map(({ name }) => name));
    expect(cubes.flatMap((cube) => cube.dimensions).some(({ values = [] }) => values.length > 1)).toBe(true);
    expect(json.length).toBeLessThan(20_000);
  });

  it('a data model that fits into the prompt lets turns share at least 95 % of the request before', async () => {
    const sqlQuery = 'SELECT MEASURE(admission_count) FROM admissions_overview';
    let history: readonly HistoryEntry[] = [];
    let before: string | undefined;
    for (const question of ['How many admissions?', 'And by ward?', 'And in 2024?', 'And for women?']) {
      const steps = [[{ call: 'svcSqlApi', input: { sqlQuery } }], [{ say: 'Done.' }]];
      const next = await turn(question, steps, { history });
      history = next.history;
      const prompt = JSON.stringify(next.prompts[0]);
      if (before !== undefined) {
        const end = [...before].findIndex((character, at) => character !== prompt[at]);
        expect((end === -1 ? before.length : end) / before.length).toBeGreaterThan(0.95);
      }
      before = prompt;
    }
  });
});

describe('certified queries', () => {
  const certified = Array.from({ length: 40 }, (_, at) => ({
    question: `Which colour has figure ${at}?`,
    sql: `SELECT ${at}`,
  }));
  const wards = { question: 'Admissions by ward?', sql: 'SELECT MEASURE(admission_count) FROM missing' };

  it('certified queries are shown to a model by what they have in common with the question, at most five', async () => {
    const certifiedQueries = [...certified, wards];
    const { prompts } = await turn('How many admissions did each ward have?', [[{ say: 'x' }]], {
      certifiedQueries,
    });
    const prompt = JSON.stringify(prompts[0]);
    expect(prompt).toContain('Admissions by ward?');
    expect(prompt).not.toContain('Which colour');
    const { prompts: others } = await turn('Which figure?', [[{ say: 'x' }]], { certifiedQueries });
    expect(JSON.stringify(others[0]).match(/Which colour has figure/g)).toHaveLength(5);
  });

  it('certified queries too long to show are left out', async () => {
    const long = { ...wards, sql: `SELECT '${'x'.repeat(5_000)}'` };
    const { prompts } = await turn('Admissions by ward?', [[{ say: 'x' }]], { certifiedQueries: [long] });
    expect(JSON.stringify(prompts[0])).not.toContain('xxxx');
  });

  it('certified queries are named by the result that ran one of them, and by no other', async () => {
    const [relation] = world.data.relations();
    const sql = `SELECT MEASURE(${relation?.measures[0]?.name.split('.')[1]}) FROM ${relation?.name}`;
    const query = (sqlQuery: string) => ({ call: 'svcSqlApi', input: { sqlQuery } });
    const { results } = await turn(
      '?',
      [[query(`${sql.replace(' ', '\n  ')};`)], [query(`${sql} LIMIT 1`)], [{ say: 'x' }]],
      {
        certifiedQueries: [{ question: 'How many?', sql }],
      },
    );
    expect(results.map(({ certifiedQuery }) => certifiedQuery)).toEqual(['How many?', undefined]);
  });
});

describe('a query without rows', () => {
  it.each(['rows', 'a total'])(
    'a query without %s tells the model what its dimensions have',
    async (what) => {
      const cubes = await world.data.searchMetadata('', new AbortController().signal);
      const found = cubes
        .flatMap((cube) => cube.dimensions.map((dimension) => ({ cube, dimension })))
        .find(({ cube, dimension: { values = [] } }) => values.length > 1 && cube.measures.length > 0);
      const [relation, dimension] = found?.dimension.name.split('.') ?? [];
      const value = found?.dimension.values?.[0] ?? '';
      const measure = found?.cube.measures[0]?.name.split('.')[1];
      const group = what === 'rows' ? ' GROUP BY 1' : '';
      const select = what === 'rows' ? dimension : `MEASURE(${measure})`;
      const asking = (text: string) => ({
        call: 'svcSqlApi',
        input: { sqlQuery: `SELECT ${select} FROM ${relation} WHERE ${dimension} = '${text}'${group}` },
      });
      const { prompts, results } = await turn('?', [[asking(`${value}x`)], [asking(value)], [{ say: 'x' }]]);
      expect(told(prompts[1])).toContain(`"hint":"${dimension} has ${value}`);
      expect(told(prompts[2])).not.toContain('hint');
      expect(results[0]).not.toHaveProperty('hint');
    },
  );
});
