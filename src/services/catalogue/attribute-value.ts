import type { AttributeValue } from '../../semantic/viewer.ts';
import { caps, isStorable } from '../input.ts';

export type AttributeType = 'string' | 'number' | 'string_array' | 'number_array';

/** What is wrong with `value` for a definition of `type`, or null (spec: User-attribute value). */
export function attributeValueProblem(type: AttributeType, value: unknown): string | null {
  switch (type) {
    case 'string':
      return isText(value) ? null : `must be a string of at most ${caps.valueChars} characters`;
    case 'number':
      return isNumber(value) ? null : 'must be a number';
    case 'string_array':
      return isList(value, isText) ? null : `must be an array of at most ${caps.listItems} strings`;
    case 'number_array':
      return isList(value, isNumber) ? null : `must be an array of at most ${caps.listItems} numbers`;
  }
}

/**
 * The value that a definition's `defaultValue` stands for: text for `string`, a number's text for `number`, a JSON
 * array's text for the array types (contract §4). Undefined when the text does not fit the type.
 */
export function parseDefaultValue(type: AttributeType, text: string): AttributeValue | undefined {
  const value = type === 'string' ? text : parseJson(text);
  return attributeValueProblem(type, value) === null ? (value as AttributeValue) : undefined;
}

/** What is wrong with a definition's `defaultValue` for its type, or null; none is fine. */
export function defaultValueProblem(type: AttributeType, text: string | null | undefined): string | null {
  if (text == null || parseDefaultValue(type, text) !== undefined) return null;
  return `must be ${type === 'number' ? "a number's text" : "a JSON array's text"} for the type ${type}`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= caps.valueChars && isStorable(value);
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isList(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.length <= caps.listItems && value.every(isItem);
}
