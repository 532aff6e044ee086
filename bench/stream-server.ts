/**
 * The servers that the stream benchmarks compare, each in its own process:
 * `inlay` sends the run log through the service’s listener, `http` has node:http write the same ready-made bytes.
 * `GET /replay` answers 50 frames, `GET /follow` stays open; messages from the parent say frames and ask for usage.
 */
import type { RequestListener, ServerResponse } from 'node:http';
import { createNodeListener } from '../src/http/node-listener.ts';
import { ndjsonResponse } from '../src/rest/ndjson.ts';
import { createMemoryRunLog } from '../src/runs/memory-run-log.ts';
import { serveParent } from './measured-server.ts';

/** A text delta as the chat stream sends it. */
export function frame(sort: number): object {
  return {
    id: '0198c2f0-1c1a-7c4e-9d54-6d2f0a3b8e11',
    role: 'assistant',
    content: `word ${sort} `,
    graphPath: ['svc_data_analyst_agent'],
    isDelta: true,
    isInProcess: true,
    sort,
  };
}

export function lines(first: number, count: number): Buffer {
  return Buffer.from(
    Array.from({ length: count }, (_, i) => `${JSON.stringify(frame(first + i))}\n`).join(''),
  );
}

/** Sent at once when a stream is opened. */
const opening = { id: '__cutoff__' };

const headers = {
  'content-type': 'application/x-ndjson; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
};

interface Served {
  readonly listener: RequestListener;
  readonly say: (sort: number) => void;
}

async function inlay(): Promise<Served> {
  const log = createMemoryRunLog<object>({ graceMs: 2 ** 30 });
  const replayed = await log.open('replay');
  await replayed.close(Array.from({ length: 50 }, (_, i) => ({ sort: i + 1, event: frame(i + 1) })));
  const followed = await log.open('follow');
  await followed.append([{ sort: null, event: opening }]);
  const fetch = async (request: Request) => {
    const reader = await log.read(request.url.endsWith('/follow') ? 'follow' : 'replay', 0);
    if (reader === null) return new Response(null, { status: 404 });
    return ndjsonResponse(reader, { request });
  };
  return {
    listener: createNodeListener({ fetch, onFault: console.error }),
    say: (sort) => void followed.append([{ sort, event: frame(sort) }]),
  };
}

async function http(): Promise<Served> {
  const ready = lines(1, 50);
  const followers = new Set<ServerResponse>();
  return {
    listener: (request, response) => {
      response.writeHead(200, headers);
      if (request.url === '/follow') {
        response.write(`${JSON.stringify(opening)}\n`);
        followers.add(response);
        response.once('close', () => followers.delete(response));
      } else {
        response.write(ready);
        response.end();
      }
    },
    say: (sort) => {
      const line = lines(sort, 1);
      for (const follower of followers) follower.write(line);
    },
  };
}

if (process.send !== undefined) {
  const { listener, say } = await (process.argv[2] === 'inlay' ? inlay() : http());
  let sort = 0;
  serveParent({ listener, say: () => say(++sort) });
}
