import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSessionTokens, loadSigningSecrets } from '../../src/services/access/session-token.ts';
import { loadViewer } from '../../src/services/users/load-viewer.ts';
import { describeDatabases } from '../support/database.ts';
import { type Door, doorNames, openDoor } from '../support/doors.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

/** The life of a session: exchange, expiry, revocation, and what its token gives access to. */
describeDatabases('a session', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await openTestService({
      kind,
      withData: true,
      accounts: [
        {
          name: 'acme',
          groups: ['analysts', 'teams'],
          userAttributes: {
            city: 'string',
            level: { type: 'number', defaultValue: '3' },
            regions: { type: 'string_array', defaultValue: '["EU","US"]' },
          },
        },
        { name: 'rival' },
      ],
    });
  });
  afterAll(async () => {
    expect(service.faults).toEqual([]);
    await service[Symbol.asyncDispose]();
  });

  const viewer = (token: string) =>
    service.graphql('{ viewer { kind accountName deployments user { identifier } } }', {}, token);

  describe('found in a list', () => {
    const mutate = (field: string, type: string, selection: string, input: object, key?: string) =>
      service.graphql(
        `mutation ($input: ${type}!) { ${field}(input: $input) { ${selection} } }`,
        { input },
        key,
      );
    const revoke = (id: string, key?: string) =>
      mutate('revokeListedSession', 'RevokeListedSessionInput', 'session { state revokedAt }', { id }, key);
    const mint = async () => {
      const input = { deploymentId: 1, externalId: 'listed' };
      const { data } = await mutate('generateSession', 'GenerateSessionInput', 'sessionId', input);
      const list = await service.graphql('{ sessions(first: 1) { edges { node { id } } } }');
      return {
        sessionId: String(data.generateSession.sessionId),
        id: String(list.data.sessions.edges[0].node.id),
      };
    };
    const stateOf = async (id: string) => {
      const query = 'query ($id: ID!) { node(id: $id) { ... on Session { state } } }';
      return (await service.graphql(query, { id })).data.node.state;
    };

    it('is revoked with its token, once', async () => {
      const { sessionId, id } = await mint();
      const input = { sessionId };
      const { data } = await mutate('exchangeSession', 'ExchangeSessionInput', 'token', input);
      const first = await revoke(id);
      expect(first.data.revokeListedSession.session).toEqual({
        state: 'REVOKED',
        revokedAt: service.clock.now.toISOString(),
      });
      expect((await viewer(data.exchangeSession.token)).code).toBe('UNAUTHENTICATED');
      service.clock.advance(1_000);
      expect((await revoke(id)).data).toEqual(first.data);
      const events = await service.graphql('{ auditEvents(first: 2) { edges { node { action } } } }');
      const actions = events.data.auditEvents.edges.map(
        (edge: { node: { action: string } }) => edge.node.action,
      );
      expect(actions).toEqual(['session.revoke', 'session.exchange']);
    });

    it('is revoked by an admin key that sees it, and by no other', async () => {
      const { id } = await mint();
      expect((await revoke(id, service.account().chatKey)).code).toBe('FORBIDDEN');
      expect((await revoke(id, service.account('rival').adminKey)).code).toBe('NOT_FOUND');
      expect((await revoke('nothing')).code).toBe('NOT_FOUND');
      expect(await stateOf(id)).toBe('PENDING');
      expect((await revoke(id)).code).toBeUndefined();
      expect(await stateOf(id)).toBe('REVOKED');
    });
  });

  describe.each(doorNames)('through %s', (name) => {
    let door: Door;
    beforeAll(() => {
      door = openDoor(service, name);
    });
    const mint = async (body: object = {}) => {
      const outcome = await door.generate({ deploymentId: 1, externalId: 'anne', ...body });
      expect(outcome.code).toBe('OK');
      return String(outcome.result.sessionId);
    };

    it('is exchanged once, for a token of 24 hours that is its user', async () => {
      const sessionId = await mint();
      const { code, result } = await door.exchange(sessionId);
      expect(code).toBe('OK');
      expect(new Date(result.expiresAt).getTime() - service.clock.now.getTime()).toBe(24 * 3_600_000);
      expect((await viewer(result.token)).data.viewer).toEqual({
        kind: 'USER',
        accountName: 'acme',
        deployments: [1],
        user: { identifier: 'anne' },
      });
      expect((await door.exchange(sessionId)).code).toBe('UNAUTHENTICATED');
      service.clock.advance(24 * 3_600_000 - 1_000);
      expect((await viewer(result.token)).code).toBeUndefined();
      service.clock.advance(1_000);
      expect((await viewer(result.token)).code).toBe('UNAUTHENTICATED');
    });

    it('leaves an audit event for each of its steps, in the name of who took it', async () => {
      const sessionId = await mint({ externalId: 'audited' });
      expect((await door.exchange(sessionId)).code).toBe('OK');
      // The second exchange is refused, and leaves nothing.
      expect((await door.exchange(sessionId)).code).toBe('UNAUTHENTICATED');
      expect((await door.revoke(sessionId)).code).toBe('OK');
      const { data } = await service.graphql(
        `{ auditEvents(first: 3) { nodes: edges { node { action actorRef subjectRef } } }
           sessions(first: 1) { edges { node { user { id identifier } } } } }`,
      );
      const [revoked, exchanged, minted] = data.auditEvents.nodes.map((edge: { node: object }) => edge.node);
      const { id, identifier } = data.sessions.edges[0].node.user;
      expect(identifier).toBe('audited');
      const userNumber = Buffer.from(id, 'base64').toString().split(':')[1];
      expect(minted).toMatchObject({
        action: 'session.generate',
        actorRef: expect.stringMatching(/^apiKey:/),
      });
      expect(exchanged).toEqual({
        action: 'session.exchange',
        actorRef: `user:${userNumber}`,
        subjectRef: minted.subjectRef,
      });
      expect(revoked).toEqual({
        action: 'session.revoke',
        actorRef: minted.actorRef,
        subjectRef: minted.subjectRef,
      });
    });

    it('can be exchanged for five minutes', async () => {
      const [inTime, late] = [await mint(), await mint()];
      service.clock.advance(5 * 60_000 - 1);
      expect((await door.exchange(inTime)).code).toBe('OK');
      service.clock.advance(1);
      expect((await door.exchange(late)).code).toBe('UNAUTHENTICATED');
    });

    it.each(['', 'unknown', '0'.repeat(32), 'é'.repeat(32), '\u0000'.repeat(32), '\ud800'])(
      'does not exist as %j',
      async (sessionId) => {
        expect((await door.exchange(sessionId)).code).toBe('UNAUTHENTICATED');
        expect((await door.revoke(sessionId)).code).toBe('OK');
      },
    );

    it('revoked before its exchange cannot be exchanged', async () => {
      const sessionId = await mint();
      expect((await door.revoke(sessionId)).code).toBe('OK');
      expect((await door.exchange(sessionId)).code).toBe('UNAUTHENTICATED');
    });

    it('revoked after its exchange takes its token along, and no other', async () => {
      const [one, two] = [await mint(), await mint()];
      const tokens = [(await door.exchange(one)).result.token, (await door.exchange(two)).result.token];
      expect((await door.revoke(one)).code).toBe('OK');
      expect((await door.revoke(one)).code).toBe('OK');
      expect((await viewer(tokens[0])).code).toBe('UNAUTHENTICATED');
      expect((await viewer(tokens[1])).code).toBeUndefined();
    });

    it.each(['', 'nothing', 'x'.repeat(257), 'ü\n'])(
      'an id like %j is unknown: no token, and no error to revoke',
      async (unknown) => {
        expect((await door.exchange(unknown)).code).toBe('UNAUTHENTICATED');
        expect((await door.revoke(unknown)).code).toBe('OK');
      },
    );

    it("is revoked only by an admin key of its account; another account's says 204 and changes nothing", async () => {
      const sessionId = await mint();
      expect((await door.revoke(sessionId, null)).code).toBe('UNAUTHENTICATED');
      expect((await door.revoke(sessionId, service.account().chatKey)).code).toBe('FORBIDDEN');
      expect((await door.revoke(sessionId, service.account('rival').adminKey)).code).toBe('OK');
      expect((await door.exchange(sessionId)).code).toBe('OK');
    });

    it('gives its token nothing of the administration', async () => {
      const { token } = (await door.exchange(await mint({ groups: ['analysts'] }))).result;
      for (const field of ['account { name }', 'groups { edges { cursor } }', 'users { edges { cursor } }']) {
        expect((await service.graphql(`{ ${field} }`, {}, token)).code).toBe('FORBIDDEN');
      }
      expect((await door.groups('north', {}, token)).code).toBe('FORBIDDEN');
      expect((await door.revoke('0'.repeat(32), token)).code).toBe('FORBIDDEN');
      const own = await service.graphql(
        '{ viewer { user { groups { edges { node { name } } } sessions { edges { cursor } } } } }',
        {},
        token,
      );
      expect(own.code).toBe('FORBIDDEN');
      const allowed = '{ viewer { user { groups { edges { node { name } } } } } }';
      expect((await service.graphql(allowed, {}, token)).data.viewer.user.groups.edges).toEqual([
        { node: { name: 'analysts' } },
      ]);
    });

    it("is its user's credential for the chat of its deployment, and no other", async () => {
      const { token } = (await door.exchange(await mint({ externalId: `chatter-${name.toLowerCase()}` })))
        .result;
      const path = (agent: number) => `/api/v1/public/acme/agents/${agent}/chat/stream-chat-state`;
      const stream = await service.rest('POST', path(1), { input: 'hello' }, token);
      expect(stream.status).toBe(200);
      expect(stream.body).toContain('"graphPath":["final"]');
      // An agent of another deployment is as one that does not exist.
      expect((await service.rest('POST', path(2), { input: 'hello' }, token)).status).toBe(404);
      const threads = await service.graphql('{ chatThreads { edges { node { title } } } }', {}, token);
      expect(threads.data.chatThreads.edges).toEqual([{ node: { title: 'hello' } }]);
    });

    it('brings groups, values, defaults and the security context to access policies', async () => {
      const rows = async (body: object) => {
        const { token } = (await door.exchange(await mint({ externalId: 'reader', ...body }))).result;
        const query = { query: 'SELECT id FROM sales ORDER BY id', format: 'json' };
        const { status, body: answer } = await service.rest(
          'POST',
          '/api/v1/deployments/1/sql',
          query,
          token,
        );
        expect(status).toBe(200);
        return answer.data.flat();
      };
      const tenant = { embedTenantName: 'north', creatorMode: true };
      const locals = { groupDefinitions: [{ name: 'locals' }], groups: ['locals'] };
      expect(await rows({ groups: [], userAttributes: [{ name: 'city', value: null }] })).toEqual([]);
      expect(await rows({ userAttributes: [{ name: 'city', value: 'Rome' }] })).toEqual([2, 3]);
      // The default of `level` is 3.
      expect(await rows({ groups: ['analysts'] })).toEqual([1, 2, 3]);
      expect(await rows({ userAttributes: [{ name: 'level', value: 1 }] })).toEqual([1, 2, 3]);
      expect(await rows({ userAttributes: [{ name: 'city', value: null }] })).toEqual([1]);
      expect(await rows({ groups: ['teams'] })).toEqual([]);
      expect(await rows({ securityContext: { team: 'blue' } })).toEqual([3, 4]);
      expect(await rows({ ...tenant, ...locals })).toEqual([1, 2, 3, 4]);
      // A scoped group never satisfies a policy for a tenant-wide one, nor another tenant's group this tenant's.
      expect(
        await rows({ ...tenant, groupDefinitions: [{ name: 'analysts' }], groups: ['analysts'] }),
      ).toEqual([]);
      expect(await rows({ ...tenant, ...locals, embedTenantName: 'south' })).toEqual([]);
    });

    it('lets policies see scoped groups by a name of their own, and the defaults of both scopes', async () => {
      const embedTenantName = `tenant-${name.toLowerCase()}`;
      const sessionId = await mint({
        externalId: 'policed',
        embedTenantName,
        groups: ['analysts'],
        userAttributes: [{ name: 'city', value: 'Oslo' }],
        securityContext: { team: { id: 7 } },
      });
      const { token } = (await door.exchange(sessionId)).result;
      const creator = { externalId: 'policed', embedTenantName, creatorMode: true };
      const seen = async () => {
        const caller = await service.database.prisma.session.findFirstOrThrow({
          where: { exchangedAt: { not: null }, user: { identifier: 'policed' } },
          orderBy: { id: 'desc' },
        });
        const securityContext = caller.securityContext as Record<string, unknown>;
        return loadViewer(service.services, caller.accountId, { id: caller.userId, securityContext });
      };
      expect((await viewer(token)).code).toBeUndefined();
      expect(await seen()).toEqual({
        groups: ['analysts'],
        userAttributes: { city: 'Oslo', level: 3, regions: ['EU', 'US'] },
        securityContext: { team: { id: 7 } },
      });
      await mint({
        ...creator,
        groupDefinitions: [{ name: 'analysts' }],
        groups: ['analysts'],
        userAttributeDefinitions: [{ name: 'stock', type: 'number', defaultValue: '9' }],
      });
      expect(await seen()).toMatchObject({
        groups: [`tenant:${embedTenantName}:analysts`],
        userAttributes: { city: 'Oslo', level: 3, stock: 9 },
      });
    });
  });

  describe('signing keys', () => {
    const now = new Date('2026-03-01T12:00:00.000Z');
    const secrets = (...texts: string[]) => loadSigningSecrets(service.database.prisma, texts.join(' \n'));

    it('rotate: the first of TOKEN_SECRET signs, the others still verify', async () => {
      const old = createSessionTokens(await secrets('old-secret-of-32-characters-long'));
      const rotated = createSessionTokens(
        await secrets('new-secret-of-32-characters-long', 'old-secret-of-32-characters-long'),
      );
      const done = createSessionTokens(await secrets('new-secret-of-32-characters-long'));
      const [before, after] = [await old.sign('one', now), await rotated.sign('two', now)];
      expect(await rotated.verify(before.token, now)).toBe('one');
      expect(await rotated.verify(after.token, now)).toBe('two');
      expect(await done.verify(after.token, now)).toBe('two');
      expect(await done.verify(before.token, now)).toBeNull();
      expect(await old.verify(after.token, now)).toBeNull();
    });

    it('are generated once when none is configured, and kept', async () => {
      const [first, again] = [await secrets(), await secrets()];
      expect(again).toEqual(first);
      expect(first).toHaveLength(1);
    });

    it('refuse what was altered, unsigned, or signed by somebody else', async () => {
      const tokens = createSessionTokens([{ id: 'a', secret: randomBytes(32) }]);
      const { token } = await tokens.sign('one', now);
      const [header = '', payload = '', signature = ''] = token.split('.');
      const json = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const forged = createSessionTokens([{ id: 'a', secret: randomBytes(32) }]);
      const bad = [
        `${header}.${json({ iss: 'inlay', sub: 'two', exp: 4e9 })}.${signature}`,
        `${json({ alg: 'none' })}.${payload}.`,
        `${json({ alg: 'HS256', kid: '__proto__' })}.${payload}.${signature}`,
        `${header}.${payload}.`,
        'a.b.c',
        (await forged.sign('one', now)).token,
      ];
      // One that was accepted before changes nothing for the others.
      for (let time = 0; time < 2; time += 1) {
        for (const each of bad) expect(await tokens.verify(each, now)).toBeNull();
        expect(await tokens.verify(token, now)).toBe('one');
      }
    });

    it('end with their time, even if they were accepted before', async () => {
      const tokens = createSessionTokens([{ id: 'a', secret: randomBytes(32) }]);
      const { token, expiresAt } = await tokens.sign('one', now);
      const beforeEnd = new Date(expiresAt.getTime() - 1);
      for (let time = 0; time < 2; time += 1) {
        expect(await tokens.verify(token, beforeEnd)).toBe('one');
        expect(await tokens.verify(token, expiresAt)).toBeNull();
      }
    });
  });
});
