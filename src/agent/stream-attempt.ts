import {
  AISDKError,
  type ModelMessage,
  streamText,
  type TextStreamPart,
  type ToolSet,
  wrapLanguageModel,
} from 'ai';
import { Clock, TimeLimitError } from './clock.ts';
import { ProviderError } from './provider-error.ts';
import type { Speech } from './speech.ts';
import type { RequestedToolCall, StepRequest, StepResult } from './step-request.ts';
import { stopReasonOf } from './stop-reason.ts';
import { createTokenCount, estimatedTokens } from './token-count.ts';

/** The stream ended without the provider's finish event. */
class CutStreamError extends Error {
  override readonly name = 'CutStreamError';
}

/**
 * Calls the model once and emits what it says. However the call ends, the connection to the provider is closed and its tokens
 * are reported: as the provider counts them, or estimated if it begins to answer and counts none.
 * @throws ProviderError; TimeLimitError; the signal's reason when aborted; what `emit` throws
 */
export async function streamAttempt(request: StepRequest, speech: Speech): Promise<Omit<StepResult, 'text'>> {
  const { limits } = request;
  const leaving = new AbortController();
  using silence = new Clock().start(limits.firstChunkMs, 'The language model did not start to answer');
  const signal = AbortSignal.any([request.signal, silence.signal, leaving.signal]);
  const tokens = createTokenCount();
  let headers: Record<string, string> | undefined;
  let hasBegun = false;
  const result = streamText({
    model: wrapLanguageModel({
      model: request.model,
      middleware: {
        specificationVersion: 'v4',
        async wrapStream({ doStream }) {
          const answer = await doStream();
          headers = answer.response?.headers;
          hasBegun = true;
          return answer;
        },
      },
    }),
    providerOptions: { ...request.providerOptions },
    ...request.sampling,
    instructions: request.instructions,
    messages: [...request.messages],
    tools: request.tools,
    toolChoice: request.mayCallTools ? 'auto' : 'none',
    abortSignal: signal,
    // The caller counts attempts, for the call and its stream alike.
    maxRetries: 0,
    include: { rawChunks: true },
    ...(limits.maxOutputTokens === undefined ? {} : { maxOutputTokens: limits.maxOutputTokens }),
    // Without a listener the SDK prints stream errors to the console; they also arrive as parts.
    onError: () => undefined,
  });
  const toolCalls: RequestedToolCall[] = [];
  let stopReason: StepResult['stopReason'] | undefined;
  let size = 0;
  let hasFailed = false;
  try {
    const parts = result.stream[Symbol.asyncIterator]();
    for (;;) {
      const part = await nextPart(parts, signal, () => headers);
      if (part === undefined) break;
      if (!isOurs(part)) silence.start(limits.chunkMs, 'The language model did not continue its answer');
      size += sizeOf(part);
      if (size > limits.maxStepCharacters) return { toolCalls: [], stopReason: 'length', messages: [] };
      if (part.type === 'raw') tokens.read(part.rawValue);
      else if (part.type === 'text-delta') await speech.say(part.text);
      else if (part.type === 'reasoning-delta') await speech.think(part.text);
      else if (part.type === 'tool-call') toolCalls.push(requestedCall(part));
      else if (part.type === 'error') {
        // A model that calls a tool in its last step has no answer; the loop handles that.
        if (!request.mayCallTools && isToolChoiceViolation(part.error)) {
          return { toolCalls, stopReason: 'stop', messages: [] };
        }
        throw new ProviderError(part.error, headers);
      } else if (part.type === 'abort') throw new ProviderError(new CutStreamError(), headers);
      else if (part.type === 'finish-step') {
        tokens.settle(part.usage);
        const { finishReason, rawFinishReason } = part;
        // With no reason of the provider's own, the stream ended before its end, as of Bedrock between two frames.
        const isCut = finishReason === 'other' && rawFinishReason === undefined;
        if (isCut || finishReason === 'interrupted' || finishReason === 'error') {
          throw new ProviderError(new CutStreamError(), headers);
        }
        stopReason = stopReasonOf(finishReason, rawFinishReason);
      }
    }
    if (stopReason === undefined) throw new ProviderError(new CutStreamError(), headers);
    const { messages } = await result.response;
    return { toolCalls, stopReason, messages: assistantMessages(messages) };
  } catch (error) {
    hasFailed = error instanceof ProviderError || error instanceof TimeLimitError;
    throw error;
  } finally {
    leaving.abort();
    const { provider, modelId } = request.model;
    const isCounted = tokens.isKnown || !hasBegun;
    request.onCall({
      provider: provider.split('.')[0] ?? provider,
      model: modelId,
      hasFailed,
      ...(isCounted ? tokens.total : estimatedTokens(inputSizeOf(request), size)),
    });
  }
}

type Part = TextStreamPart<ToolSet>;

/** Undefined at the end. @throws ProviderError, whatever the stream throws; the signal's reason when aborted */
async function nextPart(
  parts: AsyncIterator<Part>,
  signal: AbortSignal,
  headers: () => Record<string, string> | undefined,
): Promise<Part | undefined> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = (): void => aborted.reject(signal.reason);
  signal.throwIfAborted();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const { done, value } = await Promise.race([parts.next(), aborted.promise]);
    signal.throwIfAborted();
    return done === true ? undefined : value;
  } catch (error) {
    signal.throwIfAborted();
    throw new ProviderError(error, headers());
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** Parts that the SDK emits before the provider has sent anything. */
function isOurs({ type }: Part): boolean {
  return type === 'start' || type === 'start-step';
}

function inputSizeOf({ instructions, messages, tools }: StepRequest): number {
  return JSON.stringify([instructions, messages, tools]).length;
}

function sizeOf(part: Part): number {
  if (part.type === 'text-delta' || part.type === 'reasoning-delta') return part.text.length;
  return part.type === 'tool-input-delta' ? part.delta.length : 0;
}

const shownCharacters = 300;

function requestedCall(part: Extract<Part, { type: 'tool-call' }>): RequestedToolCall {
  const { toolCallId: id, toolName: name } = part;
  const input: unknown = part.input;
  if (!isObject(input)) {
    const text = typeof input === 'string' ? input : (JSON.stringify(input) ?? '');
    const invalid =
      `The arguments of ${name} must be one JSON object. They were: ${text.slice(0, shownCharacters)}` +
      `${text.length > shownCharacters ? '…' : ''}`;
    return { id, name, input: {}, invalid };
  }
  return { id, name, input, invalid: part.invalid === true ? messageOf(part.error) : undefined };
}

/** The step as its provider needs it back, without the SDK's results for unreadable calls. */
function assistantMessages(messages: readonly ModelMessage[]): ModelMessage[] {
  return messages.flatMap((message): ModelMessage[] => {
    if (message.role !== 'assistant' || typeof message.content === 'string') {
      return message.role === 'assistant' ? [message] : [];
    }
    const content = message.content
      .filter((part) => part.type !== 'tool-result')
      .map((part) => (part.type === 'tool-call' && !isObject(part.input) ? { ...part, input: {} } : part));
    return [{ ...message, content }];
  });
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isToolChoiceViolation(error: unknown): boolean {
  return AISDKError.isInstance(error) && error.name === 'AI_ToolChoiceViolationError';
}

function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  return typeof error === 'string' ? error : 'The call could not be read.';
}
