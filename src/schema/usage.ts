import type { UsageSum } from '../services/usage/read-usage.ts';
import { builder } from './builder.ts';

export const Usage = builder.objectRef<UsageSum>('Usage').implement({
  description:
    'What turns cost together, as their language models counted it; the embedded planner costs no tokens.',
  fields: (t) => ({
    turns: t.exposeInt('turns', {
      description: 'How many there were, however they ended; one that still runs has cost nothing yet.',
    }),
    steps: t.expose('steps', { type: 'SafeInt', description: 'Calls of the language model.' }),
    inputTokens: t.expose('inputTokens', { type: 'SafeInt', description: 'Tokens that were read.' }),
    outputTokens: t.expose('outputTokens', { type: 'SafeInt', description: 'Tokens that were written.' }),
  }),
});

/** Which turns count. */
export const usageRangeDescriptions = {
  from: 'Turns that were asked for at this time or later. Left out: from the first one.',
  before: 'Turns that were asked for earlier than this. Left out: up to now.',
} as const;
