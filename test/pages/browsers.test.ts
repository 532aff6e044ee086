import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGateway, type Gateway } from '../../src/gateway.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
let development: Gateway;

beforeAll(async () => {
  service = await openTestService();
  const { services } = service;
  development = createGateway({ services, checks: [], logger: services.logger, graphiql: true });
});

afterAll(() => service[Symbol.asyncDispose]());

const page = (path: string) =>
  new Request(`https://inlay.test${path}`, { headers: { accept: 'text/html,*/*;q=0.8' } });

describe('a page of another origin', () => {
  test.each([
    ['/graphql', 'GET, POST, OPTIONS'],
    ['/api/v1/embed/generate-session', 'POST, OPTIONS'],
    ['/api/v1/embed-tenants/northwind/groups/1', 'DELETE, OPTIONS'],
    ['/openapi.json', 'GET, HEAD, OPTIONS'],
  ])('is told of no permission to call %s', async (path, allow) => {
    const preflight = await service.gateway.fetch(
      new Request(`https://inlay.test${path}`, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://elsewhere.test',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization, content-type',
        },
      }),
    );
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('allow')).toBe(allow);
    expect([...preflight.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  test('may not read a response either', async () => {
    const answer = await service.gateway.fetch(
      new Request('https://inlay.test/graphql', {
        method: 'POST',
        headers: { origin: 'https://elsewhere.test', 'content-type': 'application/json' },
        body: '{"query":"{ __typename }"}',
      }),
    );
    expect(await answer.json()).toMatchObject({ data: { __typename: 'Query' } });
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('GraphiQL', () => {
  test('reaches its own service and no other host', async () => {
    const answer = await development.fetch(page('/graphql'));
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = (answer.headers.get('content-security-policy') ?? '').split('; ');
    expect(policy).toContain("default-src 'none'");
    const sources = policy.flatMap((directive) => directive.split(' ').slice(1));
    expect(sources.filter((source) => !/^'|^(data|blob):$/.test(source))).toEqual([]);
    expect(await answer.text()).toContain('WhoAmI');
  });

  test('is not served in production', async () => {
    const answer = await service.gateway.fetch(page('/graphql'));
    expect(answer.headers.get('content-type')).not.toContain('text/html');
    expect(await answer.text()).not.toContain('<html');
  });

  test('leaves the policy of results alone', async () => {
    const answer = await development.fetch(
      new Request('https://inlay.test/graphql?query={__typename}', {
        headers: { accept: 'application/json' },
      }),
    );
    expect(await answer.json()).toMatchObject({ data: { __typename: 'Query' } });
    expect(answer.headers.has('content-security-policy')).toBe(false);
  });
});
