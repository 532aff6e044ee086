import { z } from 'zod';
import { lineOfText } from '../../contract/fields.ts';
import { mapping } from '../../yaml/mapping.ts';

/** The model that needs neither a provider nor a key. */
export const plannerModel = 'planner';

const name = z
  .string()
  .regex(/^[A-Za-z0-9][\w.-]{0,62}$/, 'Expected up to 63 letters, digits, "-", "_" and ".".')
  .refine((text) => text !== plannerModel, '"planner" is the name of the embedded model. Use another name.');

// Not repeated in a message, and without what no HTTP header may hold.
const secret = z
  .string()
  .regex(/^[\x21-\x7e]{1,4000}$/, 'Expected up to 4,000 printable characters without spaces.');

const baseUrl = z
  .string()
  .refine(
    isPlainAddress,
    'Expected an address such as https://models.example.com/v1, without user, query and fragment.',
  );

const headers = z
  .record(
    z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/),
    z.string().regex(/^[\x20-\x7e]{0,4000}$/, 'Expected printable characters.'),
    {
      error: (issue) =>
        issue.code === 'invalid_key'
          ? 'Expected the name of an HTTP header.'
          : 'Expected a mapping of header names to values.',
    },
  )
  .optional();

const model = lineOfText();

const ofApiKey = 'Key of the account at the provider. Read it from the environment: `${NAME}`.';
const ofBaseUrl = "Address of the API, if it is not the provider's own.";

const common = {
  name: name.describe('As agents name it.'),
  model: model.describe("The provider's name for the model; on Azure, the name of the deployment."),
  headers: headers.describe('HTTP headers that are sent along.'),
};

/** Providers whose address is known, unless another is given. */
const hosted = {
  ...common,
  apiKey: secret.describe(ofApiKey),
  baseUrl: baseUrl.optional().describe(ofBaseUrl),
};

const providers = ['openai', 'anthropic', 'google', 'azure', 'amazon-bedrock', 'openai-compatible'];

/** A named connection to a language model, with the account's own key. */
export const modelSchema = z.discriminatedUnion(
  'provider',
  [
    mapping({ provider: z.literal('openai').describe('Whose wire format the API speaks.'), ...hosted }),
    mapping({ provider: z.literal('anthropic').describe('Whose wire format the API speaks.'), ...hosted }),
    mapping({ provider: z.literal('google').describe('Whose wire format the API speaks.'), ...hosted }),
    mapping({
      provider: z.literal('azure').describe('Whose wire format the API speaks.'),
      ...common,
      apiKey: secret.describe(ofApiKey),
      baseUrl: baseUrl.describe('Address of the resource, such as `https://NAME.openai.azure.com/openai`.'),
    }),
    mapping({
      provider: z.literal('amazon-bedrock').describe('Whose wire format the API speaks.'),
      ...common,
      region: z
        .string()
        .regex(/^[a-z0-9-]{1,40}$/, 'Expected an AWS region, such as eu-central-1.')
        .describe('AWS region.'),
      apiKey: secret.optional().describe('A Bedrock API key; or else the two halves of an access key.'),
      accessKeyId: secret.optional().describe('First half of an access key.'),
      secretAccessKey: secret.optional().describe('Second half of an access key.'),
      baseUrl: baseUrl.optional().describe(ofBaseUrl),
    }).refine(
      ({ apiKey, accessKeyId, secretAccessKey }) =>
        apiKey === undefined
          ? accessKeyId !== undefined && secretAccessKey !== undefined
          : accessKeyId === undefined && secretAccessKey === undefined,
      'It needs either apiKey, or accessKeyId and secretAccessKey.',
    ),
    mapping({
      provider: z.literal('openai-compatible').describe('Whose wire format the API speaks.'),
      ...common,
      apiKey: secret.optional().describe('Key, if the server needs one.'),
      baseUrl: baseUrl.describe('Address of the API, such as `http://10.0.0.5:8000/v1`.'),
    }),
  ],
  {
    error: (issue) =>
      issue.code === 'invalid_union' ? `Expected one of ${providers.join(', ')}.` : 'Expected a mapping.',
  },
);

export type ModelConnection = z.output<typeof modelSchema>;

function isPlainAddress(text: string): boolean {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return false;
  const { username, password, search, hash } = new URL(text);
  return username + password + search + hash === '';
}
