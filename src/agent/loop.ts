import type { ModelMessage } from 'ai';
import { isFailure } from '../contract/read-tool-call.ts';
import type { ChatUsage, StopReason } from '../contract/stream-lines.ts';
import type { AgentEvent } from '../services/chat/turn.ts';
import type { ModelCall } from '../services/usage/model-call.ts';
import { inStepSpan, inToolSpan } from './agent-spans.ts';
import { withCacheMark } from './cache-marks.ts';
import { compactMessages, exceedsContext, isTooLong } from './compact-messages.ts';
import { type DataTools, toolDefinitions } from './data-tools.ts';
import { runStep } from './step.ts';
import type { RequestedToolCall, StepRequest, StepResult } from './step-request.ts';
import { answerOf } from './stop-reason.ts';
import { type AnsweredCall, resultsMessage } from './transcript.ts';

export interface LoopOptions
  extends Pick<
    StepRequest,
    | 'model'
    | 'providerOptions'
    | 'sampling'
    | 'hasFallback'
    | 'instructions'
    | 'limits'
    | 'signal'
    | 'wait'
    | 'devMode'
    | 'createId'
    | 'onFailure'
  > {
  /** History and the new input. */
  readonly messages: readonly ModelMessage[];
  /** The turn's finished steps. */
  readonly steps: readonly ModelMessage[];
  /** Said to the model with its last step; undefined for one that needs no such words. */
  readonly lastStepNote: string | undefined;
  /** Tokens that the turn has used so far. */
  readonly usage: ChatUsage;
  readonly tools: DataTools;
  readonly maxSteps: number;
  /** Input and output tokens of the whole turn, as the provider counts them. */
  readonly maxTokens: number;
  readonly maxToolCallsPerStep: number;
  /** Once it aborts, no further step starts. */
  readonly stopping: AbortSignal | undefined;
  readonly emit: (event: AgentEvent) => void | Promise<void>;
  /** Kept up to date while the loop runs, so that it is correct whenever the loop ends. */
  readonly onUsage: (usage: ChatUsage) => void;
  /** Called with all finished steps after each of them but the last. */
  readonly onSteps: (steps: readonly ModelMessage[]) => Promise<void>;
  /** Called after each attempt at a step, whatever its outcome. */
  readonly onCall: (call: ModelCall) => void;
}

export type LoopEnd =
  | { readonly status: 'completed'; readonly stopReason: StopReason }
  | { readonly status: 'interrupted' };

/**
 * The tool loop: streams a step, runs its tool calls in parallel and feeds the results back, until the model answers.
 * Messages that are too long for the model are compacted once. In the last step that the step limit or the token budget
 * allows, the model may only answer. Emits in order: deltas of a message, the message, its tool calls, their results as they
 * arrive; at the end one `answer`, unless the turn was stopped between two steps.
 * @throws what `runStep` throws
 */
export async function runLoop(options: LoopOptions): Promise<LoopEnd> {
  const steps = [...options.steps];
  const outcomes: Outcomes = new Map();
  let messages = [...options.messages, ...steps];
  let isCompacted = false;
  const compact = (): void => {
    messages = compactMessages(messages);
    isCompacted = true;
  };
  let { usage } = options;
  const spend = (spent: ChatUsage): void => {
    const cached = (usage.cachedInputTokens ?? 0) + (spent.cachedInputTokens ?? 0);
    usage = {
      inputTokens: usage.inputTokens + spent.inputTokens,
      ...(cached > 0 && { cachedInputTokens: cached }),
      outputTokens: usage.outputTokens + spent.outputTokens,
      steps: usage.steps + spent.steps,
    };
    options.onUsage(usage);
  };
  for (;;) {
    if (options.stopping?.aborted === true) return { status: 'interrupted' };
    const limit = limitOf(options, usage);
    const note = limit === undefined ? undefined : options.lastStepNote;
    if (!isCompacted && isTooLong(messages)) compact();
    let step: StepResult;
    try {
      step = await inStepSpan(usage.steps + 1, () =>
        runStep({
          ...options,
          messages: withCacheMark(
            note === undefined ? messages : [...messages, { role: 'user', content: note }],
          ),
          mayCallTools: limit === undefined,
          tools: toolDefinitions,
          emit: (event) => send(options, event),
          onCall: (call) => {
            spend({ ...call, steps: 0 });
            options.onCall(call);
          },
        }),
      );
    } catch (error) {
      if (isCompacted || !exceedsContext(error)) throw error;
      compact();
      continue;
    }
    spend({ inputTokens: 0, outputTokens: 0, steps: 1 });
    if (step.toolCalls.length === 0 || limit !== undefined) {
      // An answer forced by a limit may lack what the model would have looked up.
      const isWhole = step.stopReason === 'stop' || step.toolCalls.length > 0;
      const { content, stopReason } = answerOf(step.text, isWhole ? (limit ?? 'stop') : step.stopReason);
      await send(options, { type: 'answer', id: options.createId(), content });
      return { status: 'completed', stopReason };
    }
    const answered = await runTools(options, step.toolCalls, outcomes);
    const finished = [...step.messages, resultsMessage(answered)];
    messages.push(...finished);
    // Kept whole: a compacted step might lack what its provider needs back.
    steps.push(...finished);
    await options.onSteps(steps);
  }
}

/** Why the next step must be the turn's last; undefined if it need not be. */
function limitOf(options: LoopOptions, usage: ChatUsage): 'step_limit' | 'token_limit' | undefined {
  if (usage.steps + 1 >= options.maxSteps) return 'step_limit';
  return usage.inputTokens + usage.outputTokens >= options.maxTokens ? 'token_limit' : undefined;
}

/** Outcomes of the calls that a model has made in the turn, but for failed ones, by name and input. */
type Outcomes = Map<string, ReturnType<DataTools['run']>>;

const repeated = 'You already made this call in this turn. It was not run again: this is its earlier result.';

async function runTools(
  options: LoopOptions,
  calls: readonly RequestedToolCall[],
  outcomes: Outcomes,
): Promise<AnsweredCall[]> {
  const asked = calls.map((call) => ({ call, input: JSON.stringify(call.input) }));
  for (const { call, input } of asked) {
    await send(options, { type: 'tool-call', id: call.id, name: call.name, input });
  }
  return Promise.all(
    asked.map(async ({ call, input }, index) => {
      const tooMany = `A step may call at most ${options.maxToolCallsPerStep} tools.`;
      const allowed = index < options.maxToolCallsPerStep ? call : { ...call, invalid: tooMany };
      const key = `${call.name} ${input}`;
      const earlier = allowed.invalid === undefined ? outcomes.get(key) : undefined;
      const running = earlier ?? inToolSpan(allowed, () => options.tools.run(allowed, options.signal));
      if (allowed.invalid === undefined) outcomes.set(key, running);
      const { result, forModel } = await running;
      // What failed may succeed when it is tried again, such as a query that timed out.
      if (isFailure(result)) outcomes.delete(key);
      await send(options, { type: 'tool-result', id: call.id, name: call.name, input, result });
      return { call, forModel: earlier === undefined ? forModel : withNote(forModel) };
    }),
  );
}

/** @param result a JSON object's text, which is not empty, and may be cut off */
function withNote(result: string): string {
  return `{"repeated":${JSON.stringify(repeated)},${result.slice(1)}`;
}

/** Nothing is emitted once the turn is aborted. */
async function send(options: LoopOptions, event: AgentEvent): Promise<void> {
  options.signal.throwIfAborted();
  await options.emit(event);
}
