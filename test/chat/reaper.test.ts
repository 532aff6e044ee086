import { expect, it } from 'vitest';
import { createRunReaper, reapExpiredRuns } from '../../src/services/chat/runs.ts';
import { newUser, openChatService } from '../support/chat-service.ts';
import { describeDatabases, openTestDatabase } from '../support/database.ts';
import { ScriptedAgent } from '../support/scripted-agent.ts';
import { startTurn } from '../support/start-turn.ts';

describeDatabases('running turns whose process is gone', (kind) => {
  it('abandoned turns are marked interrupted once, even without readers', async () => {
    await using database = await openTestDatabase(kind);
    let now = new Date('2026-05-01T10:00:00Z');
    const agent = new ScriptedAgent();
    const options = { database, runTurn: agent.runTurn, now: () => now, heartbeatMs: 2 ** 30 };
    await using service = await openChatService(options);
    const { prisma } = database;
    const start = () => startTurn(service, agent, { input: 'Go', sessionSettings: newUser() });
    for (let i = 0; i < 3; i += 1) await start();
    const finished = await start();
    await finished.turn.complete('There.');
    await finished.stream.rest();
    const reap = () => reapExpiredRuns({ ...service.services, prisma, now: () => now });
    now = new Date(now.getTime() + 29_999);
    expect(await reap()).toBe(0);
    const later = await start();
    now = new Date(now.getTime() + 1);
    const marked = await Promise.all([reap(), reap(), reap(), reap()]);
    expect(marked.reduce((sum, count) => sum + count, 0)).toBe(3);
    const byStatus = await prisma.chatRun.groupBy({ by: ['status'], _count: true });
    expect(Object.fromEntries(byStatus.map((row) => [row.status, row._count]))).toEqual({
      interrupted: 3,
      completed: 1,
      running: 1,
    });
    await later.turn.complete('Here.');
    expect((await later.stream.rest()).at(-1)?.state).toMatchObject({ status: 'completed' });
  });

  it('the reaper keeps looking, even after a failure', async () => {
    await using database = await openTestDatabase(kind);
    let now = new Date('2026-05-01T10:00:00Z');
    const agent = new ScriptedAgent();
    await using service = await openChatService({
      database,
      runTurn: agent.runTurn,
      now: () => now,
      heartbeatMs: 2 ** 30,
    });
    const faults: unknown[] = [];
    let isDown = true;
    const context = {
      ...service.services,
      now: () => {
        if (isDown) throw new Error('down');
        return now;
      },
    };
    const logger = service.services.logger.child({}, { level: 'silent' });
    logger.error = (fault: unknown) => faults.push(fault);
    await using _reaper = createRunReaper({ ...context, logger }, 5);
    const { chatId } = await startTurn(service, agent, { input: 'Go', sessionSettings: newUser() });
    await expect.poll(() => faults.length, { interval: 5 }).toBeGreaterThan(1);
    now = new Date(now.getTime() + 30_000);
    isDown = false;
    const status = async () =>
      (await database.prisma.chatRun.findFirst({ where: { threadId: chatId } }))?.status;
    await expect.poll(status, { interval: 5 }).toBe('interrupted');
  });
});
