import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ModelMessage } from 'ai';
import type { ChatUsage } from '../contract/stream-lines.ts';
import { AppError } from '../errors.ts';
import type { AgentProfile, TurnOutcome, TurnRequest } from '../services/chat/turn.ts';
import { type AgentFault, faultOf, modelFaultOf } from './agent-fault.ts';
import { type AgentLimits, limitsOf } from './agent-limits.ts';
import { Clock, TimeLimitError } from './clock.ts';
import { createDataTools } from './data-tools.ts';
import { type LoopEnd, runLoop } from './loop.ts';
import { type ModelSources, modelProblem, type ProviderSettings, resolveModel } from './models.ts';
import { describeFailure, ProviderError, withJitter } from './provider-error.ts';
import type { Sampling } from './step-request.ts';
import { readProgress, showHistory } from './transcript.ts';
import { plannerContext, readTurnContext } from './turn-context.ts';

export interface AgentRuntimeOptions {
  readonly providers?: ProviderSettings | undefined;
  /** The named models of an account. @default none */
  readonly connections?: ModelSources['connections'] | undefined;
  /** Replaces defaults; those of an agent take precedence. */
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
   * Runs one turn and emits what happens. If a model cannot answer, the next one of the agent does the turn from its
   * start. Always resolves: `failed` has a code and a message that is safe to show. Rejects only with an error of `emit`
   * or `onState` itself.
   */
  runTurn(request: TurnRequest): Promise<TurnOutcome>;
  /** Why an agent of this account cannot use a model, for an administrator; null if it can. */
  modelProblem(name: string, account: string): string | null;
}

const lastStepNote =
  '(This is your last step in this turn: you cannot call tools any more. Answer with what you have found, and say what is missing.)';

/** A failure of `emit`, kept apart from the model's so that it is not reported to the user as one. */
class EmitError extends Error {
  override readonly name = 'EmitError';
}

export function createAgentRuntime(options: AgentRuntimeOptions = {}): AgentRuntime {
  // The SDK would print warnings to the console, with their full subject.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const sources: ModelSources = {
    providers: options.providers ?? {},
    connections: options.connections ?? (() => []),
    registered: options.models ?? new Map(),
  };
  const createId = options.createId ?? randomUUID;
  const onFault = options.onFault ?? (() => undefined);
  const wait =
    options.wait ??
    ((ms: number, signal: AbortSignal) => sleep(withJitter(ms), undefined, { signal, ref: false }));

  /** Lets one model do the turn: from its own state, if it has any, or else from the start. */
  async function runModel(request: TurnRequest, name: string, turn: ModelTurn): Promise<LoopEnd> {
    const { agent, progress } = request;
    const account = request.origin?.account ?? '';
    const { model, providerOptions, embedded } = resolveModel(name, account, agent, sources);
    turn.onModel(name);
    const limits = limitsOf(agent, options.limits ?? {});
    // The planner searches the data model itself.
    const history = showHistory(request.history, embedded ? { ...limits, maxNotesCharacters: 0 } : limits);
    const context = embedded ? plannerContext(request) : await readTurnContext(request, history.notes);
    const { notes } = context;
    if (notes !== undefined) await emitted(() => request.onNotes?.(notes));
    const tools = createDataTools({
      ...request,
      timeoutMs: limits.toolTimeoutMs,
      caps: embedded ? undefined : limits.caps,
      onFault: (error) => onFault(faultOf('tool', request, error)),
    });
    tools.learn(context.cubes);
    const said = readProgress(progress?.said ?? [], tools.recall);
    const { state } = progress ?? {};
    return runLoop({
      ...limits,
      limits,
      model,
      providerOptions,
      sampling: samplingOf(agent),
      hasFallback: turn.hasFallback,
      instructions: context.instructions,
      messages: [...history.messages, context.question],
      steps:
        state?.model === name
          ? (JSON.parse(state.steps) as ModelMessage[])
          : state == null && turn.isFirst
            ? said
            : [],
      lastStepNote: embedded ? undefined : lastStepNote,
      maxSteps: limits.maxSteps + (turn.isFirst ? 0 : turn.usage.steps),
      // The planner's tokens cost nothing.
      maxTokens: embedded ? Number.POSITIVE_INFINITY : limits.maxTokens,
      usage: turn.usage,
      tools,
      devMode: agent.devMode,
      signal: request.signal,
      stopping: request.stopping,
      wait,
      createId,
      onUsage: turn.onUsage,
      onSteps: async (steps) => {
        // The planner needs nothing back that is not in the thread.
        if (!embedded) await emitted(() => request.onState?.({ model: name, steps: JSON.stringify(steps) }));
      },
      onCall: (call) => request.onModelCall?.(call),
      onFailure: (error, isFinal) => onFault(modelFaultOf(request, model, error, isFinal)),
      emit: (event) => emitted(() => request.emit(event)),
    });
  }

  return {
    modelProblem: (name, account) => modelProblem(name, account, sources),
    async runTurn(request) {
      let usage = request.progress?.usage ?? { inputTokens: 0, outputTokens: 0, steps: 0 };
      let model: string | undefined;
      const { turnMs } = limitsOf(request.agent, options.limits ?? {});
      using clock = new Clock().start(turnMs, 'The agent did not complete its answer');
      const signal = AbortSignal.any([request.signal, clock.signal]);
      const names = modelsOf(request);
      for (const [index, name] of names.entries()) {
        const hasFallback = index + 1 < names.length;
        try {
          const end = await runModel({ ...request, signal }, name, {
            isFirst: index === 0,
            hasFallback,
            usage,
            onModel: (used) => {
              model = used;
            },
            onUsage: (now) => {
              usage = now;
              request.onUsage?.(now);
            },
          });
          return { ...end, usage, model };
        } catch (thrown) {
          if (thrown instanceof EmitError) throw thrown.cause;
          if (request.signal.aborted) return { status: 'aborted', usage, model };
          const error: unknown = clock.signal.aborted ? clock.signal.reason : thrown;
          const isKnown = error instanceof AppError || error instanceof ProviderError;
          if (isKnown && hasFallback && !clock.signal.aborted) continue;
          // A failed model call was already logged, and an AppError says enough.
          if (!isKnown || clock.signal.aborted) onFault(faultOf('turn', request, error));
          const stopReason = error instanceof TimeLimitError ? { stopReason: 'time_limit' as const } : {};
          return { status: 'failed', usage, model, error: describeFailure(error), ...stopReason };
        }
      }
      throw new Error('An agent has at least one model.');
    },
  };
}

/** The part of one model in a turn. */
interface ModelTurn {
  readonly isFirst: boolean;
  /** Whether another model takes over if this one fails. */
  readonly hasFallback: boolean;
  readonly usage: ChatUsage;
  /** Called once the model is there to be asked. */
  readonly onModel: (name: string) => void;
  readonly onUsage: (usage: ChatUsage) => void;
}

/** The models of an agent in their order; a turn that was interrupted continues with the one that it had come to. */
function modelsOf({ agent, progress }: TurnRequest): readonly string[] {
  const names = [...new Set([agent.model, ...(agent.fallback ?? [])])];
  const reached = names.indexOf(progress?.state?.model ?? agent.model);
  return names.slice(Math.max(0, reached));
}

function samplingOf({ reasoning, temperature }: AgentProfile): Sampling {
  return { ...(reasoning == null ? {} : { reasoning }), ...(temperature == null ? {} : { temperature }) };
}

async function emitted(work: () => void | Promise<void> | undefined): Promise<void> {
  try {
    await work();
  } catch (cause) {
    throw new EmitError('The event was not taken.', { cause });
  }
}
