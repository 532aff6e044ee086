import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { RunningService } from '../../examples/demo/start-service.ts';
import { createClient } from '../../packages/client/src/index.ts';
import { describeInBrowser, type Visit } from './browser-test.ts';
import { answered, ask, questionOf, turnOf } from './chat-visitor.ts';
import { mintSession } from './embed-session.ts';
import { hostTest } from './host-test.ts';

interface Frame {
  ask(question: string): void;
  setFilters(filters: object | null): void;
}
declare const Inlay: { mount(element: Element | null, options: object): Frame };
declare function hear(what: unknown): void;
declare function session(): Promise<string>;

/** What callbacks of a frame were called with. */
type Heard = readonly [callback: string, what?: unknown];

/** A page of the host with embed.js, `session` for `getSession`, and a place for a frame. */
async function openHostPage(
  { visit, host, service }: { visit: Visit; host: { origin: string }; service: RunningService },
  externalId: string,
): Promise<{ page: Page; heard: Heard[] }> {
  const page = await visit(`${host.origin}/host.css`, {
    alsoFrom: [host.origin, service.url],
    expectErrors: [/favicon/],
  });
  const heard: Heard[] = [];
  await page.exposeFunction('hear', (what: Heard) => void heard.push(what));
  await page.exposeFunction('session', () => mintSession(service, { region: ['EU'], externalId }));
  await page.setContent('<main id="place" style="height: 700px"></main>');
  await page.addScriptTag({ url: `${service.url}/embed.js` });
  return { page, heard };
}

const told = (heard: readonly Heard[], callback: string) =>
  heard.filter(([name]) => name === callback).map(([, what]) => what);

describeInBrowser('questions to a chat', () => {
  hostTest(
    'are asked one after the other, before it is ready and while it answers',
    async ({ visit, host, service }) => {
      const { page, heard } = await openHostPage({ visit, host, service }, 'asked-by-host');
      const first = ['Revenue by category', 'Returns by channel', 'Units by country'];
      const chat = await page.evaluateHandle((questions) => {
        const chat = Inlay.mount(document.querySelector('#place'), {
          kind: 'chat',
          title: 'Chat',
          getSession: session,
          onQuestion: (question: string) => hear(['question', question]),
          onError: (error: unknown) => hear(['error', error]),
        });
        for (const question of questions) chat.ask(question);
        return chat;
      }, first);
      const frame = page.frameLocator('iframe[title=Chat]');
      for (const question of first) await answered(frame, question);
      const next = ['Revenue by month', 'Returns by month', '  ', 'Units by month'];
      await chat.evaluate((mounted, questions) => {
        for (const question of questions) mounted.ask(question);
      }, next);
      for (const question of next.filter((text) => text.trim() !== '')) await answered(frame, question);
      const asked = [...first, ...next.filter((text) => text.trim() !== '')];
      const shown = await frame
        .getByRole('article')
        .evaluateAll((turns) => turns.map((turn) => turn.ariaLabel));
      expect(shown).toEqual(asked);
      expect(told(heard, 'question')).toEqual(asked);
      expect(told(heard, 'error')).toEqual([]);
    },
  );
});

describeInBrowser('a conversation in two tabs', () => {
  hostTest('is whole in both of them', async ({ visit, service }) => {
    const user = { region: ['EU'], externalId: 'in-two-tabs' };
    const one = await visit(`/embed/chat?session=${await mintSession(service, user)}`);
    await ask(one, 'Revenue by channel');
    await answered(one, 'Revenue by channel');
    const chat = new URL(one.url()).searchParams.get('chat');
    const other = await visit(`/embed/chat?session=${await mintSession(service, user)}&chat=${chat}`);
    await answered(other, 'Revenue by channel');

    await ask(one, 'Returns by category');
    await answered(one, 'Returns by category');
    await ask(other, 'And by month?');
    await answered(other, 'And by month?');
    const questions = (page: Page) =>
      page.getByRole('article').evaluateAll((turns) => turns.map((turn) => turn.ariaLabel));
    expect(await questions(other)).toEqual(['Revenue by channel', 'Returns by category', 'And by month?']);

    await one.evaluate(() => window.dispatchEvent(new Event('focus')));
    await answered(one, 'And by month?');
    expect(await questions(one)).toEqual(await questions(other));
  });

  hostTest(
    'says in the other that it is gone, and asks in a new one what was meant for it',
    async ({ visit, service }) => {
      const user = { region: ['EU'], externalId: 'gone-in-a-tab' };
      const one = await visit(`/embed/chat?session=${await mintSession(service, user)}`);
      await ask(one, 'Revenue by channel');
      await answered(one, 'Revenue by channel');
      const chat = new URL(one.url()).searchParams.get('chat');
      const other = await visit(`/embed/chat?session=${await mintSession(service, user)}&chat=${chat}`);
      await answered(other, 'Revenue by channel');
      await one
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click();
      await one.getByRole('menuitem', { name: 'Delete' }).click();
      await one.getByRole('button', { name: 'Delete', exact: true }).click();
      await turnOf(one, 'Revenue by channel').waitFor({ state: 'detached' });

      await ask(other, 'Returns by category');
      const alert = other.getByRole('alert');
      await expect.poll(() => alert.innerText()).toContain('This conversation does not exist any more.');
      await alert.getByRole('button', { name: 'New conversation' }).click();
      await answered(other, 'Returns by category');
      await expect.poll(() => other.getByRole('article').count()).toBe(1);
      expect(await questionOf(other).inputValue()).toBe('');
    },
  );
});

describeInBrowser('a frame without a session', () => {
  hostTest.for([
    ['undefined', undefined, 'NO_SESSION', 'getSession returned a value of type undefined'],
    ['an object', { sessionId: 'x' }, 'NO_SESSION', 'getSession returned a value of type object'],
    ['an empty text', '', 'NO_SESSION', 'getSession returned an empty text'],
    ['an unknown id', 'garbage', 'UNAUTHENTICATED', 'The session is unknown.'],
  ] as const)('says so at once for %s', async ([, given, code, message], { visit, host, service }) => {
    const { page, heard } = await openHostPage({ visit, host, service }, 'nobody');
    await page.evaluate((sessionId) => {
      Inlay.mount(document.querySelector('#place'), {
        kind: 'chat',
        getSession: () => sessionId,
        onError: (error: unknown) => hear(['error', error]),
      });
    }, given);
    // Long before an empty frame counts as such.
    await expect.poll(() => told(heard, 'error'), { timeout: 15_000 }).toHaveLength(1);
    expect(told(heard, 'error')).toEqual([{ code, message: expect.stringContaining(message) }]);
  });

  hostTest.for([
    ['kind', { kind: 'foo' }, "kind is 'chat' or 'dashboard', not \"foo\""],
    ['getSession', { getSession: undefined }, 'give getSession'],
    ['element', { place: '#none' }, 'give the element to mount in'],
  ] as const)('is not mounted with a wrong %s', async ([, wrong, message], { visit, host, service }) => {
    const { page } = await openHostPage({ visit, host, service }, 'nobody');
    const thrown = page.evaluate(
      (given) => {
        const { place = '#place', ...options } = { kind: 'chat', getSession: session, ...given };
        Inlay.mount(document.querySelector(place), options);
      },
      wrong as { place?: string; kind?: string },
    );
    await expect(thrown).rejects.toThrow(`Inlay.mount: ${message}`);
    expect(await page.locator('iframe').count()).toBe(0);
  });
});

describeInBrowser('the filters of a dashboard', () => {
  hostTest(
    'stay as they are when the host gives wrong ones, and it is told',
    async ({ visit, host, service }) => {
      const { page, heard } = await openHostPage({ visit, host, service }, 'filters');
      const board = await page.evaluateHandle(() => {
        const board = Inlay.mount(document.querySelector('#place'), {
          kind: 'dashboard',
          dashboard: 'sales',
          title: 'Board',
          getSession: session,
          onError: (error: unknown) => hear(['error', error]),
        });
        board.setFilters({ period: { from: '2025-01-01', to: '2025-03-31' } });
        return board;
      });
      const frame = page.frameLocator('iframe[title=Board]');
      const from = frame.getByLabel('Period, from');
      await expect.poll(() => from.inputValue()).toBe('2025-01-01');
      const wrong = [
        { nosuch: ['x'] },
        { period: { from: 'garbage' } },
        { period: ['x'] },
        { period: { from: '2025-04-01', to: '2025-03-31' } },
        null,
      ];
      await board.evaluate((mounted, all) => {
        for (const filters of all) mounted.setFilters(filters);
      }, wrong);
      await expect.poll(() => told(heard, 'error')).toHaveLength(wrong.length);
      expect(told(heard, 'error')).toContainEqual({
        code: 'VALIDATION_FAILED',
        message: 'setFilters: "nosuch" is not a filter of this dashboard.',
      });
      expect(await from.inputValue()).toBe('2025-01-01');
      await board.evaluate((mounted) => mounted.setFilters({}));
      await expect.poll(() => from.inputValue()).toBe('');
    },
  );
});

describeInBrowser('a click on a dashboard', () => {
  hostTest('gives the host the row as it can be read', async ({ visit, host, service }) => {
    const { page, heard } = await openHostPage({ visit, host, service }, 'clicks');
    await page.evaluate(() => {
      Inlay.mount(document.querySelector('#place'), {
        kind: 'dashboard',
        dashboard: 'sales',
        title: 'Board',
        getSession: session,
        onClick: (click: unknown) => hear(['click', click]),
      });
    });
    const getSession = () => mintSession(service, { region: ['EU'], externalId: 'clicks' });
    const client = createClient({ url: service.url, getSession });
    const rowsOf = async (tile: string) => {
      const read = await client.dashboards.tile('sales', tile);
      const names = read?.columns.map(({ name }) => name) ?? [];
      return read?.rows.map((row) => ({
        tile,
        values: Object.fromEntries(names.map((name, at) => [name, (row as unknown[])[at]])),
      }));
    };
    const frame = page.frameLocator('iframe[title=Board]');
    const tile = (name: string) => frame.getByRole('region', { name, exact: true });
    const plot = tile('Revenue by month and channel').locator('svg.marks .background').first();
    // The areas lie above it.
    await plot.click({ force: true });
    await expect.poll(() => told(heard, 'click')).toHaveLength(1);
    expect(await rowsOf('revenue_by_month')).toContainEqual(told(heard, 'click')[0]);
    await page.keyboard.press('Escape');

    const row = tile('Best-selling products')
      .getByRole('button', { name: /^Drill down: / })
      .first();
    await row.press('Enter');
    await expect.poll(() => told(heard, 'click')).toHaveLength(2);
    expect((await rowsOf('top_products'))?.[0]).toEqual(told(heard, 'click')[1]);
  });
});
