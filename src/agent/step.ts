import { Clock, TimeLimitError } from './clock.ts';
import { ProviderError, pauseMs } from './provider-error.ts';
import { Speech } from './speech.ts';
import type { StepRequest, StepResult } from './step-request.ts';
import { streamAttempt } from './stream-attempt.ts';

/**
 * One call of the language model, streamed. One that failed in a way that may pass (rate limit, server error, cut
 * connection) is begun again from its start, with growing pauses; nothing of a broken attempt goes into the next one.
 * Tool calls are returned only once the step is complete, so that a cut stream runs no tool.
 * @throws ProviderError when it is final or the attempts are used up; TimeLimitError; the signal's reason when aborted;
 *   what `emit` throws
 */
export async function runStep(request: StepRequest): Promise<StepResult> {
  const { limits, onFailure } = request;
  using clock = new Clock().start(limits.stepMs, 'The language model did not finish a step');
  const bounded = { ...request, signal: AbortSignal.any([request.signal, clock.signal]) };
  const speech = new Speech(request);
  for (let attempt = 0; ; attempt++) {
    bounded.signal.throwIfAborted();
    try {
      const step = await streamAttempt(bounded, speech);
      await speech.finish();
      return { ...step, text: speech.text };
    } catch (thrown) {
      request.signal.throwIfAborted();
      const error = clock.signal.aborted ? clock.signal.reason : thrown;
      const isTimeLimit = error instanceof TimeLimitError;
      // Anything else is a failure of our own, such as a full log: no further request mends it.
      if (!isTimeLimit && !(error instanceof ProviderError)) throw error;
      const pause = isTimeLimit || attempt >= limits.maxRetries ? undefined : pauseMs(error, attempt);
      onFailure(error, pause === undefined);
      if (pause === undefined) {
        // What was said stays said: the message is closed before the failure is told.
        await speech.close();
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
