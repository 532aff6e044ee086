import { expect, test } from 'vitest';
import { createClientAddress } from './client-address.ts';

const direct = createClientAddress([]);
const behind = createClientAddress(['10.0.0.0/8', '192.0.2.7', '2001:db8:ffff::/48']);

test('X-Forwarded-For is ignored without trusted proxies', () => {
  expect(direct('203.0.113.5', '198.51.100.1')).toBe('203.0.113.5');
  expect(direct('10.0.0.1', '198.51.100.1')).toBe('10.0.0.1');
  expect(direct(undefined, '198.51.100.1')).toBeUndefined();
});

test.each([
  ['the client, behind one proxy', '10.1.2.3', '198.51.100.1', '198.51.100.1'],
  ['the client, behind several', '10.1.2.3', '198.51.100.1, 192.0.2.7,10.9.9.9', '198.51.100.1'],
  ['nothing that a client wrote itself', '10.1.2.3', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
  ['a client that goes around the proxy', '203.0.113.5', '198.51.100.1', '203.0.113.5'],
  ['a proxy that says nothing', '10.1.2.3', null, '10.1.2.3'],
  ['a proxy that says nonsense', '10.1.2.3', 'unknown, <script>', '10.1.2.3'],
  ['an IPv4 address over an IPv6 socket', '::ffff:10.1.2.3', '::ffff:198.51.100.1', '198.51.100.1'],
  ['a proxy on IPv6', '2001:db8:ffff::1', '198.51.100.1', '198.51.100.1'],
])('finds the address of %s', (_what, remote, forwarded, address) => {
  expect(behind(remote, forwarded)).toBe(address);
});

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
  ['2001:DB8:1:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('maps the IPv6 address %s to its network %s', (address, network) => {
  expect(direct(address, null)).toBe(network);
});
