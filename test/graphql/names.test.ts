import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../support/test-service.ts';

/** Names that mean something to JavaScript mean nothing in GraphQL: an answer has them as it has any other. */
const names = [
  'then',
  'catch',
  'finally',
  'toJSON',
  '__proto__',
  'constructor',
  'valueOf',
  'length',
  'next',
] as const;

let service: TestService;
beforeAll(async () => {
  service = await openTestService({ withData: true, accounts: [{ name: 'acme', groups: ['a', 'b'] }] });
});
afterAll(async () => {
  expect(service.faults).toEqual([]);
  await service[Symbol.asyncDispose]();
});

async function send(body: object, accept = 'application/json'): Promise<{ status: number; text: string }> {
  const response = await service.gateway.fetch(
    new Request('https://inlay.test/graphql', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept,
        authorization: `Api-Key ${service.account().adminKey}`,
      },
      body: JSON.stringify(body),
    }),
  );
  return { status: response.status, text: (await response.text()).replace(cost, '') };
}

const cost = /,"extensions":\{"cost":\{[^}]*\}\}/;

// As text, since a parsed `__proto__` is easily lost.
const data = (json: string) => `{"data":${json}}`;

describe.each(names)('the alias %s', (name) => {
  it.each<[where: string, query: string, answer: string]>([
    ['at the root', `{ ${name}: __typename }`, `{"${name}":"Query"}`],
    ['of a root field', `{ ${name}: viewer { kind } }`, `{"${name}":{"kind":"API_KEY"}}`],
    ['in an object', `{ viewer { ${name}: kind } }`, `{"viewer":{"${name}":"API_KEY"}}`],
    [
      'in objects of a list',
      `{ groups(first: 2) { edges { ${name}: node { ${name}: name } } } }`,
      `{"groups":{"edges":[{"${name}":{"${name}":"a"}},{"${name}":{"${name}":"b"}}]}}`,
    ],
    [
      'in what a mutation gives',
      `mutation { createGroup(input: {name: "of ${name}"}) { ${name}: group { ${name}: name } } }`,
      `{"createGroup":{"${name}":{"${name}":"of ${name}"}}}`,
    ],
    [
      'of rows',
      `{ ${name}: sql(deploymentId: 1, query: "SELECT 1 AS n", sessionSettings: {externalId: "x"}) { ${name}: rows } }`,
      `{"${name}":{"${name}":[[1]]}}`,
    ],
  ])('%s', async (_, query, answer) => {
    const { status, text } = await send({ query });
    expect([status, text]).toEqual([200, data(answer)]);
  });

  it('of a subscription and in its events', async () => {
    const input = `{deploymentId: 1, query: "SELECT 1 AS n", sessionSettings: {externalId: "x"}}`;
    const query = `subscription { ${name}: sqlStream(input: ${input}) { ${name}: rows } }`;
    const { text } = await send({ query }, 'text/event-stream');
    expect(text).toContain(`data: ${data(`{"${name}":{"${name}":[[1]]}}`)}`);
    expect(text).toContain('event: complete');
  });

  it('of an operation, a variable and a fragment', async () => {
    const query = `query ${name}($${name}: Int) { groups(first: $${name}) { edges { node { ...${name} } } } } fragment ${name} on Group { name }`;
    const { text } = await send({ query, operationName: name, variables: JSON.parse(`{"${name}":1}`) });
    expect(text).toBe(data('{"groups":{"edges":[{"node":{"name":"a"}}]}}'));
  });
});
