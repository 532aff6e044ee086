import { parseExpression } from 'vega-expression';
import { type Findings, newFindings } from './rule.ts';
import { checkFieldName, format } from './values.ts';

type Node = ReturnType<typeof parseExpression> | { readonly type: string };

/** The type of an expression's value, or what is wrong with it. */
export type ReadExpression =
  | { readonly problem: string }
  /** How many values of the data its value may contain in sequence: concatenated texts grow. */
  | { readonly weight: number };

const maxCharacters = 500;
/** A column that is repeatedly doubled would fill the memory. */
const maxWeight = 1_000;

class Refused extends Error {}

/**
 * Reads a Vega expression and allows what computes one value of one row: literals, `datum.column`, operators and
 * {@link functions} whose work does not depend on their arguments. No signals, no regular expressions, no objects, no
 * property of anything but `datum`.
 */
export function readExpression(text: string, made: Findings['made']): ReadExpression {
  if (text.length > maxCharacters) return { problem: `Expected at most ${maxCharacters} characters.` };
  try {
    const weight = weigh(parse(text), made);
    return weight > maxWeight ? { problem: 'It adds up too many texts.' } : { weight };
  } catch (error) {
    if (error instanceof Refused) return { problem: error.message };
    throw error;
  }
}

function parse(text: string): Node {
  try {
    return parseExpression(text);
  } catch (error) {
    throw new Refused(`Not a Vega expression: ${error instanceof Error ? error.message : 'unreadable'}.`);
  }
}

function weigh(node: Node, made: Findings['made']): number {
  const sum = (nodes: readonly (Node | null)[]): number =>
    nodes.reduce((total, each) => total + (each === null ? 0 : weigh(each, made)), 0);
  const most = (...nodes: readonly Node[]): number => Math.max(...nodes.map((each) => weigh(each, made)));
  if (!isKnown(node)) throw new Refused(`An expression may not hold this (${node.type}).`);
  switch (node.type) {
    case 'Literal':
      if (node.value instanceof RegExp) throw new Refused('An expression may not hold a regular expression.');
      return 1;
    case 'Identifier':
      if (constants.has(node.name)) return 1;
      throw new Refused(`An expression reads columns as datum.name; "${node.name}" is none.`);
    case 'MemberExpression':
      return made.get(columnOf(node)) ?? 1;
    case 'ArrayExpression':
      return sum(node.elements);
    case 'UnaryExpression':
      return Math.min(1, weigh(node.argument, made));
    case 'BinaryExpression': {
      const both = sum([node.left, node.right]);
      return node.operator === '+' ? both : 1;
    }
    case 'LogicalExpression':
      return most(node.left, node.right);
    case 'ConditionalExpression':
      weigh(node.test, made);
      return most(node.consequent, node.alternate);
    case 'CallExpression': {
      const name = node.callee.type === 'Identifier' ? node.callee.name : '';
      const kind = functions.get(name);
      if (kind === undefined) throw new Refused(`There is no function "${name}". There are ${names}.`);
      const inside = sum(node.arguments);
      if (kind === 'format') checkFormat(node.arguments[1]);
      return kind === 'text' ? inside : 1;
    }
  }
}

/** Of a format that is written out: one that is computed could be of any width. */
function checkFormat(node: Node | undefined): void {
  if (node === undefined) return;
  const value = isKnown(node) && node.type === 'Literal' ? node.value : undefined;
  const problem =
    typeof value === 'string' ? format.string?.(value, [], noFindings) : 'Expected the format as plain text.';
  if (problem !== undefined) throw new Refused(problem);
}

const noFindings = newFindings();

function columnOf({ object, property, computed }: Known<'MemberExpression'>): string {
  const name =
    computed && property.type === 'Literal'
      ? property.value
      : !computed && property.type === 'Identifier'
        ? property.name
        : undefined;
  if (object.type !== 'Identifier' || object.name !== 'datum' || typeof name !== 'string') {
    throw new Refused('An expression reads columns as datum.name or datum["name"], and nothing of them.');
  }
  const problem = checkFieldName(name, [], noFindings);
  if (problem !== undefined) throw new Refused(problem);
  return name;
}

type KnownType =
  | 'Literal'
  | 'Identifier'
  | 'MemberExpression'
  | 'ArrayExpression'
  | 'UnaryExpression'
  | 'BinaryExpression'
  | 'LogicalExpression'
  | 'ConditionalExpression'
  | 'CallExpression';
type Known<T extends KnownType = KnownType> = Extract<ReturnType<typeof parseExpression>, { type: T }>;

const knownTypes: ReadonlySet<string> = new Set<KnownType>([
  'Literal',
  'Identifier',
  'MemberExpression',
  'ArrayExpression',
  'UnaryExpression',
  'BinaryExpression',
  'LogicalExpression',
  'ConditionalExpression',
  'CallExpression',
]);

function isKnown(node: Node): node is Known {
  return knownTypes.has(node.type);
}

const constants: ReadonlySet<string> = new Set(
  'NaN E LN2 LN10 LOG2E LOG10E PI SQRT1_2 SQRT2 MIN_VALUE MAX_VALUE undefined Infinity'.split(' '),
);

/** Allowed functions, by the type of their result. None repeats, pads, matches patterns, draws random numbers or reads the page. */
const functions: ReadonlyMap<string, Outcome> = new Map([
  ...of(
    'value',
    'isArray isBoolean isDate isDefined isNumber isObject isString isValid isNaN isFinite toBoolean toDate toNumber ' +
      'parseFloat parseInt length indexof lastindexof inrange ' +
      'abs acos asin atan atan2 ceil clamp cos exp floor hypot log max min pow round sin sqrt tan ' +
      'now datetime date day dayofyear year quarter month week hours minutes seconds milliseconds time timezoneoffset ' +
      'utc utcdate utcday utcdayofyear utcyear utcquarter utcmonth utcweek utchours utcminutes utcseconds ' +
      'utcmilliseconds timeOffset utcOffset monthFormat monthAbbrevFormat dayFormat dayAbbrevFormat',
  ),
  ...of('text', 'if toString upper lower trim slice substring truncate'),
  ...of('format', 'format timeFormat utcFormat timeParse utcParse'),
]);

type Outcome = 'value' | 'text' | 'format';

function of(kind: Outcome, list: string): [string, Outcome][] {
  return list.split(' ').map((name) => [name, kind]);
}

const names = [...functions.keys()].join(', ');
