import { describe, expect, it } from 'vitest';
import { createResumption } from './resumption.ts';

function resume(said: string, pieces: readonly string[]): string {
  const resumption = createResumption(said);
  return pieces.map((piece) => resumption.push(piece)).join('');
}

describe('createResumption', () => {
  it('passes everything when nothing was said', () => {
    expect(resume('', ['a', 'b'])).toBe('ab');
  });
  it('passes a true continuation', () => {
    expect(resume('The total ', ['is ', '5'])).toBe('is 5');
  });
  it('says a repeated beginning only once, however it is cut', () => {
    expect(resume('The total ', ['T', 'he to', 'tal is', ' 5'])).toBe('is 5');
  });
  it('says nothing when the repetition adds nothing', () => {
    expect(resume('The total', ['The ', 'total'])).toBe('');
  });
});
