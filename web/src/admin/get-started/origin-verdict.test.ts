import { expect, test } from 'vitest';
import { judgeOrigin } from './origin-verdict.ts';

const account = { name: 'acme', embedOrigins: ['https://app.acme.test'] };
const judge = (address: string) => judgeOrigin(address, account, 'https://inlay.acme.test');

test.each([
  ['https://app.acme.test/reports?month=1', 'allowed'],
  ['app.acme.test', 'allowed'],
  ['https://inlay.acme.test/', 'own'],
  ['http://app.acme.test', 'refused'],
  ['https://app.acme.test:8443', 'refused'],
  ['ftp://app.acme.test', 'unreadable'],
  ['a page', 'unreadable'],
])('of a host page at %s the origin is %s', (address, kind) => {
  expect(judge(address).kind).toBe(kind);
});

test('an origin that is missing comes with the line of inlay.yml that adds it', () => {
  expect(judge('http://localhost:3000/x')).toMatchObject({
    yaml: 'accounts:\n  - name: acme\n    embedOrigins: ["https://app.acme.test", "http://localhost:3000"]\n',
  });
});
