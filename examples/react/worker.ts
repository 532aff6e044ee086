import { createClient } from '@inlay/client';

export interface WorkerQuestion {
  readonly url: string;
  readonly sessionId: string;
}

/** Rows as text. */
export type WorkerAnswer = string;

addEventListener('message', async ({ data }: MessageEvent<WorkerQuestion>) => {
  const client = createClient({ url: data.url, getSession: async () => data.sessionId });
  const rows = await client.query(
    'SELECT channel, MEASURE(order_count) FROM orders_overview GROUP BY 1 ORDER BY 1',
  );
  const texts: string[] = [];
  for await (const row of rows) texts.push(row.join(' '));
  postMessage(texts.join(', ') satisfies WorkerAnswer);
});
