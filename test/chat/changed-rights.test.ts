import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ChatService, keys, newUser, openChatService } from '../support/chat-service.ts';
import { describeDatabase, recordStatements } from '../support/database.ts';
import { ScriptedAgent, type ScriptedTurn } from '../support/scripted-agent.ts';
import { startTurn } from '../support/start-turn.ts';

/** What a turn may read once the rights of its user have changed. */

describeDatabase('the rights of a turn', (kind) => {
  const agent = new ScriptedAgent();
  let service: ChatService;
  beforeAll(async () => {
    service = await openChatService({ kind, runTurn: agent.runTurn });
  });
  afterAll(async () => {
    expect(service.faults).toEqual([]);
    await service[Symbol.asyncDispose]();
  });

  const post = async (path: string, body: object) => {
    const response = await fetch(`${service.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Api-Key ${keys.admin}` },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    expect([response.ok, text]).toEqual([true, expect.not.stringContaining('"errors"')]);
    return JSON.parse(text || '{}') as Record<string, string>;
  };
  const mint = async (user: object): Promise<{ sessionId: string; authorization: string }> => {
    const { sessionId } = await post('/api/v1/embed/generate-session', { deploymentId: 1, ...user });
    const { token } = await post('/api/v1/embed/session/token', { sessionId });
    return { sessionId: sessionId ?? '', authorization: `Bearer ${token}` };
  };
  const seesAll = { groups: ['analysts'], userAttributes: [{ name: 'region', value: ['US'] }] };
  /** A query of its own, so that what is read is what this moment allows. Not stopped with the turn. */
  const regions = async ({ request }: ScriptedTurn) => {
    const input = {
      sqlQuery: 'SELECT region FROM sales GROUP BY 1 ORDER BY 1',
      queryTitle: 'Regions',
      description: '',
      userRequest: '',
    };
    const { rows } = await request.data.runSql(input, new AbortController().signal);
    return rows.flat();
  };

  it('a turn reads by the rights of the newest session from its next query on', async () => {
    const user = newUser();
    const { authorization } = await mint({ ...user, ...seesAll });
    const { turn, stream } = await startTurn(service, agent, { input: 'Go' }, { headers: { authorization } });
    expect(await regions(turn)).toEqual(['EU', 'UK', 'US']);
    await mint({ ...user, groups: [] });
    expect(await regions(turn)).toEqual(['US']);
    await mint({ ...user, userAttributes: [{ name: 'region', value: ['EU'] }] });
    expect(await regions(turn)).toEqual(['EU']);
    await turn.complete('Ok.');
    expect((await stream.rest()).at(-1)?.state).toMatchObject({ status: 'completed' });
  });

  it('a turn of an API key reads by what a later request says of its user', async () => {
    const user = newUser();
    const { turn, stream } = await startTurn(service, agent, {
      input: 'Go',
      sessionSettings: { ...user, ...seesAll },
    });
    expect(await regions(turn)).toEqual(['EU', 'UK', 'US']);
    const other = await startTurn(service, agent, { input: 'Go', sessionSettings: { ...user, groups: [] } });
    expect(await regions(turn)).toEqual(['US']);
    for (const each of [turn, other.turn]) await each.complete('Ok.');
    expect((await stream.rest()).at(-1)?.state).toMatchObject({ status: 'completed' });
  });

  it('the rights of a turn are read with one statement for each query', async () => {
    const { turn } = await startTurn(service, agent, {
      input: 'Go',
      sessionSettings: { ...newUser(), ...seesAll },
    });
    using recording = recordStatements(service.database);
    await regions(turn);
    expect(recording.statements.filter((sql) => /"(User|Session)"/.test(sql))).toHaveLength(1);
    await turn.complete('Ok.');
  });

  it('a turn reads nothing once its session was revoked', async () => {
    const { sessionId, authorization } = await mint({ ...newUser(), ...seesAll });
    const { turn } = await startTurn(service, agent, { input: 'Go' }, { headers: { authorization } });
    expect(await regions(turn)).toEqual(['EU', 'UK', 'US']);
    await post('/api/v1/embed/session/revoke', { sessionId });
    const refused = { code: 'FORBIDDEN', message: 'The user of this turn may read no data any more.' };
    await expect(regions(turn)).rejects.toMatchObject(refused);
    const search = turn.request.data.searchMetadata('sales', new AbortController().signal);
    await expect(search).rejects.toMatchObject(refused);
  });

  it('a turn reads nothing once its user was deleted', async () => {
    const { externalId } = newUser();
    const sessionSettings = { externalId, ...seesAll };
    const { turn } = await startTurn(service, agent, { input: 'Go', sessionSettings });
    expect(await regions(turn)).toEqual(['EU', 'UK', 'US']);
    const { id } = await service.database.prisma.user.findFirstOrThrow({ where: { identifier: externalId } });
    await post('/graphql', {
      query: `mutation { deleteExternalUser(input: { id: "${id}" }) { databaseId } }`,
    });
    await expect(regions(turn)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});
