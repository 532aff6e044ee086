import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type Scalar,
  visit,
} from 'yaml';
import type { Problem } from './model-error.ts';

/** Steps from the root to a value, as in a zod issue. */
export type Path = readonly PropertyKey[];

/** A parsed YAML file whose values know where they stand. */
export interface WorkspaceDocument {
  /** Plain data, with the environment filled in; null for an empty file and for one that is not valid YAML. */
  readonly data: unknown;
  /** Syntax errors, and variables that the environment does not have. */
  readonly problems: readonly Problem[];
  /**
   * The problem at a value; at its key instead, for a property that should not be there.
   * None where a variable is missing, which was reported already.
   */
  problemsAt(path: Path, message: string, at?: 'value' | 'key'): readonly Problem[];
  /** Whether the value is text that comes from the environment, in part at least. */
  isFromEnvironment(path: Path): boolean;
}

/**
 * Parses YAML and replaces `${NAME}` by the environment's value in every string (`$${` stands for `${` itself).
 * What it holds is text, whatever it looks like: it never becomes a list, a number or a key.
 * @param env when undefined, strings stay as they are written
 */
export function readDocument(
  file: string,
  text: string,
  env: Readonly<Record<string, string | undefined>> | undefined,
): WorkspaceDocument {
  try {
    return readNested(file, text, env);
  } catch (error) {
    // The library calls itself for each level.
    if (error instanceof RangeError) return unreadable([notYaml(file, 1, 'It is nested too deeply')]);
    throw error;
  }
}

/** A file that cannot be read, whatever is asked of its values. */
function unreadable(problems: readonly Problem[]): WorkspaceDocument {
  return { data: null, problems, problemsAt: () => [], isFromEnvironment: () => false };
}

function notYaml(file: string, line: number, reason: string): Problem {
  return { file, line, path: '', message: `Not valid YAML: ${reason}.` };
}

function readNested(
  file: string,
  text: string,
  env: Readonly<Record<string, string | undefined>> | undefined,
): WorkspaceDocument {
  const lines = new LineCounter();
  const yaml = parseDocument(text, { lineCounter: lines, merge: true });
  const lineAt = (offset: number) => Math.max(1, lines.linePos(offset).line);
  if (yaml.errors.length > 0) {
    const problems = yaml.errors.map((error) => {
      const [firstLine = ''] = error.message.split('\n');
      const reason = firstLine.replace(/ at line \d+, column \d+:?$/, '');
      return notYaml(file, lineAt(error.pos[0]), reason);
    });
    return unreadable(problems);
  }
  const variables = env === undefined ? [] : substitute(yaml, env);
  const unset = new Set<unknown>(variables.filter(({ isSet }) => !isSet).map(({ node }) => node));
  let data: unknown;
  try {
    data = yaml.toJS({ maxAliasCount: 100 });
  } catch (error) {
    // Such as a merge of what is no mapping, or an alias that is used very often.
    if (error instanceof RangeError || !(error instanceof Error)) throw error;
    return unreadable([notYaml(file, 1, error.message)]);
  }
  return {
    data,
    problems: variables
      .filter(({ isSet }) => !isSet)
      .map(({ name, node, path }) => ({
        file,
        line: lineAt(offsetOf(node) ?? 0),
        path: shown(data, path),
        message: `The environment has no ${name}. Set it, or write $\${${name}} for the text itself.`,
      })),
    problemsAt(path, message, at = 'value') {
      const { node, offset } = find(yaml, path, at);
      return unset.has(node) ? [] : [{ file, line: lineAt(offset), path: shown(data, path), message }];
    },
    isFromEnvironment: (path) => {
      const { node } = find(yaml, path, 'value');
      return variables.some((variable) => variable.node === node);
    },
  };
}

interface Variable {
  readonly name: string;
  readonly isSet: boolean;
  readonly node: Scalar;
  readonly path: Path;
}

function substitute(yaml: Document, env: Readonly<Record<string, string | undefined>>): Variable[] {
  const found: Variable[] = [];
  visit(yaml, {
    Scalar(key, node, ancestors) {
      if (key === 'key' || typeof node.value !== 'string') return;
      const path = pathOf(node, ancestors);
      node.value = node.value.replace(/\$(\$\{)|\$\{([^}]*)\}/g, (whole, escaped?: string, name = '') => {
        if (escaped !== undefined) return escaped;
        const value = env[name];
        found.push({ name, isSet: value !== undefined, node, path });
        return value ?? whole;
      });
    },
  });
  return found;
}

function pathOf(node: Node, ancestors: readonly unknown[]): Path {
  const chain = [...ancestors, node];
  return chain.flatMap((each, index): Path => {
    if (isPair(each)) return [isScalar(each.key) ? String(each.key.value) : String(each.key)];
    return isSeq(each) ? [each.items.indexOf(chain[index + 1])] : [];
  });
}

/** The node at the path, or the deepest one on the way to it. */
function find(yaml: Document, path: Path, at: 'value' | 'key'): { node: unknown; offset: number } {
  let node: unknown = yaml.contents;
  let offset = offsetOf(node) ?? 0;
  for (const [index, step] of path.entries()) {
    const collection: unknown = isAlias(node) ? node.resolve(yaml) : node;
    let next: unknown;
    if (isMap(collection)) {
      const pair = collection.items.find(({ key }) => (isScalar(key) ? key.value : key) === step);
      const isLast = index === path.length - 1;
      // A mapping starts at its first key; the line that names it says more.
      offset = offsetOf(pair?.key) ?? offset;
      next = pair?.value;
      if (isLast && at === 'value' && !isMap(next) && !isSeq(next)) offset = offsetOf(next) ?? offset;
    } else if (isSeq(collection)) {
      next = collection.items[Number(step)];
      offset = offsetOf(next) ?? offset;
    }
    if (next === undefined || next === null) return { node: null, offset };
    node = next;
  }
  return { node, offset };
}

function offsetOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}

/** The path with names where lists have them: `accounts.acme.agents.1.model`. */
function shown(data: unknown, path: Path): string {
  let value = data;
  let text = '';
  for (const step of path) {
    const parent = value;
    value = typeof parent === 'object' && parent !== null ? Reflect.get(parent, step) : undefined;
    const name = Array.isArray(parent) ? nameOf(value) : String(step);
    text += name === undefined ? `[${String(step)}]` : text === '' ? name : `.${name}`;
  }
  return text;
}

function nameOf(item: unknown): string | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  for (const property of ['id', 'name', 'username']) {
    const name: unknown = Reflect.get(item, property);
    if (typeof name === 'string' || typeof name === 'number') return String(name);
  }
  return undefined;
}
