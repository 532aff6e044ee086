import type { ModelMessage } from 'ai';
import type { AgentEvent, StopReason, Usage } from '../services/chat/turn.ts';
import { type DataTools, toolDefinitions } from './data-tools.ts';
import {
  type RequestedToolCall,
  runStep,
  type Speech,
  type StepRequest,
  type StepResult,
  silence,
} from './step.ts';
import { answerOf } from './stop-reason.ts';
import { type AnsweredCall, toolMessages } from './transcript.ts';

export interface LoopOptions
  extends Pick<StepRequest, 'model' | 'instructions' | 'maxOutputTokens' | 'maxRetries' | 'signal' | 'wait'> {
  /** History, the new input, and the steps that the turn has done already. */
  readonly messages: readonly ModelMessage[];
  /** How the next step began, before the turn was interrupted in it. */
  readonly said: Speech;
  /** What the turn has cost already. */
  readonly usage: Usage;
  readonly tools: DataTools;
  readonly maxSteps: number;
  /** Input and output tokens of the whole turn, as the provider counts them. */
  readonly maxTokens: number;
  readonly maxToolCallsPerStep: number;
  readonly devMode: boolean;
  /** Once it aborts, no further step begins. */
  readonly stopping: AbortSignal | undefined;
  readonly createId: () => string;
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
 * @throws the provider's error, or the signal's reason
 */
export async function runLoop(options: LoopOptions): Promise<LoopEnd> {
  const messages = [...options.messages];
  let { said, usage } = options;
  for (;;) {
    if (options.stopping?.aborted === true) return { status: 'interrupted' };
    const limit = limitOf(options, usage);
    const step = await speak(options, messages, said, limit === undefined);
    said = silence;
    usage = {
      inputTokens: usage.inputTokens + step.inputTokens,
      outputTokens: usage.outputTokens + step.outputTokens,
      steps: usage.steps + 1,
    };
    options.onUsage(usage);
    if (step.toolCalls.length === 0 || limit !== undefined) {
      // An answer that a limit made the model give may lack what it would have looked up.
      const isWhole = step.stopReason === 'stop' || step.toolCalls.length > 0;
      const { content, stopReason } = answerOf(step.text, isWhole ? (limit ?? 'stop') : step.stopReason);
      await send(options, { type: 'answer', id: options.createId(), content });
      return { status: 'completed', stopReason };
    }
    messages.push(...toolMessages(step.text, await runTools(options, step.toolCalls)));
  }
}

/** Why the next step is the turn's last; undefined when it need not be. */
function limitOf(options: LoopOptions, usage: Usage): 'step_limit' | 'token_limit' | undefined {
  if (usage.steps + 1 >= options.maxSteps) return 'step_limit';
  return usage.inputTokens + usage.outputTokens >= options.maxTokens ? 'token_limit' : undefined;
}

async function speak(
  options: LoopOptions,
  messages: readonly ModelMessage[],
  said: Speech,
  mayCallTools: boolean,
): Promise<StepResult> {
  const id = options.createId();
  let text = '';
  let thinking = '';
  const close = async (): Promise<void> => {
    if (text === '' && thinking === '') return;
    await send(options, { type: 'text', id, content: text, ...(thinking === '' ? {} : { thinking }) });
  };
  try {
    const step = await runStep({
      ...options,
      messages,
      said,
      mayCallTools,
      tools: toolDefinitions,
      onText: (delta) => {
        text += delta;
        return send(options, { type: 'text-delta', id, delta });
      },
      onThinking: async (delta) => {
        if (!options.devMode) return;
        thinking += delta;
        await send(options, { type: 'thinking-delta', id, delta });
      },
    });
    await close();
    return step;
  } catch (error) {
    // What was said stays said: the message is closed before the failure is told.
    if (!options.signal.aborted) await close();
    throw error;
  }
}

async function runTools(options: LoopOptions, calls: readonly RequestedToolCall[]): Promise<AnsweredCall[]> {
  const inputs = calls.map((call) => JSON.stringify(call.input) ?? '{}');
  for (const [index, call] of calls.entries()) {
    await send(options, { type: 'tool-call', id: call.id, name: call.name, input: inputs[index] ?? '{}' });
  }
  return Promise.all(
    calls.map(async (call, index) => {
      const tooMany = `A step may call at most ${options.maxToolCallsPerStep} tools.`;
      const allowed = index < options.maxToolCallsPerStep ? call : { ...call, invalid: tooMany };
      const { result, forModel } = await options.tools.run(allowed, options.signal);
      await send(options, {
        type: 'tool-result',
        id: call.id,
        name: call.name,
        input: inputs[index] ?? '{}',
        result,
      });
      return { call, forModel };
    }),
  );
}

/** Nothing is emitted once the turn is aborted. */
async function send(options: LoopOptions, event: AgentEvent): Promise<void> {
  options.signal.throwIfAborted();
  await options.emit(event);
}
