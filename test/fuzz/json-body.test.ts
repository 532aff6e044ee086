import { chatRequest } from '../../src/contract/chat.ts';
import { sqlRequest } from '../../src/contract/data.ts';
import { generateSessionInput } from '../../src/contract/sessions.ts';
import { AppError } from '../../src/errors.ts';
import { readBody } from '../../src/rest/body.ts';
import { fuzz } from './fuzz.ts';

const session = {
  deploymentId: 1,
  externalId: 'emma',
  email: 'emma@acme.test',
  embedTenantName: 'globex',
  isEphemeral: false,
  userAttributes: [
    { name: 'region', value: ['EU', 'UK'] },
    { name: 'level', value: 4.5 },
  ],
  groups: ['analysts'],
  securityContext: { tenant: { id: 7, tags: ['a', 'b'] } },
};

fuzz('A JSON body', async () => ({
  name: 'json-body',
  seeds: [
    session,
    { input: 'How many orders?', chatId: 'c', sessionSettings: session },
    { query: 'SELECT 1', format: 'csv', timezone: 'Europe/Berlin', sessionSettings: session },
  ].map((body) => JSON.stringify(body)),
  words: [
    '"groups":',
    '"securityContext":',
    'true',
    'null',
    '1e400',
    '-0',
    '\\u0000',
    '\\ud800',
    ':',
    ',',
    '""',
  ],
  brackets: [
    ['[', ']'],
    ['{"a":', '}'],
    ['{"__proto__":', '}'],
  ], // prettier-ignore
  maxLength: 100_000,
  maxMs: 20,
  async parse(input) {
    const results = await Promise.allSettled(
      [generateSessionInput, chatRequest, sqlRequest].map((schema) =>
        readBody(
          new Request('https://inlay.test/', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: input,
          }),
          schema,
        ),
      ),
    );
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  },
  isRefusal: (error) => error instanceof AppError,
}));
