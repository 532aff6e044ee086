import { isMapping } from '../../yaml/document.ts';
import { suggest } from '../../yaml/suggestion.ts';
import type { PolicyCondition, PolicyValue } from '../data-model.ts';
import type { ModelValue } from './properties.ts';

const sources: Readonly<Record<string, 'userAttributes' | 'securityContext' | 'groups'>> = {
  userAttributes: 'userAttributes',
  user_attributes: 'userAttributes',
  securityContext: 'securityContext',
  security_context: 'securityContext',
  groups: 'groups',
};

/** Never read from what a caller sent, whatever shape it has. */
const forbiddenSegments = new Set(['__proto__', 'prototype', 'constructor']);

const pathPattern = String.raw`[A-Za-z_][\w]*(?:\.[\w-]+)*`;
const wholeReference = new RegExp(String.raw`^\$?\{\s*(${pathPattern})\s*\}$`);
const conditionPattern = new RegExp(String.raw`^(!|not\s+)?\s*(${pathPattern})\s*(?:(===?|!==?)\s*(.+))?$`);

/** A value of a row filter: a literal, or one reference in braces that is read from the viewer each time. */
export function readPolicyValue(value: ModelValue): PolicyValue | undefined {
  const scalar = value.data;
  if (typeof scalar === 'number' || typeof scalar === 'boolean') return { kind: 'literal', value: scalar };
  if (typeof scalar !== 'string') {
    value.error(
      isMapping(scalar)
        ? // Without quotes YAML reads `{ userAttributes.x }` as a mapping.
          'put the reference in quotes: "{ userAttributes.x }".'
        : 'must be a text, number, boolean or a reference such as "{ userAttributes.region }".',
    );
    return undefined;
  }
  const reference = wholeReference.exec(scalar.trim())?.[1];
  if (reference !== undefined) return readReference(reference, value);
  if (/\{[^}]*\}/.test(scalar)) {
    value.error(`"${scalar}" is neither one reference nor plain text: write "{ userAttributes.name }".`);
    return undefined;
  }
  return { kind: 'literal', value: scalar };
}

/** `{ userAttributes.x }`, negated with `!`, or compared with a literal by `==` or `!=`. */
export function readCondition(value: ModelValue): PolicyCondition | undefined {
  const scalar = value.data;
  if (typeof scalar === 'boolean') {
    return { value: { kind: 'literal', value: scalar }, operator: 'truthy', operand: undefined };
  }
  if (typeof scalar !== 'string') {
    value.error(
      isMapping(scalar)
        ? 'put the condition in quotes: "{ userAttributes.x }".'
        : 'must be a condition such as "{ userAttributes.is_manager }".',
    );
    return undefined;
  }
  const bare = scalar
    .replace(/\$?\{|\}/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const match = conditionPattern.exec(bare);
  if (match?.[2] === undefined) {
    value.error(
      `"${scalar}" is not a condition: write "{ userAttributes.x }", optionally with == or != and a literal.`,
    );
    return undefined;
  }
  const [, negation, path, comparison, literal] = match;
  const reference = readReference(path, value);
  if (reference === undefined) return undefined;
  if (comparison === undefined || literal === undefined) {
    return { value: reference, operator: negation === undefined ? 'truthy' : 'falsy', operand: undefined };
  }
  const operand = readLiteral(literal);
  if (operand === undefined || negation !== undefined) {
    value.error(`"${scalar}" is not a condition: compare one reference with one literal, such as 'EU' or 5.`);
    return undefined;
  }
  return { value: reference, operator: comparison.startsWith('!') ? 'notEquals' : 'equals', operand };
}

function readReference(path: string, value: ModelValue): PolicyValue | undefined {
  const [head = '', ...rest] = path.split('.');
  const source = sources[head];
  if (source === undefined || !Object.hasOwn(sources, head)) {
    const hint = suggest(head, ['userAttributes', 'securityContext', 'groups']);
    value.error(`"${head}" is not known to policies: use userAttributes, securityContext or groups.${hint}`);
    return undefined;
  }
  if (source === 'groups' ? rest.length !== 0 : rest.length === 0) {
    value.error(
      source === 'groups' ? 'groups has no properties.' : `${head} needs a name: "{ ${head}.name }".`,
    );
    return undefined;
  }
  if (source === 'userAttributes' && rest.length > 1) {
    value.error('A user attribute is a single value or a list: it has no properties of its own.');
    return undefined;
  }
  const forbidden = rest.find((segment) => forbiddenSegments.has(segment));
  if (forbidden !== undefined) {
    value.error(`"${forbidden}" is not a name that policies may read.`);
    return undefined;
  }
  return { kind: 'reference', source, path: rest };
}

function readLiteral(text: string): string | number | boolean | undefined {
  const quoted = /^(['"])(.*)\1$/.exec(text);
  if (quoted) return quoted[2];
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}
