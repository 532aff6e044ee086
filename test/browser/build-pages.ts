import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Builds the pages once before the browser tests, unless they are as their sources are. */
export async function setup(): Promise<void> {
  const script = join(import.meta.dirname, '../../scripts/build-web.ts');
  const { stderr } = await promisify(execFile)(process.execPath, [script, '--if-stale']);
  process.stderr.write(stderr);
}
