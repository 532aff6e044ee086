import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { adminKey } from './service-process.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

/** The blocks of commands in a document that begin with one. */
export async function documentedCommands(document: string, first: string): Promise<readonly string[]> {
  const text = await readFile(join(root, document), 'utf8');
  const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)```$/gm)].map(([, block = '']) => block);
  return blocks.filter((block) => block.startsWith(`${first} `));
}

/** Runs what a document says to type at a service of the account `acme`, and compares what comes out with what it promises. */
export async function runDocumentedCommands(document: string, url: string): Promise<void> {
  const blocks = (await documentedCommands(document, 'curl')).filter(
    (block) => !block.includes('/public/') || block.includes('/public/acme/'),
  );
  expect(blocks.length).toBeGreaterThan(0);
  for (const block of blocks) await runRequest(block, url);
}

/** Runs a `curl` as it is written, but at this service. @returns what comes out @throws when that is not what it promises */
export async function runRequest(block: string, url: string): Promise<string> {
  const script = block
    .replaceAll('http://127.0.0.1:4000', url)
    .replaceAll('curl ', 'curl -sS --fail-with-body ');
  const env = { PATH: process.env['PATH'] ?? '', ADMIN_API_KEY: adminKey };
  const { stdout } = await run('sh', ['-ec', script], { env });
  if (block.includes('stream-chat-state')) expect(stdout).toContain('"status":"completed"');
  else if (block.includes('/sql')) expect(JSON.parse(stdout).data).toEqual([['US', expect.any(Number)]]);
  else if (block.includes('/audit-events')) expect(stdout).toMatch(/^\{"id":.*"action":"session\.generate"/m);
  else if (block.includes('/mcp')) expect(stdout).toContain('Orders in 2025 come to');
  else if (block.includes('/graphql')) expect(JSON.parse(stdout)).not.toHaveProperty('errors');
  else expect(JSON.parse(stdout).sessionId).toMatch(/^[0-9a-f]{32}$/);
  return stdout;
}
