import { inCallSpan } from './agent-spans.ts';
import { Clock, TimeLimitError } from './clock.ts';
import { ProviderError, pauseMs } from './provider-error.ts';
import { Speech } from './speech.ts';
import type { StepRequest, StepResult } from './step-request.ts';
import { streamAttempt } from './stream-attempt.ts';

/**
 * One call of the language model, streamed. After a temporary failure (rate limit, server error, broken connection) it starts
 * over, with growing pauses; nothing of a broken attempt goes into the next one. Tool calls are returned only once the
 * step is complete, so a broken stream runs no tool.
 * @throws ProviderError if it is permanent or the attempts are used up; TimeLimitError; the signal's reason when aborted;
 *   what `emit` throws
 */
export async function runStep(request: StepRequest): Promise<StepResult> {
  const { limits, onFailure } = request;
  using clock = new Clock().start(limits.stepMs, 'The language model did not complete a step');
  const bounded = { ...request, signal: AbortSignal.any([request.signal, clock.signal]) };
  const speech = new Speech(request);
  for (let attempt = 0; ; attempt++) {
    bounded.signal.throwIfAborted();
    try {
      const step = await inCallSpan(bounded, (request) => streamAttempt(request, speech));
      await speech.finish();
      return { ...step, text: speech.text };
    } catch (thrown) {
      request.signal.throwIfAborted();
      const error = clock.signal.aborted ? clock.signal.reason : thrown;
      const isTimeLimit = error instanceof TimeLimitError;
      // Anything else is our own failure, such as a full log: another request would not help.
      if (!isTimeLimit && !(error instanceof ProviderError)) throw error;
      const pause = isTimeLimit || attempt >= limits.maxRetries ? undefined : pauseMs(error, attempt);
      onFailure(error, pause === undefined && !request.hasFallback);
      if (pause === undefined) {
        // Without another model, its text stays.
        await (request.hasFallback ? speech.withdraw() : speech.close());
        throw error;
      }
      speech.breakOff();
      await request.wait(pause, bounded.signal).catch((reason: unknown) => {
        bounded.signal.throwIfAborted();
        throw reason;
      });
    }
  }
}
