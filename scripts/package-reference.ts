import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type ESTree, parseSync } from 'vite';

/**
 * Writes the reference of the packages' READMEs from their types and comments: what follows `## Reference`. With `--check` it
 * writes nothing, and fails when one of them is out of date.
 */
const root = join(import.meta.dirname, '..');
const check = process.argv.includes('--check');

/** Entries by the README in which they are described. */
const entries = {
  'packages/client/README.md': {
    '@inlay/client': 'packages/client/src/index.ts',
    '@inlay/client/ai-sdk': 'packages/client/src/ai-sdk/index.ts',
    '@inlay/client/embed': 'packages/client/src/embed/index.ts',
  },
  'packages/react/README.md': { '@inlay/react': 'packages/react/src/index.ts' },
} as const;

interface Declared {
  readonly name: string;
  readonly node: ESTree.Node;
  readonly source: Source;
}

interface Source {
  readonly file: string;
  readonly text: string;
  readonly parsed: ReturnType<typeof parseSync>;
}

async function read(file: string): Promise<Source> {
  const text = await readFile(join(root, file), 'utf8');
  return { file, text, parsed: parseSync(file, text) };
}

/** What a file exports, with what it passes on of others, but for what is generated from the schema or internal. */
async function exportsOf(file: string, only?: ReadonlySet<string>): Promise<Declared[]> {
  const source = await read(file);
  const found: Declared[] = [];
  for (const node of source.parsed.program.body) {
    if (node.type !== 'ExportNamedDeclaration' && node.type !== 'ExportAllDeclaration') continue;
    if (docOf(source, node.start)?.includes('@internal')) continue;
    if (node.source) {
      const target = join(dirname(file), node.source.value);
      if (target.includes('generated')) continue;
      const names =
        node.type === 'ExportAllDeclaration'
          ? only
          : new Set(node.specifiers.map(({ local }) => textOf(source, local)));
      found.push(...(await exportsOf(target, names)));
      continue;
    }
    if (node.type === 'ExportAllDeclaration' || !node.declaration) continue;
    const { declaration } = node;
    if (!('id' in declaration) || !declaration.id || declaration.id.type !== 'Identifier') continue;
    const { name } = declaration.id;
    if (only === undefined || only.has(name)) found.push({ name, node: declaration, source });
  }
  return found;
}

function textOf({ text }: Source, { start, end }: { readonly start: number; readonly end: number }): string {
  return text.slice(start, end).replace(/\s+/g, ' ');
}

/** The comment directly before a place, as one paragraph. */
function docOf({ text, parsed }: Source, start: number): string | undefined {
  const comment = parsed.comments.findLast(
    ({ type, value, end }) =>
      type === 'Block' &&
      value.startsWith('*') &&
      end <= start &&
      /^[\s]*(export )?$/.test(text.slice(end, start)),
  );
  return comment?.value
    .replace(/^\s*\* ?/gm, '')
    .replace(/\{@link (\w+)[^}]*\}/g, '`$1`')
    .replace(/@param (\w+) /g, '`$1`: ')
    .replace(/@default /g, 'Default: ')
    .replace(/@returns /g, 'Returns ')
    .replace(/@throws (\w+)/g, 'Throws `$1`:')
    .replace(/\s+/g, ' ')
    .replace(/:$/, '.')
    .trim();
}

/** A declaration or a member as code, without its body and modifiers. */
function signatureOf(source: Source, node: ESTree.Node): string {
  const body =
    'body' in node && node.body && typeof node.body === 'object' && 'start' in node.body
      ? node.body
      : undefined;
  const end = body === undefined ? node.end : (body as { start: number }).start;
  return textOf(source, { start: node.start, end })
    .replace(/\/\*\*.*?\*\/ /g, '')
    .replace(/\b(?:readonly|override|export|async) /g, '')
    .replace(/^(?:interface|function|const|class) /, '')
    .replace(/ extends (?:Error|InlayError)\b/, '')
    .replace(/\( /g, '(')
    .replace(/, \)/g, ')')
    .replace(/[;\s]+$/, '');
}

function membersOf(source: Source, members: readonly ESTree.Node[], indent = ''): string[] {
  return members.flatMap((member) => {
    const isShown =
      member.type === 'TSPropertySignature' ||
      member.type === 'TSMethodSignature' ||
      member.type === 'PropertyDefinition';
    if (!isShown) return [];
    const doc = docOf(source, member.start);
    const type = member.type === 'TSMethodSignature' ? undefined : member.typeAnnotation?.typeAnnotation;
    const suffix = doc === undefined ? '' : `: ${doc}`;
    if (type?.type !== 'TSTypeLiteral') return [`${indent}- \`${signatureOf(source, member)}\`${suffix}`];
    return [
      `${indent}- \`${textOf(source, member.key)}\`${suffix}`,
      ...membersOf(source, type.members, `${indent}  `),
    ];
  });
}

function literalsOf(type: ESTree.Node): readonly ESTree.Node[] {
  if (type.type === 'TSTypeLiteral') return type.members;
  if (type.type === 'TSIntersectionType' || type.type === 'TSUnionType')
    return type.types.flatMap(literalsOf);
  if (type.type === 'TSParenthesizedType') return literalsOf(type.typeAnnotation);
  return [];
}

function describe({ name, node, source }: Declared): string[] {
  const doc = docOf(source, node.start) ?? '';
  const heading =
    node.type === 'TSTypeAliasDeclaration' ? name : signatureOf(source, node).replace(/ \{$/, '');
  const members =
    node.type === 'TSInterfaceDeclaration'
      ? node.body.body
      : node.type === 'ClassDeclaration'
        ? node.body.body
        : node.type === 'TSTypeAliasDeclaration'
          ? literalsOf(node.typeAnnotation)
          : [];
  return [
    '',
    `#### \`${heading}\``,
    ...(doc === '' ? [] : ['', doc]),
    ...withSpace(membersOf(source, members)),
  ];
}

function withSpace(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', ...lines];
}

const stale: string[] = [];
for (const [readme, files] of Object.entries(entries)) {
  const lines = ['## Reference', '', 'Written from the types by `node scripts/package-reference.ts`.'];
  for (const [entry, file] of Object.entries(files)) {
    const declared = await exportsOf(file);
    // What can be called comes first, in the order of the entry.
    const isType = ({ node }: Declared) => /Interface|Alias/.test(node.type);
    const sorted = [...declared.filter((each) => !isType(each)), ...declared.filter(isType)];
    lines.push('', `### \`${entry}\``, ...sorted.flatMap(describe));
  }
  const path = join(root, readme);
  const current = await readFile(path, 'utf8');
  const content =
    `${current.replace(/\n## Reference\n[\s\S]*$/, '')}`.trimEnd() + `\n\n${lines.join('\n')}\n`;
  if (content === current) continue;
  stale.push(readme);
  if (!check) await writeFile(path, content);
}
if (check && stale.length > 0) {
  process.stderr.write(`Out of date: ${stale.join(', ')}. Run "node scripts/package-reference.ts".\n`);
  process.exitCode = 1;
}
