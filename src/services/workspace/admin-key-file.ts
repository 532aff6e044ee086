import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../errors.ts';

/**
 * Writes a generated admin key to a file that only the user of the process can read, so that it is in no log.
 * @returns the file's path
 * @throws AppError `UNAVAILABLE`, which says what to do
 */
export async function keepAdminKey(folder: string, key: string): Promise<string> {
  const path = join(folder, 'admin-key');
  try {
    await mkdir(folder, { recursive: true });
    // A file that was there may have another mode, or be a link.
    await rm(path, { force: true });
    await writeFile(path, `${key}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unwritable';
    const message = `The generated admin key cannot be written to ${path} (${code}). Set ADMIN_API_KEY, or a DATA_DIR that can be written.`;
    throw new AppError('UNAVAILABLE', message, { cause: error });
  }
  return path;
}
