import type { LanguageModelV4 } from '@ai-sdk/provider';
import { AppError } from '../errors.ts';
import { createPlannerModel } from '../planner/planner-model.ts';
import type { AgentProfile } from '../services/chat/turn.ts';
import type { ModelConnection } from '../services/workspace/model-schema.ts';
import { connectModel, type ProviderModel } from './provider-model.ts';

/** Keys and addresses of the providers, for models that are named by their provider and id. */
export interface ProviderSettings {
  readonly openaiApiKey?: string | undefined;
  readonly openaiBaseUrl?: string | undefined;
  readonly anthropicApiKey?: string | undefined;
  readonly anthropicBaseUrl?: string | undefined;
  readonly openaiCompatibleBaseUrl?: string | undefined;
  readonly openaiCompatibleApiKey?: string | undefined;
}

/** Where the models of agents come from. */
export interface ModelSources {
  readonly providers: ProviderSettings;
  /** The named models of an account. */
  readonly connections: (account: string) => readonly ModelConnection[];
  /** Additional models by name, for tests and embedders. They take precedence. */
  readonly registered: ReadonlyMap<string, LanguageModelV4>;
}

export interface ResolvedModel extends ProviderModel {
  /** True for the embedded planner: no network, no tokens, no context window. */
  readonly embedded: boolean;
}

const plannerModelName = 'planner';

/**
 * The language model behind one of an agent's models: the name of one of the account's connections, `planner`, `openai:ID`,
 * `anthropic:ID` or `openai-compatible:ID`.
 * @throws AppError `UNAVAILABLE` if there is no such model, or the environment lacks its key or address
 */
export function resolveModel(
  name: string,
  account: string,
  { reasoning }: Pick<AgentProfile, 'reasoning'>,
  sources: ModelSources,
): ResolvedModel {
  const own = sources.registered.get(name);
  if (own !== undefined) return { model: own, providerOptions: {}, embedded: false };
  if (name === plannerModelName) return { model: createPlannerModel(), providerOptions: {}, embedded: true };
  const found = findConnection(name, account, sources);
  if (typeof found === 'string') {
    throw new AppError('UNAVAILABLE', `The agent's model cannot be used: ${found}.`);
  }
  const doesReason = reasoning != null && reasoning !== 'none';
  return { ...connectModel(found, doesReason), embedded: false };
}

/** Why an agent of this account cannot use a model, for an administrator; null if it can. */
export function modelProblem(name: string, account: string, sources: ModelSources): string | null {
  if (name === plannerModelName || sources.registered.has(name)) return null;
  const found = findConnection(name, account, sources);
  return typeof found === 'string' ? found : null;
}

/** The connection, or why there is none. */
function findConnection(
  name: string,
  account: string,
  { connections, providers }: ModelSources,
): ModelConnection | string {
  const named = connections(account).find((connection) => connection.name === name);
  if (named !== undefined) return named;
  const at = name.indexOf(':');
  const [provider, model] = at < 0 ? [name, ''] : [name.slice(0, at), name.slice(at + 1)];
  const use = 'use the name of a model of the account, planner, openai:…, anthropic:… or openai-compatible:…';
  if (model === '') return `"${name}" is not a model: ${use}`;
  switch (provider) {
    case 'openai': {
      const { openaiApiKey: apiKey, openaiBaseUrl: baseUrl } = providers;
      return apiKey === undefined
        ? `"${name}" needs OPENAI_API_KEY`
        : { provider, name, model, apiKey, baseUrl };
    }
    case 'anthropic': {
      const { anthropicApiKey: apiKey, anthropicBaseUrl: baseUrl } = providers;
      return apiKey === undefined
        ? `"${name}" needs ANTHROPIC_API_KEY`
        : { provider, name, model, apiKey, baseUrl };
    }
    case 'openai-compatible': {
      const { openaiCompatibleApiKey: apiKey, openaiCompatibleBaseUrl: baseUrl } = providers;
      return baseUrl === undefined
        ? `"${name}" needs OPENAI_COMPATIBLE_BASE_URL`
        : { provider, name, model, apiKey, baseUrl };
    }
    default:
      return `"${name}" names an unknown provider: ${use}`;
  }
}
