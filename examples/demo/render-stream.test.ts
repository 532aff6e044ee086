import { expect, it } from 'vitest';
import { renderStream } from './render-stream.ts';

const agent = ['svc_data_analyst_agent'];
const tools = [...agent, 'tools'];
const text = { role: 'assistant', graphPath: agent };
const meta = { name: 'svcMeta', input: '{"searchQuery":"revenue"}' };
const sql = {
  name: 'svcSqlApi',
  input: JSON.stringify({
    sqlQuery: 'SELECT category, MEASURE(revenue) FROM sales GROUP BY 1',
    queryTitle: 'Revenue',
  }),
};
const found = {
  searchQuery: 'revenue',
  cubes: [
    {
      name: 'sales',
      title: 'Sales',
      measures: [{ name: 'sales.revenue', title: 'Revenue', format: 'currency', currency: 'EUR' }],
      dimensions: [],
    },
  ],
};
const rows = {
  sqlQuery: 'SELECT category, MEASURE(revenue) FROM sales GROUP BY 1',
  schema: [
    { name: 'category', column_type: 'String' },
    { name: 'revenue', column_type: 'Decimal' },
  ],
  data: [['Shoes', '12.50']],
  totalRows: 1,
};
const end = {
  id: '__state__',
  role: 'assistant',
  state: { chatId: 'c1', isStreaming: false, status: 'completed' },
};

async function render(lines: readonly object[]) {
  let printed = '';
  const stream = (async function* () {
    yield* lines;
  })();
  const outcome = await renderStream(stream, {
    write: (piece) => {
      printed += piece;
    },
    paint: (_, piece) => piece,
  });
  return { printed, outcome };
}

it('prints each step once, and the answer as it is streamed', async () => {
  const { printed, outcome } = await render([
    { id: '__cutoff__', role: 'assistant', state: { chatId: 'c1', isStreaming: true } },
    { id: 'u', role: 'user', content: 'Revenue by category?', isDelta: false },
    { id: 'm', ...text, graphPath: tools, toolCall: meta, isInProcess: true },
    { id: 'm', ...text, graphPath: tools, toolCall: { ...meta, result: JSON.stringify(found) } },
    { id: 's', ...text, graphPath: tools, toolCall: sql, isInProcess: true },
    { id: 's', ...text, graphPath: tools, toolCall: { ...sql, result: JSON.stringify(rows) } },
    { id: 'a', ...text, content: 'Shoes sold ', isDelta: true, isInProcess: true },
    { id: 'a', ...text, content: 'for €12.50.', isDelta: true, isInProcess: true },
    { id: 'a', ...text, content: 'Shoes sold for €12.50.', isDelta: false, isInProcess: false },
    { id: 'f', role: 'assistant', graphPath: ['final'], content: 'Shoes sold for €12.50.' },
    end,
  ]);
  expect(printed).toBe(`
  › Revenue by category?

  ◆ Search the data model “revenue”
    found sales

  ◆ Run SQL Revenue
      SELECT category, MEASURE(revenue)
      FROM sales
      GROUP BY 1

      Category  Revenue
      ────────  ───────
      Shoes      €12.50

  Shoes sold for €12.50.
`);
  expect(outcome).toEqual({
    chatId: 'c1',
    answer: 'Shoes sold for €12.50.',
    results: [rows],
    status: 'completed',
  });
});

it('prints an answer that was not streamed before, and what a tool failed with', async () => {
  const { printed, outcome } = await render([
    { id: 's', ...text, graphPath: tools, toolCall: { ...sql, result: '{"error":"Unknown column"}' } },
    { id: 'a', ...text, content: 'Let me see.' },
    { id: 'f', role: 'assistant', graphPath: ['final', 'x'], content: 'I could not tell.' },
    end,
  ]);
  expect(printed).toBe('    failed: Unknown column\n\n  Let me see.\n\n  I could not tell.\n');
  expect(outcome.answer).toBe('I could not tell.');
});

it('tells a failed stream and one that was cut from a finished one', async () => {
  const failed = await render([
    { id: '__error__', error: 'The model is unavailable', code: 'UNAVAILABLE' },
    { ...end, state: { ...end.state, status: 'failed' } },
  ]);
  expect(failed.printed).toContain('The model is unavailable');
  expect(failed.outcome).toMatchObject({ answer: null, status: 'failed' });
  const cut = await render([{ id: '__cutoff__', state: { chatId: 'c1' } }]);
  expect(cut.outcome).toMatchObject({ chatId: 'c1', answer: null, status: null });
});

it('takes working messages below the final node for work', async () => {
  const { outcome } = await render([
    { id: 'w', role: 'assistant', graphPath: ['final', 'a', 'b'], content: 'Working' },
    end,
  ]);
  expect(outcome.answer).toBeNull();
});

it('wraps long text at words, whatever the pieces, and keeps its line breaks', async () => {
  const words = Array.from({ length: 40 }, (_, index) => `word${index}`).join(' ');
  const said = `First line.\n${words}`;
  const pieces = said.match(/.{1,7}/gs) ?? [];
  const { printed } = await render([
    ...pieces.map((content) => ({ id: 'a', ...text, content, isDelta: true })),
    { id: 'a', ...text, content: said, isDelta: false },
    { id: 'f', role: 'assistant', graphPath: ['final'], content: said },
    end,
  ]);
  const lines = printed.trim().split('\n');
  expect(lines[0]).toBe('First line.');
  expect(lines).toHaveLength(4);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
  expect(lines.map((line) => line.trim()).join(' ')).toBe(said.replace('\n', ' '));
});
