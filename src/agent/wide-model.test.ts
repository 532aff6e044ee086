import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { historyOf, type OpenWorld, openWorld } from '../../test/fixtures/agent/open-world.ts';
import {
  type ScriptedModel,
  type ScriptedStep,
  scriptedModel,
} from '../../test/fixtures/agent/scripted-model.ts';
import { brands, wideDimensions, wideMeasures, wideWorld } from '../../test/fixtures/agent/wide-world.ts';
import type { AgentEvent, HistoryEntry } from '../services/chat/turn.ts';
import { createAgentRuntime } from './runtime.ts';

let world: OpenWorld;
beforeAll(async () => {
  world = await openWorld(wideWorld);
});
afterAll(() => world[Symbol.asyncDispose]());

interface Turn {
  readonly calls: ScriptedModel['calls'];
  readonly history: readonly HistoryEntry[];
}

async function turn(input: string, steps: readonly ScriptedStep[], history: readonly HistoryEntry[] = []) {
  const script = scriptedModel(steps);
  const events: AgentEvent[] = [];
  let notes: string | undefined;
  const outcome = await createAgentRuntime({ models: new Map([['scripted', script.model]]) }).runTurn({
    agent: { name: 'Ana', model: 'scripted', devMode: false, rules: [], certifiedQueries: [] },
    data: world.data,
    history,
    input,
    now: new Date('2025-01-20T12:00:00Z'),
    timezone: 'UTC',
    signal: new AbortController().signal,
    emit: (event) => void events.push(event),
    onNotes: async (text) => {
      notes = text;
    },
  });
  expect(outcome.status).toBe('completed');
  return { calls: script.calls, history: [...history, ...historyOf(input, events, notes)] } satisfies Turn;
}

function sharedLength(before: string, after: string): number {
  const end = [...before].findIndex((character, at) => character !== after[at]);
  return end === -1 ? before.length : end;
}

const titleOf = (name: string): string => name.replaceAll('_', ' ');

describe('a view with a thousand members, over 20,000 brands', () => {
  const questions = Array.from({ length: 20 }, (_, at) => {
    const measure = wideMeasures[(at * 211 + 7) % wideMeasures.length] ?? '';
    const dimension = wideDimensions[(at * 397 + 11) % wideDimensions.length] ?? '';
    const brand = brands[(at * 9_973 + 101) % brands.length] ?? '';
    const said = [brand, brand.toLowerCase(), brand.replace(/(?<=^...)./, ''), brand.split(' ')[0] ?? ''][
      at % 4
    ];
    return {
      measure,
      dimension,
      brand,
      input: `What is the ${titleOf(measure)} by ${titleOf(dimension)} of ${said}?`,
    };
  });

  it.each(questions)(
    'shows a model what is named by: $input',
    async ({ measure, dimension, brand, input }) => {
      const query = { sqlQuery: `SELECT ${dimension}, MEASURE(${measure}) FROM sales GROUP BY 1` };
      const { calls } = await turn(input, [
        [{ call: 'svcMeta', input: { searchQuery: input } }],
        [{ call: 'svcSqlApi', input: query }],
        [{ say: 'Done.' }],
      ]);
      const [first, second] = calls.map(({ prompt }) => JSON.stringify(prompt));
      const shown = (prompt = '', json: string): boolean =>
        prompt.includes(JSON.stringify(json).slice(1, -1));
      const told = [first, second].map((prompt) => ({
        measure: shown(prompt, `{"name":"${measure}","type":"sum"`),
        dimension: shown(prompt, `{"name":"${dimension}","type":"string"`),
        brand: shown(prompt, `"${brand}"`),
      }));
      const all = { measure: true, dimension: true, brand: true };
      expect(told).toEqual([all, all]);
      const sizes = calls.map(({ prompt, tools }) => JSON.stringify({ prompt, tools }).length);
      expect(Math.max(...sizes)).toBeLessThan(40_000);
    },
  );

  it('ten turns of a thread on it share at least 95 % of the request before, but for one, and stay under 40 kB', async () => {
    const requestsOf = ({ calls }: Turn): string[] =>
      calls.map(({ tools, prompt }) =>
        // Marks for a cache are no part of what it keeps.
        JSON.stringify({ tools, prompt }, (key, value) => (key === 'providerOptions' ? undefined : value)),
      );
    let history: readonly HistoryEntry[] = [];
    let before = '';
    const shares: number[] = [];
    for (const { input, measure, dimension, brand } of questions.slice(0, 10)) {
      const sqlQuery = `SELECT ${dimension}, MEASURE(${measure}) FROM sales GROUP BY 1`;
      const search = [{ call: 'svcMeta', input: { searchQuery: input } }];
      const steps = [[{ call: 'svcSqlApi', input: { sqlQuery } }], [{ say: 'Done.' }]];
      const next = await turn(input, shares.length % 4 === 0 ? [search, ...steps] : steps, history);
      const requests = requestsOf(next);
      const [first = ''] = requests;
      shares.push(sharedLength(before, first) / Math.max(before.length, 1));
      expect(Math.max(...requests.map(({ length }) => length))).toBeLessThan(40_000);
      for (const named of [`"${measure}\\",\\"type`, `"${dimension}\\",\\"type`, brand]) {
        expect(first.includes(named), named).toBe(true);
      }
      ({ history } = next);
      before = first;
    }
    // Once, notes no longer fit.
    expect(shares.slice(1).filter((share) => share < 0.95)).toHaveLength(1);
    expect(shares.slice(1).filter((share) => share > 0.999)).toHaveLength(8);
  });

  it('a follow-up is told of the members of the query before it, though it names none of them', async () => {
    const [first] = questions;
    const sqlQuery = `SELECT ${first?.dimension}, MEASURE(${first?.measure}) FROM sales GROUP BY 1`;
    const { history } = await turn('Question', [
      [{ call: 'svcSqlApi', input: { sqlQuery } }],
      [{ say: 'Done.' }],
    ]);
    const { calls } = await turn('And online?', [[{ say: 'Done.' }]], history);
    const prompt = JSON.stringify(calls[0]?.prompt.at(-1));
    expect(prompt.includes(`\\"name\\":\\"${first?.measure}\\",\\"type\\"`)).toBe(true);
    expect(prompt.includes(`\\"name\\":\\"${first?.dimension}\\",\\"type\\"`)).toBe(true);
  });
});
