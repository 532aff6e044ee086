import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';

/** One step of a script: parts to stream, or what to do instead of answering. */
export type ScriptedStep =
  | readonly ScriptedPart[]
  | { readonly failWith: unknown }
  /** Streams the parts, then never ends until aborted. */
  | { readonly hangAfter: readonly ScriptedPart[] }
  /** Streams the parts, then breaks. */
  | { readonly breakAfter: readonly ScriptedPart[]; readonly failWith: unknown };

export type ScriptedPart =
  | { readonly say: string }
  | { readonly think: string }
  | { readonly call: string; readonly input: unknown; readonly id?: string };

export interface ScriptedModel {
  readonly model: LanguageModelV4;
  /** What the model was given, call by call. */
  readonly calls: readonly LanguageModelV4CallOptions[];
}

const tokensPerStep = 10;

/** A language model that plays a script and records what it was asked. */
export function scriptedModel(steps: readonly ScriptedStep[]): ScriptedModel {
  const calls: LanguageModelV4CallOptions[] = [];
  const model: LanguageModelV4 = {
    specificationVersion: 'v4',
    provider: 'test',
    modelId: 'scripted',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('only streams')),
    doStream: async (options) => {
      const step = steps[calls.length];
      calls.push(options);
      if (step === undefined) throw new Error('the script has ended');
      if ('failWith' in step && !('breakAfter' in step)) throw step.failWith;
      return { stream: play(step, calls.length, options.abortSignal) };
    },
  };
  return { model, calls };
}

function play(
  step:
    | Exclude<ScriptedStep, { failWith: unknown }>
    | { breakAfter: readonly ScriptedPart[]; failWith: unknown },
  number: number,
  signal: AbortSignal | undefined,
): ReadableStream<LanguageModelV4StreamPart> {
  const parts = 'breakAfter' in step ? step.breakAfter : 'hangAfter' in step ? step.hangAfter : step;
  const queue: LanguageModelV4StreamPart[] = [
    { type: 'stream-start', warnings: [] },
    ...parts.flatMap((part, index) => streamParts(part, `${number}-${index}`)),
  ];
  // Pulled one by one: what was enqueued before an error would be thrown away with it.
  return new ReadableStream<LanguageModelV4StreamPart>(
    {
      pull(controller) {
        const next = queue.shift();
        if (next !== undefined) controller.enqueue(next);
        else if ('breakAfter' in step) controller.error(step.failWith);
        else if ('hangAfter' in step) return untilAborted(signal);
        else {
          controller.enqueue(finishOf(parts));
          controller.close();
        }
        return undefined;
      },
    },
    { highWaterMark: 0 },
  );
}

function untilAborted(signal: AbortSignal | undefined): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  const end = (): void => reject(signal?.reason);
  if (signal?.aborted === true) end();
  else signal?.addEventListener('abort', end, { once: true });
  return promise;
}

function finishOf(parts: readonly ScriptedPart[]): LanguageModelV4StreamPart {
  return {
    type: 'finish',
    finishReason: { unified: parts.some((part) => 'call' in part) ? 'tool-calls' : 'stop', raw: undefined },
    usage: {
      inputTokens: { total: tokensPerStep, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: tokensPerStep, text: undefined, reasoning: undefined },
    },
  };
}

function streamParts(part: ScriptedPart, id: string): LanguageModelV4StreamPart[] {
  if ('call' in part) {
    const input = typeof part.input === 'string' ? part.input : JSON.stringify(part.input);
    return [{ type: 'tool-call', toolCallId: part.id ?? `call-${id}`, toolName: part.call, input }];
  }
  const [kind, text] = 'say' in part ? (['text', part.say] as const) : (['reasoning', part.think] as const);
  const deltas = text.split(/(?<= )/);
  return [
    { type: `${kind}-start`, id },
    ...deltas.map((delta): LanguageModelV4StreamPart => ({ type: `${kind}-delta`, id, delta })),
    { type: `${kind}-end`, id },
  ];
}
