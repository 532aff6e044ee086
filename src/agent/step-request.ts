import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ModelMessage, SystemModelMessage, ToolSet } from 'ai';
import type { ReasoningEffort } from '../contract/agents.ts';
import type { StopReason } from '../contract/stream-lines.ts';
import type { AgentEvent } from '../services/chat/turn.ts';
import type { ModelCall } from '../services/usage/model-call.ts';
import type { TimeLimitError } from './clock.ts';
import type { ProviderError } from './provider-error.ts';
import type { ProviderOptions } from './provider-model.ts';

/** A tool call as the model made it; `invalid` says why it cannot be read. */
export interface RequestedToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly invalid: string | undefined;
}

export interface StepResult {
  /** The text that readers got, without thinking. */
  readonly text: string;
  readonly toolCalls: readonly RequestedToolCall[];
  /** Why the model ended it. */
  readonly stopReason: StopReason;
  /** The step as its provider needs it back: with reasoning, signatures and the like. */
  readonly messages: readonly ModelMessage[];
}

export interface StepLimits {
  /** Output tokens of one model call; undefined leaves it to the provider. @default 8_000; 32_000 if it reasons */
  readonly maxOutputTokens: number | undefined;
  /** Characters of text, thinking and tool calls in one model call, however the provider counts tokens. @default 256_000 */
  readonly maxStepCharacters: number;
  /** Attempts of a model call after the first. @default 3 */
  readonly maxRetries: number;
  /** Time until the first piece from the provider. @default 60_000 */
  readonly firstChunkMs: number;
  /** Time between two pieces. @default 60_000 */
  readonly chunkMs: number;
  /** All attempts of one call together. @default half of the turn */
  readonly stepMs: number;
}

/** How the model chooses its words; what is omitted is left to the provider. */
export interface Sampling {
  readonly reasoning?: ReasoningEffort;
  readonly temperature?: number;
}

export interface StepRequest {
  readonly model: LanguageModelV4;
  readonly providerOptions: ProviderOptions;
  readonly sampling: Sampling;
  readonly instructions: SystemModelMessage;
  readonly messages: readonly ModelMessage[];
  readonly tools: ToolSet;
  /** False in the last step of a turn: the model must answer with what it has. */
  readonly mayCallTools: boolean;
  /** Whether another model takes over if this one fails: what it said is then withdrawn. */
  readonly hasFallback: boolean;
  readonly limits: StepLimits;
  readonly devMode: boolean;
  readonly createId: () => string;
  readonly signal: AbortSignal;
  /** Resolves after that time; rejects with the signal's reason when aborted. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** An error that it throws ends the step. */
  readonly emit: (event: AgentEvent) => Promise<void>;
  /** Called after each attempt, whatever its outcome. */
  readonly onCall: (call: ModelCall) => void;
  /** Called after each failed attempt. */
  readonly onFailure: (error: ProviderError | TimeLimitError, isFinal: boolean) => void;
}
