import { z } from 'zod';
import {
  caps,
  enumValue,
  graphqlTypes,
  input,
  lineOfText,
  newName,
  recordId,
  recordIdDescription,
  textBlock,
} from './fields.ts';
import { filterTime, listArgs, searchText } from './lists.ts';
import { namedSchemas } from './shape.ts';
import { threadStatuses } from './stream-lines.ts';
import { sessionSettings } from './users.ts';

/** The branch of the data model that a request uses (spec: Chat request body). */
export const branchFields = {
  activeBranchName: lineOfText()
    .nullish()
    .describe(
      'Development branch of the data model. With a session token, only branches that its deployment opens to users are allowed.',
    ),
  isDefaultBranch: z
    .boolean()
    .nullish()
    .describe('Whether `activeBranchName` names the main branch. If true, the main data model is used.'),
};

/** The agent of a request, which REST names in the path. */
const agentFields = {
  accountName: z.string().nullish().describe('Name of the account. Default: the account of the credentials.'),
  agentId: z.int32().describe('Number of the agent within the account.'),
};

/** A message to an agent, or a thread to read (spec: Chat request body). */
export const chatRequest = z
  .object({
    input: textBlock(caps.inputChars)
      .refine((value) => value.trim() !== '', 'must not be empty; omit it to read the thread')
      .nullish()
      .describe('Text of the message, at most 20,000 characters. If omitted, the thread is read instead.'),
    chatId: z
      .string()
      .max(200)
      .nullish()
      .describe('ID of the thread to continue. If omitted, a new thread is started.'),
    messageId: z
      .string()
      .regex(
        /^\d{13,20}-message$/,
        'must look like "1700000000000-message": milliseconds in 13 digits or more',
      )
      .nullish()
      .describe(
        'Makes the request safe to repeat: equal requests of a user to an agent start one turn, and another message or thread under the same ID is refused with `CONFLICT`. Format: milliseconds with 13 or more digits, followed by "-message".',
      ),
    sessionSettings,
    ...branchFields,
  })
  .register(namedSchemas, { id: 'ChatRequest' });

export type ChatRequest = z.output<typeof chatRequest>;

export const chatStreamInput = input('ChatStreamInput', 'A message to an agent, or a thread to read.', {
  ...agentFields,
  ...chatRequest.shape,
});

export const abortRequest = z
  .object({
    chatId: z.string().min(1).max(200).describe('ID of the thread.'),
    sessionSettings,
  })
  .register(namedSchemas, { id: 'AbortChatRequest' });

export const abortChatInput = input('AbortChatInput', 'The thread whose turn to stop.', {
  ...agentFields,
  ...abortRequest.shape,
});

/** Identifies a thread or a message, by an ID that the REST API also uses. `schema/record-id.ts` reads it. */
export const chatRecordId = z
  .string()
  .describe('Accepts the `id` of the object, or its ID in the REST API.')
  .register(graphqlTypes, { name: 'ID' });

export const renameChatThreadInput = input('RenameChatThreadInput', 'A new title for a thread.', {
  id: chatRecordId,
  title: newName().describe('The new title: one line, at most 255 characters.'),
});

export const deleteChatThreadInput = input('DeleteChatThreadInput', 'The thread to delete.', {
  id: chatRecordId,
});

export const chatRole = enumValue('ChatRole', 'The author of a message.', {
  user: 'The user.',
  assistant: 'The agent.',
});

export const chatRating = enumValue('ChatRating', 'What a reader thinks of a message.', {
  good: 'The message is good.',
  bad: 'The message is bad.',
  none: 'The message is not rated.',
});

export const ratingReason = enumValue('ChatRatingReason', 'Why a reader finds a message bad.', {
  wrongFigures: 'Its figures are wrong.',
  misunderstood: 'It answers another question than the one that was asked.',
  incomplete: 'Something is missing.',
  unclear: 'It is hard to understand.',
  other: 'Something else, which the comment tells.',
});

export const rateChatMessageInput = input('RateChatMessageInput', 'A rating for a message of an agent.', {
  id: chatRecordId,
  rating: chatRating.describe('The rating. `NONE` removes it.'),
  reason: ratingReason.nullish().describe('Why it is bad. Kept with `BAD` only.'),
  comment: textBlock(1_000)
    .nullish()
    .describe('What is wrong, in the words of the reader: at most 1,000 characters. Kept with `BAD` only.'),
});

export const turnStatus = enumValue('ChatTurnStatus', 'The status of a turn.', {
  running: 'The agent is working on the turn.',
  ...threadStatuses,
});

export const chatThreadFilter = input('ChatThreadFilter', 'Conditions for listing threads.', {
  userId: recordId.nullish().describe(`Returns only threads of this user. ${recordIdDescription}`),
  agentId: z
    .int32()
    .nullish()
    .describe('Returns only threads with the agent of this number, as used in the chat path.'),
  status: turnStatus.nullish().describe('Returns only threads whose most recent turn has this status.'),
  text: searchText.describe(
    'Returns only threads whose title contains this text, ignoring case. At most 255 characters.',
  ),
  from: filterTime.describe('Returns only threads started at or after this time.'),
  before: filterTime.describe('Returns only threads started before this time.'),
});

export const chatThreadsArgs = listArgs('ChatThread', chatThreadFilter, {
  createdAt: 'Time at which the thread was started.',
  updatedAt: 'Time at which the thread last received a message.',
});
