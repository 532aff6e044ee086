import type { ModelMessage } from 'ai';
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
    | 'instructions'
    | 'limits'
    | 'signal'
    | 'wait'
    | 'devMode'
    | 'createId'
    | 'onFailure'
  > {
  /** History, the new input, and the turn's finished steps. */
  readonly messages: readonly ModelMessage[];
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
  let messages = [...options.messages];
  let isCompacted = false;
  const compact = (): void => {
    messages = compactMessages(messages);
    isCompacted = true;
  };
  let { usage } = options;
  const spend = (spent: ChatUsage): void => {
    usage = {
      inputTokens: usage.inputTokens + spent.inputTokens,
      outputTokens: usage.outputTokens + spent.outputTokens,
      steps: usage.steps + spent.steps,
    };
    options.onUsage(usage);
  };
  for (;;) {
    if (options.stopping?.aborted === true) return { status: 'interrupted' };
    const limit = limitOf(options, usage);
    if (!isCompacted && isTooLong(messages)) compact();
    let step: StepResult;
    try {
      step = await inStepSpan(usage.steps + 1, () =>
        runStep({
          ...options,
          messages: withCacheMark(messages),
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
    messages.push(...step.messages, resultsMessage(await runTools(options, step.toolCalls)));
  }
}

/** Why the next step must be the turn's last; undefined if it need not be. */
function limitOf(options: LoopOptions, usage: ChatUsage): 'step_limit' | 'token_limit' | undefined {
  if (usage.steps + 1 >= options.maxSteps) return 'step_limit';
  return usage.inputTokens + usage.outputTokens >= options.maxTokens ? 'token_limit' : undefined;
}

async function runTools(options: LoopOptions, calls: readonly RequestedToolCall[]): Promise<AnsweredCall[]> {
  const asked = calls.map((call) => ({ call, input: JSON.stringify(call.input) }));
  for (const { call, input } of asked) {
    await send(options, { type: 'tool-call', id: call.id, name: call.name, input });
  }
  return Promise.all(
    asked.map(async ({ call, input }, index) => {
      const tooMany = `A step may call at most ${options.maxToolCallsPerStep} tools.`;
      const allowed = index < options.maxToolCallsPerStep ? call : { ...call, invalid: tooMany };
      const { result, forModel } = await inToolSpan(allowed, () =>
        options.tools.run(allowed, options.signal),
      );
      await send(options, { type: 'tool-result', id: call.id, name: call.name, input, result });
      return { call, forModel };
    }),
  );
}

/** Nothing is emitted once the turn is aborted. */
async function send(options: LoopOptions, event: AgentEvent): Promise<void> {
  options.signal.throwIfAborted();
  await options.emit(event);
}
