import { describe, expect, it } from 'vitest';
import { readAddress } from './address.ts';

describe('the address of a chat', () => {
  it.each([
    ['?agent=7&chat=abc', { agent: 7, chatId: 'abc' }],
    ['?agent=', { agent: undefined, chatId: undefined }],
    ['?agent=first', { agent: undefined, chatId: undefined }],
    ['', { agent: undefined, chatId: undefined }],
  ])('names an agent by its number, or none: "%s"', (search, address) => {
    expect(readAddress(search)).toEqual(address);
  });
});
