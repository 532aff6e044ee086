import type { ModelMessage } from 'ai';
import type { AgentEvent, StopReason, Usage } from '../services/chat/turn.ts';
import { type DataTools, toolDefinitions } from './data-tools.ts';
import { runStep } from './step.ts';
import type { RequestedToolCall, StepRequest } from './step-request.ts';
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
  /** History, the new input, and the steps that the turn has done already. */
  readonly messages: readonly ModelMessage[];
  /** What the turn has cost already. */
  readonly usage: Usage;
  readonly tools: DataTools;
  readonly maxSteps: number;
  /** Input and output tokens of the whole turn, as the provider counts them. */
  readonly maxTokens: number;
  readonly maxToolCallsPerStep: number;
  /** Once it aborts, no further step begins. */
  readonly stopping: AbortSignal | undefined;
  readonly emit: (event: AgentEvent) => void | Promise<void>;
  /** Kept up to date while the loop runs, so that it is right whenever the loop ends. */
  readonly onUsage: (usage: Usage) => void;
}

export type LoopEnd =
  | { readonly status: 'completed'; readonly stopReason: StopReason }
  | { readonly status: 'interrupted' };

/**
 * The tool loop: stream a step, run its tool calls side by side, feed the results back, until the model answers.
 * In the last step that the step limit or the token budget allows, the model may only answer. Emits in order: deltas of a
 * message, the message, its tool calls, their results as they come; at the end one `answer`, unless the turn was to stop
 * between two steps.
 * @throws what `runStep` throws
 */
export async function runLoop(options: LoopOptions): Promise<LoopEnd> {
  const messages = [...options.messages];
  let { usage } = options;
  const spend = (spent: Usage): void => {
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
    const step = await runStep({
      ...options,
      messages,
      mayCallTools: limit === undefined,
      tools: toolDefinitions,
      emit: (event) => send(options, event),
      onTokens: (tokens) => spend({ ...tokens, steps: 0 }),
    });
    spend({ inputTokens: 0, outputTokens: 0, steps: 1 });
    if (step.toolCalls.length === 0 || limit !== undefined) {
      // An answer that a limit made the model give may lack what it would have looked up.
      const isWhole = step.stopReason === 'stop' || step.toolCalls.length > 0;
      const { content, stopReason } = answerOf(step.text, isWhole ? (limit ?? 'stop') : step.stopReason);
      await send(options, { type: 'answer', id: options.createId(), content });
      return { status: 'completed', stopReason };
    }
    messages.push(...step.messages, resultsMessage(await runTools(options, step.toolCalls)));
  }
}

/** Why the next step is the turn's last; undefined when it need not be. */
function limitOf(options: LoopOptions, usage: Usage): 'step_limit' | 'token_limit' | undefined {
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
      const { result, forModel } = await options.tools.run(allowed, options.signal);
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
