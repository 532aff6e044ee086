/** The data queries of `data-queries.ts` by hand: node:http and DuckDB's client, with SQL as a person would write it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { DuckDBInstance } from '@duckdb/node-api';
import { serveParent } from './measured-server.ts';

const folder = process.env['BENCH_FOLDER'] ?? '';
const instance = await DuckDBInstance.create(':memory:');
const setup = await instance.connect();
for (const table of ['facts', 'items']) {
  await setup.run(`CREATE VIEW ${table} AS SELECT * FROM read_parquet('${folder}/${table}.parquet')`);
}

const idle = await Promise.all(Array.from({ length: 16 }, () => instance.connect()));

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const { query } = JSON.parse(Buffer.concat(parts).toString());
  const connection = idle.pop() ?? (await instance.connect());
  try {
    const reader = await connection.runAndReadAll(query);
    const schema = reader.columnNames().map((name) => ({ name }));
    response.writeHead(200, { 'content-type': 'application/x-ndjson; charset=utf-8' });
    response.end(`${JSON.stringify({ schema })}\n${JSON.stringify({ data: reader.getRowsJson() })}\n`);
  } finally {
    idle.push(connection);
  }
}

serveParent({ say: () => {}, listener: (request, response) => void answer(request, response) });
