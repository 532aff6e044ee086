import { z } from 'zod';
import { caps } from '../contract/fields.ts';
import { readToolInput, readToolResult } from '../contract/read-tool-call.ts';
import { type AnyLine, type ChatEndLine, type ChatErrorLine, stopReason } from '../contract/stream-lines.ts';
import { sqlToolResult } from '../contract/tools.ts';
import { AppError } from '../errors.ts';
import {
  AskDocument,
  type AskSubscription,
  type AskSubscriptionVariables,
  StopTurnDocument,
} from './generated/graphql.ts';
import { defineTool, type ToolAnswer } from './tool.ts';

/** The source of the subscription `chatStream`. */
interface TurnSource {
  /** Lines as they come; waits if there are none. Null at the end. @throws AppError */
  nextBatch(): Promise<{ readonly events: readonly AnyLine[] } | null>;
  /** Ends the reading at once; a pending `nextBatch` resolves. */
  return(): unknown;
}

export const ask = defineTool({
  name: 'ask',
  title: 'Ask the data agent',
  description:
    'Asks the data agent a question in plain language. It searches the data model, queries the rows that this user may see, and answers with text, its queries with their rows, and charts. To ask a follow-up question, pass the chatId of the answer.',
  input: z.object({
    question: z
      .string()
      .trim()
      .min(1)
      .max(caps.inputChars)
      .describe('The question, at most 20,000 characters.'),
    chatId: z.string().max(200).optional().describe('ID of the thread to continue. Default: a new thread.'),
  }),
  output: z.object({
    chatId: z.string().describe('ID of the thread. Pass it on to ask a follow-up question.'),
    answer: z.string().describe('The answer, as Markdown.'),
    stopReason: stopReason.exactOptional(),
    results: z.array(sqlToolResult).describe('Results of the queries that the agent ran, in order.'),
  }),
  isReadOnly: false,
  async run({ question, chatId: thread }, { operations, target, signal, report }) {
    const { sessionSettings } = target;
    const agentId = await target.agentId(signal);
    const input = { agentId, input: question, chatId: thread, sessionSettings };
    const source = await operations.subscribe<AskSubscription, AskSubscriptionVariables, TurnSource>(
      AskDocument,
      { input },
      signal,
    );
    // Its first lines are known at once and name the thread, without which the turn could not be stopped.
    let batch = await source.nextBatch();
    const chatId = batch?.events[0]?.state?.chatId ?? '';
    const leave = () => void source.return();
    signal.addEventListener('abort', leave, { once: true });
    if (signal.aborted) leave();
    let failure: AnyLine | undefined;
    let end: AnyLine | undefined;
    try {
      for (; batch !== null; batch = await source.nextBatch()) {
        for (const line of batch.events) {
          if (line.id === '__error__') failure = line;
          if (line.id === '__state__') end = line;
          const step = stepOf(line);
          if (step !== undefined) await report(step);
        }
      }
    } finally {
      signal.removeEventListener('abort', leave);
      // The reading has failed.
      if (batch !== null) leave();
    }
    if (end === undefined && signal.aborted) {
      const stop = { agentId, chatId, sessionSettings };
      await operations.execute(StopTurnDocument, { input: stop }, new AbortController().signal);
      signal.throwIfAborted();
    }
    return answerOf(chatId, end as ChatEndLine | undefined, failure as ChatErrorLine | undefined);
  },
});

/** What a line tells of the work of the agent, in words. */
function stepOf({ toolCall, isInProcess }: AnyLine): string | undefined {
  if (toolCall === undefined) return undefined;
  const { searchQuery, queryTitle } = readToolInput(toolCall.input);
  if (isInProcess === true) {
    return searchQuery === undefined
      ? `Running a query: ${queryTitle ?? 'untitled'}`
      : `Searching the data model: ${searchQuery}`;
  }
  const { failure, search, query } = readToolResult(toolCall.result ?? '');
  if (failure !== undefined) return `Failed: ${failure.error}`;
  if (search !== undefined) return `Found ${search.cubes.map(({ name }) => name).join(', ') || 'nothing'}`;
  return query && `Rows read: ${query.totalRows}`;
}

/** @throws AppError unless the turn has completed */
function answerOf(chatId: string, end?: ChatEndLine, failure?: ChatErrorLine): ToolAnswer {
  if (failure !== undefined) throw new AppError(failure.code, failure.error);
  const { status, messages = [], stopReason } = end?.state ?? { status: 'interrupted' };
  if (status === 'aborted') throw new AppError('CONFLICT', 'The turn was stopped before it had an answer.');
  if (status !== 'completed') {
    throw new AppError('UNAVAILABLE', `The turn was cut short. Ask again in the thread ${chatId}.`);
  }
  const answer = messages.findLast(({ graphPath }) => graphPath[0] === 'final')?.content ?? '';
  const results = messages.flatMap(({ toolCall }) => readToolResult(toolCall?.result ?? '').query ?? []);
  const structured = { chatId, answer, ...(stopReason === undefined ? {} : { stopReason }), results };
  return { structured, text: answer };
}
