import { describe, expect, it } from 'vitest';
import { openWorld } from '../../../test/fixtures/agent/open-world.ts';
import { worlds } from '../../../test/fixtures/agent/worlds.ts';
import { createAgentRuntime } from '../../agent/runtime.ts';
import { findCertified } from './certified.ts';

const certified = [
  { question: 'What is our core cost?', sql: 'SELECT MEASURE(total_cost) AS core_cost FROM admissions_view' },
  { question: 'Trips from Berlin to Paris', sql: 'SELECT 1' },
];

describe('findCertified', () => {
  it.each(['what is our core cost', 'Show me the core costs, please', 'CORE COST?'])(
    'findCertified finds it for "%s"',
    (question) => {
      expect(findCertified(question, certified)?.sql).toContain('core_cost');
    },
  );
  it.each(['core cost by ward', 'cost', '', 'trips from Paris to Berlin'])(
    'findCertified finds none for "%s"',
    (question) => {
      expect(findCertified(question, certified)).toBeUndefined();
    },
  );
});

describe('the planner', () => {
  it('the planner runs the certified SQL as it is', async () => {
    await using world = await openWorld(worlds.hospital);
    const events: unknown[] = [];
    await createAgentRuntime().runTurn({
      agent: { name: 'A', model: 'planner', devMode: false, rules: [], certifiedQueries: certified },
      data: world.data,
      history: [],
      input: 'What is the core cost?',
      now: new Date('2025-01-01T00:00:00Z'),
      timezone: 'UTC',
      signal: new AbortController().signal,
      emit: (event) => {
        events.push(event);
      },
    });
    const [[total]] = (await world.truth('SELECT SUM(cost) FROM admissions')) as [[number]];
    expect(JSON.stringify(events)).toContain(certified[0]?.sql);
    expect(events.at(-1)).toMatchObject({
      type: 'answer',
      content: expect.stringContaining(Math.floor(total).toLocaleString('en-US')),
    });
  });
});
