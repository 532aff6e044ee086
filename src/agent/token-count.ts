import type { LanguageModelUsage } from 'ai';
import type { Tokens } from '../services/usage/model-call.ts';

/** Tokens of one model call, even if its stream breaks before the SDK has a total. */
export interface TokenCount {
  /** Reads usage from the provider's raw events: some report it from the first one on. */
  read(event: unknown): void;
  /** The SDK's own total, once there is one. */
  settle(usage: LanguageModelUsage): void;
  readonly total: Tokens;
  /** Whether the provider has counted anything. */
  readonly isKnown: boolean;
}

/** Characters of a token, of English text and JSON. */
const charactersPerToken = 4;

/** What a call took, roughly, if its provider does not count. */
export function estimatedTokens(inputCharacters: number, outputCharacters: number): Tokens {
  const tokens = (characters: number): number => Math.ceil(characters / charactersPerToken);
  return {
    inputTokens: tokens(inputCharacters),
    cachedInputTokens: 0,
    outputTokens: tokens(outputCharacters),
    reasoningTokens: 0,
  };
}

export function createTokenCount(): TokenCount {
  let total: Tokens = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, reasoningTokens: 0 };
  let isKnown = false;
  return {
    get total() {
      return total;
    },
    get isKnown() {
      return isKnown;
    },
    read(event) {
      const usage = usageIn(event);
      if (usage === undefined) return;
      isKnown = true;
      const { input_tokens, prompt_tokens, promptTokenCount } = usage;
      const { cache_creation_input_tokens, cache_read_input_tokens } = usage;
      const input =
        count(input_tokens ?? prompt_tokens ?? promptTokenCount) +
        count(cache_creation_input_tokens) +
        count(cache_read_input_tokens);
      const { output_tokens, completion_tokens, candidatesTokenCount, thoughtsTokenCount } = usage;
      const thoughts = count(thoughtsTokenCount);
      const output = count(output_tokens ?? completion_tokens ?? candidatesTokenCount) + thoughts;
      const read = fieldsOf(usage['input_tokens_details'] ?? usage['prompt_tokens_details']);
      const written = fieldsOf(usage['output_tokens_details'] ?? usage['completion_tokens_details']);
      const cached = count(
        cache_read_input_tokens ?? read?.['cached_tokens'] ?? usage['cachedContentTokenCount'],
      );
      total = {
        inputTokens: Math.max(total.inputTokens, input),
        cachedInputTokens: Math.max(total.cachedInputTokens, cached),
        outputTokens: Math.max(total.outputTokens, output),
        reasoningTokens: Math.max(total.reasoningTokens, count(written?.['reasoning_tokens']) + thoughts),
      };
    },
    settle({ inputTokens, inputTokenDetails, outputTokens, outputTokenDetails }) {
      isKnown ||= inputTokens !== undefined || outputTokens !== undefined;
      total = {
        inputTokens: inputTokens ?? total.inputTokens,
        cachedInputTokens: inputTokenDetails.cacheReadTokens ?? total.cachedInputTokens,
        outputTokens: outputTokens ?? total.outputTokens,
        reasoningTokens: outputTokenDetails.reasoningTokens ?? total.reasoningTokens,
      };
    },
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** Of OpenAI's chat chunks, OpenAI's responses, Anthropic's messages and Google's chunks. */
function usageIn(event: unknown): Fields | undefined {
  const fields = fieldsOf(event);
  const holders = [fields, fieldsOf(fields?.['response']), fieldsOf(fields?.['message'])];
  const usages = holders.map((holder) => fieldsOf(holder?.['usage'] ?? holder?.['usageMetadata']));
  return usages.find((usage) => usage !== undefined);
}

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null ? (value as Fields) : undefined;
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
