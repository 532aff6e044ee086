import type { PolicyCondition, PolicyValue } from '../data-model.ts';
import type { Viewer } from '../viewer.ts';

export type Scalar = string | number | boolean;

/** Names that no policy reads, even if the caller's JSON has such properties. */
const forbidden = new Set(['__proto__', 'prototype', 'constructor']);

/**
 * The values of a policy value: one for a scalar, several for a list. Undefined if the viewer lacks it, or has something
 * other than a scalar or a list of scalars.
 */
export function valuesOf(value: PolicyValue, viewer: Viewer): readonly Scalar[] | undefined {
  if (value.kind === 'literal') return [value.value];
  const found = lookUp(value, viewer);
  if (!Array.isArray(found)) return isScalar(found) ? [found] : undefined;
  const items: readonly unknown[] = found;
  return items.length > 0 && items.every(isScalar) ? items : undefined;
}

/**
 * Whether a condition is true. A condition on a value that the viewer lacks never is, negated or not: an omission must not open
 * a policy.
 */
export function holds({ value, operator, operand }: PolicyCondition, viewer: Viewer): boolean {
  const values = valuesOf(value, viewer);
  if (values === undefined) return false;
  switch (operator) {
    case 'truthy':
      return values.some(isTruthy);
    case 'falsy':
      return !values.some(isTruthy);
    case 'equals':
      return values.some((each) => isSame(each, operand));
    case 'notEquals':
      return !values.some((each) => isSame(each, operand));
  }
}

function lookUp(value: Extract<PolicyValue, { kind: 'reference' }>, viewer: Viewer): unknown {
  let found: unknown = viewer[value.source];
  for (const segment of value.path) {
    if (typeof found !== 'object' || found === null || Array.isArray(found)) return undefined;
    if (forbidden.has(segment) || !Object.hasOwn(found, segment)) return undefined;
    found = Reflect.get(found, segment);
  }
  return found;
}

function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}

// Attributes often arrive as text: "false" and "0" mean what they say.
function isTruthy(value: Scalar): boolean {
  return value !== false && value !== 0 && value !== '' && value !== 'false' && value !== '0';
}

// A number's text and the number are the same value here, as they are in a user attribute of type string.
function isSame(value: Scalar, operand: Scalar | undefined): boolean {
  return operand !== undefined && String(value) === String(operand);
}
