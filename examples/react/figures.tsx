import { useAsk, useDashboard, useQuery, useThread, useThreads, useTile } from '@inlay/react';

/** Figures that the application draws itself. */
export function Figures() {
  const dashboard = useDashboard('sales');
  const revenue = useTile('sales', 'revenue', {
    filters: [{ dateRange: { name: 'period', from: '2025-01-01', to: '2025-03-31' } }],
  });
  const orders = useQuery(
    'SELECT channel, MEASURE(order_count) AS orders FROM orders_overview GROUP BY 1 ORDER BY 1',
  );
  const { threads } = useThreads({ isLive: true });
  const explained = useAsk();
  const thread = useThread(threads?.at(-1)?.id);
  if (orders.error) return <p role="alert">{orders.error.message}</p>;
  return (
    <section aria-label="Figures">
      <h2>{dashboard.data?.title}</h2>
      <p>revenue {String(revenue.data?.rows[0]?.[0] ?? '…')}</p>
      <ul>
        {orders.data?.rows.map(([channel, count]) => (
          <li key={String(channel)}>
            {String(channel)} {String(count)}
          </li>
        ))}
      </ul>
      <button type="button" onClick={() => explained.ask('How many orders in 2025 by channel?')}>
        Explain
      </button>
      <p aria-busy={explained.isAnswering}>{explained.answer}</p>
      <p>
        {threads?.length} threads, the first began with “{thread.turns[0]?.question}”
      </p>
    </section>
  );
}
