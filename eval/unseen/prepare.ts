import { join } from 'node:path';
import type { Domain } from './domain.ts';
import { writeWorkspace } from './write-model.ts';
import { writeTables } from './write-tables.ts';

/**
 * Writes a domain's tables and models, the tables only when they are not there yet.
 * @param cache the folder for all domains. @default `.cache` beside this file, which git ignores
 * @returns the folder of the domain's workspace
 */
export async function prepareDomain(
  domain: Domain,
  cache: string = join(import.meta.dirname, '.cache'),
): Promise<string> {
  const folder = join(cache, domain.name);
  await writeTables(domain, folder);
  await writeWorkspace(domain, folder);
  return folder;
}
