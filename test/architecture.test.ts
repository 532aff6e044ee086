import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { describe, expect, test } from 'vitest';

/** What a room may import of ours; `types` as types only. */
interface Room {
  readonly may: ReadonlySet<string>;
  readonly types: ReadonlySet<string>;
}

/** Reads the table "The rooms" of docs/ARCHITECTURE.md. A room is a folder of `src`, or a file beside them. */
async function readRooms(): Promise<ReadonlyMap<string, Room>> {
  const text = await readFile(join(import.meta.dirname, '../docs/ARCHITECTURE.md'), 'utf8');
  const rows = [...text.matchAll(/^\| `([\w-]+)[^`|]*` \|[^|]*\|([^|]*)\|$/gm)];
  const all = rows.map(([, room = '']) => room);
  const named = (words = '') => [...words.matchAll(/`([\w-]+)(?:\.ts)?`/g)].map(([, room = '']) => room);
  return new Map(
    rows.map(([, room = '', cell = '']) => {
      const [values, types] = cell.split('types of');
      const listed = named(values);
      const may = cell.includes('all but') ? all.filter((other) => !listed.includes(other)) : listed;
      return [room, { may: new Set(may), types: new Set(named(types)) }];
    }),
  );
}

/** Packages that a room may not touch, whatever it imports of ours. */
const forbiddenPackages: Record<string, RegExp> = {
  engines: /^(graphql|@pothos|@prisma|graphql-yoga|@whatwg-node|node:https?$)/,
  semantic: /^(graphql|@pothos|@prisma|graphql-yoga|@whatwg-node|node:https?$|pg$|@duckdb|@clickhouse)/,
  services: /^(graphql|@pothos|graphql-yoga|@whatwg-node|node:https?$)/,
  planner: /^(graphql|@pothos|@prisma|graphql-yoga|@whatwg-node|node:https?$|ai$|pg$|@duckdb)/,
  agent: /^(graphql|@pothos|@prisma|graphql-yoga|@whatwg-node|node:https?$)/,
  rest: /^(@pothos|@prisma|graphql-yoga)/,
  schema: /^(@prisma|graphql-yoga|node:https?$)/,
};

/** The same for the parts of the browser pages, in `web/src`, which reach the service through its public API only. */
const pageParts: Record<string, readonly string[]> = {
  shared: [],
  chat: ['shared'],
  dashboard: ['shared'],
  embed: ['shared'],
  admin: ['shared', 'embed'],
};

/** Files of the service that the pages load too: small, and without zod. */
const withoutZod = ['csv.ts', 'contract/chart-marks.ts', 'contract/columns.ts', 'contract/enum-names.ts'];

const source = join(import.meta.dirname, '../src');
const pageSource = join(import.meta.dirname, '../web/src');

interface Import {
  readonly file: string;
  readonly from: string;
  readonly target: string;
  readonly typeOnly: boolean;
}

/** A static import or re-export: whether it is of types only, and from where. */
const importPattern = /^(?:import|export)\s+(type\s)?(?:[^'";]*?from\s+)?'([^']+)'/gm;

/** The room of a path relative to `src`. */
function roomOf(path: string): string {
  return path.split(sep)[0]?.replace(/\.ts$/, '') ?? '';
}

async function readImports(): Promise<{
  own: Import[];
  packages: { file: string; room: string; name: string }[];
}> {
  const files = (await readdir(source, { recursive: true })).filter(
    // What only tests use stands beside what it tests, and may reach further.
    (file) => file.endsWith('.ts') && !/\.test\.ts$|generated|fixture/.test(file),
  );
  const own: Import[] = [];
  const packages: { file: string; room: string; name: string }[] = [];
  for (const file of files) {
    const text = await readFile(join(source, file), 'utf8');
    for (const [, type, specifier = ''] of text.matchAll(importPattern)) {
      const from = roomOf(file);
      if (!specifier.startsWith('.')) packages.push({ file, room: from, name: specifier });
      else {
        const target = roomOf(relative(source, join(source, dirname(file), specifier)));
        own.push({ file, from, target, typeOnly: type !== undefined });
      }
    }
  }
  return { own, packages };
}

/** `schema` is generated from Prisma's types, so it may read those; calls of Prisma stay in the services. */
function isAllowed(rooms: ReadonlyMap<string, Room>, { from, target, typeOnly, file }: Import): boolean {
  if (from === target) return true;
  if (file === join('schema', 'builder.ts') && target === 'db') return true;
  const room = rooms.get(from);
  return room !== undefined && (room.may.has(target) || (typeOnly && room.types.has(target)));
}

/** Files by the files that they import, relative to the repository; imports of types count too. */
async function readFileImports(): Promise<Map<string, readonly string[]>> {
  const imports = new Map<string, readonly string[]>();
  const root = join(source, '..');
  for (const folder of [source, pageSource]) {
    for (const name of await readdir(folder, { recursive: true })) {
      if (!/\.tsx?$/.test(name) || /\.test\.|generated/.test(name)) continue;
      const file = join(folder, name);
      const text = await readFile(file, 'utf8');
      const targets = [...text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, specifier = '']) =>
        relative(root, join(dirname(file), specifier)),
      );
      imports.set(relative(root, file), targets);
    }
  }
  return imports;
}

/** Sets of names that reach each other, of two names and more. */
function circlesOf(graph: ReadonlyMap<string, Iterable<string>>): string[][] {
  const reached = new Map<string, Set<string>>();
  for (const name of graph.keys()) {
    const found = new Set<string>();
    const next = [...(graph.get(name) ?? [])];
    for (let target = next.pop(); target !== undefined; target = next.pop()) {
      if (found.has(target)) continue;
      found.add(target);
      next.push(...(graph.get(target) ?? []));
    }
    reached.set(name, found);
  }
  const circles = [...graph.keys()].map((name) =>
    [...graph.keys()].filter(
      (other) => reached.get(name)?.has(other) === true && reached.get(other)?.has(name) === true,
    ),
  );
  return [...new Map(circles.filter(({ length }) => length > 1).map((each) => [each.join(), each])).values()];
}

/** What stands directly in a folder, by what else in it that imports: files and folders with all that they hold. */
function partsOf(folder: string, imports: ReadonlyMap<string, readonly string[]>): Map<string, Set<string>> {
  const partOf = (file: string) =>
    file.startsWith(folder + sep) ? file.slice(folder.length + 1).split(sep)[0] : undefined;
  const parts = new Map<string, Set<string>>();
  for (const [file, targets] of imports) {
    const part = partOf(file);
    if (part === undefined) continue;
    const others = parts.get(part) ?? new Set();
    parts.set(part, others);
    for (const target of targets) {
      const other = partOf(target);
      if (other !== undefined && other !== part) others.add(other);
    }
  }
  return parts;
}

describe('architecture', async () => {
  const rooms = await readRooms();
  const { own, packages } = await readImports();
  const fileImports = await readFileImports();

  test('no file of the service or of its pages imports what imports it, types included', () => {
    expect(fileImports.size).toBeGreaterThan(400);
    expect(circlesOf(fileImports)).toEqual([]);
  });

  test('what stands in one folder of the service forms no circle either', () => {
    const folders = new Set([...fileImports.keys()].map((file) => dirname(file)));
    const service = [...folders].filter((folder) => folder.startsWith('src'));
    expect(service.length).toBeGreaterThan(20);
    const broken = service.flatMap((folder) =>
      circlesOf(partsOf(folder, fileImports)).map((circle) => `${folder}: ${circle.join(', ')}`),
    );
    expect(broken).toEqual([]);
  });

  test('a circle is found where there is one', () => {
    const imports = new Map([
      ['src/a/one.ts', ['src/b/two.ts']],
      ['src/b/two.ts', ['src/a/three.ts']],
      ['src/a/three.ts', ['src/a/one.ts', 'src/b/two.ts']],
    ]);
    expect(circlesOf(imports)).toEqual([['src/a/one.ts', 'src/b/two.ts', 'src/a/three.ts']]);
    expect(circlesOf(partsOf('src', imports))).toEqual([['a', 'b']]);
    expect(circlesOf(new Map([['src/a/one.ts', ['src/b/two.ts']]]))).toEqual([]);
  });

  test('reads the imports that it judges', () => {
    expect(own.length).toBeGreaterThan(100);
    expect(own).toContainEqual(
      expect.objectContaining({
        file: join('services', 'chat', 'chat-agent.ts'),
        target: 'errors',
        typeOnly: false,
      }),
    );
    expect(own).toContainEqual(
      expect.objectContaining({ file: join('rest', 'ndjson.ts'), target: 'errors' }),
    );
  });

  test('every room is in the table of docs/ARCHITECTURE.md, which names no other', () => {
    const found = new Set(own.flatMap(({ from, target }) => [from, target]));
    expect([...rooms.keys()].sort()).toEqual([...found].sort());
    const named = [...rooms.values()].flatMap(({ may, types }) => [...may, ...types]);
    expect(named.filter((room) => !rooms.has(room))).toEqual([]);
  });

  test('rooms import only what the table of docs/ARCHITECTURE.md allows', () => {
    const broken = own
      .filter((entry) => !isAllowed(rooms, entry))
      .map(({ file, target }) => `${file} imports ${target}`);
    expect(broken).toEqual([]);
  });

  test('the table refuses what it should', () => {
    const base = { file: 'x.ts', typeOnly: false };
    expect(isAllowed(rooms, { ...base, from: 'rest', target: 'services' })).toBe(false);
    expect(isAllowed(rooms, { ...base, from: 'services', target: 'schema' })).toBe(false);
    expect(isAllowed(rooms, { ...base, from: 'agent', target: 'services' })).toBe(false);
    expect(isAllowed(rooms, { ...base, from: 'agent', target: 'services', typeOnly: true })).toBe(true);
  });

  test('rooms stay away from packages that are not theirs', () => {
    const broken = packages
      .filter(({ room, name }) => forbiddenPackages[room]?.test(name) === true)
      .map(({ file, name }) => `${file} imports ${name}`);
    expect(broken).toEqual([]);
  });

  test('only quoting.ts writes texts and names into SQL', async () => {
    const doubledQuote = /\.replace(?:All)?\([^)]*,\s*(?:"''"|'""')\)/;
    const betweenQuotes = /`[^`\n]*'\$\{/;
    // Values of CSV have quotes as well.
    const others = ['quoting.ts', 'csv.ts'];
    const writers: string[] = [];
    for (const file of await readdir(source, { recursive: true })) {
      if (!file.endsWith('.ts') || /\.test\.ts$|generated|fixture/.test(file)) continue;
      const text = await readFile(join(source, file), 'utf8');
      const writesSql = /^(semantic|engines|services.dashboards)\b/.test(file) || file.endsWith('sql.ts');
      if (doubledQuote.test(text) || (writesSql && betweenQuotes.test(text))) writers.push(file);
    }
    expect(writers).toContain('quoting.ts');
    expect(writers.filter((file) => !others.includes(file))).toEqual([]);
  });

  test('no file cites a document that is not in the repository', async () => {
    const root = join(source, '..');
    const outside =
      /\b(contract|architecture|card),? §|\bthe card\b|\bissue \d+\b|\((issue|card): [a-z]+ [a-z]/;
    expect('Largest body of a request (contract §4).').toMatch(outside);
    const citing: string[] = [];
    let read = 0;
    for (const folder of [
      'src',
      'web/src',
      'test',
      'docs',
      'bench',
      'eval',
      'prisma',
      'scripts',
      'examples',
    ]) {
      for (const name of await readdir(join(root, folder), { recursive: true })) {
        if (!/\.(tsx?|mjs|md|ya?ml|prisma|graphql)$/.test(name) || /generated|node_modules/.test(name))
          continue;
        if (join(folder, name) === join('test', 'architecture.test.ts')) continue;
        read += 1;
        for (const line of (await readFile(join(root, folder, name), 'utf8')).split('\n')) {
          if (outside.test(line)) citing.push(`${join(folder, name)}: ${line.trim()}`);
        }
      }
    }
    expect(read).toBeGreaterThan(800);
    expect(citing).toEqual([]);
  });

  test('only config.ts reads the environment, and only main.ts passes it on', async () => {
    const readers: string[] = [];
    for (const file of await readdir(source, { recursive: true })) {
      if (!file.endsWith('.ts') || file.endsWith('.test.ts') || file.includes('generated')) continue;
      if (/process\.env/.test(await readFile(join(source, file), 'utf8'))) readers.push(file);
    }
    // Setting what a library reads while it is loaded takes the environment itself.
    // OpenTelemetry's packages read the other standard names themselves.
    const others = [
      'main.ts',
      'migrate-state.ts',
      'config.ts',
      join('engines', 'duckdb', 'allocator.ts'),
      join('telemetry', 'start-telemetry.ts'),
    ];
    expect(readers.filter((file) => !others.includes(file))).toEqual([]);
  });

  test('parts of the pages import only what theirs allows, and of the server types, how CSV is written and what contract has without zod', async () => {
    const broken: string[] = [];
    let read = 0;
    for (const file of await readdir(pageSource, { recursive: true })) {
      if (!/\.tsx?$/.test(file) || file.includes('generated')) continue;
      const part = roomOf(file);
      const text = await readFile(join(pageSource, file), 'utf8');
      for (const [, specifier = ''] of text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
        read += 1;
        const path = relative(pageSource, join(pageSource, dirname(file), specifier));
        const shared = relative(source, join(pageSource, path));
        if (withoutZod.includes(shared)) continue;
        const isTypes = new RegExp(`import type [^;]*'${specifier}'`).test(text);
        if (isTypes && /^(contract|errors\.ts)/.test(shared)) continue;
        const target = roomOf(path);
        if (target !== part && pageParts[part]?.includes(target) !== true)
          broken.push(`${file}: ${specifier}`);
      }
    }
    expect(read).toBeGreaterThan(5);
    for (const file of withoutZod) {
      const text = await readFile(join(source, file), 'utf8');
      const loaded = [...text.matchAll(importPattern)].flatMap(([, type, target = '']) =>
        type === undefined ? [relative(source, join(source, dirname(file), target))] : [],
      );
      expect(
        loaded.filter((target) => !withoutZod.includes(target)),
        file,
      ).toEqual([]);
    }
    expect(broken).toEqual([]);
  });
});
