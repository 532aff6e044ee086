import pino from 'pino';
import { loadConfig } from './config.ts';
import { openDatabase } from './db/database.ts';
import { StateError } from './db/state-error.ts';
import { readSecretFiles } from './secret-files.ts';

/**
 * Applies the migrations that the database of the environment lacks, and nothing else.
 * @returns what is wrong and what to do; nothing if the database is up to date now
 */
export async function migrateState(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<readonly string[]> {
  const { env, problems } = readSecretFiles(environment);
  const loaded = loadConfig(env);
  if (!loaded.ok || problems.length > 0) return [...problems, ...(loaded.ok ? [] : loaded.problems)];
  const { databaseUrl, dataDir, logLevel } = loaded.config;
  try {
    await using _database = await openDatabase({ databaseUrl, dataDir, logger: pino({ level: logLevel }) });
    return [];
  } catch (error) {
    if (error instanceof StateError) return [error.message];
    throw error;
  }
}

if (import.meta.main) {
  const problems = await migrateState(process.env);
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.stdout.write(problems.length > 0 ? '' : 'the database is up to date\n');
  process.exitCode = problems.length > 0 ? 1 : 0;
}
