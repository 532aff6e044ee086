import { readFile } from 'node:fs/promises';
import type { FrameLocator, Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import {
  browserTest,
  describeInBrowser,
  expectAccessible,
  expectNoSidewaysScroll,
  expectUsableInEachLook,
  keepScreenshot,
} from './browser-test.ts';
import { ask, questionOf, turnOf } from './chat-visitor.ts';
import { mintSession, revokeSession } from './embed-session.ts';

function tile(page: Page | FrameLocator, name: string) {
  return page.getByRole('region', { name, exact: true });
}

/** What a figure says. */
async function figure(page: Page | FrameLocator, name: string): Promise<string> {
  const shown = tile(page, name).locator('[data-figure]');
  await shown.waitFor();
  return (await shown.getAttribute('title')) ?? '';
}

/** Every tile shows something, and no chart is still to be drawn. */
async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Sales' }).waitFor();
  await page
    .getByRole('img', { name: 'Chart. Revenue by month and channel' })
    .locator('canvas, svg')
    .waitFor();
  await page.locator('section[aria-busy=true]').first().waitFor({ state: 'detached' });
}

/** What each series of a chart is drawn in, by its name in the legend. */
async function coloursOf(place: ReturnType<typeof tile>): Promise<Map<string, string>> {
  const legend = place.locator('svg.marks .role-legend');
  const labels = await legend.locator('.role-legend-label text').allTextContents();
  const symbols = await legend
    .locator('.role-legend-symbol path')
    .evaluateAll((paths) => paths.map((path) => path.getAttribute('fill') ?? ''));
  return new Map(labels.map((label, index) => [label, symbols[index] ?? '']));
}

describeInBrowser('a dashboard', () => {
  browserTest('is for everybody, in each colour scheme', async ({ visit, service }) => {
    const page = await visit(
      `/embed/dashboard/sales?session=${await mintSession(service, { region: ['EU'] })}`,
    );
    await settled(page);
    await expect.poll(() => page.title()).toBe('Sales');
    await expectUsableInEachLook(page, 'dashboard-sales');
  });

  browserTest('shows users of different regions different figures', async ({ visit, service }) => {
    const [eu, us] = await Promise.all(
      ['EU', 'US'].map(async (region) =>
        visit(`/embed/dashboard/sales?session=${await mintSession(service, { region: [region] })}`),
      ),
    );
    if (eu === undefined || us === undefined) throw new Error('no pages');
    const revenue = [await figure(eu, 'Revenue'), await figure(us, 'Revenue')];
    expect(revenue[0]).toMatch(/^€[\d,.]+$/);
    expect(revenue[1]).toMatch(/^€[\d,.]+$/);
    expect(revenue[0]).not.toBe(revenue[1]);
  });

  browserTest(
    'takes the session out of the address, and finds its token again on reload',
    async ({ visit, service }) => {
      const session = await mintSession(service, { region: ['EU'] });
      const page = await visit(`/embed/dashboard/sales?session=${session}&theme=dark`);
      const before = await figure(page, 'Revenue');
      expect(page.url()).not.toContain(session);
      expect(new URL(page.url()).searchParams.get('account')).toBe('acme');
      expect(new URL(page.url()).searchParams.get('theme')).toBe('dark');
      await page.reload();
      await expect.poll(() => figure(page, 'Revenue')).toBe(before);
      // Another tab has nothing of it.
      const address = page.url();
      const other = await visit(address);
      await other.getByRole('heading', { name: 'This page needs a valid link' }).waitFor();
    },
  );

  browserTest('says so when its link was used already', async ({ visit, service }) => {
    const session = await mintSession(service, { region: ['EU'] });
    await figure(await visit(`/embed/dashboard/sales?session=${session}`), 'Revenue');
    const second = await visit(`/embed/dashboard/sales?session=${session}`, { expectErrors: [/401/] });
    await second.getByRole('heading', { name: 'This link was already used' }).waitFor();
    await expectAccessible(second);
    await keepScreenshot(second, 'dashboard-used-link');
  });

  browserTest('loads and fails tile by tile', async ({ visit, service }) => {
    const page = await visit('/embed/dashboard/sales', { expectErrors: [/ERR_FAILED/] });
    let failing = true;
    await page.route('**/graphql', async (route) => {
      const body: unknown = route.request().postDataJSON();
      const isUnits = JSON.stringify(body).includes('"tile":"units"');
      if (isUnits && failing) await route.abort();
      else await route.continue();
    });
    await page.goto(
      `${service.url}/embed/dashboard/sales?session=${await mintSession(service, { region: ['EU'] })}`,
    );
    await expect.poll(() => figure(page, 'Revenue')).toMatch(/^€/);
    const units = tile(page, 'Units sold');
    await units.getByRole('alert').waitFor();
    await settled(page);
    await expect.poll(() => page.getByRole('alert').count()).toBe(1);
    await keepScreenshot(page, 'dashboard-failed-tile');
    failing = false;
    await units.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => figure(page, 'Units sold')).toMatch(/^[\d,]+$/);
  });

  browserTest('is narrowed by its filters, from the keyboard too', async ({ visit, service }) => {
    const page = await visit(
      `/embed/dashboard/sales?session=${await mintSession(service, { region: ['EU'] })}`,
    );
    const units = () => figure(page, 'Units sold');
    const all = await units();
    await page.getByLabel('Sales channel').first().focus();
    await page.keyboard.type('store');
    await page.getByRole('option', { name: 'store' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(units).not.toBe(all);
    const inStores = await units();
    await page.getByLabel('Period, to').fill('2023-12-31');
    await expect.poll(units).not.toBe(inStores);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(units).toBe(all);
  });

  browserTest('says which days a figure is of, and why it has no comparison', async ({ visit, service }) => {
    const page = await visit(
      `/embed/dashboard/sales?session=${await mintSession(service, { region: ['EU'] })}`,
    );
    const revenue = tile(page, 'Revenue');
    await revenue.getByText('1 Jan – 31 Dec 2025').waitFor();
    await revenue.getByText(/^Year before: €/).waitFor();
    await page.getByLabel('Period, from').fill('2025-01-01');
    await page.getByLabel('Period, to').fill('2025-06-30');
    await revenue.getByText('1 Jan – 30 Jun 2025').waitFor();
    await revenue.getByText(/^Year before: €/).waitFor();
    await keepScreenshot(page, 'dashboard-period');
    const yearBefore = await revenue.getByText(/^Year before: €/).innerText();
    await page.getByLabel('Period, from').fill('2024-01-01');
    await page.getByLabel('Period, to').fill('2024-06-30');
    const shown = () => revenue.locator('[data-figure]').innerText();
    await expect.poll(shown).toBe(yearBefore.replace('Year before: ', ''));
    await page.getByLabel('Period, from').fill('2023-01-01');
    await revenue.getByText('2 years before: not in the data').waitFor();
    const all = await shown();
    await page.getByLabel('Period, from').fill('2031-01-01');
    await page.getByText('The first day is after the last one.').waitFor();
    await expect.poll(shown).not.toBe(all);
    await page.getByLabel('Period, to').fill('2031-01-31');
    await revenue.getByRole('button', { name: 'Clear filters' }).click();
    await revenue.getByText('1 Jan – 31 Dec 2025').waitFor();
  });

  browserTest(
    'narrows itself to a usual period, and compares it with the one before',
    async ({ visit, service }) => {
      const page = await visit(
        `/embed/dashboard/sales?session=${await mintSession(service, { region: ['EU'] })}`,
      );
      await settled(page);
      const revenue = tile(page, 'Revenue');
      await revenue.getByText('1 Jan – 31 Dec 2025').waitFor();
      // Periods can be chosen once the days of the data are known; a list that was opened before may be gone by then.
      const choose = (box: string, option: string): Promise<void> =>
        vi.waitFor(
          async () => {
            await page.getByRole('combobox', { name: box }).click();
            await page.getByRole('option', { name: option }).click({ timeout: 5_000 });
          },
          { timeout: 60_000 },
        );
      await choose('Period, choose', 'Previous quarter');
      await revenue.getByText('1 Jul – 30 Sept 2025').waitFor();
      await expect.poll(() => page.getByLabel('Period, from').inputValue()).toBe('2025-07-01');
      await choose('Compare with', 'The period before');
      const before = revenue.getByText(/^Period before: €/);
      const yet = (await before.innerText()).replace('Period before: ', '');
      expect((await before.getAttribute('title'))?.replaceAll(/\s/g, ' ')).toBe('1 Apr – 30 Jun 2025');
      await choose('Compare with', 'Nothing');
      await before.waitFor({ state: 'detached' });
      await page.getByLabel('Period, from').fill('2025-04-01');
      await page.getByLabel('Period, to').fill('2025-06-30');
      await expect.poll(() => revenue.locator('[data-figure]').innerText()).toBe(yet);
      await page.waitForURL(/compare=none/);
      await expect
        .poll(() => page.getByRole('combobox', { name: 'Period, choose' }).inputValue())
        .toBe('Chosen days');
      await choose('Period, choose', 'Any time');
      await revenue.getByText('1 Jan – 31 Dec 2025').waitFor();
    },
  );

  browserTest(
    'is narrowed by a point of a chart, and drilled down to the rows',
    async ({ visit, service }) => {
      const page = await visit(
        `/embed/dashboard/sales?session=${await mintSession(service, { region: ['EU'] })}`,
      );
      await settled(page);
      const all = await figure(page, 'Units sold');
      const bars = tile(page, 'Revenue by category').locator('.mark-rect.role-mark path');
      const first = await bars.count();
      const choose = (name: string) => page.getByRole('menuitem', { name, exact: true }).click();
      await bars.nth(1).click();
      await page.getByRole('menuitem', { name: 'By Subcategory' }).waitFor();
      await expectAccessible(page);
      await choose('Only Electronics');
      await page.waitForURL(/filter\.category\.values=Electronics/);
      await page.getByRole('search').getByText('Electronics', { exact: true }).waitFor();
      await expect.poll(() => figure(page, 'Units sold')).not.toBe(all);
      await expect.poll(() => bars.count()).toBe(1);
      await bars.first().click();
      await choose('By Subcategory');
      const dialog = page.getByRole('dialog', { name: 'Revenue by category › Electronics' });
      await dialog.getByText('Revenue by Subcategory', { exact: true }).waitFor();
      const below = dialog.locator('.mark-rect.role-mark path');
      await expect.poll(() => below.count()).toBeGreaterThan(1);
      await expectAccessible(page);
      await keepScreenshot(page, 'dashboard-drilled');
      // From the keyboard, a row of the table is what a bar of the chart is.
      await dialog.getByText('Table', { exact: true }).click();
      await dialog
        .getByRole('button', { name: /^Drill down: / })
        .first()
        .press('Enter');
      await page.getByRole('menuitem', { name: 'Show the rows' }).press('Enter');
      const rows = page.getByRole('dialog').getByRole('region', { name: 'Rows of Sales: rows' });
      await expect.poll(() => rows.locator('tbody tr').first().innerText()).toContain('Electronics');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('dialog').getByRole('button', { name: 'Download CSV' }).click(),
      ]);
      const [header] = (await readFile(await download.path(), 'utf8')).split('\r\n');
      expect(header).toContain('subcategory');
      await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
      await bars.first().click();
      await choose('Clear Electronics');
      await expect.poll(() => bars.count()).toBe(first);
      await expect.poll(() => figure(page, 'Units sold')).toBe(all);
      expect(page.url()).not.toContain('filter.');
    },
  );

  browserTest('asks for its rows again', async ({ visit, service }) => {
    const page = await visit(
      `/embed/dashboard/sales?session=${await mintSession(service, { region: ['EU'] })}`,
    );
    await settled(page);
    await page.getByText(/^As of \d\d:\d\d$/).waitFor();
    const asked = new Set<string>();
    page.on('request', (request) => {
      const name = /"tile":"([^"]*)"/.exec(request.postData() ?? '')?.[1];
      if (name !== undefined) asked.add(name);
    });
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect.poll(() => asked.size).toBe(8);
  });

  browserTest(
    'shows a tile on the full screen, and prints without what only works on screens',
    async ({ visit, service }) => {
      const page = await visit(
        `/embed/dashboard/sales?session=${await mintSession(service, { region: ['EU'] })}&filter.channel.values=store`,
        { viewport: { width: 794, height: 1100 } },
      );
      await settled(page);
      await tile(page, 'Revenue by category')
        .getByRole('button', { name: /^Options/ })
        .click();
      await page.getByRole('menuitem', { name: 'Full screen' }).click();
      const large = page.getByRole('dialog', { name: 'Revenue by category' }).locator('svg.marks');
      await expect.poll(async () => (await large.boundingBox())?.height).toBeGreaterThan(900);
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await large.waitFor({ state: 'detached' });
      await page.emulateMedia({ media: 'print' });
      await expect.poll(() => page.getByRole('search').isVisible()).toBe(false);
      await expect.poll(() => page.getByRole('button').filter({ visible: true }).count()).toBe(0);
      await expect.poll(() => page.getByText('Sales channel: store').isVisible()).toBe(true);
      await expectNoSidewaysScroll(page);
      const products = tile(page, 'Best-selling products');
      const boxes = await Promise.all([
        products.getByRole('row').last().boundingBox(),
        products.boundingBox(),
      ]);
      const [row, card] = boxes.map((box) => (box?.y ?? 0) + (box?.height ?? 0));
      expect(row).toBeLessThanOrEqual(card ?? 0);
      await keepScreenshot(page, 'dashboard-print');
    },
  );

  browserTest('speaks German to German readers', async ({ visit, service }) => {
    const page = await visit(
      `/embed/dashboard/sales?session=${await mintSession(service, { region: ['EU'] })}`,
      {
        locale: 'de-DE',
      },
    );
    await page.getByRole('button', { name: 'Aktualisieren' }).waitFor();
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('de');
    await expect.poll(() => figure(page, 'Revenue')).toMatch(/^[\d.]+,\d\d\s€$/);
    await tile(page, 'Revenue')
      .getByText(/^Vorjahr: /)
      .waitFor();
    const session = await mintSession(service, { region: ['EU'] });
    const english = await visit(`/embed/dashboard/none?locale=en-GB&session=${session}`, {
      locale: 'de-DE',
    });
    await english.getByText('Dashboard not found.').waitFor();
  });

  browserTest(
    'says what the nearest point of a chart is, wherever the pointer is',
    async ({ visit, service }) => {
      const page = await visit(
        `/embed/dashboard/sales?session=${await mintSession(service, { region: ['EU'] })}`,
      );
      await settled(page);
      const plot = tile(page, 'Revenue by month and channel').locator('svg.marks .background').first();
      const box = await plot.boundingBox();
      if (box === null) throw new Error('no plot');
      const tooltip = page.locator('#vg-tooltip-element.visible');
      for (const [across, down] of [
        [0.1, 0.02],
        [0.52, 0.5],
        [0.9, 0.97],
      ] as const) {
        await page.mouse.move(box.x + box.width * across, box.y + box.height * down);
        await expect.poll(() => tooltip.innerText()).toMatch(/^Month\s.*20\d\d\s+Channel.*€[\d,]+$/s);
      }
    },
  );

  browserTest(
    'draws a series in the same colour whatever the filters leave beside it, and after a reload',
    async ({ visit, service }) => {
      const page = await visit(
        `/embed/dashboard/sales?session=${await mintSession(service, { region: ['EU'] })}`,
      );
      await settled(page);
      const chart = tile(page, 'Revenue by month and channel');
      const before = await coloursOf(chart);
      expect(new Set(before.values()).size).toBe(3);
      const narrowedTo = async (...channels: readonly string[]): Promise<void> => {
        await expect
          .poll(async () => [...(await coloursOf(chart))].sort())
          .toEqual(channels.map((channel) => [channel, before.get(channel)]));
      };
      const choose = async (channel: string): Promise<void> => {
        await page.getByLabel('Sales channel').first().fill(channel);
        await page.getByRole('option', { name: channel }).click();
      };
      await choose('store');
      await narrowedTo('store');
      await choose('online');
      await narrowedTo('online', 'store');
      await page.reload();
      await narrowedTo('online', 'store');
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await narrowedTo('marketplace', 'online', 'store');
    },
  );

  browserTest(
    'keeps its filters in the address, and finds them there on reload',
    async ({ visit, service }) => {
      const session = await mintSession(service, { region: ['EU'] });
      const page = await visit(
        `/embed/dashboard/sales?session=${session}&theme=dark&filter.channel.values=store&filter.nothing.values=x`,
      );
      const units = () => figure(page, 'Units sold');
      await page.getByRole('search').getByText('store', { exact: true }).waitFor();
      const inStores = await units();
      const entries = await page.evaluate(() => history.length);
      await page.getByLabel('Period, to').fill('2023-12-31');
      await page.waitForURL(/filter\.period\.to=2023-12-31/);
      await expect.poll(units).not.toBe(inStores);
      const inStoresUntil2023 = await units();
      await expect.poll(() => page.evaluate(() => history.length)).toBe(entries);
      await page.reload();
      await expect.poll(() => units()).toBe(inStoresUntil2023);
      await expect.poll(() => page.getByLabel('Period, to').inputValue()).toBe('2023-12-31');
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await page.waitForURL((url) => !url.search.includes('filter.'));
      expect([...new URL(page.url()).searchParams.keys()].sort()).toEqual(['account', 'theme', 'view']);
    },
  );

  browserTest('shows a chart as a table and downloads its rows', async ({ visit, service }) => {
    const page = await visit(
      `/embed/dashboard/sales?session=${await mintSession(service, { region: ['EU'] })}`,
    );
    await settled(page);
    const categories = tile(page, 'Revenue by category');
    await categories.getByRole('button', { name: 'Options of Revenue by category' }).click();
    await page.getByRole('menuitem', { name: 'Show as table' }).click();
    const row = categories.getByRole('row').nth(1);
    await expect.poll(() => row.textContent()).toMatch(/^[A-Z].*€[\d,.]+$/);
    await categories.getByRole('button', { name: 'Options of Revenue by category' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Download CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('revenue_by_category.csv');
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    expect(lines[0]).toBe('category,revenue');
    expect(lines).toHaveLength(8);
    expect(lines[1]).toMatch(/^[A-Z][^,]*,\d+\.\d\d$/);
  });

  browserTest('downloads no formula that a spreadsheet would run', async ({ visit, service }) => {
    const page = await visit('/embed/chat', { expectErrors: [/./] });
    // As if the data had such texts.
    await page.route('**/graphql', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/\["Electronics","/, '["=cmd|calc","-');
      await route.fulfill({ response, body });
    });
    await page.goto(
      `${service.url}/embed/dashboard/sales?session=${await mintSession(service, { region: ['EU'] })}`,
    );
    await settled(page);
    await tile(page, 'Revenue by category')
      .getByRole('button', { name: 'Options of Revenue by category' })
      .click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Download CSV' }).click(),
    ]);
    const text = await readFile(await download.path(), 'utf8');
    expect(text).toMatch(/^'=cmd\|calc,-\d+\.\d+\r$/m);
  });

  browserTest('says so when not all rows of a tile could be downloaded', async ({ visit, service }) => {
    const page = await visit('/embed/chat', { expectErrors: [/ERR_FAILED/] });
    // As if there were more rows than are shown: they are asked for, and do not come.
    await page.route('**/graphql', async (route) => {
      if (/"first":10000/.test(route.request().postData() ?? '')) return route.abort();
      const response = await route.fetch();
      const body = (await response.text()).replace('"hasMore":false', '"hasMore":true');
      await route.fulfill({ response, body });
    });
    await page.goto(
      `${service.url}/embed/dashboard/sales?session=${await mintSession(service, { region: ['EU'] })}`,
    );
    await settled(page);
    const categories = tile(page, 'Revenue by category');
    await categories.getByRole('button', { name: 'Options of Revenue by category' }).click();
    await page.getByRole('menuitem', { name: 'Download CSV' }).click();
    await categories.getByRole('alert').getByText('The download failed.').waitFor();
    // Also in the lowest tile there is room to try again.
    await page.route('**/graphql', (route) => route.abort());
    await page.getByLabel('Period, to').fill('2023-12-31');
    const again = tile(page, 'Return rate').getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await page.unroute('**/graphql');
    const [button, box] = await Promise.all([again.boundingBox(), tile(page, 'Return rate').boundingBox()]);
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual((box?.y ?? 0) + (box?.height ?? 0));
    await again.click();
    await expect.poll(() => figure(page, 'Return rate')).toMatch(/%$/);
  });

  browserTest('says so when its session has ended', async ({ visit, service }) => {
    const session = await mintSession(service, { region: ['EU'] });
    const page = await visit(`/embed/dashboard/sales?session=${session}`, { expectErrors: [/401/] });
    await settled(page);
    await revokeSession(service, session);
    await page.getByLabel('Period, to').fill('2023-12-31');
    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
  });
});

describeInBrowser('an answer', () => {
  browserTest(
    'is pinned, put into order and shared, and a colleague sees their own rows',
    async ({ visit, service }) => {
      const tenant = 'colleagues';
      const chat = await visit(
        `/embed/chat?session=${await mintSession(service, { region: ['EU'], embedTenantName: tenant })}`,
      );
      await questionOf(chat).waitFor();
      const pin = async (question: string, title: string) => {
        await ask(chat, question);
        const turn = turnOf(chat, question);
        await turn.getByRole('button', { name: 'Pin to a dashboard' }).click();
        const dialog = chat.getByRole('dialog', { name: 'Pin to a dashboard' });
        await dialog.getByRole('textbox', { name: 'Title', exact: true }).fill(title);
        await dialog.getByRole('button', { name: 'Pin to a dashboard' }).click();
        await turn.getByText('Pinned to “My answers”').waitFor();
      };
      await pin('Revenue by category', 'By category');
      await pin('How many orders?', 'All orders');
      await chat.getByRole('button', { name: 'Pin to a dashboard' }).first().click();
      await chat.getByRole('combobox', { name: 'Dashboard' }).waitFor();
      await expectAccessible(chat);
      await keepScreenshot(chat, 'pin-answer');

      const page = await visit(
        `/embed/dashboard?session=${await mintSession(service, { region: ['EU'], embedTenantName: tenant })}`,
      );
      await page.getByRole('region', { name: 'From your organization' }).getByText('Sales').waitFor();
      await page.getByText('Nobody shares one with you.').waitFor();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await keepScreenshot(page, 'dashboard-list');
      await page.getByRole('button', { name: /^My answers/ }).click();
      await page.getByRole('heading', { level: 1, name: 'My answers' }).waitFor();
      await tile(page, 'By category').locator('canvas, svg.marks').waitFor();
      const orders = await figure(page, 'All orders');
      expect(orders).toMatch(/^[\d,]+$/);

      await page.getByRole('button', { name: 'Edit' }).click();
      const titles = () => page.getByRole('heading', { level: 2 }).allTextContents();
      const forward = page.getByRole('button', { name: 'Move All orders forward' });
      await forward.focus();
      await page.keyboard.press('Enter');
      await expect.poll(titles).toEqual(['All orders', 'By category']);
      // It cannot go further that way, so the focus is on the way back.
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
        .toBe('Move All orders back');
      await page.getByRole('button', { name: 'Make By category wider' }).click();
      await page.getByRole('button', { name: 'Rename All orders' }).click();
      await page.getByRole('textbox', { name: 'Title' }).fill('Orders so far');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('region', { name: 'Orders so far' }).waitFor();
      await page.getByRole('switch', { name: 'Share with your colleagues' }).click();
      await expect.poll(() => page.getByRole('switch').isChecked()).toBe(true);
      await expectAccessible(page);
      await keepScreenshot(page, 'dashboard-edited');
      await page.setViewportSize({ width: 320, height: 640 });
      await expectNoSidewaysScroll(page);
      await keepScreenshot(page, 'dashboard-edited-320');

      const colleague = await visit(
        `/embed/dashboard?session=${await mintSession(service, { region: ['US'], embedTenantName: tenant })}`,
      );
      await colleague
        .getByRole('region', { name: 'Shared with me' })
        .getByRole('button', { name: /^My answers/ })
        .click();
      await expect.poll(() => figure(colleague, 'Orders so far')).not.toBe(orders);
      await expect.poll(() => colleague.getByRole('button', { name: 'Edit' }).count()).toBe(0);
      await keepScreenshot(colleague, 'dashboard-of-colleague');

      await page.getByRole('button', { name: 'Delete the dashboard' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('You have no dashboards yet.').waitFor();
      await colleague.reload();
      await colleague.getByText('Dashboard not found.').waitFor();
      await expect.poll(() => colleague.getByRole('button', { name: 'Try again' }).count()).toBe(0);
      await colleague.getByRole('button', { name: 'All dashboards' }).click();
      await colleague.getByText('Nobody shares one with you.').waitFor();
    },
  );
});
