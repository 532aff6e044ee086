import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { RunningService } from '../../examples/demo/start-service.ts';
import {
  browserTest,
  describeInBrowser,
  expectAccessible,
  expectUsableInEachLook,
  keepScreenshot,
  loaded,
  type Visit,
  type VisitOptions,
} from './browser-test.ts';
import { mintSession } from './embed-session.ts';

/** Opens a path of the console, signed in with the admin key. */
async function openConsole(visit: Visit, service: RunningService, path = '', options: VisitOptions = {}) {
  const page = await visit(`/admin${path}`, options);
  await signIn(page, service.adminKey);
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  return page;
}

/** Goes to another page of the console as its own links do, without loading it again. */
async function openArea(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => history.pushState(null, '', address), `/admin${path}`);
}

async function signIn(page: Page, key: string): Promise<void> {
  await page.getByLabel('Admin API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** What an operation says to some credentials: its data, or the status of the answer. */
async function ask(service: RunningService, query: string, authorization?: string) {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { ...(authorization && { authorization }), 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  const { data, errors } = (await response.json()) as {
    data?: Record<string, Record<string, string>>;
    errors?: { extensions: { code: string } }[];
  };
  return { data, code: errors?.[0]?.extensions.code };
}

const asAdmin = ({ adminKey }: RunningService) => `Api-Key ${adminKey}`;
const viewer = '{ viewer { kind } }';

/** Has a user of the shop ask the agent. @returns the thread's path in the console */
async function askAgent(service: RunningService, externalId: string, input: string): Promise<string> {
  const response = await fetch(`${service.url}/api/v1/public/acme/agents/1/chat/stream-chat-state`, {
    method: 'POST',
    headers: { authorization: asAdmin(service), 'content-type': 'application/json' },
    body: JSON.stringify({
      input,
      sessionSettings: { externalId, userAttributes: [{ name: 'region', value: ['EU'] }] },
    }),
  });
  const [first = ''] = (await response.text()).split('\n');
  const { state } = JSON.parse(first) as { state: { chatId: string } };
  return `/threads/${state.chatId}`;
}

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

describeInBrowser('the admin console', () => {
  browserTest('takes an admin key, which stays in its tab, and no other', async ({ visit, service }) => {
    const page = await visit('/admin/groups', { expectErrors: [/401/] });
    for (const wrong of ['wrong-key-of-the-account', 'schlüssel']) {
      await signIn(page, wrong);
      await page.getByRole('alert').filter({ hasText: 'not accepted' }).waitFor();
    }
    const made = await ask(
      service,
      'mutation { createApiKey(input: { name: "may only chat", role: CHAT }) { secret } }',
      asAdmin(service),
    );
    await signIn(page, made.data?.['createApiKey']?.['secret'] ?? '');
    await page.getByRole('alert').filter({ hasText: 'may only chat' }).waitFor();
    await expectAccessible(page);
    await signIn(page, service.adminKey);
    await page.getByRole('heading', { level: 1, name: 'Groups' }).waitFor();
    await page.reload();
    await row(page, 'analysts').waitFor();
    const other = await page.context().newPage();
    await other.goto(`${service.url}/admin/groups`);
    await other.getByLabel('Admin API key').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Admin API key').waitFor();
    expect(
      await page.evaluate(() => Object.keys(sessionStorage).length + Object.keys(localStorage).length),
    ).toBe(0);
  });

  browserTest(
    'makes a key whose secret is shown once, rotates it, and says when it is revoked',
    async ({ visit, service }) => {
      const page = await openConsole(visit, service, '/keys', { expectErrors: [/401/] });
      await page.getByRole('button', { name: 'Create key' }).click();
      await page.getByLabel('What it is for').fill('Second console');
      await page.getByLabel('Role').selectOption('Admin');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'The secret of Second console' });
      const secret = (await dialog.locator('code').textContent()) ?? '';
      expect((await ask(service, viewer, `Api-Key ${secret}`)).data).toEqual({ viewer: { kind: 'API_KEY' } });
      await keepScreenshot(page, 'admin-secret');
      // Without TLS a browser gives pages no clipboard.
      await page.evaluate(() => {
        Object.defineProperty(navigator, 'clipboard', { value: undefined });
        document.addEventListener('copy', () => {
          const { activeElement: area } = document;
          if (area instanceof HTMLTextAreaElement) Object.assign(globalThis, { copied: area.value });
        });
      });
      await dialog.getByRole('button', { name: 'Copy the secret' }).click();
      await dialog.getByRole('status').getByText('Copied').waitFor();
      await expect.poll(() => page.evaluate('copied')).toBe(secret);
      await dialog.getByRole('button', { name: 'I have copied it' }).click();
      await dialog.waitFor({ state: 'detached' });
      await expect.poll(() => page.content()).not.toContain(secret);

      await page.getByRole('button', { name: 'Rotate Second console' }).click();
      await page.getByLabel('The old secret still works for').fill('0');
      await page.getByRole('button', { name: 'Rotate', exact: true }).click();
      const rotated = (await dialog.locator('code').textContent()) ?? '';
      expect((await ask(service, viewer, `Api-Key ${rotated}`)).code).toBeUndefined();
      expect((await ask(service, viewer, `Api-Key ${secret}`)).code).toBe('UNAUTHENTICATED');
      await dialog.getByRole('button', { name: 'I have copied it' }).click();
      await dialog.waitFor({ state: 'detached' });

      const second = await visit('/admin/audit', { expectErrors: [/401/] });
      await signIn(second, rotated);
      await row(second, 'apiKey.create').first().waitFor();

      await page.getByRole('button', { name: 'Revoke Second console' }).click();
      await page.getByRole('button', { name: 'Revoke', exact: true }).click();
      await page.getByRole('status').filter({ hasText: 'Revoked the key Second console.' }).waitFor();
      await row(page, 'Second console').filter({ hasText: 'revoked' }).waitFor();
      await second.getByRole('link', { name: 'Groups' }).click();
      await second.getByRole('alert').filter({ hasText: 'no longer accepted' }).waitFor();
    },
  );

  browserTest(
    'makes groups, attributes and users, tells their history, and deletes when told twice',
    async ({ visit, service }) => {
      const page = await openConsole(visit, service, '/groups');
      await page.getByRole('button', { name: 'Create group' }).click();
      await page.getByLabel('Name').fill('analysts');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      // A group of this name is there already; what was entered stays.
      await page.getByRole('dialog').getByRole('alert').waitFor();
      await page.getByLabel('Name').fill('buyers');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('status').filter({ hasText: 'Created the group buyers.' }).waitFor();

      await page.getByRole('link', { name: 'User attributes' }).click();
      await page.getByRole('button', { name: 'Create attribute' }).click();
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('floor');
      await page.getByLabel('Type').selectOption('Number');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await row(page, 'floor').filter({ hasText: 'Number' }).waitFor();

      await page.getByRole('link', { name: 'Users', exact: true }).click();
      await page.getByRole('button', { name: 'Create internal user' }).click();
      await page.getByLabel('Username').fill('grace@acme.test');
      await page.getByRole('combobox', { name: 'Groups' }).fill('buyers');
      await page.getByRole('combobox', { name: 'Groups' }).press('Enter');
      await page.getByLabel('floor').fill('7');
      await page.getByRole('combobox', { name: 'Region' }).fill('Paris, France');
      await page.getByRole('combobox', { name: 'Region' }).press('Enter');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await row(page, 'grace@acme.test').getByRole('link').first().click();
      await page.getByRole('region', { name: 'Groups' }).getByText('buyers').waitFor();
      await page.getByRole('region', { name: 'User attributes' }).getByText('7').waitFor();
      await page.getByRole('button', { name: 'Edit user' }).click();
      await page.getByLabel('Email').fill('grace@example.test');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('status').filter({ hasText: 'Saved the user grace@acme.test.' }).waitFor();
      await page.getByText('grace@example.test').waitFor();
      await page.getByRole('region', { name: 'User attributes' }).getByText('["Paris, France"]').waitFor();
      await keepScreenshot(page, 'admin-user');

      await page.getByRole('link', { name: 'Groups' }).click();
      await page.getByRole('link', { name: 'History of the group buyers' }).click();
      await row(page, 'group.create').waitFor();
      await expect.poll(() => page.getByRole('row').count()).toBe(2);
      await page.goBack();
      await page.getByRole('button', { name: 'Delete group buyers' }).click();
      const question = page.getByRole('dialog', { name: 'Delete the group buyers?' });
      await question.getByText('Its 1 user loses the membership.').waitFor();
      await question.getByRole('button', { name: 'Cancel' }).click();
      await question.waitFor({ state: 'detached' });
      await row(page, 'buyers').waitFor();
      await page.getByRole('button', { name: 'Delete group buyers' }).click();
      await question.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('status').filter({ hasText: 'Deleted the group buyers.' }).waitFor();
      await row(page, 'buyers').waitFor({ state: 'detached' });
      await question.waitFor({ state: 'detached' });
      // Where the row was, the keyboard goes on.
      const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
      await expect.poll(() => focused()).toBe('Groups');
    },
  );

  browserTest('searches its lists, counts and exports what it finds', async ({ visit, service }) => {
    const page = await openConsole(visit, service, '/groups');
    await row(page, 'analysts').waitFor();
    const counted = page.getByRole('region', { name: 'Groups', exact: true }).getByText(/^\d+ in all$/);
    const all = Number.parseInt(await counted.innerText(), 10);
    expect(all).toBeGreaterThan(1);
    await page.getByLabel('Search').fill('MANAG');
    await row(page, 'analysts').waitFor({ state: 'detached' });
    await row(page, 'managers').waitFor();
    expect(Number.parseInt(await counted.innerText(), 10)).toBeLessThan(all);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export Groups' }).click();
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    const [header = '', ...records] = await readFile((await (await download).path()) ?? '', 'utf8').then(
      (text) => text.trimEnd().split('\r\n'),
    );
    expect(header.split(',')).toEqual(expect.arrayContaining(['name', 'userCount', 'isManaged']));
    expect(records).toEqual([expect.stringContaining(',managers,')]);
    await page.getByRole('status').filter({ hasText: 'Exported 1 entry.' }).waitFor();
    await page.getByLabel('Search').fill('no such group');
    await page.getByText('Nothing matches these filters.').waitFor();
    expect(new URL(page.url()).searchParams.get('text')).toBe('no such group');
  });

  browserTest('locks what the workspace declares, and says so', async ({ visit, service }) => {
    const page = await openConsole(visit, service, '/groups');
    await row(page, 'managers').getByText('from the workspace').waitFor();
    await expect.poll(() => row(page, 'managers').getByRole('button').count()).toBe(0);
    await page.getByRole('link', { name: 'User attributes' }).click();
    await row(page, 'region').getByText('from the workspace').waitFor();
    await expect.poll(() => row(page, 'region').getByRole('button').count()).toBe(0);

    await page.getByRole('link', { name: 'Users', exact: true }).click();
    await row(page, 'carla@acme.test').getByText('from the workspace').waitFor();
    await page.getByRole('link', { name: 'carla@acme.test' }).click();
    await page.getByRole('region', { name: 'User attributes' }).getByText('from the workspace').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Delete user' }).count()).toBe(0);

    await page.goto(`${service.url}/admin/users`);
    await page.getByRole('link', { name: 'bob@acme.test' }).click();
    await page.getByRole('region', { name: 'Groups' }).getByTitle('A member by the workspace').waitFor();
    await page.getByRole('button', { name: 'Edit user' }).click();
    await page.getByText('Besides managers, from the workspace.').waitFor();
    await page.getByRole('combobox', { name: 'Groups' }).fill('analysts');
    await page.getByRole('combobox', { name: 'Groups' }).press('Enter');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status').filter({ hasText: 'Saved the user bob@acme.test.' }).waitFor();
    await expect
      .poll(() => page.getByRole('region', { name: 'Groups' }).innerText())
      .toMatch(/analysts[\s\S]*managers/);
    await expectAccessible(page);
    await keepScreenshot(page, 'admin-managed-user');
  });

  browserTest('says until when a user is kept, and nothing of the past', async ({ visit, service }) => {
    await askAgent(service, 'brief', 'How many orders in 2025?');
    const page = await openConsole(visit, service, '/users');
    await row(page, 'brief').waitFor();
    const heads = await page.getByRole('columnheader').allInnerTexts();
    expect(heads).toContain('Kept until');
    expect(heads).not.toContain('Removed');
    const kept = row(page, 'brief').getByRole('cell').nth(heads.indexOf('Kept until')).locator('time');
    expect(Date.parse((await kept.getAttribute('datetime')) ?? '')).toBeGreaterThan(Date.now());
    await page.getByRole('link', { name: 'brief' }).click();
    await page.getByText('Kept until').waitFor();
  });

  browserTest('pages through a filtered list that can be linked', async ({ visit, service }) => {
    const numbers = Array.from({ length: 30 }, (_, index) => String(index).padStart(2, '0'));
    const made = numbers.map(
      (number) => `u${number}: createInternalUser(input: { username: "paged-${number}" }) { user { id } }`,
    );
    expect((await ask(service, `mutation { ${made.join(' ')} }`, asAdmin(service))).code).toBeUndefined();
    const page = await openConsole(visit, service, '/users');
    await page.getByLabel('Identifier or email').fill('paged-');
    await page.getByRole('button', { name: 'User', exact: true }).click();
    await page.waitForURL(/sort=-IDENTIFIER/);
    await page.getByRole('button', { name: 'User', exact: true }).click();
    await page.waitForURL(/sort=IDENTIFIER/);
    const names = page.getByRole('cell').getByRole('link', { name: /^paged-/ });
    await expect.poll(() => names.allTextContents()).toEqual(numbers.slice(0, 25).map((n) => `paged-${n}`));
    await page.getByRole('button', { name: 'Next' }).click();
    const rest = numbers.slice(25).map((number) => `paged-${number}`);
    await expect.poll(() => names.allTextContents()).toEqual(rest);
    await page.reload();
    await expect.poll(() => names.allTextContents()).toEqual(rest);
    await page.getByRole('button', { name: 'Previous' }).click();
    await expect.poll(() => names.count()).toBe(25);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('link', { name: 'ada@acme.test' }).waitFor();
    // Its id is written otherwise in the address than it is.
    await page.getByRole('link', { name: 'paged-10' }).click();
    await page.getByRole('heading', { level: 1, name: 'paged-10' }).waitFor();
    expect(page.url()).toContain('%3D');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
    await page.goBack();
    await page.getByLabel('Identifier or email').fill('nobody-is-called-this');
    await page.getByText('Nothing matches these filters.').waitFor();
  });

  browserTest('deletes an external user, and an embed tenant with its users', async ({ visit, service }) => {
    const mint = async (externalId: string, more: string) => {
      const input = `{ deploymentId: 1, externalId: "${externalId}" ${more} }`;
      const minted = await ask(
        service,
        `mutation { generateSession(input: ${input}) { sessionId } }`,
        asAdmin(service),
      );
      const exchange = `mutation { exchangeSession(input: { sessionId: "${minted.data?.['generateSession']?.['sessionId']}" }) { token } }`;
      return `Bearer ${(await ask(service, exchange)).data?.['exchangeSession']?.['token']}`;
    };
    const alone = await mint('leaver', '');
    const inTenant = await mint('dweller', ', embedTenantName: "leaving"');
    const page = await openConsole(visit, service, '/users');
    await page.getByRole('link', { name: 'leaver' }).click();
    await page.getByRole('button', { name: 'Delete user' }).click();
    const question = page.getByRole('dialog', { name: 'Delete the user leaver?' });
    await question.getByText('A session or a chat that names it again makes a new user.').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect((await ask(service, viewer, alone)).code).toBeUndefined();
    await page.getByRole('button', { name: 'Delete user' }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('status').filter({ hasText: 'Deleted the user leaver.' }).waitFor();
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
    await row(page, 'dweller').waitFor();
    await expect.poll(() => row(page, 'leaver').count()).toBe(0);
    expect((await ask(service, viewer, alone)).code).toBe('UNAUTHENTICATED');

    await page.getByRole('link', { name: 'Embed tenants' }).click();
    await page.getByRole('link', { name: 'leaving' }).click();
    await page.getByRole('button', { name: 'Delete embed tenant' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete the embed tenant leaving?' });
    await dialog.getByText('All of its users go with it').waitFor();
    await keepScreenshot(page, 'admin-delete-tenant');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('status')
      .filter({ hasText: 'Deleted the embed tenant leaving with its 1 user.' })
      .waitFor();
    await page.getByRole('heading', { level: 1, name: 'Embed tenants' }).waitFor();
    await expect.poll(() => row(page, 'leaving').count()).toBe(0);
    expect((await ask(service, viewer, inTenant)).code).toBe('UNAUTHENTICATED');
  });

  browserTest('revokes a session with its token', async ({ visit, service }) => {
    const sessionId = await mintSession(service, { externalId: 'rita', region: ['EU'] });
    const exchange = `mutation { exchangeSession(input: { sessionId: "${sessionId}" }) { token } }`;
    const exchanged = await ask(service, exchange);
    const token = `Bearer ${exchanged.data?.['exchangeSession']?.['token']}`;
    expect((await ask(service, viewer, token)).code).toBeUndefined();
    await mintSession(service, { externalId: 'roy', region: ['EU'] });
    const page = await openConsole(visit, service, '/sessions');
    await row(page, 'roy').waitFor();
    await page.getByRole('combobox', { name: 'User' }).fill('rit');
    await page.getByRole('option', { name: 'rita' }).click();
    await row(page, 'roy').waitFor({ state: 'detached' });
    await page.goto(`${page.url()}&state=EXCHANGED`);
    await expect.poll(() => page.getByRole('combobox', { name: 'User' }).inputValue()).toBe('rita');
    await page.getByRole('button', { name: 'Revoke the session of rita' }).click();
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByRole('status').filter({ hasText: 'Revoked the session of rita.' }).waitFor();
    await row(page, 'rita').waitFor({ state: 'detached' });
    expect((await ask(service, viewer, token)).code).toBe('UNAUTHENTICATED');
  });

  browserTest(
    'shows what was said in a thread and the SQL of it, and deletes it',
    async ({ visit, service }) => {
      const path = await askAgent(service, 'tess', 'How many orders in 2025 by channel?');
      const page = await openConsole(visit, service, path);
      const transcript = page.getByRole('region', { name: 'Transcript' });
      await transcript
        .getByText(/SELECT channel, MEASURE\(order_count\)/)
        .first()
        .waitFor();
      // The chart moves what is below it, also from under the pointer.
      await transcript.locator('[role=img] svg.marks').waitFor();
      await transcript.getByRole('button', { name: 'Rows (3)' }).click();
      await transcript.getByRole('cell', { name: 'marketplace' }).waitFor();
      await expectAccessible(page);
      await keepScreenshot(page, 'admin-thread');
      await page.getByRole('button', { name: 'Delete thread' }).click();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('status').filter({ hasText: 'Deleted the thread' }).waitFor();
      await page.getByRole('heading', { level: 1, name: 'Threads' }).waitFor();
      await page.getByRole('combobox', { name: 'Agent' }).click();
      await page.getByRole('option', { name: 'Shop analyst, showing its reasoning' }).click();
      await page.waitForURL(/agentId=2/);
      const gone = await ask(
        service,
        `{ chatThread(chatId: "${path.replace('/threads/', '')}") { id } }`,
        asAdmin(service),
      );
      expect(gone.code).toBe('NOT_FOUND');
    },
  );

  browserTest('looks around, queries and asks as a user', async ({ visit, service }) => {
    await mintSession(service, { externalId: 'nora', region: ['UK'] });
    const page = await openConsole(visit, service, '/playground');
    await page.getByRole('combobox', { name: 'User' }).fill('nora');
    await page.getByRole('option', { name: 'nora' }).click();
    await page.getByRole('button', { name: 'Act as nora' }).click();
    await page.getByLabel('Search the data model').fill('orders by channel');
    await page.getByRole('button', { name: /orders_overview/ }).click();
    await page
      .getByRole('region', { name: /^Measures of/ })
      .getByText('orders_overview.order_count')
      .waitFor();
    await expectAccessible(page);
    await keepScreenshot(page, 'admin-model');

    await page.getByRole('tab', { name: 'Query' }).click();
    const sql = page.getByLabel('Semantic SQL');
    await sql.fill('SELECT nothing FROM orders_overview');
    await sql.press('Control+Enter');
    await page.getByRole('alert').filter({ hasText: 'nothing' }).waitFor();
    await sql.fill('SELECT region, MEASURE(order_count) AS orders FROM orders_overview GROUP BY 1');
    await sql.press('Control+Enter');
    await page.getByRole('cell', { name: 'UK' }).waitFor();
    await expect.poll(() => page.getByRole('region', { name: 'Result' }).getByRole('row').count()).toBe(2);
    await page.getByRole('button', { name: 'Show the SQL of the data source' }).click();
    const compiled = await page.getByLabel('The SQL of the data source').innerText();
    // The row filter is in it, and the user's own value is a parameter.
    expect(compiled).toMatch(/\$1/);
    expect(compiled).not.toContain('UK');
    await expectAccessible(page);
    await keepScreenshot(page, 'admin-query');

    await page.getByRole('tab', { name: 'Ask the agent' }).click();
    // In a frame it has a main part and a heading of its own.
    const chat = page.frameLocator('iframe[title="Chat with the agent"]');
    await chat.getByLabel('Your question').fill('How many orders in 2025 by region?');
    await chat.getByLabel('Your question').press('Enter');
    await chat.getByText(/UK/).filter({ visible: true }).first().waitFor();
    await chat.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
    await expect.poll(() => chat.getByText('EU', { exact: true }).count()).toBe(0);
    await expect
      .poll(() => page.getByRole('heading', { level: 1 }).allTextContents())
      .toEqual(['Playground']);
    await expectAccessible(page);
    await keepScreenshot(page, 'admin-ask');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Admin API key').waitFor();
    await expect.poll(() => page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
  });

  browserTest(
    'previews what a user would see, and says how a product shows the same',
    async ({ visit, service }) => {
      const page = await openConsole(visit, service, '/deployments/1');
      await page.getByText('data source answers').waitFor();
      await page.getByRole('region', { name: 'Dashboards' }).getByRole('link', { name: 'Sales' }).click();
      await page.getByRole('textbox', { name: 'User', exact: true }).fill('nora');
      await page.getByRole('combobox', { name: 'Region' }).fill('UK');
      await page.getByRole('combobox', { name: 'Region' }).press('Enter');
      await page.getByRole('button', { name: 'Preview as this user' }).click();
      const preview = page.frameLocator('iframe[title="Preview"]');
      await preview.getByRole('heading', { level: 1, name: 'Sales' }).waitFor();
      await expect
        .poll(() => page.getByLabel('Server: @inlay/client').innerText())
        .toMatch(/externalId: "nora".*"UK"/s);
      await expect.poll(() => page.getByLabel('Page: HTML').innerText()).toContain("dashboard: 'sales'");
      await expect.poll(() => page.content()).not.toContain(service.adminKey);
      const origin = page.getByLabel('Address of your page');
      await origin.fill('http://localhost:3000/reports');
      await page.getByText('may frame the embedded pages and call the API.').waitFor();
      await origin.fill('https://app.acme.test');
      await page.getByLabel('What to add to inlay.yml').getByText('"https://app.acme.test"]').waitFor();
      await expectAccessible(page);
      await keepScreenshot(page, 'admin-get-started-preview');
      await page.getByRole('combobox', { name: 'Page' }).click();
      await page.getByRole('option', { name: 'Chat' }).click();
      await preview.getByLabel('Your question').waitFor();
    },
  );

  browserTest(
    'leads from a question that was refused to a rule and an evaluation case, and forgets what was handled',
    async ({ visit, service }) => {
      await askAgent(service, 'quinn', 'How is the weather in Narnia?');
      const page = await openConsole(visit, service, '/quality');
      await page
        .getByRole('region', { name: 'Shop analyst' })
        .getByText(/Last run: \d+ right/)
        .waitFor();
      const question = page.getByRole('link', { name: 'How is the weather in Narnia?' });
      await row(page, 'Refused').filter({ has: question }).waitFor();
      await question.click();
      await page
        .getByRole('region', { name: 'Transcript' })
        .getByText('I did not understand')
        .first()
        .waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Make a rule' }).click();
      await page.getByLabel(/^Instruction for/).fill('Say that there is no data about the weather.');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('status').filter({ hasText: 'follows the rule' }).waitFor();
      await page.getByRole('button', { name: 'Make an evaluation case' }).click();
      await page.getByLabel('Right is').selectOption('that there is no answer');
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download', exact: true }).click();
      const line = await readFile((await (await download).path()) ?? '', 'utf8');
      expect(JSON.parse(line)).toMatchObject({
        question: 'How is the weather in Narnia?',
        expect: 'decline',
        user: { userAttributes: [{ name: 'region', value: ['EU'] }] },
      });
      await page.getByRole('button', { name: 'Mark as handled' }).click();
      await page.getByRole('button', { name: 'Open again' }).waitFor();
      await page.getByRole('link', { name: 'Quality' }).first().click();
      await page.getByRole('heading', { level: 1, name: 'Quality' }).waitFor();
      await loaded(page);
      await expect.poll(() => question.count()).toBe(0);
    },
  );

  browserTest('says so of what is not there', async ({ visit, service }) => {
    const page = await openConsole(visit, service, '/nope');
    await page.getByRole('heading', { level: 1, name: 'There is no such page' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin/nope');
    await page.getByRole('link', { name: 'Go to the overview' }).click();
    await page.waitForURL(/\/admin\/?$/);
    await openArea(page, '/tenants/no-such-tenant');
    await page.getByRole('alert').filter({ hasText: 'Embed tenant "no-such-tenant" not found.' }).waitFor();
    for (const nowhere of [
      '/threads/no-such-thread',
      '/users/no-such-user',
      '/deployments/99',
      '/quality/none',
    ]) {
      await openArea(page, nowhere);
      await page.getByRole('alert').waitFor();
    }
    await page.getByRole('link', { name: 'Groups', exact: true }).click();
    await row(page, 'analysts').waitFor();
  });

  browserTest('has a navigation that opens and closes on a small screen', async ({ visit, service }) => {
    const page = await openConsole(visit, service, '/groups', { viewport: { width: 320, height: 640 } });
    const navigation = page.getByRole('button', { name: 'Navigation' });
    const users = page.getByRole('link', { name: 'Users', exact: true });
    // Closed, it is not on the way of the keyboard.
    await expect.poll(() => users.count()).toBe(0);
    await navigation.click();
    await users.focus();
    await page.keyboard.press('Escape');
    await users.waitFor({ state: 'detached' });
    await expect.poll(() => navigation.evaluate((element) => element === document.activeElement)).toBe(true);
    await navigation.click();
    await users.click();
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
    await expect.poll(() => users.count()).toBe(0);
    // A form on a small screen shows each of its choices whole.
    await openArea(page, '/keys');
    await page.getByRole('button', { name: 'Create key' }).click();
    const role = page.getByRole('combobox', { name: 'Role' });
    await role.waitFor();
    const { needed, given } = await role.evaluate((select: HTMLElement) => {
      const given = select.offsetWidth;
      select.style.width = 'max-content';
      return { needed: select.offsetWidth, given };
    });
    expect(needed).toBeLessThanOrEqual(given);
  });

  const areas = [
    '',
    '/get-started',
    '/keys',
    '/users',
    '/groups',
    '/attributes',
    '/tenants',
    '/deployments',
    '/agents',
  ].concat(['/deployments/1', '/usage', '/quality', '/threads', '/sessions', '/audit', '/playground/1']);
  browserTest('can be used by everybody, in each colour scheme', async ({ visit, service }) => {
    const page = await openConsole(visit, service);
    for (const area of areas) {
      await openArea(page, area);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expectUsableInEachLook(page, `admin${area.replaceAll('/', '-')}`);
    }
  });
});
