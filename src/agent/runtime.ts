import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { APICallError } from 'ai';
import type { ChatUsage } from '../contract/stream-lines.ts';
import { AppError } from '../errors.ts';
import type { TurnError, TurnOutcome, TurnRequest } from '../services/chat/turn.ts';
import { type AgentFault, faultOf, modelFaultOf } from './agent-fault.ts';
import { Clock, TimeLimitError } from './clock.ts';
import { createDataTools } from './data-tools.ts';
import { runLoop } from './loop.ts';
import { modelProblem, type ProviderSettings, resolveModel } from './models.ts';
import { ProviderError } from './provider-error.ts';
import type { StepLimits } from './step-request.ts';
import type { ResultCaps } from './tool-caps.ts';
import { historyMessages, readProgress } from './transcript.ts';
import { plannerContext, readTurnContext } from './turn-context.ts';

export interface AgentLimits extends StepLimits {
  /** Model calls per turn. @default 12 */
  readonly maxSteps: number;
  /** Input and output tokens per turn. @default 400_000 */
  readonly maxTokens: number;
  /** @default 6 */
  readonly maxToolCallsPerStep: number;
  /** @default 60_000 */
  readonly toolTimeoutMs: number;
  /** A whole turn, from its start or resumption. @default 600_000 */
  readonly turnMs: number;
  /** Maximum characters of earlier turns in the prompt. @default 60_000 */
  readonly maxHistoryCharacters: number;
  /** How much a model sees of one tool result; the planner sees all of it. @default 50 rows, 10_000 characters */
  readonly caps: ResultCaps;
}

export interface AgentRuntimeOptions {
  readonly providers?: ProviderSettings | undefined;
  readonly limits?: Partial<AgentLimits> | undefined;
  /** Additional models, by the name in an agent's `model`. */
  readonly models?: ReadonlyMap<string, LanguageModelV4> | undefined;
  readonly createId?: (() => string) | undefined;
  /** Pauses between attempts; rejects with the signal's reason. */
  readonly wait?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
  /** Called with faults whose cause is only logged, never shown. */
  readonly onFault?: ((fault: AgentFault) => void) | undefined;
}

export interface AgentRuntime {
  /**
   * Runs one turn and emits what happens. Always resolves: `failed` has a code and a message that
   * is safe to show. Rejects only with an error of `emit` itself.
   */
  runTurn(request: TurnRequest): Promise<TurnOutcome>;
  /** Why an agent cannot use this model here, for an administrator; null if it can. */
  modelProblem(name: string): string | null;
}

const defaultLimits: AgentLimits = {
  maxSteps: 12,
  maxTokens: 400_000,
  maxOutputTokens: 8_000,
  maxToolCallsPerStep: 6,
  toolTimeoutMs: 60_000,
  maxStepCharacters: 256_000,
  maxRetries: 3,
  firstChunkMs: 60_000,
  chunkMs: 60_000,
  stepMs: 300_000,
  turnMs: 600_000,
  maxHistoryCharacters: 60_000,
  caps: { maxRows: 50, maxBytes: 10_000 },
};

/** A failure of `emit`, kept apart from the model's so that it is not reported to the user as one. */
class EmitError extends Error {
  override readonly name = 'EmitError';
}

export function createAgentRuntime(options: AgentRuntimeOptions = {}): AgentRuntime {
  // The SDK would print warnings to the console, with their full subject.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const limits: AgentLimits = { ...defaultLimits, ...options.limits };
  const providers = options.providers ?? {};
  const models = options.models ?? new Map<string, LanguageModelV4>();
  const createId = options.createId ?? randomUUID;
  const onFault = options.onFault ?? (() => undefined);
  const wait =
    options.wait ?? ((ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal, ref: false }));

  async function run(request: TurnRequest, usage: ChatUsage, onUsage: (usage: ChatUsage) => void) {
    const { model, providerOptions, embedded } = resolveModel(request.agent.model, providers, models);
    const context = embedded ? plannerContext(request) : await readTurnContext(request);
    const tools = createDataTools({
      ...request,
      timeoutMs: limits.toolTimeoutMs,
      caps: embedded ? undefined : limits.caps,
      onFault: (error) => onFault(faultOf('tool', request, error)),
    });
    tools.learn(context.cubes);
    return runLoop({
      ...limits,
      limits,
      model,
      providerOptions,
      instructions: context.instructions,
      messages: [
        ...historyMessages(request.history, limits),
        context.question,
        ...readProgress(request.progress?.said ?? [], tools.recall),
      ],
      usage,
      tools,
      devMode: request.agent.devMode,
      signal: request.signal,
      stopping: request.stopping,
      wait,
      createId,
      onUsage,
      onCall: (call) => request.onModelCall?.(call),
      onFailure: (error, isFinal) => onFault(modelFaultOf(request, model, error, isFinal)),
      emit: async (event) => {
        try {
          await request.emit(event);
        } catch (cause) {
          throw new EmitError('The event was not taken.', { cause });
        }
      },
    });
  }

  return {
    modelProblem: (name) => (models.has(name) ? null : modelProblem(name, providers)),
    async runTurn(request) {
      let usage = request.progress?.usage ?? { inputTokens: 0, outputTokens: 0, steps: 0 };
      using clock = new Clock().start(limits.turnMs, 'The agent did not complete its answer');
      const signal = AbortSignal.any([request.signal, clock.signal]);
      try {
        const end = await run({ ...request, signal }, usage, (now) => {
          usage = now;
          request.onUsage?.(now);
        });
        return { ...end, usage };
      } catch (thrown) {
        if (thrown instanceof EmitError) throw thrown.cause;
        if (request.signal.aborted) return { status: 'aborted', usage };
        const error: unknown = clock.signal.aborted ? clock.signal.reason : thrown;
        // A failed model call was already logged, and an AppError says enough.
        if (clock.signal.aborted || !(error instanceof AppError || error instanceof ProviderError)) {
          onFault(faultOf('turn', request, error));
        }
        const stopReason = error instanceof TimeLimitError ? { stopReason: 'time_limit' as const } : {};
        return { status: 'failed', usage, error: describeFailure(error), ...stopReason };
      }
    },
  };
}

/** A provider's message may name accounts and addresses: the user only gets the kind of failure. */
function describeFailure(error: unknown): TurnError {
  if (error instanceof AppError) return { code: error.code, message: error.message };
  if (error instanceof ProviderError && error.status === 429) {
    return { code: 'UNAVAILABLE', message: 'The language model is over its rate limit. Try again later.' };
  }
  if (error instanceof ProviderError && APICallError.isInstance(error.cause) && error.status !== 200) {
    const status = error.status === undefined ? '' : ` (HTTP ${error.status})`;
    return { code: 'UNAVAILABLE', message: `The language model did not answer${status}.` };
  }
  return { code: 'UNAVAILABLE', message: 'The language model did not complete its answer.' };
}
