import { readFile } from 'node:fs/promises';
import type { FrameLocator } from 'playwright-core';
import { expect } from 'vitest';
import { de } from '../../web/src/shared/words/de.ts';
import { en } from '../../web/src/shared/words/en.ts';
import { describeInBrowser, expectNoSidewaysScroll, keepScreenshot } from './browser-test.ts';
import { answered, ask, questionOf, turnOf } from './chat-visitor.ts';
import { hostTest } from './host-test.ts';

const languages = [
  { language: 'en-GB', say: en },
  { language: 'de-DE', say: de },
] as const;

const slices = '.mark-arc.role-mark path';

describeInBrowser('a person in a host page', () => {
  hostTest.for(languages)(
    'keeps an answer and works with it, and a colleague sees their own rows, in $language',
    async ({ language, say }, { visit, host, service }) => {
      const options = { alsoFrom: [host.origin, service.url], viewport: { width: 1440, height: 900 } };
      const open = (user: string) => visit(`${host.origin}/?user=${user}&lang=${language}`, options);
      const page = await open('emma');
      const chat = page.frameLocator('iframe[title="Ask the analyst"]');
      await questionOf(chat).waitFor();

      const question = 'Revenue by category in 2025';
      await ask(chat, question);
      await answered(chat, question);
      const turn = turnOf(chat, question);
      await turn.locator('.mark-rect.role-mark path').first().waitFor();
      await turn.getByRole('button', { name: new RegExp(`^${say.chat.optionsOf('')}`) }).click();
      await chat.getByRole('menuitem', { name: say.chat.chartTypes.pie, exact: true }).click();
      await expect.poll(() => turn.locator(slices).count()).toBeGreaterThan(2);

      const chips = turn.getByRole('group', { name: say.card.changes });
      const period = chips.getByRole('button', { name: /^Order date: .*\d$/ });
      const whole = await period.innerText();
      await period.click();
      await chat.getByRole('combobox', { name: say.card.period }).selectOption('previousQuarter');
      await chat.getByRole('button', { name: say.card.apply }).click();
      await expect.poll(() => period.innerText()).not.toBe(whole);
      // What is narrowed is still a pie, and says that the sentence is about the answer before.
      await expect.poll(() => turn.locator(slices).count()).toBeGreaterThan(2);
      await turn.getByText(say.card.aboutOriginal).waitFor();
      await keepScreenshot(page, `journey-chat-${language}`);

      await turn.getByRole('button', { name: say.keeping.pin }).click();
      const dialog = chat.getByRole('dialog', { name: say.keeping.pin });
      await dialog.getByRole('textbox', { name: say.keeping.tileTitle, exact: true }).fill('Categories');
      // She has one already in the other language.
      const choice = dialog.getByRole('combobox', { name: say.keeping.dashboard, exact: true });
      if (await choice.isVisible()) await choice.selectOption('');
      await dialog.getByRole('textbox', { name: say.keeping.newTitle }).fill(`Board ${language}`);
      await dialog.getByRole('button', { name: say.keeping.pin }).click();
      const link = turn.getByRole('link', { name: say.keeping.open });
      await expect
        .poll(() => link.getAttribute('href'))
        .toMatch(/\/embed\/dashboard\/[\da-f-]{36}\?account=/);
      await page.getByRole('button', { name: `Show “Board ${language}”` }).click();

      const board = page.frameLocator(`iframe[title="Board ${language}"]`);
      const tile = board.getByRole('region', { name: 'Categories', exact: true });
      await tile.locator(slices).first().waitFor();
      await tile.locator(slices).first().click();
      await board.getByRole('menuitem', { name: say.card.downTo('Subcategory') }).click();
      const drilled = board.getByRole('dialog', { name: /^Categories › / });
      await drilled.locator('.mark-rect.role-mark path').first().waitFor();
      await keepScreenshot(page, `journey-drilled-${language}`);
      await drilled.getByRole('button', { name: say.close }).click();

      await tile.locator(slices).first().click();
      await board.getByRole('menuitem', { name: say.dashboard.ask }).click();
      // Whatever the tile is called: the agent knows nothing of it.
      const asked = /^Revenue (?:for|für) [A-Z][a-z &]+ (?:from|von) 2025-07-01 (?:to|bis) 2025-09-30$/;
      const about = chat.getByRole('article', { name: asked });
      await expect
        .poll(() => about.locator('[data-number]').innerText())
        .toMatch(/^(?:€[\d,]+\.\d\d|[\d.]+,\d\d\s€)$/);
      await tile.getByRole('button', { name: say.dashboard.optionsOf('Categories') }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        board.getByRole('menuitem', { name: say.dashboard.downloadCsv }).click(),
      ]);
      const rowsOfEmma = await readFile(await download.path(), 'utf8');
      expect(rowsOfEmma).toMatch(/^category,revenue\r\n[A-Z]/);

      await board.getByRole('button', { name: say.keeping.edit }).click();
      await board.getByRole('switch', { name: say.keeping.share }).click();
      await expect.poll(() => board.getByRole('switch').isChecked()).toBe(true);
      await keepScreenshot(page, `journey-board-${language}`);

      await page.getByRole('button', { name: 'Sales', exact: true }).click();
      const sales = page.frameLocator('iframe[title="Sales dashboard"]');
      const before = await figure(sales, 'Revenue').innerText();
      await sales.getByRole('combobox', { name: say.dashboard.preset('Period') }).click();
      await sales.getByRole('option', { name: say.dashboard.presets.previousQuarter }).click();
      await expect.poll(() => figure(sales, 'Revenue').innerText()).not.toBe(before);

      const colleague = await open('sam');
      await colleague.getByRole('button', { name: 'All dashboards' }).click();
      const shared = colleague.frameLocator('iframe[title="All dashboards"]');
      await shared
        .getByRole('region', { name: say.keeping.shared })
        .getByRole('button', { name: new RegExp(`^Board ${language}`) })
        .click();
      const ofSam = shared.getByRole('region', { name: 'Categories', exact: true });
      await ofSam.locator(slices).first().waitFor();
      await ofSam.getByRole('button', { name: say.dashboard.optionsOf('Categories') }).click();
      const [other] = await Promise.all([
        colleague.waitForEvent('download'),
        shared.getByRole('menuitem', { name: say.dashboard.downloadCsv }).click(),
      ]);
      const rowsOfSam = await readFile(await other.path(), 'utf8');
      expect(rowsOfSam.split('\r\n')[0]).toBe(rowsOfEmma.split('\r\n')[0]);
      expect(rowsOfSam).not.toBe(rowsOfEmma);
      await expect.poll(() => shared.getByRole('button', { name: say.keeping.edit }).count()).toBe(0);
      await expectNoSidewaysScroll(page);

      // In the chat's own frame, the link leads to the dashboard, and from there back to the conversation.
      await link.click();
      await chat.getByRole('region', { name: 'Categories', exact: true }).waitFor();
      await chat.getByRole('link', { name: say.keeping.backToChat }).click();
      await answered(chat, question);
    },
  );
});

function figure(frame: FrameLocator, name: string) {
  return frame.getByRole('region', { name, exact: true }).locator('[data-figure]');
}
