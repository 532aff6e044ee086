import { expect, test } from 'vitest';
import { createCredentialHolder, forgetCredentials } from './credential.ts';

/** As much of a browser's storage as is used. */
function memoryStorage(entries: Record<string, string> = {}): Storage {
  const items = new Map(Object.entries(entries));
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  };
}

const token = { authorization: 'Bearer a.b.c', expiresAt: '2026-03-01T12:00:00.000Z' };

test('a reload of the tab keeps the credential, signing out does not', () => {
  const storage = memoryStorage();
  const before = createCredentialHolder('chat', storage);
  before.set(token);
  expect(createCredentialHolder('chat', storage).get()).toEqual(token);
  expect(createCredentialHolder('admin', storage).get()).toBeNull();
  before.clear();
  expect(before.get()).toBeNull();
  expect(createCredentialHolder('chat', storage).get()).toBeNull();
});

test('all credentials of a tab are forgotten at once, and nothing else', () => {
  const storage = memoryStorage({ other: 'kept' });
  createCredentialHolder('admin', storage).set(token);
  createCredentialHolder('acme.1-2', storage).set(token);
  forgetCredentials(storage);
  expect(createCredentialHolder('admin', storage).get()).toBeNull();
  expect(createCredentialHolder('acme.1-2', storage).get()).toBeNull();
  expect(storage.getItem('other')).toBe('kept');
});

test('who subscribed is told of changes until they leave', () => {
  const holder = createCredentialHolder('chat', memoryStorage());
  const seen: unknown[] = [];
  const leave = holder.subscribe(() => seen.push(holder.get()));
  holder.set(token);
  holder.clear();
  leave();
  holder.set(token);
  expect(seen).toEqual([token, null]);
});

test.each(['not json', 'null', '[]', '{"authorization":1}', '{"authorization":"x","expiresAt":2}'])(
  'what is no credential (%s) counts as none',
  (text) => {
    expect(createCredentialHolder('chat', memoryStorage({ 'inlay.chat': text })).get()).toBeNull();
  },
);
