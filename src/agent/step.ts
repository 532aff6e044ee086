import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ModelMessage, ToolSet } from 'ai';
import type { AgentEvent, StopReason } from '../services/chat/turn.ts';
import { Clock, TimeLimitError } from './clock.ts';
import type { ProviderOptions } from './models.ts';
import { ProviderError, pauseMs } from './provider-error.ts';
import { Speech } from './speech.ts';
import { streamAttempt } from './stream-attempt.ts';

/** A tool call as the model made it; `invalid` says why it can not even be looked at. */
export interface RequestedToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly invalid: string | undefined;
}

export interface StepResult {
  /** What readers were told, without thinking. */
  readonly text: string;
  readonly toolCalls: readonly RequestedToolCall[];
  /** Why the model ended it. */
  readonly stopReason: StopReason;
  /** The step as its provider needs it back: with reasoning, signatures and the like. */
  readonly messages: readonly ModelMessage[];
}

export interface Tokens {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface StepLimits {
  /** Tokens of one model call's output; undefined leaves it to the provider. @default 8_000 */
  readonly maxOutputTokens: number | undefined;
  /** Characters that one call may say, think and ask for, whatever the provider makes of its tokens. @default 256_000 */
  readonly maxStepCharacters: number;
  /** Attempts of a model call after the first. @default 3 */
  readonly maxRetries: number;
  /** Until a provider sends anything. @default 60_000 */
  readonly firstChunkMs: number;
  /** Between two pieces of what it sends. @default 60_000 */
  readonly chunkMs: number;
  /** All attempts of one call together. @default 300_000 */
  readonly stepMs: number;
}

export interface StepRequest {
  readonly model: LanguageModelV4;
  readonly providerOptions: ProviderOptions;
  readonly instructions: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: ToolSet;
  /** False in a turn's last step: the model must answer with what it has. */
  readonly mayCallTools: boolean;
  readonly limits: StepLimits;
  readonly devMode: boolean;
  readonly createId: () => string;
  readonly signal: AbortSignal;
  /** Resolves after that time; rejects with the signal's reason when aborted. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** What it throws ends the step at once. */
  readonly emit: (event: AgentEvent) => Promise<void>;
  /** Told of each attempt, whatever became of it. */
  readonly onTokens: (tokens: Tokens) => void;
  /** Told of each attempt that failed. */
  readonly onFailure: (error: ProviderError | TimeLimitError, isFinal: boolean) => void;
}

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
