import { expect, test } from 'vitest';
import { curlSnippet, pageSnippet, reactSnippet, type Setup, serverSnippet } from './snippets.ts';

const dashboard = "sales'</script>";
const setup: Setup = {
  url: 'https://inlay.test/base',
  session: { deploymentId: 2, externalId: "o'neill", userAttributes: [{ name: 'region', value: ['EU'] }] },
  page: { kind: 'dashboard', dashboard },
  title: 'Sales',
};

test('snippets mint and show what was tried, and take the key from the environment', () => {
  const server = serverSnippet(setup);
  expect(server).toContain(
    "createInlay({ url: 'https://inlay.test/base', apiKey: process.env['INLAY_API_KEY'] ?? '' })",
  );
  expect(server).toContain('deploymentId: 2,');
  const curl = curlSnippet(setup);
  expect(curl).toContain('Authorization: Api-Key $INLAY_API_KEY');
  const body = /-d '(.*)'\n$/s.exec(curl)?.[1]?.replaceAll(String.raw`'\''`, "'") ?? '';
  expect(JSON.parse(body)).toEqual(setup.session);
  expect(pageSnippet(setup)).toContain('<script src="https://inlay.test/base/embed.js"></script>');
  expect(reactSnippet(setup)).toContain('<InlayDashboard name=');
});

test('names in snippets end neither their literal nor the script', () => {
  for (const text of [pageSnippet(setup), reactSnippet(setup)]) {
    const literal = /(?:dashboard: |name=\{)('.*?')[,}]/.exec(text)?.[1] ?? '';
    expect(literal).not.toContain('<');
    expect(JSON.parse(`"${literal.slice(1, -1).replaceAll(String.raw`\'`, "'")}"`)).toBe(dashboard);
  }
});
