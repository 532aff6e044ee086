import type { IncomingMessage, ServerResponse } from 'node:http';
import { openDatabase } from '../src/db/database.ts';
import type { MeasuredServer } from './measured-server.ts';

const headers = {
  'content-type': 'application/x-ndjson; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
};

/**
 * node:http doing by hand what the service does for the same requests: it reads the JSON body and writes ready-made bytes.
 * `POST /ready` answers and ends, `POST /follow` stays open; `?roundTrips=` asks the database as often before.
 */
export async function servePeer(databaseUrl: string | undefined): Promise<MeasuredServer> {
  const database = await openDatabase({ databaseUrl });
  const followers = new Set<ServerResponse>();
  let bytes: Buffer = Buffer.from('');

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    JSON.parse(Buffer.concat(chunks).toString());
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bench');
    const roundTrips = Number(searchParams.get('roundTrips') ?? 0);
    for (let i = 0; i < roundTrips; i += 1) await database.ping();
    response.writeHead(200, headers);
    response.write(bytes);
    if (pathname === '/ready') return void response.end();
    followers.add(response);
    response.once('close', () => followers.delete(response));
  }

  return {
    listener: (request, response) => void answer(request, response),
    say(text = '') {
      const said = Buffer.from(text);
      for (const follower of followers) follower.write(said);
    },
    ready(text) {
      bytes = Buffer.from(text);
    },
  };
}
