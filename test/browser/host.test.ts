import { type RequestListener, request as send } from 'node:http';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { RunningService } from '../../examples/demo/start-service.ts';
import { createHost } from '../../examples/host/host.ts';
import { describeInBrowser, keepScreenshot } from './browser-test.ts';
import { mintSession, revokeSession } from './embed-session.ts';
import { hostTest, openHostServer } from './host-test.ts';

declare function hear(what: unknown): void;

function revenueIn(page: Page) {
  const dashboard = page.frameLocator('iframe[title="Sales dashboard"]');
  return dashboard.getByRole('region', { name: 'Revenue', exact: true }).locator('[data-figure]');
}

describeInBrowser('a host page', () => {
  hostTest(
    'shows each of its users a dashboard and a chat of their own',
    async ({ visit, host, service }) => {
      const options = { alsoFrom: [host.origin, service.url], viewport: { width: 1440, height: 900 } };
      const emma = await visit(`${host.origin}/?user=emma`, options);
      const sam = await visit(`${host.origin}/?user=sam`, options);
      const [ofEmma, ofSam] = [await revenueIn(emma).textContent(), await revenueIn(sam).textContent()];
      expect(ofEmma).toMatch(/^€/);
      expect(ofSam).toMatch(/^€/);
      expect(ofEmma).not.toBe(ofSam);
      const chat = emma.frameLocator('iframe[title="Ask the analyst"]');
      await chat.getByRole('heading', { level: 1 }).first().waitFor();
      await emma.frameLocator('iframe[title="Sales dashboard"]').getByRole('img').first().waitFor();
      await keepScreenshot(emma, 'host-page');
    },
  );

  hostTest('gives the frame the height of its dashboard', async ({ visit, host, service }) => {
    const page = await visit(`${host.origin}/?user=emma`, { alsoFrom: [host.origin, service.url] });
    await revenueIn(page).waitFor();
    const frame = page.locator('iframe[title="Sales dashboard"]');
    const height = () => frame.evaluate((element) => element.getBoundingClientRect().height);
    await expect.poll(height).toBeGreaterThan(1_000);
  });

  hostTest('is told that a session has ended, and hands in another', async ({ visit, host, service }) => {
    const page = await visit('/embed/chat', {
      alsoFrom: [host.origin, service.url],
      expectErrors: [/401/],
    });
    const sessions: Promise<{ sessionId: string }>[] = [];
    page.on('response', (response) => {
      if (response.url().startsWith(`${host.origin}/session`)) sessions.push(response.json());
    });
    await page.goto(`${host.origin}/?user=emma`);
    const before = await revenueIn(page).textContent();
    const dashboard = page.frameLocator('iframe[title="Sales dashboard"]');
    // A tile that is still on its way would find out about the end before the reader does anything.
    await expect.poll(() => dashboard.locator('[aria-busy=true]').count()).toBe(0);
    const said: string[] = [];
    await page.exposeFunction('hear', (text: string) => said.push(text));
    await page.evaluate(() => {
      const status = document.querySelector('#status');
      if (status === null) throw new Error('The host has no status.');
      new MutationObserver(() => hear(status.textContent)).observe(status, { childList: true });
    });
    for (const { sessionId } of await Promise.all(sessions)) await revokeSession(service, sessionId);
    const handedIn = page.waitForResponse(`${host.origin}/session?user=emma`);
    await dashboard.getByLabel('Period, from').fill('2024-01-01');
    expect((await handedIn).status()).toBe(200);
    await expect.poll(() => dashboard.getByLabel('Period, from').inputValue()).toBe('');
    await expect.poll(() => revenueIn(page).textContent()).toBe(before);
    const ofDashboard = () => said.filter((text) => text.startsWith('dashboard'));
    await expect.poll(ofDashboard).toEqual(['dashboard asked for a new session', 'dashboard ready']);
  });

  hostTest(
    'loses neither a question nor a draft when its session is renewed',
    async ({ visit, host, service }) => {
      const page = await visit('/embed/chat', {
        alsoFrom: [host.origin, service.url],
        expectErrors: [/401/],
      });
      const sessions: Promise<{ sessionId: string }>[] = [];
      page.on('response', (response) => {
        if (response.url().startsWith(`${host.origin}/session`)) sessions.push(response.json());
      });
      await page.goto(`${host.origin}/?user=sam`);
      const chat = page.frameLocator('iframe[title="Ask the analyst"]');
      const answers = chat.getByRole('group', { name: 'About this answer' });
      const question = chat.getByLabel('Your question');
      await question.waitFor();
      await revenueIn(page).waitFor();
      for (const { sessionId } of await Promise.all(sessions)) await revokeSession(service, sessionId);
      // Nothing is refused before the next question is begun.
      const begun = Promise.withResolvers<void>();
      await page.route('**/graphql', async (route) => {
        await begun.promise;
        await route.continue();
      });
      await question.fill('How many orders in 2025?');
      await question.press('Enter');
      await question.fill('And how many of');
      const handedIn = page.waitForResponse(`${host.origin}/session?user=sam`);
      begun.resolve();
      expect((await handedIn).status()).toBe(200);
      await answers.waitFor();
      await expect.poll(() => chat.getByRole('article').count()).toBe(1);
      await expect.poll(() => question.inputValue()).toBe('And how many of');
    },
  );
});

interface Mounted {
  setFilters(filters: object): void;
  setTheme(theme: object): void;
}
declare const Inlay: { mount(element: Element | null, options: object): Mounted };

describeInBrowser('frames in a host page', () => {
  hostTest(
    'look and speak as the host wants, follow its filters, and ask its chat',
    async ({ visit, host, service }) => {
      const page = await visit(`${host.origin}/host.css`, {
        alsoFrom: [host.origin, service.url],
        expectErrors: [/favicon/],
      });
      const heard: unknown[] = [];
      await page.exposeFunction('hear', (what: unknown) => void heard.push(what));
      await page.setContent('<main><section id="board"></section><section id="chat"></section></main>');
      await page.addScriptTag({ url: `${service.url}/embed.js` });
      const board = await page.evaluateHandle(() => {
        const common = {
          getSession: async () => (await (await fetch('/session?user=emma')).json()).sessionId,
          locale: 'de-DE',
        };
        const theme = {
          primaryColor: '#0f766e',
          backgroundColor: '#fbfaf7',
          fontFamily: 'serif',
          radius: 2,
          palette: ['#0f766e', '#b45309', '#7c3aed'],
          density: 'compact',
        };
        const heard = { onClick: hear, onQuestion: hear };
        const board = Inlay.mount(document.querySelector('#board'), {
          kind: 'dashboard',
          dashboard: 'sales',
          title: 'Board',
          theme,
          ...common,
          ...heard,
        });
        board.setFilters({ channel: ['store'], period: { from: '2025-01-01' } });
        Inlay.mount(document.querySelector('#chat'), { kind: 'chat', title: 'Chat', ...common, ...heard });
        return board;
      });
      const frame = page.frameLocator('iframe[title=Board]');
      await frame.getByRole('search').getByText('store', { exact: true }).waitFor();
      await frame.getByRole('button', { name: 'Filter aufheben' }).waitFor();
      const look = await frame.locator('body').evaluate((body) => {
        const { backgroundColor, fontFamily } = getComputedStyle(body);
        return { backgroundColor, fontFamily };
      });
      expect(look).toEqual({
        backgroundColor: 'rgb(251, 250, 247)',
        fontFamily: 'serif, system-ui, sans-serif',
      });
      const bars = frame
        .getByRole('region', { name: 'Revenue by category', exact: true })
        .locator('.mark-rect path');
      // The question is about the bar, even where it is asked before the menu knows what can be done with that.
      await page.route(/graphql/, async (route) => {
        const asksForParts = /"tile":"revenue_by_category"\}/.test(route.request().postData() ?? '');
        if (asksForParts) await page.waitForTimeout(1_000);
        await route.continue();
      });
      await bars.nth(1).click();
      await expect.poll(() => heard).toHaveLength(1);
      expect(heard[0]).toEqual({
        tile: 'revenue_by_category',
        values: { category: expect.any(String), revenue: expect.stringMatching(/^[\d.]+$/) },
      });
      await expect.poll(() => bars.first().getAttribute('fill')).toBe('#0f766e');
      await frame.getByRole('menuitem', { name: 'Dazu fragen' }).click();
      const asked = /^Revenue für store und [A-Z][a-z &]+ seit 2025-01-01$/;
      await expect.poll(() => heard).toContainEqual(expect.stringMatching(asked));
      await page.frameLocator('iframe[title=Chat]').getByRole('article').first().waitFor();
      await keepScreenshot(page, 'host-theme');
      await board.evaluate((mounted) => {
        mounted.setTheme({ scheme: 'dark' });
        mounted.setFilters({});
      });
      await frame.locator('html[data-mantine-color-scheme=dark]').waitFor();
      await frame.getByRole('button', { name: 'Filter aufheben' }).waitFor({ state: 'detached' });
    },
  );
});

/** What a proxy in front of the service does: below `/inlay` it passes on, without that. */
function passOn(service: RunningService, otherwise: RequestListener): RequestListener {
  return (request, response) => {
    const { method, headers, url = '' } = request;
    if (!url.startsWith('/inlay/')) return otherwise(request, response);
    const upstream = send(service.url + url.slice('/inlay'.length), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(upstream);
  };
}

describeInBrowser('the service below a path of another server', () => {
  hostTest('is embedded and administered', async ({ visit, service }) => {
    await using server = await openHostServer();
    const inlayUrl = `${server.origin}/inlay`;
    server.listener = passOn(service, createHost({ inlayUrl, apiKey: service.adminKey }));
    const page = await visit(`${server.origin}/?user=emma`, { alsoFrom: [server.origin] });
    await expect.poll(() => revenueIn(page).textContent()).toMatch(/^€/);
    const chat = page.frameLocator('iframe[title="Ask the analyst"]');
    await chat.getByLabel('Your question').fill('Orders by month');
    await chat.getByLabel('Your question').press('Enter');
    await chat.locator('[role=img] svg.marks').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      chat.getByRole('button', { name: 'Download as CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('Orders-by-month.csv');

    await page.goto(`${inlayUrl}/admin/groups`);
    await page.getByLabel('Admin API key').fill(service.adminKey);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('cell', { name: /^analysts/ }).waitFor();
    await page.getByRole('link', { name: 'Agents' }).click();
    await page.getByText('/inlay/api/v1/public/acme/agents/1/').waitFor();
    expect(page.url()).toBe(`${inlayUrl}/admin/agents`);
    await page.reload();
    await page.getByRole('link', { name: 'Ask Shop analyst', exact: true }).waitFor();
    expect((await fetch(`${service.url}/inlay/ready`)).status).toBe(200);
  });
});

describeInBrowser('a page of another origin', () => {
  hostTest('cannot show a frame of the service', async ({ visit, service }) => {
    await using stranger = await openHostServer();
    const session = await mintSession(service, { region: ['EU'] });
    stranger.listener = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(
        `<link rel="icon" href="data:,"><iframe src="${service.url}/embed/dashboard/sales?session=${session}"></iframe>`,
      );
    };
    const page = await visit(stranger.origin, {
      alsoFrom: [stranger.origin, service.url],
      expectErrors: [/frame-ancestors/],
    });
    const [frame] = page.frames().slice(1);
    expect(frame?.url()).toMatch(/^chrome-error:/);
    // The session was not spent on it.
    const own = await visit(`/embed/dashboard/sales?session=${session}`);
    await own.getByRole('heading', { level: 1, name: 'Sales' }).waitFor();
  });

  hostTest(
    'cannot read what the service answers; one of the account can',
    async ({ visit, service, host }) => {
      await using stranger = await openHostServer();
      const empty: RequestListener = (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end('<link rel="icon" href="data:,">');
      };
      stranger.listener = empty;
      const ask = (page: Page) =>
        page.evaluate(
          async ([url, key]) => {
            const answer = await fetch(`${url}/graphql`, {
              method: 'POST',
              headers: { 'content-type': 'application/json', authorization: `Api-Key ${key}` },
              body: JSON.stringify({ query: '{ viewer { accountName } }' }),
            });
            return answer.text();
          },
          [service.url, service.adminKey] as const,
        );
      const theirs = await visit(stranger.origin, {
        alsoFrom: [stranger.origin, service.url],
        expectErrors: [/CORS policy/, /ERR_FAILED/],
      });
      await expect(ask(theirs)).rejects.toThrow('Failed to fetch');
      const ours = await visit(`${host.origin}/host.css`, {
        alsoFrom: [host.origin, service.url],
        expectErrors: [/favicon/],
      });
      await expect.poll(() => ask(ours)).toContain('{"data":{"viewer":{"accountName":"acme"}}');
    },
  );
});
