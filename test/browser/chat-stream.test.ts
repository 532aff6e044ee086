import { expect } from 'vitest';
import type { RunningService } from '../../examples/demo/start-service.ts';
import { readBuiltPages } from '../../src/pages/built-pages.ts';
import { keys, openChatService } from '../support/chat-service.ts';
import { ScriptedAgent, type ScriptedTurn } from '../support/scripted-agent.ts';
import { browserTest, describeInBrowser, keepScreenshot } from './browser-test.ts';
import { answered, ask, openChat, turnOf } from './chat-visitor.ts';
import { mintSession } from './embed-session.ts';

const agent = new ScriptedAgent();

/** A service whose agent says what the test tells it to, when the test tells it to. */
const streamTest = browserTest.extend<{ readonly service: RunningService }>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: fixtures are named by a pattern
    async ({}, use) => {
      await using service = await openChatService({
        runTurn: agent.runTurn,
        pages: await readBuiltPages(),
      });
      await use({
        url: service.url,
        adminKey: keys.admin,
        [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
      });
    },
    { scope: 'file' },
  ],
});

const question = 'How many?';
const say = (turn: ScriptedTurn, ...pieces: readonly string[]) =>
  turn.say(...pieces.map((delta) => ({ type: 'text-delta' as const, id: 't', delta })));

describeInBrowser('an answer in the making', () => {
  streamTest('shows what is said and done as it happens', async ({ visit, service }) => {
    const page = await openChat(visit, service);
    await ask(page, question);
    const turn = await agent.nextTurn();
    const shown = turnOf(page, question);
    await shown.getByText('Thinking…').waitFor();
    const input = JSON.stringify({ queryTitle: 'Orders by region', sqlQuery: 'SELECT 1' });
    await turn.say({ type: 'tool-call', id: 'c', name: 'svcSqlApi', input });
    await shown.getByText('Running “Orders by region”…').waitFor();
    await keepScreenshot(page, 'chat-working');
    const result = '{"error":"The data source does not respond."}';
    await turn.say({ type: 'tool-result', id: 'c', name: 'svcSqlApi', input, result });
    await say(turn, 'Thir');
    await shown.getByText('Thir', { exact: true }).waitFor();
    await say(turn, 'teen, **as far as I know**.');
    await turn.say({ type: 'text', id: 't', content: 'Thirteen, **as far as I know**.' });
    await turn.complete('Thirteen, **as far as I know**. <img src=x> [here](https://elsewhere.test)');
    await answered(page, question);
    await expect.poll(() => shown.locator('strong').innerText()).toBe('as far as I know');
    await expect.poll(() => shown.locator('img, a').count()).toBe(0);
    await shown.getByRole('button', { name: 'Ran a query' }).click();
    await shown.getByText('The data source does not respond.').waitFor();
  });

  streamTest('stops at Escape, and keeps what was said', async ({ visit, service }) => {
    const page = await openChat(visit, service);
    await ask(page, question);
    const turn = await agent.nextTurn();
    await say(turn, 'Thir');
    await turnOf(page, question).getByText('Thir', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('alert').getByText('This answer was stopped.').waitFor();
    expect((await turn.outcome).status).toBe('aborted');
    await turnOf(page, question).getByText('Thir', { exact: true }).waitFor();
    await keepScreenshot(page, 'chat-stopped');
    await page.getByRole('button', { name: 'Ask again', exact: true }).click();
    await (await agent.nextTurn()).complete('Thirteen');
    await turnOf(page, question).getByText('Thirteen').waitFor();
  });

  streamTest('goes on after a reload in the middle', async ({ visit, service }) => {
    const page = await openChat(visit, service);
    await ask(page, question);
    const turn = await agent.nextTurn();
    await say(turn, 'one ', 'two ');
    await turnOf(page, question).getByText('one two').waitFor();
    await page.reload();
    await turnOf(page, question).getByText('one two').waitFor();
    await say(turn, 'three');
    await turnOf(page, question).getByText('one two three', { exact: true }).waitFor();
    await turn.complete('one two three');
    await answered(page, question);
    await expect.poll(() => page.getByRole('article').count()).toBe(1);
    await expect.poll(() => page.getByText('one two three', { exact: true }).count()).toBe(1);
  });

  streamTest('goes on after the network was gone, with nothing lost or twice', async ({ visit, service }) => {
    const page = await openChat(visit, service, { expectErrors: [/ERR_INTERNET_DISCONNECTED/] });
    await ask(page, question);
    const turn = await agent.nextTurn();
    await say(turn, 'one ');
    await turnOf(page, question).getByText('one').waitFor();
    await page.context().setOffline(true);
    await page.getByText('The connection is lost').waitFor();
    await keepScreenshot(page, 'chat-offline');
    await say(turn, 'two ', 'three ');
    await page.context().setOffline(false);
    await turnOf(page, question).getByText('one two three').waitFor();
    await expect.poll(() => page.getByText('The connection is lost').count()).toBe(0);
    await say(turn, 'four');
    await turn.complete('one two three four');
    await answered(page, question);
    await expect.poll(() => page.getByText('one two three four', { exact: true }).count()).toBe(1);
  });

  streamTest('leaves the threads in their list while the network is gone', async ({ visit, service }) => {
    const page = await openChat(visit, service, { expectErrors: [/ERR_INTERNET_DISCONNECTED/] });
    const threads = page.getByRole('navigation', { name: 'Conversations' });
    const entry = threads.getByRole('button', { name: question, exact: true });
    await ask(page, question);
    await (await agent.nextTurn()).complete('Thirteen');
    await answered(page, question);
    await entry.waitFor();
    await page.context().setOffline(true);
    // Another thread, and so the list is read anew.
    await threads.getByRole('button', { name: 'New conversation' }).click();
    await threads.getByRole('alert').waitFor();
    await expect.poll(() => entry.count()).toBe(1);
    await page.context().setOffline(false);
    await threads.getByRole('alert').waitFor({ state: 'detached' });
    await expect.poll(() => entry.count()).toBe(1);
  });

  streamTest('that fails says why, and can be tried again', async ({ visit, service }) => {
    const page = await openChat(visit, service);
    await ask(page, question);
    (await agent.nextTurn()).end({
      status: 'failed',
      usage: { inputTokens: 0, outputTokens: 0, steps: 0 },
      error: { code: 'UNAVAILABLE', message: 'The language model did not answer.' },
    });
    await page.getByRole('alert').getByText('The language model did not answer.').waitFor();
    await keepScreenshot(page, 'chat-failed');
    await page.getByRole('button', { name: 'Try again' }).click();
    await (await agent.nextTurn()).complete('Thirteen');
    await turnOf(page, question).getByText('Thirteen').waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  });

  streamTest('is sent with Enter, while Shift+Enter begins a line', async ({ visit, service }) => {
    const page = await openChat(visit, service);
    await page.keyboard.type('How many');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('of them?');
    await page.keyboard.press('Enter');
    const turn = await agent.nextTurn();
    expect(turn.request.input).toBe('How many\nof them?');
    await turn.complete('Thirteen');
    await page.getByText('Thirteen').waitFor();
  });
});

/** A turn that ends with a chart of three years of months. */
async function answerWithChart(turn: ScriptedTurn): Promise<void> {
  const months = Array.from({ length: 36 }, (_, month) => new Date(Date.UTC(2023, month, 1)));
  const result = JSON.stringify({
    uuid: crypto.randomUUID(),
    sqlQuery: 'SELECT 1',
    queryTitle: 'Revenue by month and channel',
    description: 'Revenue of each month, by channel.',
    userRequest: 'Revenue by month and channel',
    schema: [
      { name: 'month', column_type: 'Timestamp', granularity: 'month' },
      { name: 'channel', column_type: 'String' },
      { name: 'revenue', column_type: 'Decimal', format: 'currency', currency: 'EUR' },
    ],
    data: months.flatMap((month, index) =>
      ['online', 'store'].map((channel) => [month.toISOString().slice(0, -1), channel, `${index}00.50`]),
    ),
    totalRows: 72,
    vegaSpec: JSON.stringify({
      mark: 'line',
      encoding: {
        x: { field: 'month', type: 'temporal' },
        y: { field: 'revenue', type: 'quantitative' },
        color: { field: 'channel', type: 'nominal' },
      },
    }),
  });
  await turn.say({ type: 'tool-call', id: 'c', name: 'svcSqlApi', input: '{}' });
  await turn.say({ type: 'tool-result', id: 'c', name: 'svcSqlApi', input: '{}', result });
  await turn.complete('Revenue grew, month by month.');
}

/** What the longest task of a page's process took of the processor, however busy the machine was. */
function longestTaskMs(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString()) as {
    readonly traceEvents: readonly { readonly name: string; readonly tdur?: number }[];
  };
  const tasks = traceEvents.filter(({ name }) => name === 'RunTask').map(({ tdur = 0 }) => tdur / 1_000);
  return Math.round(tasks.reduce((longest, ms) => Math.max(longest, ms), 0));
}

describeInBrowser('a long thread', () => {
  streamTest(
    'opens without a jump or a long wait, and draws what is looked at',
    async ({ visit, service, browser }) => {
      const reader = { externalId: 'long-reader', region: ['EU'] };
      let chatId: string | undefined;
      for (let asked = 0; asked < 30; asked += 1) {
        const turn = agent.nextTurn();
        const answer = fetch(`${service.url}/api/v1/public/acme/agents/1/chat/stream-chat-state`, {
          method: 'POST',
          headers: { authorization: `Api-Key ${service.adminKey}`, 'content-type': 'application/json' },
          body: JSON.stringify({
            input: `Question ${asked}`,
            chatId,
            sessionSettings: { externalId: reader.externalId },
          }),
        });
        await answerWithChart(await turn);
        const [first = ''] = (await (await answer).text()).split('\n');
        ({ chatId } = (JSON.parse(first) as { state: { chatId: string } }).state);
      }
      const session = await mintSession(service, reader);
      await browser.startTracing(undefined, { categories: ['disabled-by-default-devtools.timeline'] });
      const page = await visit(`/embed/chat?session=${session}&chat=${chatId}`);
      const charts = page.locator('[role=img] svg.marks');
      await turnOf(page, 'Question 29').locator('[role=img] svg.marks').waitFor();
      await expect.poll(() => page.locator('[class*=Skeleton-root]:visible').count()).toBe(0);
      const longestMs = longestTaskMs(await browser.stopTracing());
      const shift = await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const observer = new PerformanceObserver((list) => {
              const shifts = list.getEntries() as (PerformanceEntry & { readonly value: number })[];
              resolve(shifts.reduce((sum, { value }) => sum + value, 0));
            });
            observer.observe({ type: 'layout-shift', buffered: true });
            setTimeout(() => resolve(0), 500);
          }),
      );
      process.stderr.write(
        `30 answers: the longest task takes ${longestMs} ms of the processor; layout shift ${shift.toFixed(3)}\n`,
      );
      await expect.poll(() => page.getByRole('article').count()).toBe(30);
      await expect.poll(() => charts.count()).toBeLessThan(10);
      expect(shift).toBeLessThan(0.1);
      // 2,200 as long as all charts were drawn at once.
      expect(longestMs).toBeGreaterThan(1);
      expect(longestMs).toBeLessThan(500);
      const first = turnOf(page, 'Question 0');
      await first.scrollIntoViewIfNeeded();
      await first.locator('[role=img] svg.marks').waitFor();
    },
  );
});
