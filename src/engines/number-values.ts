import type { Value } from './query-engine.ts';

/** An integer as JSON can carry it: a number up to 2^53, a string beyond. */
export function integerValue(integer: bigint): Value {
  const number = Number(integer);
  return Number.isSafeInteger(number) ? number : String(integer);
}

/** A 32-bit float as the shortest decimal that reads back as the same 32 bits; null when it is not finite. */
export function floatValue(value: number): Value {
  if (!Number.isFinite(value)) {
    return null;
  }
  for (let digits = 6; digits < 9; digits += 1) {
    const shorter = Number(value.toPrecision(digits));
    if (Math.fround(shorter) === value) {
      return shorter;
    }
  }
  return value;
}

/** JSON text as a value; integers that a double cannot hold become strings. Text that is not JSON stays text. */
export function jsonValue(text: string): Value {
  try {
    return /\d{16}/.test(text) ? JSON.parse(text, keepLargeIntegers) : JSON.parse(text);
  } catch {
    return text;
  }
}

function keepLargeIntegers(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source;
  if (typeof value === 'number' && source !== undefined && /^-?\d+$/.test(source)) {
    return Number.isSafeInteger(value) ? value : source;
  }
  return value;
}
