import { z } from 'zod';
import { caps, enumValue, input, newName, recordId, recordInput } from './fields.ts';
import { listArgs } from './lists.ts';

export const apiKeyRole = enumValue('ApiKeyRole', 'The permissions of an API key.', {
  admin: 'Full access to the account, or to the bound deployments if the key is bound to any.',
  chat: 'Access to chat on behalf of users, and to nothing else.',
});

export const apiKeyState = enumValue('ApiKeyState', 'The state of an API key.', {
  active: 'The key can be used.',
  expired: 'The key has expired.',
  revoked: 'The key was revoked.',
});

export type ApiKeyState = z.output<typeof apiKeyState>;

export const apiKeyFilter = input('ApiKeyFilter', 'Conditions for listing API keys.', {
  state: apiKeyState.nullish().describe('Returns only API keys in this state.'),
});

export const apiKeysArgs = listArgs('ApiKey', apiKeyFilter, {
  createdAt: 'Time at which the API key was created.',
  name: 'What the API key is for, compared by code points.',
});

export const createApiKeyInput = input('CreateApiKeyInput', 'The settings of a new API key.', {
  name: newName().describe('What the API key is for.'),
  role: apiKeyRole.describe('Permissions of the API key.'),
  deployments: z
    .array(z.int32())
    .max(caps.listItems)
    .nullish()
    .describe(
      'Numbers of the deployments to bind the key to. If omitted or empty, the key works for all deployments.',
    ),
  expiresAt: z.date().nullish().describe('When the key expires. If omitted, it never does.'),
});

const day = 86_400;

/** How long the old key keeps working unless the rotation specifies it. */
export const defaultOverlapSeconds = day;

export const rotateApiKeyInput = input('RotateApiKeyInput', 'The API key to rotate.', {
  id: recordId,
  overlapSeconds: z
    .int32()
    .min(0)
    .max(30 * day)
    .nullish()
    .describe('How long the old key keeps working, in seconds: 0 to 2592000. Default: 86400 (one day).'),
});

export const revokeApiKeyInput = recordInput('RevokeApiKeyInput', 'The API key to revoke.');
