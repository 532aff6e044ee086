import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runDemo } from './run-demo.ts';

describe('npm run demo', () => {
  it('exits 0, checks three answers by hand, writes no colour into a pipe and leaves nothing behind', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'inlay-demo-test-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const { NODE_COMPILE_CACHE = '' } = process.env;
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [join(import.meta.dirname, 'demo.ts')],
      // What the environment says of a service of one's own must not matter.
      {
        env: {
          NODE_COMPILE_CACHE,
          TMPDIR: folder,
          DATABASE_URL: 'postgres://127.0.0.1:1/none',
          PORT: 'none',
        },
      },
    );
    expect(stderr).toBe('');
    expect(stdout.match(/✓ all \d+ figures equal SQL typed by hand/g)).toHaveLength(3);
    expect(stdout).toContain('✓ no region, no rows');
    expect(stdout).not.toContain('\u001b');
    expect(await readdir(folder)).toEqual([]);
  }, 90_000);
});

/** A server that speaks just enough of the protocol to be wrong in one way. */
async function serve(chat: { readonly status: number; readonly lines: readonly object[] }): Promise<string> {
  const server = createServer((request, response) => {
    const { url = '' } = request;
    if (url.endsWith('generate-session')) response.end('{"sessionId":"s"}');
    else if (url.endsWith('token')) response.end('{"token":"t","expiresAt":"2026-01-01T00:00:00.000Z"}');
    else response.writeHead(chat.status).end(chat.lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('runDemo', () => {
  const target = { write: () => undefined, paint: (_: unknown, text: string) => text };
  const answer = { id: 'f', role: 'assistant', graphPath: ['final'], content: 'Shoes: €1.00.' };
  const end = { id: '__state__', state: { chatId: 'c', status: 'completed' } };
  const result = {
    sqlQuery: 'SELECT 1',
    schema: [
      { name: 'category', column_type: 'String' },
      { name: 'revenue', column_type: 'Decimal' },
    ],
    data: [['Shoes', '1.00']],
    totalRows: 1,
  };
  const tool = {
    id: 's',
    role: 'assistant',
    toolCall: { name: 'svcSqlApi', input: '{}', result: JSON.stringify(result) },
  };

  it.each([
    ['a refusal', { status: 503, lines: [{ detail: 'no' }] }, /stream-chat-state answered 503: .*no/],
    ['a stream that was cut', { status: 200, lines: [tool, answer] }, /ended as cut/],
    [
      'a failed turn',
      { status: 200, lines: [{ ...end, state: { chatId: 'c', status: 'failed' } }] },
      /ended as failed/,
    ],
    ['no answer', { status: 200, lines: [tool, end] }, /without an answer/],
    [
      'a wrong figure',
      { status: 200, lines: [tool, answer, end] },
      /Figures differ.*Shoes: 1, by hand \d{5}/,
    ],
  ])('runDemo fails on %s, with a message that says so', async (_, chat, message) => {
    await expect(runDemo(await serve(chat), 'key', target)).rejects.toMatchObject({
      name: 'DemoError',
      message: expect.stringMatching(message),
    });
  });
});
