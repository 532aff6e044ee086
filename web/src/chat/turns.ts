import type { Conversation, Message } from './conversation.ts';

/** A question with its answer and the steps to it. */
export interface Turn {
  readonly id: string;
  readonly question: string;
  /** The agent's steps: tool calls and working text. */
  readonly steps: readonly Message[];
  /** The answer, or what there is of it so far. */
  readonly answer: Message | undefined;
}

/**
 * The turns of a thread, oldest first. An answer arrives first as working text and then again as a whole, but is shown once.
 * Trailing working text is taken as the beginning of the answer.
 */
export function turnsOf({ messages, asking }: Conversation): readonly Turn[] {
  const turns: { question: Message; said: Message[] }[] = [];
  for (const message of messages) {
    if (message.kind === 'QUESTION') turns.push({ question: message, said: [] });
    else turns.at(-1)?.said.push(message);
  }
  const known = turns.map(({ question, said }) => ({
    id: question.id,
    question: question.content,
    ...split(said),
  }));
  if (asking === undefined) return known;
  return [...known, { id: 'asking', question: asking, steps: [], answer: undefined }];
}

function split(said: readonly Message[]): Pick<Turn, 'steps' | 'answer'> {
  const last = said.at(-1);
  const answer = last?.kind === 'ANSWER' || last?.kind === 'TEXT' ? last : undefined;
  const steps = said.filter(
    (message) =>
      message !== answer &&
      (message.kind === 'TOOL_CALL' || hasThinking(message) || !repeats(message, answer)),
  );
  return { steps, answer };
}

function hasThinking({ thinking }: Message): boolean {
  return thinking !== '';
}

function repeats({ content }: Message, answer: Message | undefined): boolean {
  return content === answer?.content || content === '';
}
