import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { StoredFile } from '../http/answer-file.ts';

/** Each is an entry of the build, such as `chat.html`. */
export type PageName = 'chat' | 'dashboard' | 'admin';

export interface BuiltPages {
  /** HTML with placeholders for the nonce and the base path, and with relative links: `./assets/chat-B7x2.js`. */
  readonly html: Readonly<Record<PageName, string>>;
  /** Files whose names change with their content, by path: `/assets/chat-B7x2.js`. */
  readonly assets: ReadonlyMap<string, StoredFile>;
  /** Files that pages of other origins load, and those that browsers request by themselves, by path: `/embed.js`. */
  readonly hostFiles: ReadonlyMap<string, StoredFile>;
}

/** Where `npm run build` puts the pages. */
export const builtPagesFolder = join(import.meta.dirname, '../../web/dist');

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.ts': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};

/**
 * Reads the built pages into memory, a few megabytes, so that requests never access files.
 * @returns null if nothing has been built
 */
export async function readBuiltPages(folder = builtPagesFolder): Promise<BuiltPages | null> {
  const assets = await readAssets(join(folder, 'assets'), '/assets/').catch(nullIfMissing);
  if (assets === null) return null;
  const html = (page: PageName) => readFile(join(folder, `${page}.html`), 'utf8');
  const [chat, dashboard, admin] = await Promise.all([html('chat'), html('dashboard'), html('admin')]);
  const hostFiles = await readAssets(join(folder, 'host'), '/');
  return { html: { chat, dashboard, admin }, assets, hostFiles };
}

async function readAssets(folder: string, path: string): Promise<ReadonlyMap<string, StoredFile>> {
  const files = (await readdir(folder)).filter((name) => !/\.(br|gz)$/.test(name));
  const read = files.map(async (name) => [`${path}${name}`, await readAsset(join(folder, name))] as const);
  return new Map(await Promise.all(read));
}

async function readAsset(path: string): Promise<StoredFile> {
  const [identity, br, gzip] = await Promise.all([
    readFile(path),
    readFile(`${path}.br`).catch(nullIfMissing),
    readFile(`${path}.gz`).catch(nullIfMissing),
  ]);
  return {
    contentType: contentTypes[extname(path)] ?? 'application/octet-stream',
    hash: createHash('sha256').update(identity).digest('base64url'),
    identity,
    ...(br === null ? {} : { br }),
    ...(gzip === null ? {} : { gzip }),
  };
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
