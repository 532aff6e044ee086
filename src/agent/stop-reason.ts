import type { FinishReason } from 'ai';
import type { StopReason } from '../services/chat/turn.ts';

/**
 * Why a model ended a step that holds its answer, as its provider says. A model of our own says `refusal` or `no_answer`
 * as the `raw` reason of its finish. Providers report a refusal as filtered content: where it was the provider's filter,
 * the raw reason says so.
 */
export function stopReasonOf(reason: FinishReason, raw: string | undefined): StopReason {
  if (raw === 'refusal' || raw === 'no_answer') return raw;
  if (reason === 'length') return 'length';
  if (reason !== 'content-filter') return 'stop';
  return raw === undefined || raw === 'stop' ? 'refusal' : 'content_filter';
}

/** What the user reads where the model left no words of its own. */
const insteadOfAnswer: Readonly<Record<StopReason, string>> = {
  stop: 'I have no answer to this.',
  no_answer: 'I have no answer to this.',
  refusal: 'I cannot answer this.',
  length: 'I ran out of room before I came to an answer. A narrower question may work.',
  content_filter: "The language model's provider kept the answer back.",
  step_limit:
    'I stopped before I found an answer, because the question took too many steps. A narrower question may work.',
  token_limit:
    'I stopped before I found an answer, because the question took too many tokens. A narrower question may work.',
  time_limit: 'I stopped before I found an answer, because it took too long.',
};

/** Behind an answer that ends where the model had more to say. */
const behindAnswer: Partial<Readonly<Record<StopReason, string>>> = {
  length: '(This answer was cut off: it was longer than an answer may be.)',
  content_filter: "(This answer was cut off: the language model's provider kept the rest back.)",
};

/** The answer as the user reads it: a cut one says that it is, and a missing one says why. */
export function answerOf(text: string, reason: StopReason): { content: string; stopReason: StopReason } {
  if (text === '') {
    return { content: insteadOfAnswer[reason], stopReason: reason === 'stop' ? 'no_answer' : reason };
  }
  const behind = behindAnswer[reason];
  return { content: behind === undefined ? text : `${text}\n\n${behind}`, stopReason: reason };
}
