import { expect, test } from 'vitest';
import { conversationAddress, dashboardAddress } from '../shared/dashboard-address.ts';
import { readPlace } from './place.ts';

test('a dashboard that the list leads to keeps the session and the look in its address, and leads back', () => {
  const list = { pathname: '/base/embed/dashboard', search: '?account=acme&view=1-2&theme=dark&filter.x=1' };
  expect(readPlace(list)).toEqual({ name: undefined, hasList: true });
  const address = dashboardAddress('a b', list);
  expect(address).toBe('/base/embed/dashboard/a%20b?account=acme&view=1-2&theme=dark&list=1');
  const [pathname = '', query] = address.split('?');
  const opened = { pathname, search: `?${query}` };
  expect(readPlace(opened)).toEqual({ name: 'a b', hasList: true });
  expect(dashboardAddress(undefined, opened)).toBe('/base/embed/dashboard?account=acme&view=1-2&theme=dark');
});

test('a dashboard that a host mounts by its name leads to no list', () => {
  expect(readPlace({ pathname: '/embed/dashboard/sales', search: '?host=x' })).toEqual({
    name: 'sales',
    hasList: false,
  });
  expect(readPlace({ pathname: '/embed/dashboard/', search: '' })).toEqual({
    name: undefined,
    hasList: true,
  });
});

test('a dashboard that a conversation leads to leads back to it', () => {
  const chat = { pathname: '/base/embed/chat', search: '?account=acme&view=1-2&agent=2&chat=c1&locale=de' };
  const address = dashboardAddress('mine', chat);
  expect(address).toBe('/base/embed/dashboard/mine?account=acme&view=1-2&locale=de&agent=2&chat=c1&list=1');
  const [pathname = '', query] = address.split('?');
  expect(conversationAddress({ pathname, search: `?${query}` })).toBe(
    '/base/embed/chat?account=acme&view=1-2&locale=de&agent=2&chat=c1',
  );
  expect(conversationAddress({ pathname, search: '?account=acme' })).toBeUndefined();
});
