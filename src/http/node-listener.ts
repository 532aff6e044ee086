import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { sendNodeResponse } from '@whatwg-node/server';
import { isAbortError } from '../errors.ts';
import { LeftoverBodies } from './leftover-bodies.ts';
import { NodeRequest } from './node-request.ts';
import { pipeStream } from './pipe-stream.ts';
import { defaultSignOfLifeMs, SignsOfLife } from './signs-of-life.ts';
import { streamOf } from './streamed-response.ts';

export interface NodeListenerOptions {
  /** @param remoteAddress of the other end of the connection */
  readonly fetch: (request: Request, remoteAddress?: string) => Promise<Response>;
  /** The path of the public address, without a trailing slash: proxies may take it away or pass it on. @default none */
  readonly basePath?: string;
  /** Told of what `fetch` should not have thrown; the client gets 500. */
  readonly onFault: (fault: unknown) => void;
  /** How often a silent stream gets its sign of life. @default defaultSignOfLifeMs */
  readonly signOfLifeMs?: number | undefined;
}

/**
 * node:http in front of a fetch handler. The request's signal aborts when the client goes before there is a response;
 * from then on a streamed response is let go of.
 */
export function createNodeListener(options: NodeListenerOptions): RequestListener {
  const signs = new SignsOfLife(options.signOfLifeMs ?? defaultSignOfLifeMs);
  const leftovers = new LeftoverBodies();
  return (incoming, outgoing) => {
    exchange(options, signs, leftovers, incoming, outgoing).catch((error: unknown) => {
      const gone = outgoing.destroyed;
      if (!gone || !isAbortError(error)) options.onFault(error);
      if (gone || outgoing.headersSent) outgoing.destroy();
      else refuse(outgoing, 500, 'Internal Server Error');
    });
  };
}

async function exchange(
  { fetch, basePath = '' }: NodeListenerOptions,
  signs: SignsOfLife,
  leftovers: LeftoverBodies,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const client = new AbortController();
  // Every response closes; only one that closes early has lost its client.
  const onGone = () => void (outgoing.writableFinished || client.abort());
  outgoing.once('close', onGone);
  const url = urlOf(incoming, basePath);
  if (!URL.canParse(url)) return refuse(outgoing, 400, 'Bad Request');
  const request = new NodeRequest(url, incoming, client.signal);
  const response = await fetch(request, incoming.socket.remoteAddress);
  // What nobody read of a body must not block the connection.
  leftovers.read(incoming);
  const stream = streamOf(response);
  if (stream === undefined) {
    if (jsonType.test(response.headers.get('content-type') ?? '')) return sendJson(response, outgoing);
    return void (await sendNodeResponse(response, outgoing, incoming, true));
  }
  if (outgoing.destroyed) return stream.release();
  outgoing.off('close', onGone);
  stream.forgetRequest();
  incoming.socket.setKeepAlive(true);
  outgoing.writeHead(response.status, headOf(response));
  pipeStream(stream, outgoing, signs);
}

function refuse(outgoing: ServerResponse, status: number, text: string): void {
  const headers = {
    'content-type': 'text/plain',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  outgoing.writeHead(status, headers).end(`${text}\n`);
}

/** JSON is text that is there already: its head and body leave in one piece. */
async function sendJson(response: Response, outgoing: ServerResponse): Promise<void> {
  const text = await response.text();
  if (outgoing.destroyed) return;
  outgoing.writeHead(response.status, headOf(response)).end(text);
}

/** Names and values in turn, which is what node:http takes without looking at them one by one. */
function headOf({ headers }: Response): string[] {
  const head: string[] = [];
  headers.forEach((value, name) => void head.push(name, value));
  return head;
}

const jsonType = /^application\/([\w.-]+\+)?json/;

/**
 * The address of a request; one that no URL can be when its host is none, so that a host never decides the path, or when it
 * names several, of which a proxy may have read another.
 */
function urlOf({ headers, rawHeaders, url = '/', socket }: IncomingMessage, basePath: string): string {
  const hosts = rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host');
  if (hosts.length > 1) return '';
  if (!url.startsWith('/')) return url;
  const scheme = 'encrypted' in socket && socket.encrypted === true ? 'https' : 'http';
  const host = headers.host || 'localhost';
  const path = basePath !== '' && url.startsWith(`${basePath}/`) ? url.slice(basePath.length) : url;
  return /[/?#@\\]/.test(host) ? '' : `${scheme}://${host}${path}`;
}
