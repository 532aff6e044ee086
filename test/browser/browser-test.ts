import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type RunningService, startService } from '../../examples/demo/start-service.ts';
import { fillDataDirectory } from '../support/database.ts';
import { chromiumPath } from './chromium.ts';

/** Skipped, and reported so, where there is no Chromium. */
export const describeInBrowser = describe.skipIf(!existsSync(chromiumPath));

export interface VisitOptions extends BrowserContextOptions {
  /** Origins that the page may ask besides the service's: a host page's own. */
  readonly alsoFrom?: readonly string[];
  /** Console errors that belong to the test, such as the browser's note of a 401. */
  readonly expectErrors?: readonly RegExp[];
}

/** Opens a path of the service, or a whole URL, as a visitor with storage of their own, and waits until it is loaded. */
export type Visit = (path: string, options?: VisitOptions) => Promise<Page>;

interface BrowserFixtures {
  /** The real service over examples/shop, on a free port; one for the tests of a file. */
  readonly service: RunningService;
  /** One for all tests of a worker; each visit has storage of its own. */
  readonly browser: Browser;
  /** After the test, no page that was visited has logged an error or asked another host for anything. */
  readonly visit: Visit;
}

export const browserTest = test.extend<BrowserFixtures>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: fixtures are named by a pattern
    async ({}, use) => {
      await using service = await startService({ fill: fillDataDirectory });
      await use(service);
    },
    { scope: 'file' },
  ],
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: fixtures are named by a pattern
    async ({}, use) => {
      await using browser = await chromium.launch({ executablePath: chromiumPath, args: launchArguments });
      await use(browser);
    },
    { scope: 'worker' },
  ],
  visit: async ({ service, browser }, use) => {
    await using stack = new AsyncDisposableStack();
    const problems: string[] = [];
    await use(async (path, { alsoFrom = [], expectErrors = [], ...options } = {}) => {
      const context = stack.use(await browser.newContext({ locale: 'en-GB', timezoneId: 'UTC', ...options }));
      // On a busy machine, too.
      context.setDefaultTimeout(60_000);
      const own = [service.url, ...alsoFrom];
      const note = (problem: string) => {
        if (!expectErrors.some((expected) => expected.test(problem))) problems.push(problem);
      };
      context.on('request', (request) => {
        const { protocol, origin } = new URL(request.url());
        if (/^https?:$/.test(protocol) && !own.includes(origin)) problems.push(`asked ${request.url()}`);
      });
      context.on('console', (message) => {
        if (message.type() === 'error') note(`${message.text()} (${message.location().url})`);
      });
      context.on('weberror', (error) => note(String(error.error())));
      const page = await context.newPage();
      // A request that a test holds back is let go of before its page closes.
      stack.defer(() => page.unrouteAll({ behavior: 'ignoreErrors' }));
      await page.goto(new URL(path, service.url).href, { waitUntil: 'load' });
      return page;
    });
    expect(problems).toEqual([]);
  },
});

/**
 * The address bar's popups are two renderers per window, which nobody sees and which take most of the time to open it.
 * The others are what Playwright turns off: a second list takes the place of the first.
 */
const unusedFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

const launchArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${unusedFeatures.join(',')}`,
];

/** Resolves when nothing moves or fades any more: a colour on its way to another is neither. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** Resolves when nothing on the page is waited for any more. */
export async function loaded(page: Page): Promise<void> {
  const waiting = page.locator('[aria-busy=true], [class*=Skeleton-root], [class*=Loader-root]');
  await expect.poll(() => waiting.count()).toBe(0);
}

/** Fails with what axe finds serious or critical, and where. */
export async function expectAccessible(page: Page): Promise<void> {
  await settled(page);
  // The other mode opens a window for each analysis, for the sake of frames from elsewhere, which no page of ours has.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}

/** Fails when the page stays wider than its window: charts follow a new width after the rest. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overhang = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overhang).toBeLessThanOrEqual(0);
}

/** Each scheme and each width once. */
const looks = [
  { colorScheme: 'light', width: 1280, height: 900 },
  { colorScheme: 'dark', width: 320, height: 640 },
] as const;

/**
 * Fails when the page is wider than its window or axe finds something, light and wide or dark and narrow, and leaves it dark
 * and narrow. @param name of the pictures
 */
export async function expectUsableInEachLook(page: Page, name: string): Promise<void> {
  for (const { colorScheme, width, height } of looks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height });
    await loaded(page);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await keepScreenshot(page, `${name}-${colorScheme}-${width}`);
  }
}

/** With `SCREENSHOTS=1`, keeps a picture of the whole page in `test-results/`, for people to look at. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  if (process.env['SCREENSHOTS'] !== '1') return;
  await page.screenshot({ path: join('test-results', `${name}.png`), fullPage: true });
}
