import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { JSONObject, LanguageModelV4 } from '@ai-sdk/provider';
import { AppError } from '../errors.ts';
import { createPlannerModel } from '../planner/planner-model.ts';

/** Keys and addresses of the providers. */
export interface ProviderSettings {
  readonly openaiApiKey?: string | undefined;
  readonly openaiBaseUrl?: string | undefined;
  readonly anthropicApiKey?: string | undefined;
  readonly anthropicBaseUrl?: string | undefined;
  readonly openaiCompatibleBaseUrl?: string | undefined;
  readonly openaiCompatibleApiKey?: string | undefined;
}

export interface ResolvedModel {
  readonly model: LanguageModelV4;
  /** Sent with each call. */
  readonly providerOptions: ProviderOptions;
  /** True for the embedded planner: no network, no tokens, no context window. */
  readonly embedded: boolean;
}

export type ProviderOptions = Readonly<Record<string, JSONObject>>;

/**
 * Nothing is stored at a provider: by default, OpenAI would keep each response, including rows. What a reasoning model needs
 * back is then part of its response, encrypted, which the SDK requests.
 */
const providerOptions: ProviderOptions = { openai: { store: false } };

const plannerModelName = 'planner';

/** Why an agent's `model` cannot be used with these settings, for an administrator; null if it can. */
export function modelProblem(name: string, settings: ProviderSettings): string | null {
  if (name === plannerModelName) return null;
  const [provider, id] = splitModelName(name);
  if (id === '')
    return `"${name}" is not a model: write planner, openai:…, anthropic:… or openai-compatible:…`;
  switch (provider) {
    case 'openai':
      return settings.openaiApiKey === undefined ? `"${name}" needs OPENAI_API_KEY` : null;
    case 'anthropic':
      return settings.anthropicApiKey === undefined ? `"${name}" needs ANTHROPIC_API_KEY` : null;
    case 'openai-compatible':
      return settings.openaiCompatibleBaseUrl === undefined
        ? `"${name}" needs OPENAI_COMPATIBLE_BASE_URL`
        : null;
    default:
      return `"${name}" names an unknown provider: use planner, openai:…, anthropic:… or openai-compatible:…`;
  }
}

/**
 * The language model behind an agent's `model` setting: `planner`, `openai:ID`, `anthropic:ID` or `openai-compatible:ID`.
 * `registered` takes precedence, so that tests and embedders can add models under their own names.
 * @throws AppError `UNAVAILABLE` if the name is unknown or a required setting is missing
 */
export function resolveModel(
  name: string,
  settings: ProviderSettings,
  registered: ReadonlyMap<string, LanguageModelV4>,
): ResolvedModel {
  const own = registered.get(name);
  if (own !== undefined) return { model: own, providerOptions: {}, embedded: false };
  const problem = modelProblem(name, settings);
  if (problem !== null) throw new AppError('UNAVAILABLE', `The agent's model cannot be used: ${problem}.`);
  if (name === plannerModelName) {
    return { model: createPlannerModel(), providerOptions: {}, embedded: true };
  }
  const [provider, id] = splitModelName(name);
  return { model: createProviderModel(provider, id, settings), providerOptions, embedded: false };
}

function createProviderModel(provider: string, id: string, settings: ProviderSettings): LanguageModelV4 {
  if (provider === 'anthropic') {
    return createAnthropic({
      ...defined('apiKey', settings.anthropicApiKey),
      ...defined('baseURL', settings.anthropicBaseUrl),
    })(id);
  }
  if (provider === 'openai') {
    return createOpenAI({
      ...defined('apiKey', settings.openaiApiKey),
      ...defined('baseURL', settings.openaiBaseUrl),
    })(id);
  }
  return createOpenAICompatible({
    name: 'openai-compatible',
    baseURL: settings.openaiCompatibleBaseUrl ?? '',
    includeUsage: true,
    ...defined('apiKey', settings.openaiCompatibleApiKey),
  })(id);
}

function splitModelName(name: string): [provider: string, id: string] {
  const at = name.indexOf(':');
  return at < 0 ? [name, ''] : [name.slice(0, at), name.slice(at + 1)];
}

function defined<K extends string>(key: K, value: string | undefined): Partial<Record<K, string>> {
  return value === undefined ? {} : ({ [key]: value } as Record<K, string>);
}
