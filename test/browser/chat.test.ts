import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import {
  browserTest,
  describeInBrowser,
  expectAccessible,
  expectUsableInEachLook,
  keepScreenshot,
} from './browser-test.ts';
import { answered, ask, openChat, questionOf, turnOf } from './chat-visitor.ts';
import { mintSession, revokeSession } from './embed-session.ts';

/** The text that a chart's drawing holds. */
const chartOf = '[role=img] svg.marks';

describeInBrowser('the embedded chat', () => {
  browserTest('goes from a link to a chart, its rows and what to ask next', async ({ visit, service }) => {
    const page = await openChat(visit, service);
    const readyMs = await page.evaluate(() => performance.now());
    process.stderr.write(`the chat could be used after ${Math.round(readyMs)} ms\n`);
    expect(page.url()).not.toContain('session=');
    await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0);

    await page.getByRole('list', { name: 'Suggested questions' }).waitFor();
    const question = 'Revenue by month and country in 2025';
    await ask(page, question);
    await answered(page, question);
    const turn = turnOf(page, question);
    await turn.locator(chartOf).waitFor();
    await expect.poll(() => turn.locator(chartOf).textContent()).toContain('Germany');
    await expect.poll(() => turn.innerText()).toContain('€');

    await turn.getByRole('button', { name: 'Searched the data model and ran 2 queries' }).click();
    await expect
      .poll(() => turn.getByRole('region', { name: 'SQL' }).last().innerText())
      .toContain('MEASURE(revenue)');
    await turn.getByText(/Sales · \d+ fields/).waitFor();
    await turn.getByText('72 rows, the first 10 shown').waitFor();

    await turn.getByText('Table', { exact: true }).click();
    const table = turn.getByRole('region', { name: /^Rows of/ }).last();
    await expect.poll(() => table.getByRole('row').count()).toBe(73);
    await expect
      .poll(() => table.getByRole('row').nth(1).innerText())
      .toMatch(/^Jan 2025\s+Germany\s+€[\d,]+\.\d\d\s*$/);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      turn.getByRole('button', { name: 'Download as CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('Revenue-by-month-and-country-in-2025.csv');
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    expect(lines[0]).toBe('ordered_at_month,country,revenue');
    expect(lines).toHaveLength(73);

    const next = page.getByRole('list', { name: 'Suggested questions' }).getByRole('button').first();
    const suggested = await next.innerText();
    await next.click();
    await answered(page, suggested);
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
  });

  browserTest('shows the readings that it asks between as buttons', async ({ visit, service }) => {
    const page = await openChat(visit, service);
    const question = 'which items sell poorly';
    await ask(page, question);
    await turnOf(page, question).getByText('Which of these do you mean?').waitFor();
    const offers = page.getByRole('list', { name: 'Suggested questions' }).getByRole('button');
    await expect.poll(() => offers.allInnerTexts()).toEqual(['List: Product', 'Revenue by product']);
    await keepScreenshot(page, 'chat-asks-back');
    await offers.last().click();
    await answered(page, 'Revenue by product');
    await expect.poll(() => turnOf(page, 'Revenue by product').innerText()).toMatch(/€[\d,]+/);
  });

  browserTest('downloads no formula that a spreadsheet would run', async ({ visit, service }) => {
    const page = await openChat(visit, service);
    const question = 'Revenue by country in 2025';
    await ask(page, question);
    await answered(page, question);
    // As if the data had such texts: the same download, of another query.
    const query = `SELECT '=cmd|calc' AS "=note", country, -MEASURE(revenue) AS loss FROM sales GROUP BY 2`;
    await page.route('**/sql', (route) =>
      route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), query }) }),
    );
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      turnOf(page, question).getByRole('button', { name: 'Download as CSV' }).click(),
    ]);
    const [header, first] = (await readFile(await download.path(), 'utf8')).split('\r\n');
    expect(header).toBe("'=note,country,loss");
    expect(first).toMatch(/^'=cmd\|calc,[A-Z][a-z]+,-\d+\.\d+$/);
  });

  browserTest(
    'goes on without a chart that could not be loaded, and loads it later',
    async ({ visit, service }) => {
      const page = await openChat(visit, service, { expectErrors: [/ERR_FAILED/, /vega-chart/] });
      await page.route(/vega-chart/, (route) => route.abort());
      const question = 'Orders by month';
      await ask(page, question);
      await answered(page, question);
      const alert = turnOf(page, question).getByRole('alert');
      await alert.filter({ hasText: 'This chart could not be loaded.' }).waitFor();
      await page.unroute(/vega-chart/);
      await alert.getByRole('button', { name: 'Try again' }).click();
      await turnOf(page, question).locator(chartOf).waitFor();
    },
  );

  browserTest('shows two users side by side the figures of their own regions', async ({ visit, service }) => {
    const question = 'Revenue by region';
    const figures = await Promise.all(
      ['EU', 'UK'].map(async (region) => {
        const page = await openChat(visit, service, { region: [region] });
        await ask(page, question);
        await answered(page, question);
        return turnOf(page, question).innerText();
      }),
    );
    expect(figures[0]).toContain('EU');
    expect(figures[1]).toContain('UK');
    expect(figures[0]).not.toContain('UK');
    expect(figures[1]).not.toContain('EU');
  });

  browserTest(
    'draws several measures as wide as their card, with their units and by the year',
    async ({ visit, service }) => {
      const page = await openChat(visit, service);
      const question = 'Revenue and orders by year';
      await ask(page, question);
      await answered(page, question);
      const turn = turnOf(page, question);
      const chart = turn.locator(chartOf);
      await chart.waitFor();
      const fills = async () => {
        const [drawing, box] = await Promise.all([
          chart.boundingBox(),
          turn.getByRole('region', { name: 'Chart' }).boundingBox(),
        ]);
        return (box?.width ?? 0) - (drawing?.width ?? 0);
      };
      await expect.poll(fills).toBeLessThanOrEqual(4);
      const labels = () => chart.locator('text').allTextContents();
      await expect
        .poll(async () => (await labels()).filter((label) => /^20\d\d$/.test(label)))
        .toEqual(['2023', '2024', '2025', '2023', '2024', '2025']);
      const drawn = await labels();
      expect(drawn.filter((label) => /[a-z]{3} \d|^[A-Z][a-z]+y$/.test(label))).toEqual([]);
      expect(drawn.some((label) => /^€\d.*m$/.test(label))).toBe(true);
      const points = chart.locator('.mark-symbol path');
      // What finds the nearest point lies above the points.
      await points.first().hover({ force: true });
      const tooltip = page.locator('#vg-tooltip-element.visible');
      await tooltip.waitFor();
      await expect.poll(() => tooltip.innerText()).toMatch(/2023\s[\s\S]*€\d,\d{3},\d{3}\.\d\d$/);
      await keepScreenshot(page, 'chat-two-measures');
      await page.setViewportSize({ width: 700, height: 800 });
      await expect.poll(async () => Math.abs(await fills())).toBeLessThanOrEqual(4);
      await turn.getByText('Table', { exact: true }).click();
      await expect
        .poll(() => turn.getByRole('row').nth(1).innerText())
        .toMatch(/^2023\s+€[\d,]+\.\d\d\s+[\d,]+\s*$/);
    },
  );

  browserTest(
    'draws an answer in other ways without another question, and hands out its picture',
    async ({ visit, service }) => {
      const page = await openChat(visit, service);
      const question = 'Revenue by month and channel in 2025';
      await ask(page, question);
      await answered(page, question);
      const turn = turnOf(page, question);
      await turn.locator(chartOf).waitFor();
      await turn.getByRole('group', { name: 'Change this answer' }).waitFor();
      const sent: string[] = [];
      page.on('request', (request) => void (request.method() === 'POST' && sent.push(request.url())));
      const choose = async (item: string): Promise<void> => {
        await turn.getByRole('button', { name: /^Options of / }).click();
        await page.getByRole('menuitem', { name: item, exact: true }).click();
      };
      await choose('Stacked bars');
      await expect.poll(() => turn.locator('.mark-rect.role-mark path').count()).toBe(36);
      await choose('Areas');
      await expect.poll(() => turn.locator('.mark-area.role-mark path').count()).toBe(3);
      const [download] = await Promise.all([page.waitForEvent('download'), choose('Download PNG')]);
      expect(download.suggestedFilename()).toBe('Revenue-by-month-and-sales-channel-in-2025.png');
      const picture = await readFile(await download.path());
      expect(picture.subarray(1, 4).toString()).toBe('PNG');
      expect(picture.readUInt32BE(16)).toBeGreaterThan(1_000);
      await choose('As answered');
      await expect.poll(() => turn.locator('.mark-line.role-mark path').count()).toBe(3);
      expect(sent).toEqual([]);
      await turn.getByRole('button', { name: /^Options of / }).click();
      await expectAccessible(page);
      await page.keyboard.press('Escape');

      await turn.getByText('Table', { exact: true }).click();
      const revenues = async () =>
        (await turn.locator('tbody td').filter({ hasText: '€' }).allTextContents()).map((text) =>
          Number(text.replace(/[^\d.]/g, '')),
        );
      await expect.poll(async () => (await revenues()).length).toBe(36);
      const unsorted = await revenues();
      await turn.getByRole('button', { name: /^Revenue/ }).click();
      await turn.locator('th[aria-sort=descending]').waitFor();
      await expect.poll(() => revenues()).toEqual(unsorted.toSorted((a, b) => b - a));
      await expectAccessible(page);

      const single = 'How many orders in 2025?';
      await ask(page, single);
      await answered(page, single);
      const number = turnOf(page, single).locator('[data-number]');
      await expect.poll(() => number.innerText()).toMatch(/^[\d,]+$/);
      const before = await turnOf(page, single).locator('[data-before]').innerText();
      expect(before).toMatch(/^Period before: [\d,]+ \([+-][\d.]+%\)$/);
    },
  );

  browserTest(
    'changes an answer by its period, breakdown and filters, and drills into it, without asking the agent',
    async ({ visit, service }) => {
      const page = await openChat(visit, service);
      const question = 'Revenue by category in 2025';
      await ask(page, question);
      await answered(page, question);
      const turn = turnOf(page, question);
      const chips = turn.getByRole('group', { name: 'Change this answer' });
      const chip = (name: string) => chips.getByRole('button', { name, exact: true });
      await chip('by Category').waitFor();
      const asked: string[] = [];
      page.on('request', (request) => {
        if (/chatStream/.test(request.postData() ?? '')) asked.push(request.url());
      });
      const bars = turn.locator('.mark-rect.role-mark path');
      await bars.first().waitFor();
      const categories = await bars.count();
      await bars.first().click();
      await page.getByRole('menuitem', { name: 'By Subcategory' }).click();
      await chip('by Subcategory').waitFor();
      const only = chips.getByRole('button', { name: /^Category: / });
      await only.waitFor();
      await turn.getByText('Revenue by Subcategory', { exact: true }).waitFor();
      const note = turn.getByText('The text below is about the original answer.');
      await note.waitFor();
      await expectAccessible(page);
      await keepScreenshot(page, 'chat-drilled');
      await chip('Back').click();
      await expect.poll(() => bars.count()).toBe(categories);
      await expect.poll(() => note.count()).toBe(0);

      await chip('by Category').click();
      await page.getByRole('menuitem', { name: 'Sales channel' }).click();
      await chip('by Sales channel').waitFor();
      await expect.poll(() => bars.count()).toBe(3);
      await chip('Order date: 1 Jan 2025 – 31 Dec 2025').click();
      await page.getByRole('combobox', { name: 'Period' }).selectOption('previousQuarter');
      await page.getByRole('button', { name: 'Apply' }).click();
      await chip('Order date: 1 Jul 2025 – 30 Sept 2025').waitFor();
      await chip('Add').click();
      await page.getByRole('menuitem', { name: 'Filter by Country' }).click();
      await page.getByRole('searchbox', { name: 'Search in Country' }).fill('germ');
      await page.getByRole('checkbox', { name: 'France' }).waitFor({ state: 'detached' });
      await page.getByRole('checkbox', { name: 'Germany' }).check();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Apply' }).click();
      await chip('Country: Germany').waitFor();

      // From the keyboard, a row of the table is what a bar of the chart is.
      await turn.getByText('Table', { exact: true }).click();
      await turn.getByRole('button', { name: 'Drill down: store' }).press('Enter');
      await page.getByRole('menuitem', { name: 'Show the rows' }).press('Enter');
      await turn.getByText('Sales: rows').waitFor();
      const first = await turn.locator('tbody tr').first().innerText();
      expect(first).toMatch(/Germany\s+store/);
      expect(first).toMatch(/(Jul|Aug|Sept) 2025/);
      await turn.getByRole('button', { name: /^Options of / }).click();
      await page.getByRole('menuitem', { name: 'Explain' }).click();
      const explained = turn.getByRole('region', { name: 'How this was computed' });
      await expect.poll(() => explained.innerText()).toContain('Country: Germany');
      await expectAccessible(page);
      await keepScreenshot(page, 'chat-rows-behind');
      await turn.getByRole('button', { name: 'Remove Country: Germany' }).click();
      await turn.getByRole('button', { name: 'Remove Country: Germany' }).waitFor({ state: 'detached' });
      expect(asked).toEqual([]);
    },
  );

  browserTest('draws all rows of a long result', async ({ visit, service }) => {
    const page = await openChat(visit, service);
    const question = 'Revenue by day in 2025';
    await ask(page, question);
    await answered(page, question);
    const turn = turnOf(page, question);
    await turn.locator(chartOf).waitFor();
    await expect.poll(() => turn.locator(chartOf).textContent()).toMatch(/(October|November|December)/);
    await expect.poll(() => turn.getByText('Drawn from the first').count()).toBe(0);
    await keepScreenshot(page, 'chat-all-days');
  });

  browserTest('reads all rows of a long result, page by page', async ({ visit, service }) => {
    const page = await openChat(visit, service);
    const question = 'Revenue by product';
    await ask(page, question);
    await answered(page, question);
    const turn = turnOf(page, question);
    await turn.getByText('Table', { exact: true }).click();
    await turn.getByText(/first 100 of \d+ rows/).waitFor();
    await turn.getByRole('button', { name: 'Show all rows' }).click();
    await turn.getByRole('button', { name: 'Page 2', exact: true }).click();
    const count = Number(/(\d+) rows$/.exec(await turn.getByText(/^\d+ rows$/).innerText())?.[1]);
    expect(count).toBeGreaterThan(100);
    await expect.poll(() => turn.getByRole('row').count()).toBe(Math.min(count - 100, 100) + 1);
  });

  browserTest(
    "speaks the reader's language, and draws times of the session's time zone in it",
    async ({ visit, service }) => {
      const page = await openChat(visit, service, { timezoneId: 'America/Los_Angeles', locale: 'de-DE' });
      const question = 'Revenue by month in 2025';
      await ask(page, question);
      await answered(page, question);
      const chart = turnOf(page, question).locator(chartOf);
      await chart.waitFor();
      await expect.poll(() => chart.textContent()).toMatch(/Mär\.? 2025/);
      await expect.poll(() => chart.textContent()).toMatch(/\d00\.000\s€/);
      await expect.poll(() => chart.textContent()).not.toContain('2024');
      await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('de');
      await turnOf(page, question).getByText('Datenmodell durchsucht und 2 Abfragen ausgeführt').waitFor();
      await keepScreenshot(page, 'chat-german');
      await turnOf(page, question).getByText('Tabelle', { exact: true }).click();
      await expect
        .poll(() => turnOf(page, question).getByRole('row').nth(1).innerText())
        .toMatch(/^Jan\.? 2025\s+\d+\.\d{3},\d\d\s€\s*$/);
    },
  );

  browserTest('keeps threads, which are opened, renamed, rated and deleted', async ({ visit, service }) => {
    const page = await openChat(visit, service);
    const threads = page.getByRole('navigation', { name: 'Conversations' });
    await threads.getByText('Your conversations will be kept here.').waitFor();
    await ask(page, 'How many orders?');
    await answered(page, 'How many orders?');
    await page.getByRole('button', { name: 'Good answer' }).click();
    await threads.getByRole('button', { name: 'New conversation' }).click();
    await ask(page, 'How many customers?');
    await answered(page, 'How many customers?');
    await expect
      .poll(() => threads.getByRole('listitem').allInnerTexts())
      .toEqual(['How many customers?', 'How many orders?']);
    await threads.getByRole('region', { name: 'Today' }).waitFor();
    const search = threads.getByRole('searchbox', { name: 'Search conversations' });
    await search.fill('ORDERS');
    await expect.poll(() => threads.getByRole('listitem').allInnerTexts()).toEqual(['How many orders?']);
    await search.fill('nothing of this name');
    await threads.getByText('No conversation has this in its title.').waitFor();
    await search.fill('');
    await expect.poll(() => threads.getByRole('listitem').count()).toBe(2);
    await page.getByRole('button', { name: 'Change and ask again' }).click();
    await expect.poll(() => questionOf(page).inputValue()).toBe('How many customers?');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
    await questionOf(page).fill('');

    await page.getByRole('button', { name: 'Bad answer' }).last().click();
    const feedback = page.getByRole('dialog', { name: 'What is wrong with this answer?' });
    await feedback.getByRole('radio', { name: 'The figures are wrong' }).check();
    await feedback.getByRole('textbox', { name: 'In your own words' }).fill('Half of them are missing.');
    await expectAccessible(page);
    await feedback.getByRole('button', { name: 'Send' }).click();
    await feedback.getByText('Thank you.').waitFor();
    await page.keyboard.press('Escape');

    await threads.getByRole('button', { name: 'Actions for How many orders?' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    // The old title is selected: what is typed takes its place.
    await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe('How many orders?');
    await page.keyboard.type('Orders so far');
    await page.keyboard.press('Enter');
    await threads.getByRole('button', { name: 'Orders so far', exact: true }).click();
    await answered(page, 'How many orders?');
    await page.reload();
    await answered(page, 'How many orders?');
    await page.locator('button[aria-label="Good answer"][aria-pressed=true]').waitFor();

    await threads.getByRole('button', { name: 'Actions for Orders so far' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByText('“Orders so far”').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await threads.getByRole('button', { name: 'Orders so far', exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'What would you like to know?' }).waitFor();
    await page.reload();
    await threads.getByRole('button', { name: 'How many customers?', exact: true }).waitFor();
    await expect.poll(() => threads.getByRole('listitem').count()).toBe(1);
  });

  browserTest('explains a link that was used already', async ({ visit, service }) => {
    const session = await mintSession(service, { externalId: 'twice', region: ['EU'] });
    const first = await visit(`/embed/chat?session=${session}`);
    await questionOf(first).waitFor();
    const second = await visit(`/embed/chat?session=${session}`, { expectErrors: [/401/] });
    await second.getByRole('heading', { name: 'This link was already used' }).waitFor();
    await keepScreenshot(second, 'chat-used-link');
  });

  browserTest('says so when the session has ended', async ({ visit, service }) => {
    const session = await mintSession(service, { externalId: 'ended', region: ['EU'] });
    const page = await visit(`/embed/chat?session=${session}`, { expectErrors: [/401/] });
    // Written before the session ends: whatever the page asks of its own accord may learn of the end first.
    await questionOf(page).fill('How many orders?');
    await revokeSession(service, session);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
    await page.reload();
    await page.getByRole('alert').waitFor();
    await expect.poll(() => questionOf(page).count()).toBe(0);
  });

  browserTest('is for everybody, in each colour scheme', async ({ visit, service }) => {
    const page = await openChat(visit, service);
    await page.getByRole('list', { name: 'Suggested questions' }).waitFor();
    await expectUsableInEachLook(page, 'chat-start');
    const question = 'Revenue by sales channel';
    await ask(page, question);
    await answered(page, question);
    await turnOf(page, question).locator(chartOf).waitFor();
    await page.getByRole('list', { name: 'Suggested questions' }).waitFor();
    await turnOf(page, question)
      .getByRole('button', { name: /^Searched/ })
      .click();
    await turnOf(page, question)
      .getByRole('region', { name: `SQL: ${question}` })
      .waitFor();
    await expectUsableInEachLook(page, 'chat-answer');
    await page.getByRole('button', { name: 'Conversations' }).click();
    await page.getByRole('dialog').getByRole('button', { name: question, exact: true }).waitFor();
    await expectAccessible(page);
    await keepScreenshot(page, 'chat-threads');
  });
});
