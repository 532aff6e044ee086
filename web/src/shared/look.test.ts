import { expect, test } from 'vitest';
import { createLookStore, type Look, readLook } from './look.ts';
import { shadesOf } from './theme.ts';

test('what a host gives is used as far as it is safe', () => {
  const look: Look = {
    scheme: 'dark',
    primaryColor: '#0b6bcb',
    backgroundColor: '#101418',
    textColor: '#f0f0f0',
    fontFamily: "Inter, 'Segoe UI', sans-serif",
    radius: 0,
    palette: ['#0b6bcb', '#e5484d'],
    density: 'compact',
  };
  expect(readLook(look)).toEqual(look);
});

test.each([
  null,
  'dark',
  { scheme: 'sepia' },
  { primaryColor: 'red; background: url(https://elsewhere.test)' },
  { fontFamily: 'a; } body { display: none' },
  { radius: 1_000 },
  { radius: '8' },
  { palette: [] },
  { palette: ['#0b6bcb', 'red'] },
  { palette: Array(25).fill('#0b6bcb') },
  { somethingElse: 1 },
])('nothing of %j is used', (given) => {
  expect(readLook(given)).toEqual({});
});

test.each([
  ['?theme=dark&look={"radius":4}', { scheme: 'dark', radius: 4 }],
  ['?look={"scheme":"light"}', { scheme: 'light' }],
  ['?look={"radius":', {}],
  ['', {}],
])('the address %j gives a look', (search, look) => {
  expect(createLookStore(search).get()).toEqual(look);
});

test('a host changes what it names of the look that the account sets', () => {
  const store = createLookStore('?look={"radius":4}', {
    primaryColor: '#0b6bcb',
    radius: 12,
    palette: 'red',
  });
  expect(store.get()).toEqual({ primaryColor: '#0b6bcb', radius: 4 });
  store.set({ scheme: 'dark' });
  expect(store.get()).toEqual({ primaryColor: '#0b6bcb', radius: 12, scheme: 'dark' });
});

test('a colour has ten shades around itself, from light to dark', () => {
  const shades = shadesOf('#0b6bcb');
  expect(shades).toHaveLength(10);
  expect(shades[6]).toBe('#0b6bcb');
  const brightness = shades.map((shade) => Number.parseInt(shade.slice(3, 5), 16));
  expect(brightness).toEqual(brightness.toSorted((a, b) => b - a));
});
