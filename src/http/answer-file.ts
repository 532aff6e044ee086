import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { Response } from '@whatwg-node/fetch';
import { readRange } from './accept.ts';

/** A file in memory, in every coding that makes it smaller. */
export interface StoredFile {
  readonly contentType: string;
  /** Of the content. */
  readonly hash: string;
  readonly identity: Uint8Array<ArrayBuffer>;
  readonly br?: Uint8Array<ArrayBuffer>;
  readonly gzip?: Uint8Array<ArrayBuffer>;
}

/** Codings from the smallest to the largest. */
const codings = ['br', 'gzip'] as const;
type ContentCoding = (typeof codings)[number];

/** A text as a file, in every coding. */
export async function storeText(contentType: string, text: string): Promise<StoredFile> {
  const identity = new TextEncoder().encode(text);
  const [br, gzipped] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity)]);
  const hash = createHash('sha256').update(identity).digest('base64url');
  return { contentType, hash, identity, br: new Uint8Array(br), gzip: new Uint8Array(gzipped) };
}

/** The file in the best coding that the client accepts, or 304 if the client already has it. */
export function answerFile(
  request: Request,
  file: StoredFile,
  headers: Readonly<Record<string, string>>,
): Response {
  const coding = chooseCoding(request.headers.get('accept-encoding'), (each) => file[each] !== undefined);
  const body = file[coding] ?? file.identity;
  const etag = `"${file.hash}-${coding}"`;
  const common = { etag, vary: 'accept-encoding', ...headers, 'content-type': file.contentType };
  if (request.headers.get('if-none-match')?.includes(etag) === true) {
    return new Response(null, { status: 304, headers: common });
  }
  return new Response(body, {
    headers: {
      ...common,
      'content-length': String(body.length),
      ...(coding === 'identity' ? {} : { 'content-encoding': coding }),
    },
  });
}

/**
 * The best coding that a client accepts (RFC 9110 §12.5.3), or `identity` if it accepts none of those on offer.
 * @param header `Accept-Encoding`
 */
export function chooseCoding(
  header: string | null,
  offers: (coding: ContentCoding) => boolean,
): ContentCoding | 'identity' {
  const ranges = (header ?? '').toLowerCase().split(',').map(readRange);
  const weights = new Map(ranges.map(({ type, weight }) => [type, weight]));
  const accepts = (coding: string) => (weights.get(coding) ?? weights.get('*') ?? 0) > 0;
  return codings.find((coding) => offers(coding) && accepts(coding)) ?? 'identity';
}
