import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ModelMessage, ToolSet } from 'ai';
import type { AgentEvent, StopReason } from '../services/chat/turn.ts';
import type { TimeLimitError } from './clock.ts';
import type { ProviderOptions } from './models.ts';
import type { ProviderError } from './provider-error.ts';

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
