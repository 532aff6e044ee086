import type { LanguageModelV4 } from '@ai-sdk/provider';
import { AISDKError, APICallError, type ModelMessage, streamText, type ToolSet } from 'ai';
import type { StopReason } from '../services/chat/turn.ts';
import { continueRequest } from './prompt.ts';
import { createResumption } from './resumption.ts';
import { stopReasonOf } from './stop-reason.ts';

/** A tool call as the model made it; `invalid` says why it can not even be looked at. */
export interface RequestedToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  readonly invalid: string | undefined;
}

export interface StepResult {
  readonly text: string;
  readonly thinking: string;
  readonly toolCalls: readonly RequestedToolCall[];
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Why the model ended it. */
  readonly stopReason: StopReason;
}

/** What was said of a step before it was cut off. */
export interface Speech {
  readonly text: string;
  readonly thinking: string;
}

export const silence: Speech = { text: '', thinking: '' };

export interface StepRequest {
  readonly model: LanguageModelV4;
  readonly instructions: string;
  readonly messages: readonly ModelMessage[];
  /** What the model said of this step already: it goes on from there, and the result's text begins with it. */
  readonly said: Speech;
  readonly tools: ToolSet;
  /** False in a turn's last step: the model must answer with what it has. */
  readonly mayCallTools: boolean;
  readonly maxOutputTokens: number | undefined;
  /** Attempts after the first one. */
  readonly maxRetries: number;
  readonly signal: AbortSignal;
  /** Resolves after that time; rejects with the signal's reason when aborted. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly onText: (delta: string) => Promise<void>;
  readonly onThinking: (delta: string) => Promise<void>;
}

/**
 * One call of the language model, streamed. A failure that may pass (rate limit, server error, cut connection) is tried
 * again with growing pauses; what was already streamed is handed back to the model as its own words and never said twice.
 * Tool calls are returned only once the step is complete, so that a cut stream runs no tool.
 * @throws the provider's error when it is final or the attempts are used up; the signal's reason when aborted
 */
export async function runStep(request: StepRequest): Promise<StepResult> {
  let { text, thinking } = request.said;
  for (let attempt = 0; ; attempt++) {
    request.signal.throwIfAborted();
    const speech = createResumption(text);
    const thought = createResumption(thinking);
    try {
      const done = await streamOnce(request, text, {
        onText: async (delta) => {
          const fresh = speech.push(delta);
          if (fresh === '') return;
          text += fresh;
          await request.onText(fresh);
        },
        onThinking: async (delta) => {
          const fresh = thought.push(delta);
          if (fresh === '') return;
          thinking += fresh;
          await request.onThinking(fresh);
        },
      });
      return { text, thinking, ...done };
    } catch (error) {
      request.signal.throwIfAborted();
      if (attempt >= request.maxRetries || !mayPass(error)) throw error;
      await request.wait(pauseMs(attempt, error), request.signal);
    }
  }
}

interface Listeners {
  readonly onText: (delta: string) => Promise<void>;
  readonly onThinking: (delta: string) => Promise<void>;
}

/** The stream ended without the provider saying that it was done. */
class CutStreamError extends Error {
  override readonly name = 'CutStreamError';
}

async function streamOnce(
  request: StepRequest,
  said: string,
  listeners: Listeners,
): Promise<Pick<StepResult, 'toolCalls' | 'inputTokens' | 'outputTokens' | 'stopReason'>> {
  const messages: ModelMessage[] =
    said === ''
      ? [...request.messages]
      : [
          ...request.messages,
          { role: 'assistant', content: said },
          { role: 'user', content: continueRequest },
        ];
  const { stream } = streamText({
    model: request.model,
    instructions: request.instructions,
    messages,
    tools: request.tools,
    toolChoice: request.mayCallTools ? 'auto' : 'none',
    abortSignal: request.signal,
    // Retries are counted here, over the call and its stream alike.
    maxRetries: 0,
    ...(request.maxOutputTokens === undefined ? {} : { maxOutputTokens: request.maxOutputTokens }),
    // Without a listener the SDK prints stream errors to the console; they arrive as parts, too.
    onError: () => undefined,
  });
  const toolCalls: RequestedToolCall[] = [];
  let finished: Pick<StepResult, 'inputTokens' | 'outputTokens' | 'stopReason'> | undefined;
  for await (const part of stream) {
    if (part.type === 'text-delta') await listeners.onText(part.text);
    else if (part.type === 'reasoning-delta') await listeners.onThinking(part.text);
    else if (part.type === 'tool-call') {
      toolCalls.push({
        id: part.toolCallId,
        name: part.toolName,
        input: part.input,
        invalid: part.invalid === true ? messageOf(part.error) : undefined,
      });
    } else if (part.type === 'error') {
      // A model that calls a tool where it may only answer has no answer; that is for the loop to say.
      if (!request.mayCallTools && isToolChoiceViolation(part.error))
        return { toolCalls, inputTokens: 0, outputTokens: 0, stopReason: 'stop' };
      throw part.error instanceof Error ? part.error : new Error(messageOf(part.error));
    } else if (part.type === 'abort') {
      request.signal.throwIfAborted();
      throw new CutStreamError('aborted by the provider');
    } else if (part.type === 'finish-step') {
      if (part.finishReason === 'interrupted' || part.finishReason === 'error') {
        throw new CutStreamError('the provider ended its stream early');
      }
      finished = {
        inputTokens: part.usage.inputTokens ?? 0,
        outputTokens: part.usage.outputTokens ?? 0,
        stopReason: stopReasonOf(part.finishReason, part.rawFinishReason),
      };
    }
  }
  if (finished === undefined) throw new CutStreamError('the provider ended its stream early');
  return { toolCalls, ...finished };
}

function isToolChoiceViolation(error: unknown): boolean {
  return AISDKError.isInstance(error) && error.name === 'AI_ToolChoiceViolationError';
}

function mayPass(error: unknown): boolean {
  if (APICallError.isInstance(error)) return error.isRetryable;
  // What the SDK itself refuses (a bad prompt, a missing key) will be refused again; anything else is the network.
  return !AISDKError.isInstance(error);
}

const firstPauseMs = 500;
const longestPauseMs = 30_000;

/** Doubles from half a second; a provider's own `retry-after` goes first, capped at 30 s. */
export function pauseMs(attempt: number, error: unknown): number {
  const asked = APICallError.isInstance(error) ? retryAfterMs(error.responseHeaders ?? {}) : undefined;
  return Math.min(asked ?? firstPauseMs * 2 ** attempt, longestPauseMs);
}

function retryAfterMs(headers: Record<string, string>): number | undefined {
  const ms = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (Number.isFinite(ms) && ms >= 0) return ms;
  const seconds = Number(headers['retry-after'] ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}

function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  return typeof error === 'string' ? error : 'the provider reported an error';
}
