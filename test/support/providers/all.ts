import { anthropic } from './anthropic.ts';
import { bedrock } from './bedrock.ts';
import { google } from './google.ts';
import { openaiChat } from './openai-chat.ts';
import { azure, openaiResponses } from './openai-responses.ts';
import type { Provider } from './provider.ts';

/** Every wire format that a model of the workspace can have, by what is told of it. */
export const providers: Readonly<Record<string, Provider>> = {
  ...openaiChat,
  'OpenAI responses': openaiResponses,
  Anthropic: anthropic,
  Google: google,
  Azure: azure,
  'Amazon Bedrock': bedrock,
};
