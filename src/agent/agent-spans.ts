import type { Span } from '@opentelemetry/api';
import { isFailure } from '../contract/read-tool-call.ts';
import type { TurnOutcome, TurnRequest } from '../services/chat/turn.ts';
import type { ModelCall } from '../services/usage/model-call.ts';
import { metrics } from '../telemetry/metrics.ts';
import { contents, inSpan, markFailed, measured } from '../telemetry/span.ts';
import { toolDefinitions } from './data-tools.ts';
import type { RequestedToolCall, StepRequest, StepResult } from './step-request.ts';

// Names and attributes follow OpenTelemetry's semantic conventions for generative AI.

/** The span of a turn. A failed turn is marked by its error code. */
export function inTurnSpan(request: TurnRequest, work: () => Promise<TurnOutcome>): Promise<TurnOutcome> {
  const { agent, origin, input } = request;
  const attributes = {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': agent.name,
    'gen_ai.request.model': agent.model,
    ...(origin && {
      'gen_ai.agent.id': String(origin.agent),
      'inlay.account': origin.account,
      'inlay.turn': origin.run,
    }),
    ...contents(() => ({ 'gen_ai.input.messages': messageText('user', input) })),
  };
  let ended = '';
  const measure = (seconds: number, failure: string) =>
    metrics.turn.record(seconds, { model: agent.model, outcome: ended || failure });
  const options = { attributes, measure, continues: request.trace };
  return inSpan(`invoke_agent ${agent.name}`, options, async (span) => {
    const outcome = await work();
    ended = outcome.status;
    span.setAttributes({ 'inlay.turn.status': outcome.status, ...tokenAttributes(outcome.usage) });
    if (outcome.model !== undefined) span.setAttribute('inlay.turn.model', outcome.model);
    if (outcome.status === 'failed') markFailed(span, outcome.error.code);
    return outcome;
  });
}

/** The span of a step: a model call with its repetitions. The tools that it asks for follow. */
export function inStepSpan<T>(number: number, work: () => Promise<T>): Promise<T> {
  const attributes = { 'inlay.step': number };
  return inSpan('step', { attributes, measure: measured(metrics.step, {}) }, work);
}

type Attempt = Omit<StepResult, 'text'>;

/** The span of one call to a model's provider. */
export function inCallSpan(
  request: StepRequest,
  work: (request: StepRequest) => Promise<Attempt>,
): Promise<Attempt> {
  const { model, messages } = request;
  const attributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': model.provider,
    'gen_ai.request.model': model.modelId,
    ...contents(() => ({ 'gen_ai.input.messages': JSON.stringify(messages) })),
  };
  const labels = { provider: model.provider, model: model.modelId };
  const measure = measured(metrics.modelCall, labels);
  return inSpan(`chat ${model.modelId}`, { kind: 'client', attributes, measure }, async (span) => {
    const onCall = (call: ModelCall) => {
      metrics.modelTokens.record(call.inputTokens, { ...labels, direction: 'input' });
      metrics.modelTokens.record(call.outputTokens, { ...labels, direction: 'output' });
      span.setAttributes(tokenAttributes(call));
      request.onCall(call);
    };
    const attempt = await work({ ...request, onCall });
    span.setAttribute('gen_ai.response.finish_reasons', [attempt.stopReason]);
    span.setAttributes(contents(() => ({ 'gen_ai.output.messages': JSON.stringify(attempt.messages) })));
    return attempt;
  });
}

/** The span of one tool call. A failed tool returns its error to the model, which marks the span. */
export function inToolSpan<Result extends { readonly result: string }>(
  { id, name, input }: RequestedToolCall,
  work: () => Promise<Result>,
): Promise<Result> {
  const attributes = {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': name,
    'gen_ai.tool.call.id': id,
    ...contents(() => ({ 'gen_ai.tool.call.arguments': JSON.stringify(input) })),
  };
  // A model may call a tool by any name.
  const tool = name in toolDefinitions ? name : 'unknown';
  let failed = '';
  const measure = (seconds: number, failure: string) =>
    metrics.tool.record(seconds, { tool, outcome: failed || failure });
  return inSpan(`execute_tool ${name}`, { attributes, measure }, async (span: Span) => {
    const ran = await work();
    if (isFailure(ran.result)) {
      failed = 'tool_error';
      markFailed(span, failed);
    }
    span.setAttributes(contents(() => ({ 'gen_ai.tool.call.result': ran.result })));
    return ran;
  });
}

function tokenAttributes({ inputTokens, outputTokens }: Pick<ModelCall, 'inputTokens' | 'outputTokens'>) {
  return { 'gen_ai.usage.input_tokens': inputTokens, 'gen_ai.usage.output_tokens': outputTokens };
}

function messageText(role: string, content: string): string {
  return JSON.stringify([{ role, parts: [{ type: 'text', content }] }]);
}
