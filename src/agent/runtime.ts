import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { APICallError } from 'ai';
import { AppError } from '../errors.ts';
import type { CubeMetadata } from '../semantic/metadata.ts';
import type { TurnOutcome, TurnRequest, Usage } from '../services/chat/turn.ts';
import { createDataTools } from './data-tools.ts';
import { runLoop } from './loop.ts';
import { modelProblem, type ProviderSettings, resolveModel } from './models.ts';
import { systemPrompt } from './prompt.ts';
import type { ResultCaps } from './tool-caps.ts';
import { historyMessages, readProgress } from './transcript.ts';

export interface AgentLimits {
  /** Model calls per turn. @default 12 */
  readonly maxSteps: number;
  /** Input and output tokens per turn. @default 400_000 */
  readonly maxTokens: number;
  /** Tokens of one model call's output; undefined leaves it to the provider. @default 8_000 */
  readonly maxOutputTokens: number | undefined;
  /** @default 6 */
  readonly maxToolCallsPerStep: number;
  /** @default 60_000 */
  readonly toolTimeoutMs: number;
  /** Attempts of a model call after the first. @default 3 */
  readonly maxRetries: number;
  /** Characters of earlier turns that a model is shown. @default 60_000 */
  readonly maxHistoryCharacters: number;
  /** What a model is shown of one tool result. @default 50 rows, 24_000 characters */
  readonly caps: ResultCaps;
}

export interface AgentRuntimeOptions {
  readonly providers?: ProviderSettings | undefined;
  readonly limits?: Partial<AgentLimits> | undefined;
  /** Further models by the name that an agent's `model` gives. */
  readonly models?: ReadonlyMap<string, LanguageModelV4> | undefined;
  readonly createId?: (() => string) | undefined;
  /** Pauses between attempts; rejects with the signal's reason. */
  readonly wait?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
  /** Hears of faults that the user is not told about, for the log. */
  readonly onFault?: ((error: unknown) => void) | undefined;
}

export interface AgentRuntime {
  /**
   * Runs one turn and emits what happens (contract §5). Resolves in any case: `failed` carries a code and a message that
   * is safe to show. Rejects only with an error of `emit` itself.
   */
  runTurn(request: TurnRequest): Promise<TurnOutcome>;
  /** Why an agent cannot use this model here, in words for an administrator; null when it can. */
  modelProblem(name: string): string | null;
}

const defaultLimits: AgentLimits = {
  maxSteps: 12,
  maxTokens: 400_000,
  maxOutputTokens: 8_000,
  maxToolCallsPerStep: 6,
  toolTimeoutMs: 60_000,
  maxRetries: 3,
  maxHistoryCharacters: 60_000,
  caps: { maxRows: 50, maxBytes: 24_000 },
};

/** The embedded planner has no context window: it reads whole results. */
const embeddedCaps: ResultCaps = { maxRows: 100, maxBytes: 8_000_000 };

/** An emitter's failure, kept apart from the model's so that it is not told to the user as one. */
class EmitError extends Error {
  override readonly name = 'EmitError';
}

export function createAgentRuntime(options: AgentRuntimeOptions = {}): AgentRuntime {
  const limits: AgentLimits = { ...defaultLimits, ...options.limits };
  const providers = options.providers ?? {};
  const models = options.models ?? new Map<string, LanguageModelV4>();
  const createId = options.createId ?? randomUUID;
  const onFault = options.onFault ?? (() => undefined);
  const wait =
    options.wait ?? ((ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal, ref: false }));

  async function run(request: TurnRequest, usage: Usage, onUsage: (usage: Usage) => void) {
    const { model, embedded } = resolveModel(request.agent.model, providers, models);
    const matches = embedded ? [] : await matchingRelations(request);
    const tools = createDataTools({
      data: request.data,
      userRequest: request.input,
      timeoutMs: limits.toolTimeoutMs,
      caps: embedded ? embeddedCaps : limits.caps,
      onFault,
    });
    tools.learn(matches);
    const progress = readProgress(request.progress?.said ?? [], tools.recall);
    return runLoop({
      ...limits,
      model,
      instructions: systemPrompt({
        ...request,
        relations: embedded ? [] : request.data.relations(),
        matches,
      }),
      messages: [
        ...historyMessages(request.history, limits),
        { role: 'user', content: request.input },
        ...progress.messages,
      ],
      said: progress.open,
      usage,
      tools,
      devMode: request.agent.devMode,
      signal: request.signal,
      stopping: request.stopping,
      wait,
      createId,
      onUsage,
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
      try {
        const end = await run(request, usage, (now) => {
          usage = now;
          request.onUsage?.(now);
        });
        return { ...end, usage };
      } catch (error) {
        if (error instanceof EmitError) throw error.cause;
        if (request.signal.aborted) return { status: 'aborted', usage };
        if (!(error instanceof AppError)) onFault(error);
        return { status: 'failed', usage, error: describeFailure(error) };
      }
    },
  };
}

async function matchingRelations({ data, input, signal }: TurnRequest): Promise<readonly CubeMetadata[]> {
  try {
    return await data.searchMetadata(input, signal);
  } catch (error) {
    signal.throwIfAborted();
    // The details are a convenience: svcMeta will tell the model what is wrong.
    if (error instanceof AppError) return [];
    throw error;
  }
}

/** A provider's own words may name accounts and addresses: the user is told the kind of failure only. */
function describeFailure(error: unknown): { code: string; message: string } {
  if (error instanceof AppError) return { code: error.code, message: error.message };
  if (APICallError.isInstance(error)) {
    if (error.statusCode === 429) {
      return { code: 'UNAVAILABLE', message: 'The language model is over its rate limit. Try again later.' };
    }
    const status = error.statusCode === undefined ? '' : ` (HTTP ${error.statusCode})`;
    return { code: 'UNAVAILABLE', message: `The language model did not answer${status}.` };
  }
  return { code: 'UNAVAILABLE', message: 'The language model did not finish its answer.' };
}
