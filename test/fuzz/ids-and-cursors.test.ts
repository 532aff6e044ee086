import { AppError } from '../../src/errors.ts';
import { decodeAnyId, readNodeNumber } from '../../src/schema/record-id.ts';
import { threads } from '../../src/services/chat/threads/threads.ts';
import { planPage } from '../../src/services/lists/plan-page.ts';
import { sessions } from '../../src/services/sessions/list-sessions.ts';
import { users } from '../../src/services/users/list-users.ts';
import { openTestService, type TestService } from '../support/test-service.ts';
import { type FuzzTarget, fuzz } from './fuzz.ts';

const words = [
  'User:',
  'Session:',
  'ChatThread:',
  'key:',
  ':',
  '2147483648',
  '9223372036854775808',
  '018f0000-0000-7000-8000-000000000000',
  '2026-01-01T00:00:00Z',
  '=',
  'ZZ',
  '-',
];
const base64 = (text: string) => Buffer.from(text).toString('base64');

function target(
  service: TestService,
  name: string,
  seeds: readonly string[],
  query: string,
  /** As the service reads one. */
  read: (text: string) => unknown,
): FuzzTarget & AsyncDisposable {
  let inputs = 0;
  return {
    name,
    // Mutated as they look inside, and as they are sent.
    seeds: [...seeds, ...seeds.map(base64)],
    words: [...words, ...words.map(base64)],
    brackets: [
      ['(', ')'],
      ['a:', ':'],
    ], // prettier-ignore
    maxLength: 10_000,
    maxMs: 150,
    async parse(text) {
      inputs += 1;
      for (const value of [text, base64(text)]) {
        try {
          read(value);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
        }
        // What takes them is asked less often, since it takes a thousand times as long.
        if (inputs % 20 !== 1) continue;
        const { code, message } = await service.graphql(query, { value });
        if (code === 'INTERNAL' || service.faults.length > 0)
          throw new Error(message, { cause: service.faults[0] });
      }
    },
    isRefusal: () => false,
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

fuzz('A global id', async () =>
  target(
    await openTestService(),
    'id',
    ['User:1', 'EmbedTenant:1', 'ChatThread:018f0000-0000-7000-8000-000000000000', 'Deployment:1'],
    'query ($value: ID!) { node(id: $value) { __typename id } }',
    (text) => {
      const { id } = decodeAnyId(text);
      readNodeNumber(id);
    },
  ),
);

fuzz('A cursor', async () =>
  target(
    await openTestService(),
    'cursor',
    [
      'key:1',
      'User.key:1',
      'ChatThread.key:018f0000-0000-7000-8000-000000000000:2026-01-01T00:00:00.000Z',
      'Session.a1b2c3d4e5f60718:1:2026-01-01T00:00:00.000Z',
    ],
    `query ($value: String!) {
      users(first: 1, after: $value) { edges { cursor } }
      byName: users(last: 1, before: $value, orderBy: {field: IDENTIFIER, direction: DESC}) { edges { cursor } }
      chatThreads(first: 1, after: $value) { edges { cursor } }
    }`,
    (text) => {
      planPage(users, { after: text });
      planPage(sessions, { last: 1, before: text });
      planPage(threads, { after: text });
    },
  ),
);
