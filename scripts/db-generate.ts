/**
 * `npm run db:generate`: writes the Prisma client from prisma/schema.prisma
 * to src/db/generated. With `--check` it writes nothing and fails when what is committed differs.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';

const root = dirname(import.meta.dirname);
const schemaPath = join('prisma', 'schema.prisma');
const generatedPath = join('src', 'db', 'generated');

if (process.argv.includes('--check')) check();
else generate(join(root, schemaPath), join(root, generatedPath));

function check(): void {
  const cache = join(root, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  // Inside the project, so that the generators find their packages as they do for the real schema.
  const scratch = mkdtempSync(join(cache, 'db-generate-'));
  try {
    cpSync(join(root, schemaPath), join(scratch, schemaPath));
    generate(join(scratch, schemaPath), join(scratch, generatedPath));
    const expected = readTree(join(scratch, generatedPath));
    const committed = readTree(join(root, generatedPath));
    const stale = [...new Set([...expected.keys(), ...committed.keys()])]
      .filter((file) => expected.get(file) !== committed.get(file))
      .sort();
    if (stale.length === 0) {
      console.log(`${generatedPath} fits ${schemaPath}`);
      return;
    }
    console.error(
      `${generatedPath} does not fit ${schemaPath}: ${stale.join(', ')}. Run: npm run db:generate`,
    );
    process.exitCode = 1;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function generate(schema: string, output: string): void {
  rmSync(output, { recursive: true, force: true });
  const { PATH: searchPath } = process.env;
  const prisma = createRequire(import.meta.url).resolve('prisma/build/index.js');
  const result = spawnSync(process.execPath, [prisma, 'generate', '--schema', schema, '--no-hints'], {
    cwd: root,
    encoding: 'utf8',
    env: {
      ...process.env,
      PATH: [join(root, 'node_modules', '.bin'), searchPath].join(delimiter),
      // Generating never runs the schema engine, but the command downloads it unless a path is given.
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      CHECKPOINT_DISABLE: '1',
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
    },
  });
  if (result.status !== 0) {
    throw new Error(`prisma generate failed:\n${result.stdout}${result.stderr}`, { cause: result.error });
  }
}

/** Text of every file beneath `directory`, by its path from there. */
function readTree(directory: string): Map<string, string> {
  const files = new Map<string, string>();
  if (!existsSync(directory)) return files;
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(path.slice(directory.length + 1), readFileSync(path, 'utf8'));
  }
  return files;
}
