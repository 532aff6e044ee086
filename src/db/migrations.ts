import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Folder of this version's migrations, in Prisma's layout: `<timestamp>_<name>/migration.sql`. */
export const migrationsDirectory = join(import.meta.dirname, '..', '..', 'prisma', 'migrations');

export interface Migration {
  /** Name of its folder, `<timestamp>_<name>`; migrations are applied in the order of their names. */
  readonly name: string;
  readonly sql: string;
}

/** The migrations in `directory`, in the order in which they are applied; none if there is no such folder. */
export async function readMigrations(directory = migrationsDirectory): Promise<Migration[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names
      // Code units, as Prisma sorts them: independent of the machine's locale.
      .sort()
      .map(async (name) => ({ name, sql: await readFile(join(directory, name, 'migration.sql'), 'utf8') })),
  );
}

/** SHA-256 of the migration's text in lowercase hex, as Prisma keeps it in `_prisma_migrations.checksum`. */
export function migrationChecksum(sql: string): string {
  return createHash('sha256').update(sql).digest('hex');
}

/** Whether `checksum` is that of `sql`, whatever its line endings, as Prisma compares. */
export function matchesChecksum(sql: string, checksum: string): boolean {
  const unix = sql.replaceAll('\r\n', '\n');
  return [sql, unix, unix.replaceAll('\n', '\r\n')].some((text) => migrationChecksum(text) === checksum);
}
