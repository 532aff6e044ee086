import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeDatabases } from '../support/database.ts';
import { type Door, doorNames, openDoor } from '../support/doors.ts';
import { openTestService, type TestService } from '../support/test-service.ts';
import { countRows, storedUser } from '../support/user-access.ts';

/** The rules of generate-session, each through both doors. Names cite the section of the specification. */
describeDatabases('generate-session', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await openTestService({
      kind,
      accounts: [
        {
          name: 'acme',
          groups: ['analysts', 'managers'],
          userAttributes: {
            city: 'string',
            level: 'number',
            regions: 'string_array',
            stores: 'number_array',
          },
          users: ['ada'],
        },
        { name: 'plain', useCreatorMode: false },
        { name: 'starter', plan: 'starter' },
        { name: 'tiny', maxExternalUsers: 2 },
      ],
    });
  });
  afterAll(async () => {
    expect(service.faults).toEqual([]);
    await service[Symbol.asyncDispose]();
  });

  let count = 0;
  /** Names that no other case uses. */
  const fresh = () => {
    count += 1;
    return { externalId: `user-${count}`, embedTenantName: `tenant-${count}` };
  };
  const stored = (externalId: string, tenant: string | null = null) =>
    storedUser(service, service.account().id, externalId, tenant);

  describe.each(doorNames)('through %s', (name) => {
    let door: Door;
    beforeAll(() => {
      door = openDoor(service, name);
    });
    const mint = (body: object, key?: string | null) => door.generate({ deploymentId: 1, ...body }, key);
    /** Expects the request to be refused and to have left nothing behind. */
    const refuse = async (body: object, code: string, part: string | RegExp, paths: string[] = []) => {
      const before = await countRows(service);
      const outcome = await mint(body);
      expect(outcome).toMatchObject({ code, message: expect.stringMatching(part) });
      if (paths.length > 0) expect(outcome.paths).toEqual(paths);
      expect(await countRows(service)).toEqual(before);
    };
    const accept = async (body: object) => {
      const outcome = await mint(body);
      expect(outcome).toMatchObject({ code: 'OK', message: undefined });
      return outcome;
    };

    it('spec: Session: answers with a session id of 32 lowercase hex characters, each its own', async () => {
      const { externalId } = fresh();
      const [one, two] = [await accept({ externalId }), await accept({ externalId })];
      expect(one.result.sessionId).toMatch(/^[0-9a-f]{32}$/);
      expect(two.result.sessionId).not.toBe(one.result.sessionId);
    });

    it('keeps the session id only as a hash, valid for 5 minutes', async () => {
      const { result } = await accept(fresh());
      const rows = await service.database.prisma.session.findMany({ orderBy: { id: 'desc' }, take: 1 });
      expect(JSON.stringify(rows)).not.toContain(result.sessionId);
      expect(rows[0]?.expiresAt.getTime()).toBe(service.clock.now.getTime() + 5 * 60_000);
    });

    describe('spec: Session generation request body', () => {
      it('takes exactly one of externalId and internalId', async () => {
        const message = /Exactly one of externalId or internalId/;
        await refuse({}, 'VALIDATION_FAILED', message, ['externalId']);
        await refuse({ externalId: 'x', internalId: 'ada' }, 'VALIDATION_FAILED', message, ['externalId']);
        await refuse({ externalId: null, internalId: null }, 'VALIDATION_FAILED', message, ['externalId']);
      });

      it.each([
        ['Upper', 'lowercase'],
        [' padded', 'spaces'],
        ['padded ', 'spaces'],
        ['\u00a0padded', 'spaces'],
        ['', 'empty'],
        ['a\nb', 'control'],
        ['É', 'lowercase'],
      ])('refuses the externalId %j and never normalises it', async (externalId, part) => {
        await refuse({ externalId }, 'VALIDATION_FAILED', part, ['externalId']);
      });

      it.each(['a', 'anne marie', 'é', 'user@example.com', 'x'.repeat(255)])(
        'takes the externalId %j as it is',
        async (externalId) => {
          await accept({ externalId });
          expect(await stored(externalId)).not.toBeNull();
        },
      );

      it('takes an internal user that exists, by username', async () => {
        await accept({ internalId: 'ada' });
        await refuse({ internalId: 'nobody' }, 'NOT_FOUND', 'nobody');
        await refuse({ internalId: 'Ada' }, 'NOT_FOUND', 'Ada');
      });

      it.each([
        ['groups', []],
        ['groups', ['analysts']],
        ['userAttributes', [{ name: 'city', value: 'Oslo' }]],
        ['userAttributes', []],
        ['groupDefinitions', [{ name: 'g' }]],
        ['userAttributeDefinitions', [{ name: 'a', type: 'string' }]],
        ['securityContext', {}],
      ])('refuses %s with internalId (%j)', async (field, value) => {
        const { embedTenantName } = fresh();
        const body = { internalId: 'ada', embedTenantName, creatorMode: true, [field]: value };
        await refuse(body, 'VALIDATION_FAILED', `${field} is not allowed with internalId`);
      });

      it('lists every forbidden companion of internalId at once', async () => {
        const body = { internalId: 'ada', groups: [], userAttributes: [], securityContext: {} };
        const paths = ['groups', 'userAttributes', 'securityContext'];
        await refuse(body, 'VALIDATION_FAILED', 'and 2 more', paths);
      });

      it.each(['groupDefinitions', 'userAttributeDefinitions'])(
        'says of %s with internalId only that it is not allowed, not what else it needs',
        async (field) => {
          const body = { internalId: 'ada', [field]: [] };
          await refuse(body, 'VALIDATION_FAILED', `${field} is not allowed with internalId`, [field]);
        },
      );

      it("leaves an internal user's groups and values as they are", async () => {
        const before = await stored('ada');
        await accept({
          internalId: 'ada',
          email: 'other@example.com',
          embedTenantName: fresh().embedTenantName,
        });
        expect(await stored('ada')).toEqual(before);
      });

      it('keeps the email with an external user, and replaces it', async () => {
        const { externalId } = fresh();
        await accept({ externalId, email: 'one@example.com' });
        await accept({ externalId });
        expect((await stored(externalId))?.email).toBe('one@example.com');
        await accept({ externalId, email: 'two@example.com' });
        expect((await stored(externalId))?.email).toBe('two@example.com');
      });

      it('finds only the deployments of the account', async () => {
        await refuse({ ...fresh(), deploymentId: 3 }, 'NOT_FOUND', 'Deployment 3');
        await refuse({ internalId: 'ada', deploymentId: 3 }, 'NOT_FOUND', 'Deployment 3');
      });

      it('requires deploymentId', async () => {
        const outcome = await door.generate({ externalId: 'x' });
        expect(outcome.code).toBe('VALIDATION_FAILED');
        expect(outcome.message).toContain('deploymentId');
      });
    });

    describe('spec: embedTenantName', () => {
      const edge = (length: number) => `t${'0'.repeat(length - 2)}z`;
      it.each([edge(5), edge(36), 'a-b-c', 'a---9', 'ab123'])('takes %s', async (embedTenantName) => {
        await accept({ ...fresh(), embedTenantName });
      });
      it.each([
        edge(4),
        edge(37),
        '1abcd',
        '-abcd',
        'abcd-',
        'Abcde',
        'abc_de',
        'abc de',
        'abcdé',
        ' abcde',
        'abcde\n',
        '',
      ])('refuses %j', async (embedTenantName) => {
        const body = { externalId: fresh().externalId, embedTenantName };
        await refuse(body, 'VALIDATION_FAILED', '5 to 36 characters', ['embedTenantName']);
      });
      it('makes the tenant when it is first named, for internal users too', async () => {
        const { embedTenantName } = fresh();
        expect((await door.groups(embedTenantName)).code).toBe('NOT_FOUND');
        await accept({ internalId: 'ada', embedTenantName });
        expect(await door.groups(embedTenantName)).toMatchObject({ code: 'OK', result: { items: [] } });
        await accept({ internalId: 'ada', embedTenantName });
      });
      it('tells users apart by it', async () => {
        const { externalId, embedTenantName } = fresh();
        await accept({ externalId });
        await accept({ externalId, embedTenantName });
        const [own, scoped] = [await stored(externalId), await stored(externalId, embedTenantName)];
        expect(own?.id).not.toBe(scoped?.id);
        expect([own?.id, scoped?.id]).not.toContain(undefined);
      });
    });

    describe('spec: User-attribute value', () => {
      it('refuses a name that occurs twice', async () => {
        const userAttributes = [
          { name: 'city', value: 'Oslo' },
          { name: 'level', value: 1 },
          { name: 'city', value: 'Rome' },
        ];
        const paths = ['userAttributes.2.name'];
        await refuse({ ...fresh(), userAttributes }, 'VALIDATION_FAILED', 'Duplicate name "city"', paths);
      });

      const values = {
        city: ['', 'Oslo', 'a'.repeat(10_000)],
        level: [0, -1.5, 1e300, 2 ** 53],
        regions: [[], ['EU'], ['EU', 'EU', '']],
        stores: [[], [1], [1.5, -2, 1]],
      };
      const takes = Object.entries(values).flatMap(([attribute, list]) =>
        list.map((value) => [attribute, value] as const),
      );
      it.each(takes)('stores for %s the value #%$', async (attribute, value) => {
        const { externalId } = fresh();
        await accept({ externalId, userAttributes: [{ name: attribute, value }] });
        expect((await stored(externalId))?.values).toEqual({ [attribute]: value });
      });
      it.each([
        ['city', 1],
        ['city', ['Oslo']],
        ['city', 'a'.repeat(10_001)],
        ['level', '1'],
        ['level', [1]],
        ['regions', 'EU'],
        ['regions', [1]],
        ['stores', 1],
        ['stores', ['1']],
      ])('refuses for %s the value #%$', async (attribute, value) => {
        const body = { ...fresh(), embedTenantName: undefined, userAttributes: [{ name: attribute, value }] };
        const paths = ['userAttributes.0.value'];
        await refuse(body, 'VALIDATION_FAILED', `since the attribute "${attribute}"`, paths);
      });
      it('refuses a user attribute without a value, which would otherwise clear what policies rely on', async () => {
        const body = { ...fresh(), userAttributes: [{ name: 'city' }] };
        await refuse(body, 'VALIDATION_FAILED', 'use null to clear', ['userAttributes.0.value']);
      });
      it('clears with null, also what is not there', async () => {
        const { externalId } = fresh();
        await accept({ externalId, userAttributes: [{ name: 'city', value: 'Oslo' }] });
        await accept({ externalId, userAttributes: [{ name: 'city', value: null }] });
        expect((await stored(externalId))?.values).toEqual({});
        await accept({ externalId, userAttributes: [{ name: 'city', value: null }] });
      });
      it('overwrites the values of the supplied names and keeps the others', async () => {
        const { externalId } = fresh();
        const first = [
          { name: 'city', value: 'Oslo' },
          { name: 'level', value: 1 },
        ];
        await accept({ externalId, userAttributes: first });
        await accept({ externalId, userAttributes: [{ name: 'level', value: 2 }] });
        expect((await stored(externalId))?.values).toEqual({ city: 'Oslo', level: 2 });
        await accept({ externalId });
        await accept({ externalId, userAttributes: [] });
        expect((await stored(externalId))?.values).toEqual({ city: 'Oslo', level: 2 });
      });
      it('read-only: resolves tenant-wide names only', async () => {
        const { externalId, embedTenantName } = fresh();
        const definitions = [{ name: 'scoped', type: 'string' }];
        const creator = { externalId, embedTenantName, creatorMode: true };
        await accept({ ...creator, userAttributeDefinitions: definitions });
        const body = { externalId, embedTenantName, userAttributes: [{ name: 'scoped', value: 'x' }] };
        await refuse(body, 'BAD_REQUEST', /^User attributes not found: scoped$/);
        await accept({ externalId, embedTenantName, userAttributes: [{ name: 'city', value: 'Oslo' }] });
        expect((await stored(externalId, embedTenantName))?.values).toEqual({ city: 'Oslo' });
      });
      it("creator mode: resolves the embed tenant's names only", async () => {
        const { externalId, embedTenantName } = fresh();
        const body = { externalId, embedTenantName, creatorMode: true };
        const city = [{ name: 'city', value: 7 }];
        await refuse({ ...body, userAttributes: city }, 'BAD_REQUEST', /^User attributes not found: city$/);
        const userAttributeDefinitions = [{ name: 'city', type: 'number' }];
        await accept({ ...body, userAttributeDefinitions, userAttributes: city });
        expect((await stored(externalId, embedTenantName))?.values).toEqual({
          [`${embedTenantName}:city`]: 7,
        });
      });
    });

    describe('spec: Groups behavior', () => {
      it('omitted keeps memberships, [] clears them, a list replaces them', async () => {
        const { externalId } = fresh();
        const groups = async () => (await stored(externalId))?.groups;
        await accept({ externalId, groups: ['analysts', 'managers'] });
        await accept({ externalId });
        expect(await groups()).toEqual(['analysts', 'managers']);
        await accept({ externalId, groups: ['managers'] });
        expect(await groups()).toEqual(['managers']);
        await accept({ externalId, groups: [] });
        expect(await groups()).toEqual([]);
        await accept({ externalId, groups: ['analysts', 'analysts'] });
        expect(await groups()).toEqual(['analysts']);
      });
      it('names every group that cannot be resolved, and changes nothing', async () => {
        const { externalId } = fresh();
        await accept({ externalId, groups: ['analysts'] });
        const body = { externalId, groups: ['ghosts', 'managers', 'Analysts'] };
        await refuse(body, 'BAD_REQUEST', /^Groups with names ghosts, Analysts not found$/);
        expect((await stored(externalId))?.groups).toEqual(['analysts']);
      });
      it('read-only resolves tenant-wide groups, creator mode those of the embed tenant', async () => {
        const { externalId, embedTenantName } = fresh();
        const creator = { externalId, embedTenantName, creatorMode: true };
        await refuse(
          { ...creator, groups: ['analysts'] },
          'BAD_REQUEST',
          'Groups with names analysts not found',
        );
        await accept({ ...creator, groupDefinitions: [{ name: 'locals' }], groups: ['locals'] });
        await refuse(
          { externalId, embedTenantName, groups: ['locals'] },
          'BAD_REQUEST',
          'Groups with names locals not found',
        );
        expect((await stored(externalId, embedTenantName))?.groups).toEqual([`${embedTenantName}:locals`]);
      });
      it('replaces memberships in both scopes', async () => {
        const { externalId, embedTenantName } = fresh();
        const creator = { externalId, embedTenantName, creatorMode: true };
        const groups = async () => (await stored(externalId, embedTenantName))?.groups;
        await accept({ externalId, embedTenantName, groups: ['analysts'] });
        await accept({ ...creator, groupDefinitions: [{ name: 'locals' }], groups: ['locals'] });
        expect(await groups()).toEqual([`${embedTenantName}:locals`]);
        await accept({ externalId, embedTenantName, groups: ['analysts'] });
        expect(await groups()).toEqual(['analysts']);
      });
      it('missing groups are told before missing attributes (spec: Creator-mode bootstrap rules, 3)', async () => {
        const body = { ...fresh(), groups: ['ghosts'], userAttributes: [{ name: 'ghost', value: 1 }] };
        await refuse(body, 'BAD_REQUEST', /^Groups with names ghosts not found$/);
      });
    });

    describe('spec: Creator-mode bootstrap rules', () => {
      const definitions = {
        groupDefinitions: [{ name: 'g' }],
        userAttributeDefinitions: [{ name: 'a', type: 'string' }],
      };
      it.each(
        Object.entries(definitions).flatMap(([field, list]) => [
          [field, list] as const,
          [field, []] as const,
        ]),
      )('%s need creator mode and an embed tenant, each told: %j', async (field, list) => {
        const { externalId, embedTenantName } = fresh();
        const needsMode = `${field} requires creatorMode to be true`;
        await refuse({ externalId, embedTenantName, [field]: list }, 'VALIDATION_FAILED', needsMode, [field]);
        const needsTenant = `${field} requires embedTenantName`;
        await refuse({ externalId, creatorMode: true, [field]: list }, 'VALIDATION_FAILED', needsTenant, [
          field,
        ]);
        await refuse({ externalId, [field]: list }, 'VALIDATION_FAILED', 'and 1 more', [field, field]);
      });
      it("needs the account's flag", async () => {
        const key = service.account('plain').adminKey;
        const before = await countRows(service);
        expect(await mint({ ...fresh(), creatorMode: true }, key)).toMatchObject({
          code: 'CREATOR_MODE_DISABLED',
          message: expect.stringContaining('useCreatorMode'),
        });
        expect(await countRows(service)).toEqual(before);
        expect((await mint({ ...fresh(), creatorMode: false }, key)).code).toBe('OK');
      });
      it("creator mode without an embed tenant resolves the account's own names", async () => {
        const { externalId } = fresh();
        await accept({ externalId, creatorMode: true, groups: ['analysts'] });
        expect((await stored(externalId))?.groups).toEqual(['analysts']);
      });
      it.each(Object.entries(definitions))('%s refuse a name that occurs twice', async (field, list) => {
        const body = { ...fresh(), creatorMode: true, [field]: [...list, ...list] };
        await refuse(body, 'VALIDATION_FAILED', 'Duplicate name', [`${field}.1.name`]);
      });
      it('never touches what is tenant-wide', async () => {
        const { prisma } = service.database;
        const wide = async () => [
          await prisma.group.findMany({ where: { embedTenantId: null } }),
          await prisma.userAttributeDefinition.findMany({ where: { embedTenantId: null } }),
        ];
        const before = await wide();
        await accept({
          ...fresh(),
          creatorMode: true,
          groupDefinitions: [{ name: 'analysts', description: 'ours' }],
          userAttributeDefinitions: [{ name: 'city', type: 'number', displayName: 'Ours' }],
        });
        expect(await wide()).toEqual(before);
      });
      it('repeated, gives the same state, ids included', async () => {
        const { externalId, embedTenantName } = fresh();
        const body = {
          externalId,
          embedTenantName,
          creatorMode: true,
          groupDefinitions: [{ name: 'one', description: 'first' }, { name: 'two' }],
          userAttributeDefinitions: [{ name: 'x', type: 'number', defaultValue: '1' }],
          groups: ['two'],
          userAttributes: [{ name: 'x', value: 5 }],
        };
        const state = async () => [
          (await door.groups(embedTenantName)).result,
          (await door.userAttributes(embedTenantName)).result,
          await stored(externalId, embedTenantName),
        ];
        await accept(body);
        const first = await state();
        await accept(body);
        expect(await state()).toEqual(first);
      });
      it('definitions stand before groups and values: what one request defines, it may use', async () => {
        const { externalId, embedTenantName } = fresh();
        await accept({
          externalId,
          embedTenantName,
          creatorMode: true,
          ...definitions,
          groups: ['g'],
          userAttributes: [{ name: 'a', value: 'v' }],
        });
        expect(await stored(externalId, embedTenantName)).toMatchObject({
          groups: [`${embedTenantName}:g`],
          values: { [`${embedTenantName}:a`]: 'v' },
        });
      });
      it('a value that does not fit what the same request defines takes the definitions back', async () => {
        const body = {
          ...fresh(),
          creatorMode: true,
          ...definitions,
          userAttributes: [{ name: 'a', value: 1 }],
        };
        await refuse(body, 'VALIDATION_FAILED', 'must be a string', ['userAttributes.0.value']);
      });
    });

    describe('spec: Group definition', () => {
      it('reuses a group of the name; replaces the description, never clears it', async () => {
        const body = { ...fresh(), creatorMode: true };
        const define = async (definition: object) => {
          await accept({ ...body, groupDefinitions: [definition] });
          const [group] = (await door.groups(body.embedTenantName)).result.items;
          return group;
        };
        const made = await define({ name: 'g' });
        expect(made).toMatchObject({ name: 'g', description: null });
        expect(await define({ name: 'g', description: 'one' })).toEqual({ ...made, description: 'one' });
        expect(await define({ name: 'g' })).toEqual({ ...made, description: 'one' });
        expect(await define({ name: 'g', description: null })).toEqual({ ...made, description: 'one' });
        expect(await define({ name: 'g', description: '' })).toEqual({ ...made, description: 'one' });
        expect(await define({ name: 'g', description: 'two' })).toEqual({ ...made, description: 'two' });
      });
    });

    describe('spec: Attribute definition', () => {
      it.each(['string', 'number', 'string_array', 'number_array'])('has the type %s', async (type) => {
        const body = { ...fresh(), creatorMode: true, userAttributeDefinitions: [{ name: 'a', type }] };
        await accept(body);
        expect((await door.userAttributes(body.embedTenantName)).result.items).toMatchObject([{ type }]);
      });
      it('has no other type', async () => {
        const userAttributeDefinitions = [{ name: 'a', type: 'boolean' }];
        const outcome = await mint({ ...fresh(), creatorMode: true, userAttributeDefinitions });
        expect(outcome).toMatchObject({
          code: 'VALIDATION_FAILED',
          paths: ['userAttributeDefinitions.0.type'],
        });
      });
      it('updates displayName, defaultValue and description only when supplied', async () => {
        const body = { ...fresh(), creatorMode: true };
        const define = async (definition: object) => {
          const userAttributeDefinitions = [{ name: 'a', type: 'string', ...definition }];
          await accept({ ...body, userAttributeDefinitions });
          const [attribute] = (await door.userAttributes(body.embedTenantName)).result.items;
          return attribute;
        };
        const made = await define({ displayName: 'A', defaultValue: 'x', description: 'd' });
        expect(made).toMatchObject({ displayName: 'A', defaultValue: 'x', description: 'd' });
        expect(await define({})).toEqual(made);
        expect(await define({ displayName: 'B' })).toEqual({ ...made, displayName: 'B' });
        expect(await define({ defaultValue: 'y' })).toMatchObject({ displayName: 'B', defaultValue: 'y' });
        expect(await define({ description: 'e' })).toMatchObject({ defaultValue: 'y', description: 'e' });
      });
      it('cannot change its type, and nothing is upserted', async () => {
        const body = { ...fresh(), creatorMode: true };
        await accept({ ...body, userAttributeDefinitions: [{ name: 'a', type: 'string' }] });
        const before = (await door.userAttributes(body.embedTenantName)).result;
        const changed = {
          ...body,
          groupDefinitions: [{ name: 'new' }],
          userAttributeDefinitions: [
            { name: 'b', type: 'string' },
            { name: 'a', type: 'number' },
          ],
        };
        await refuse(
          changed,
          'BAD_REQUEST',
          /cannot change type of user attribute "a" from string to number/,
        );
        expect((await door.userAttributes(body.embedTenantName)).result).toEqual(before);
        const [{ id }] = before.items;
        expect((await door.deleteUserAttribute(body.embedTenantName, id)).code).toBe('OK');
        await accept(changed);
      });
      it.each([
        ['number', 'ten'],
        ['number', ''],
        ['string_array', 'EU'],
        ['string_array', '[1]'],
        ['number_array', '["1"]'],
      ])('of type %s refuses the default %j', async (type, defaultValue) => {
        const userAttributeDefinitions = [{ name: 'a', type, defaultValue }];
        const body = { ...fresh(), creatorMode: true, userAttributeDefinitions };
        await refuse(body, 'VALIDATION_FAILED', `for the type ${type}`, [
          'userAttributeDefinitions.0.defaultValue',
        ]);
      });
      it.each([
        ['string', ''],
        ['number', '-1.5'],
        ['string_array', '["EU"]'],
        ['number_array', '[1, 2]'],
      ])('of type %s takes the default %j', async (type, defaultValue) => {
        const userAttributeDefinitions = [{ name: 'a', type, defaultValue }];
        await accept({ ...fresh(), creatorMode: true, userAttributeDefinitions });
      });
    });

    describe('spec: Authentication', () => {
      it('needs an API key', async () => {
        const before = await countRows(service);
        for (const key of [null, 'unknown', 'a.b.c', 'x'.repeat(300)]) {
          expect((await mint(fresh(), key)).code).toBe('UNAUTHENTICATED');
        }
        expect(await countRows(service)).toEqual(before);
      });
      it('needs the role admin', async () => {
        expect((await mint(fresh(), service.account().chatKey)).code).toBe('FORBIDDEN');
      });
      it("does not take an end user's token", async () => {
        const { result } = await accept(fresh());
        const { token } = (await door.exchange(result.sessionId)).result;
        expect((await mint(fresh(), token)).code).toBe('FORBIDDEN');
      });
      it('needs the plan premium or enterprise', async () => {
        expect((await mint(fresh(), service.account('starter').adminKey)).code).toBe('PLAN_REQUIRED');
      });
    });

    it('spec: Limits: external users per account', async () => {
      const tiny = service.account('tiny');
      const { prisma } = service.database;
      await prisma.user.deleteMany({ where: { accountId: tiny.id } });
      await prisma.account.update({ where: { id: tiny.id }, data: { externalUserCount: 0 } });
      const [one, two, three] = [fresh(), fresh(), fresh()];
      expect((await mint(one, tiny.adminKey)).code).toBe('OK');
      expect((await mint({ externalId: two.externalId }, tiny.adminKey)).code).toBe('OK');
      const before = await countRows(service);
      expect((await mint(three, tiny.adminKey)).code).toBe('EXTERNAL_USER_LIMIT');
      expect(await countRows(service)).toEqual(before);
      expect((await mint(one, tiny.adminKey)).code).toBe('OK');
    });
  });
});
