import type { UsageSum } from '../services/usage/read-usage.ts';
import { builder } from './builder.ts';

export const Usage = builder.objectRef<UsageSum>('Usage').implement({
  description:
    'The combined usage of turns, as counted by their language models. The embedded planner uses no tokens.',
  fields: (t) => ({
    turns: t.exposeInt('turns', {
      description: 'Number of turns, however they ended. A turn that is still running has no usage yet.',
    }),
    steps: t.expose('steps', { type: 'SafeInt', description: 'Number of calls to the language model.' }),
    inputTokens: t.expose('inputTokens', {
      type: 'SafeInt',
      description: 'Number of tokens read by the language model.',
    }),
    outputTokens: t.expose('outputTokens', {
      type: 'SafeInt',
      description: 'Number of tokens written by the language model.',
    }),
  }),
});
