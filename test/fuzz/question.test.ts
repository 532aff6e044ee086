import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import { nextMove } from '../../src/planner/dialogue/next-move.ts';
import { openWorld } from '../fixtures/agent/open-world.ts';
import { worlds } from '../fixtures/agent/worlds.ts';
import { fuzz } from './fuzz.ts';

const context = { today: '2025-01-20', timezone: 'UTC', certifiedQueries: [] };

/** A thread in which the question was asked and the data model was found. */
function promptOf(question: string, metadata: string): LanguageModelV4Prompt {
  const call = { toolCallId: 'call', toolName: 'svcMeta' };
  return [
    { role: 'system', content: `<context>\n${JSON.stringify(context)}\n</context>` },
    { role: 'user', content: [{ type: 'text', text: question }] },
    { role: 'assistant', content: [{ type: 'tool-call', ...call, input: { searchQuery: question } }] },
    { role: 'tool', content: [{ type: 'tool-result', ...call, output: { type: 'text', value: metadata } }] },
  ];
}

fuzz('A question to the embedded model', async () => {
  await using world = await openWorld(worlds.hospital);
  const viewer = { userAttributes: {}, groups: [], securityContext: {} };
  const metadata = JSON.stringify({ cubes: await world.layer.metadata(viewer) });
  return {
    name: 'question',
    seeds: [
      'How many admissions did we have in 2023?',
      'average length of stay by ward, excluding surgery, in the last 3 months',
      'Which doctor has the most admissions with a cost between 100 and 250.5?',
      'top 5 wards by total treatment costs this year vs last year',
      'share of readmissions per insurance and month since March 2024',
      'thanks, and as a pie chart?',
    ],
    words: [
      'at least 1 ',
      'at most 2 ',
      'between 1 and 2 percent ',
      'by ward ',
      'not ',
      'and ',
      'or ',
      'last 3 years ',
      'than ',
      '"',
      '1,000.50 ',
      'March ',
      '2024-02-30 ',
      'per ',
      'cost ',
      'top 3 ',
      '%',
      '?',
    ],
    brackets: [
      ['(', ')'],
      ['"', '"'],
      ['not ', ''],
      ['the ', ' of'],
    ], // prettier-ignore
    maxLength: 2_000,
    maxMs: 250,
    parse: (question) => nextMove(promptOf(question, metadata)),
    isRefusal: () => false,
  };
});
