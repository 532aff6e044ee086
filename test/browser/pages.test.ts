import { expect } from 'vitest';
import {
  browserTest,
  describeInBrowser,
  expectAccessible,
  expectNoSidewaysScroll,
  expectUsableInEachLook,
  keepScreenshot,
} from './browser-test.ts';

const pages = [
  { name: 'chat', path: '/embed/chat', title: 'This page needs a valid link' },
  { name: 'dashboard', path: '/embed/dashboard/sales', title: 'This page needs a valid link' },
  { name: 'admin', path: '/admin', title: 'Admin console' },
];

describeInBrowser('pages', () => {
  browserTest.for(pages)('$name is for everybody, in each colour scheme', async (view, { visit }) => {
    const { name, path, title } = view;
    const page = await visit(path, { colorScheme: 'light' });
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await expect.poll(() => page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('light');
    await expectUsableInEachLook(page, name);
    await expect.poll(() => page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark');
  });

  browserTest('the address of the service is a page that leads to the others', async ({ visit, service }) => {
    const page = await visit('/');
    await page.getByRole('heading', { level: 1, name: 'Inlay' }).waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await keepScreenshot(page, 'start');
    const icon = await page.request.get(`${service.url}/favicon.ico`);
    expect(icon.headers()['content-type']).toBe('image/x-icon');
    await page.getByRole('link', { name: 'REST reference' }).click();
    await page.getByRole('heading', { level: 1, name: 'Inlay REST API' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Console' }).click();
    await page.getByRole('heading', { level: 1, name: 'Admin console' }).waitFor();
  });

  browserTest('the REST reference is for everybody, in each colour scheme', async ({ visit }) => {
    const page = await visit('/docs');
    await page.getByRole('link', { name: 'Create a session for a user' }).click();
    await page.getByRole('heading', { level: 3, name: 'Create a session for a user' }).waitFor();
    await expectUsableInEachLook(page, 'docs');
  });

  browserTest('the address overrides the colour scheme of the system', async ({ visit }) => {
    const page = await visit('/embed/chat?theme=dark', { colorScheme: 'light' });
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(background).not.toBe('rgb(255, 255, 255)');
  });

  browserTest("styles that the page's own scripts make carry its nonce", async ({ visit }) => {
    const page = await visit('/admin');
    const styles = page.locator('style[data-mantine-styles]');
    await styles.first().waitFor({ state: 'attached' });
    const nonces = await styles.evaluateAll((found) => found.map((style) => style.nonce));
    expect(new Set(nonces).size).toBe(1);
    expect(nonces[0]).toMatch(/^[\w+/=]{20,}$/);
  });

  // The control of all others: what a visit checks behind a test is found.
  browserTest.fails('a page that asks another host fails its test', async ({ visit }) => {
    const page = await visit('/embed/chat');
    await page.evaluate(() => fetch('http://127.0.0.1:1/').catch(() => null));
  });
});
