import type { FinishReason } from 'ai';
import type { StopReason } from '../contract/stream-lines.ts';

/**
 * Why a model ended the step with its answer, according to its provider. Our own model gives `refusal` or `no_answer` as the
 * `raw` finish reason. Providers report refusals as filtered content too; the raw reason tells the two apart.
 */
export function stopReasonOf(reason: FinishReason, raw: string | undefined): StopReason {
  if (raw === 'refusal' || raw === 'no_answer') return raw;
  if (reason === 'length') return 'length';
  if (reason !== 'content-filter') return 'stop';
  return raw === undefined || raw === 'stop' ? 'refusal' : 'content_filter';
}

/** What the user reads if the model said nothing. */
const insteadOfAnswer: Readonly<Record<StopReason, string>> = {
  stop: 'I have no answer to this.',
  no_answer: 'I have no answer to this.',
  refusal: 'I cannot answer this.',
  length: 'I ran out of room before I found an answer. A narrower question may work.',
  content_filter: "The language model's provider withheld the answer.",
  step_limit:
    'I stopped before I found an answer, because the question took too many steps. A narrower question may work.',
  token_limit:
    'I stopped before I found an answer, because the question took too many tokens. A narrower question may work.',
  time_limit: 'I stopped before I found an answer, because it took too long.',
};

/** Added to an answer that was cut off. */
const behindAnswer: Partial<Readonly<Record<StopReason, string>>> = {
  length: '(This answer was cut off: it was longer than an answer may be.)',
  content_filter: "(This answer was cut off: the language model's provider withheld the rest.)",
};

/** The answer as the user reads it, with a note if it was cut off, or the reason if there is none. */
export function answerOf(text: string, reason: StopReason): { content: string; stopReason: StopReason } {
  if (text === '') {
    return { content: insteadOfAnswer[reason], stopReason: reason === 'stop' ? 'no_answer' : reason };
  }
  const behind = behindAnswer[reason];
  return { content: behind === undefined ? text : `${text}\n\n${behind}`, stopReason: reason };
}
