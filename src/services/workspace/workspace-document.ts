import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
} from 'yaml';
import type { Problem } from '../../semantic/model/model-error.ts';

/** Steps from the root to a value, as in a zod issue. */
export type Path = readonly PropertyKey[];

/** A parsed YAML file whose values know where they stand. */
export interface WorkspaceDocument {
  readonly data: unknown;
  /** The problem at a value; at its key instead, for a property that should not be there. */
  problem(path: Path, message: string, at?: 'value' | 'key'): Problem;
  /** Whether the text of the value came from the environment, in part at least. */
  isFromEnvironment(path: Path): boolean;
}

/**
 * Parses YAML and replaces `${NAME}` by the environment's value in every string (`$${` stands for `${` itself).
 * What it holds is data, whatever the environment says: it never becomes a list, a number or a key.
 */
export function readDocument(
  file: string,
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): { readonly document: WorkspaceDocument; readonly problems: readonly Problem[] } {
  const lines = new LineCounter();
  const yaml = parseDocument(text, { lineCounter: lines, merge: true });
  const lineAt = (offset: number) => Math.max(1, lines.linePos(offset).line);
  const problems: Problem[] = yaml.errors.map((error) => {
    const [firstLine = ''] = error.message.split('\n');
    const reason = firstLine.replace(/ at line \d+, column \d+:?$/, '');
    return { file, line: lineAt(error.pos[0]), path: '', message: `Not valid YAML: ${reason}.` };
  });
  const substituted = new Set<unknown>();
  if (problems.length === 0) {
    for (const { offset, name, node } of substitute(yaml, env)) {
      substituted.add(node);
      if (name === undefined) continue;
      const message = `The environment has no ${name}. Set it, or write $\${${name}} for the text itself.`;
      problems.push({ file, line: lineAt(offset), path: '', message });
    }
  }
  const document: WorkspaceDocument = {
    data: problems.length === 0 || yaml.errors.length === 0 ? yaml.toJS({ maxAliasCount: 100 }) : null,
    problem(path, message, at = 'value') {
      const { offset } = find(yaml, path, at);
      return { file, line: lineAt(offset), path: shown(this.data, path), message };
    },
    isFromEnvironment: (path) => substituted.has(find(yaml, path, 'value').node),
  };
  return { document, problems };
}

interface Substitution {
  readonly node: unknown;
  readonly offset: number;
  /** Set when the environment has no such variable. */
  readonly name?: string;
}

function substitute(yaml: Document, env: Readonly<Record<string, string | undefined>>): Substitution[] {
  const found: Substitution[] = [];
  visit(yaml, {
    Scalar(key, node) {
      if (key === 'key' || typeof node.value !== 'string') return;
      const offset = node.range?.[0] ?? 0;
      node.value = node.value.replace(/\$(\$\{)|\$\{([^}]*)\}/g, (whole, escaped?: string, name?: string) => {
        if (escaped !== undefined) return escaped;
        const value = env[name ?? ''];
        found.push(value === undefined ? { node, offset, name: name ?? '' } : { node, offset });
        return value ?? whole;
      });
    },
  });
  return found;
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
