import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createAzure } from '@ai-sdk/azure';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { JSONObject, LanguageModelV4 } from '@ai-sdk/provider';
import { wrapLanguageModel } from 'ai';
import type { ModelConnection } from '../services/workspace/model-schema.ts';

export type ProviderOptions = Readonly<Record<string, JSONObject>>;

export interface ProviderModel {
  readonly model: LanguageModelV4;
  /** Sent with each call. */
  readonly providerOptions: ProviderOptions;
}

/**
 * The language model behind a connection. No key is read from the environment, and without an address of its own a
 * connection leads to the provider's.
 * @param doesReason whether the agent asks for reasoning, since the name of an Azure deployment does not tell its model
 */
export function connectModel(connection: ModelConnection, doesReason: boolean): ProviderModel {
  const { model: id, headers = {} } = connection;
  switch (connection.provider) {
    case 'openai': {
      const { apiKey, baseUrl: baseURL = 'https://api.openai.com/v1' } = connection;
      return { model: createOpenAI({ apiKey, baseURL, headers })(id), providerOptions: openaiOptions };
    }
    case 'anthropic': {
      const { apiKey, baseUrl: baseURL = 'https://api.anthropic.com/v1' } = connection;
      return { model: createAnthropic({ apiKey, baseURL, headers })(id), providerOptions: {} };
    }
    case 'google': {
      const { apiKey, baseUrl: baseURL = 'https://generativelanguage.googleapis.com/v1beta' } = connection;
      return { model: createGoogle({ apiKey, baseURL, headers })(id), providerOptions: {} };
    }
    case 'azure': {
      const { apiKey, baseUrl: baseURL } = connection;
      const azure = doesReason ? { store: false, forceReasoning: true } : { store: false };
      return { model: createAzure({ apiKey, baseURL, headers })(id), providerOptions: { azure } };
    }
    case 'amazon-bedrock':
      return { model: bedrockModel(connection), providerOptions: {} };
    case 'openai-compatible': {
      const { apiKey, baseUrl: baseURL } = connection;
      const name = 'openai-compatible';
      const settings = { name, baseURL, headers, includeUsage: true, transformRequestBody: forDialect };
      return {
        model: createOpenAICompatible({ ...settings, ...(apiKey === undefined ? {} : { apiKey }) })(id),
        providerOptions: {},
      };
    }
  }
}

/**
 * Nothing is stored at a provider: by default, OpenAI would keep each response, including rows. What a reasoning model needs
 * back is then part of its response, encrypted, which the SDK requests.
 */
const openaiOptions: ProviderOptions = { openai: { store: false } };

function bedrockModel(connection: Extract<ModelConnection, { provider: 'amazon-bedrock' }>): LanguageModelV4 {
  const { model: id, region, apiKey = '', accessKeyId, secretAccessKey, baseUrl, headers } = connection;
  const provider = createAmazonBedrock({
    region,
    // Empty rather than absent: the SDK would take a key of this process's environment instead of the access key.
    apiKey,
    ...(accessKeyId === undefined ? {} : { accessKeyId }),
    ...(secretAccessKey === undefined ? {} : { secretAccessKey }),
    ...(baseUrl === undefined ? {} : { baseURL: baseUrl }),
    ...(headers === undefined ? {} : { headers }),
  });
  return wrapLanguageModel({
    model: provider(id),
    middleware: {
      specificationVersion: 'v4',
      // Bedrock has no such choice. The SDK would leave out the tools, and with them all results so far.
      transformParams: async ({ params }) =>
        params.toolChoice?.type === 'none' ? { ...params, toolChoice: { type: 'auto' } } : params,
    },
  });
}

type Body = Record<string, unknown>;

/** OpenAI's reasoning models, also behind gateways, which put a name of their own before. */
const openaiReasoningModel = /(^|\/)(o\d|gpt-([5-9]|\d\d))(?!.*-chat)/;

/** Families that reason, and take `max_tokens` only. */
const otherReasoningModel = /deepseek|mistral|magistral/i;

/** What some models behind the common format of chat completions require. */
function forDialect(body: Body): Body {
  const id = String(body['model']);
  if (/deepseek-v[4-9]/i.test(id)) return withReasoningContent(body);
  const effort = body['reasoning_effort'];
  // A gateway's name may not tell the model; that it is to reason does.
  const isAskedTo = effort !== undefined && effort !== 'none' && !otherReasoningModel.test(id);
  if (!openaiReasoningModel.test(id) && !isAskedTo) return body;
  const { max_tokens, temperature: _, ...rest } = body;
  return { ...rest, max_completion_tokens: max_tokens };
}

/** DeepSeek refuses a step of its own without this field, though a later turn may not have its content any more. */
function withReasoningContent(body: Body): Body {
  const messages = body['messages'] as readonly Body[];
  return {
    ...body,
    messages: messages.map((message) =>
      message['role'] === 'assistant' ? { reasoning_content: '', ...message } : message,
    ),
  };
}
