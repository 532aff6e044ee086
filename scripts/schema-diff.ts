import { existsSync } from 'node:fs';
import { copyFile, readFile } from 'node:fs/promises';
import { CriticalityLevel, diff } from '@graphql-inspector/core';
import { buildSchema } from 'graphql';

/**
 * Compares schema.graphql with the schema of the last release, and fails for a change that breaks operations of clients
 * (docs/COMPATIBILITY.md). With `--release`, it keeps schema.graphql as that of a release.
 */
const current = 'schema.graphql';
const released = 'schema.released.graphql';

/** What would break operations that are valid today. */
export async function breakingChanges(before: string, after: string): Promise<string[]> {
  const changes = await diff(buildSchema(before), buildSchema(after));
  return changes
    .filter(({ criticality }) => criticality.level === CriticalityLevel.Breaking)
    .map(({ message }) => message);
}

if (import.meta.main) {
  if (process.argv.includes('--release')) await copyFile(current, released);
  else if (!existsSync(released)) console.log('No schema is released yet.');
  else {
    const breaking = await breakingChanges(await readFile(released, 'utf8'), await readFile(current, 'utf8'));
    for (const message of breaking) console.error(`Breaks clients of the last release: ${message}`);
    if (breaking.length > 0) process.exitCode = 1;
    else console.log(`${current} keeps what ${released} promises`);
  }
}
