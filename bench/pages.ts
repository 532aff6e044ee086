/**
 * What the embedded chat costs a reader, in Chromium with a service of its own over the example shop: `node bench/pages.ts`,
 * after `npm run build`. The first answer and its chart on a page that was just opened, and a thread of thirty answers.
 */
import { chromium, type Page } from 'playwright-core';
import { startService } from '../examples/demo/start-service.ts';
import { chromiumPath } from '../test/browser/chromium.ts';
import { mintSession } from '../test/browser/embed-session.ts';
import { median, report } from './report.ts';

const opened = 9;
const answers = 30;
const questions = [
  'Revenue by month in 2025',
  'Revenue by category in 2025',
  'Orders by country',
  'Revenue by month and channel in 2025',
  'Top 10 products by revenue',
  'Revenue and orders by year',
];

declare global {
  interface Window {
    /** Of tasks over 50 ms, in milliseconds. */
    longTasks: number[];
    layoutShift: number;
  }
}

await using service = await startService();
await using browser = await chromium.launch({
  executablePath: chromiumPath,
  args: ['--no-sandbox', '--disable-gpu'],
});
const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'UTC' });
await context.addInitScript(() => {
  window.longTasks = [];
  window.layoutShift = 0;
  new PerformanceObserver((list) => {
    window.longTasks.push(...list.getEntries().map(({ duration }) => duration));
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[]) {
      if (!entry.hadRecentInput) window.layoutShift += entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
});
const page = await context.newPage();

async function open(): Promise<void> {
  await page.goto(`${service.url}/embed/chat?session=${await mintSession(service, { region: ['EU'] })}`);
  await page.getByRole('list', { name: 'Suggested questions' }).waitFor();
}

/** From Enter to the first word, and to the chart as it is seen. */
async function firstAnswer(): Promise<{ readonly textMs: number; readonly chartMs: number }> {
  await open();
  await page.getByRole('textbox', { name: 'Your question' }).fill('Revenue by month and country in 2025');
  return page.evaluate(async () => {
    const until = (isThere: () => boolean) =>
      new Promise<number>((resolve) => {
        const look = () => (isThere() ? resolve(performance.now()) : setTimeout(look, 2));
        look();
      });
    const startMs = performance.now();
    document
      .querySelector('textarea')
      ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    const [textMs, chartMs] = await Promise.all([
      until(() => /\S/.test(document.querySelector('article [aria-live]')?.textContent ?? '')),
      until(() =>
        [...document.querySelectorAll('article svg.marks')].some((chart) =>
          chart.checkVisibility({ visibilityProperty: true }),
        ),
      ),
    ]);
    return { textMs: textMs - startMs, chartMs: chartMs - startMs };
  });
}

async function longThread(): Promise<{ readonly taskMs: number; readonly shift: number }> {
  await page.reload();
  await answered(page, answers);
  // What comes late may move things, too.
  await page.waitForTimeout(3_000);
  return page.evaluate(() => ({ taskMs: Math.max(0, ...window.longTasks), shift: window.layoutShift }));
}

async function answered(of: Page, count: number): Promise<void> {
  await of
    .getByRole('group', { name: 'About this answer' })
    .nth(count - 1)
    .waitFor();
}

// The first question after the start of the service waits for more than the page.
await firstAnswer();
const firsts = [];
for (let count = 0; count < opened; count++) firsts.push(await firstAnswer());
await open();
for (let count = 1; count <= answers; count++) {
  await page.getByRole('textbox', { name: 'Your question' }).fill(questions[count % questions.length] ?? '');
  await page.keyboard.press('Enter');
  await answered(page, count);
}
const threads = [];
for (let count = 0; count < 3; count++) threads.push(await longThread());

const limit = { against: 'limit', bound: 1, atMost: true };
await report('pages', [
  {
    what: 'first answer, from Enter',
    unit: 'ms',
    ours: median(firsts.map(({ textMs }) => textMs)),
    theirs: 300,
    ...limit,
  },
  {
    what: 'its chart',
    unit: 'ms',
    ours: median(firsts.map(({ chartMs }) => chartMs)),
    theirs: 450,
    ...limit,
  },
  {
    what: 'opening 30 answers: longest task',
    unit: 'ms',
    ours: Math.max(...threads.map(({ taskMs }) => taskMs)),
    theirs: 200,
    ...limit,
  },
  {
    what: 'opening 30 answers: layout shift',
    unit: '/ 1000',
    ours: 1_000 * Math.max(...threads.map(({ shift }) => shift)),
    theirs: 100,
    ...limit,
  },
]);
