import type {
  LanguageModelV4,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import type { Move } from './dialogue/move.ts';
import { createPlannerThread, type PlannerThread } from './planner-thread.ts';

const noUsage: LanguageModelV4Usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};

/** All turns of the process take turns on it. */
const sharedThread = createPlannerThread();

/**
 * The embedded planner as a language model of the AI SDK: deterministic, without key or network, with no knowledge of
 * any data model but what the prompt and the tool results say. It reasons, speaks and calls tools through the same stream
 * as any provider's model.
 */
export function createPlannerModel(thread: PlannerThread = sharedThread): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'inlay',
    modelId: 'planner',
    supportedUrls: {},
    doGenerate: async ({ prompt, abortSignal }) => {
      const move = await thread.nextMove(prompt, abortSignal);
      return { content: contentOf(move, prompt), finishReason: reasonOf(move), usage: noUsage, warnings: [] };
    },
    doStream: async ({ prompt, abortSignal }) => {
      const parts = streamOf(await thread.nextMove(prompt, abortSignal), prompt);
      const stream = new ReadableStream<LanguageModelV4StreamPart>({
        pull(controller) {
          const { done, value } = parts.next();
          if (done === true) controller.close();
          else controller.enqueue(value);
        },
      });
      return { stream };
    },
  };
}

function reasonOf(move: Move): LanguageModelV4FinishReason {
  return { unified: move.calls.length > 0 ? 'tool-calls' : 'stop', raw: move.stopReason };
}

/** Unique within the thread: the place of the call in the prompt. */
function callId(prompt: LanguageModelV4Prompt, index: number): string {
  return `call-${prompt.length}-${index}-${crypto.randomUUID().slice(0, 8)}`;
}

function contentOf(move: Move, prompt: LanguageModelV4Prompt): LanguageModelV4Content[] {
  return [
    ...(move.thinking === '' ? [] : [{ type: 'reasoning' as const, text: move.thinking }]),
    ...(move.text === '' ? [] : [{ type: 'text' as const, text: move.text }]),
    ...move.calls.map((call, index) => ({
      type: 'tool-call' as const,
      toolCallId: callId(prompt, index),
      toolName: call.toolName,
      input: JSON.stringify(call.input),
    })),
  ];
}

function* streamOf(move: Move, prompt: LanguageModelV4Prompt): Generator<LanguageModelV4StreamPart> {
  yield { type: 'stream-start', warnings: [] };
  for (const part of contentOf(move, prompt)) {
    if (part.type === 'reasoning') {
      yield { type: 'reasoning-start', id: 'thinking' };
      yield { type: 'reasoning-delta', id: 'thinking', delta: part.text };
      yield { type: 'reasoning-end', id: 'thinking' };
    } else if (part.type === 'text') {
      yield { type: 'text-start', id: 'text' };
      for (const delta of pieces(part.text)) yield { type: 'text-delta', id: 'text', delta };
      yield { type: 'text-end', id: 'text' };
    } else yield part;
  }
  yield { type: 'finish', usage: noUsage, finishReason: reasonOf(move) };
}

/** A few words at a time, as a model speaks. */
function pieces(text: string): string[] {
  return text.match(/(?:\S+\s*){1,3}/g) ?? [text];
}
