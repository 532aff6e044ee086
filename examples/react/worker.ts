import { createClient } from '@inlay/client';

export interface WorkerQuestion {
  readonly url: string;
  readonly sessionId: string;
}

/** Rows as text, or why there are none. */
export type WorkerAnswer = string;

async function answer({ url, sessionId }: WorkerQuestion): Promise<WorkerAnswer> {
  const client = createClient({ url, getSession: async () => sessionId });
  const rows = await client.query(
    'SELECT channel, MEASURE(order_count) FROM orders_overview GROUP BY 1 ORDER BY 1',
  );
  const texts: string[] = [];
  for await (const row of rows) texts.push(row.join(' '));
  return texts.join(', ');
}

addEventListener('message', ({ data }: MessageEvent<WorkerQuestion>) => {
  // A query is sent once: only its user knows what may be repeated.
  void answer(data)
    .catch(String)
    .then((rows) => postMessage(rows));
});
