import { z } from 'zod';
import { enumValue, graphqlTypes, input } from './fields.ts';
import { filterArgs, filterTime, searchText } from './lists.ts';

/** Why a turn deserves a look. */
export const turnProblem = enumValue('ChatTurnProblem', 'A reason to look at a turn.', {
  refused: 'The agent declined to answer, or found no answer.',
  failed: 'The turn ended with an error, was cut short, or reached a limit.',
  ratedBad: 'A reader rated the answer as bad.',
  repeated:
    'The same question was put to the same agent in the thirty days before. Only the latest turn with the question counts.',
});

export type TurnProblem = z.output<typeof turnProblem>;

export const chatTurnFilter = input('ChatTurnFilter', 'Conditions for listing turns.', {
  problems: z
    .array(turnProblem)
    .min(1)
    .max(4)
    .nullish()
    .describe('Returns only turns with one of these problems.'),
  isHandled: z.boolean().nullish().describe('Returns only turns that were, or were not, marked as handled.'),
  agentId: z.int32().nullish().describe('Returns only turns of the agent of this number.'),
  text: searchText.describe(
    'Returns only turns whose question contains this text, ignoring case. At most 255 characters.',
  ),
  from: filterTime.describe('Returns only turns started at or after this time.'),
  before: filterTime.describe('Returns only turns started before this time.'),
});

export const chatTurnsArgs = filterArgs(chatTurnFilter);

export const handleChatTurnInput = input(
  'HandleChatTurnInput',
  'A turn that an administrator has dealt with.',
  {
    id: z.string().describe('The `id` of the turn.').register(graphqlTypes, { name: 'ID' }),
    isHandled: z.boolean().default(true).describe('Whether it was dealt with. False opens it again.'),
  },
);
