import { spawnSync } from 'node:child_process';
import { appendFile, cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** A copy of what the two commands read and write, so that drift can be made without touching the project. */
let copy: string;
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'inlay-db-scripts-'));
  const source = ['db', 'telemetry', 'errors.ts'].map((path) => join('src', path));
  for (const path of ['scripts', 'prisma', 'prisma.config.ts', 'package.json', ...source]) {
    await cp(join(root, path), join(copy, path), { recursive: true });
  }
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
});
afterAll(() => rm(copy, { recursive: true, force: true }));

function run(script: string, argument?: string): { status: number | null; output: string } {
  const result = spawnSync(
    process.execPath,
    // To optimise WebAssembly takes longer than the scripts gain from it.
    ['--liftoff-only', join('scripts', script), ...(argument === undefined ? [] : [argument])],
    { cwd: copy, encoding: 'utf8' },
  );
  return { status: result.status, output: result.stdout + result.stderr };
}

async function edit(path: string, change: (text: string) => string): Promise<void> {
  const file = join(copy, path);
  await writeFile(file, change(await readFile(file, 'utf8')));
}

// One story: each step starts from what the one before it left.
describe('drift of the database', () => {
  it('drift is found when only the schema changes', async () => {
    await edit('prisma/schema.prisma', (text) =>
      text.replace('model Account {', 'model Account {\n  nickname String?\n'),
    );
    const client = run('db-generate.ts', '--check');
    expect(client).toMatchObject({ status: 1, output: expect.stringContaining('npm run db:generate') });
    expect(client.output).toContain(join('models', 'Account.ts'));
    const migrations = run('db-migration.ts', '--check');
    expect(migrations).toMatchObject({ status: 1, output: expect.stringContaining('npm run db:migration') });
    expect(migrations.output).toContain('ALTER TABLE "Account" ADD COLUMN     "nickname" TEXT;');
  });

  it('drift disappears once the client is generated and a migration is written', async () => {
    expect(run('db-generate.ts')).toMatchObject({ status: 0 });
    expect(run('db-generate.ts', '--check')).toMatchObject({ status: 0 });
    expect(run('db-migration.ts', 'add_nickname')).toMatchObject({ status: 0 });
    expect(run('db-migration.ts', 'again').output).toContain('no change');
    const names = await readdir(join(copy, 'prisma', 'migrations'));
    expect(names).toContainEqual(expect.stringMatching(/^\d{14}_add_nickname$/));
    expect(names.filter((name) => name.endsWith('_again'))).toEqual([]);
  });

  it('what a migration adds by hand is not drift', async () => {
    const [name] = (await readdir(join(copy, 'prisma', 'migrations'))).filter((each) =>
      each.endsWith('_nickname'),
    );
    await appendFile(
      join(copy, 'prisma', 'migrations', String(name), 'migration.sql'),
      `CREATE INDEX short ON "Account" (nickname) WHERE length(nickname) < 5;
       ALTER TABLE "Account" ADD CONSTRAINT named CHECK (nickname <> '');`,
    );
    expect(run('db-migration.ts', '--check')).toMatchObject({ status: 0 });
  });

  it('refuses a name that would not sort or read well', () => {
    expect(run('db-migration.ts', 'Add Nickname')).toMatchObject({ status: 2 });
    expect(run('db-migration.ts')).toMatchObject({ status: 2 });
  });
});
