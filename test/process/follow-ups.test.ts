import { afterAll, beforeAll, expect, it } from 'vitest';
import { queryShop } from '../../examples/shop/figures.ts';
import type { SqlToolResult } from '../fixtures/agent/open-world.ts';
import { expectRows } from '../fixtures/agent/open-worlds.ts';
import { fillDataDirectory } from '../support/database.ts';
import { foldLines } from '../support/fold-lines.ts';
import { createServiceFolder, ServiceProcess } from '../support/service-process.ts';

/** What CHANGELOG promises of follow-ups, from outside: each turn's rows are those of SQL over the shop's files. */
const planner = 1;
const analyst = { externalId: 'ann', groups: ['analysts'] };
const briton = { externalId: 'ben', userAttributes: [{ name: 'region', value: ['UK'] }] };

let stack: AsyncDisposableStack;
let service: ServiceProcess;

beforeAll(async () => {
  await using opening = new AsyncDisposableStack();
  const folder = opening.use(await createServiceFolder());
  await fillDataDirectory(folder.dataDir);
  service = opening.use(await ServiceProcess.start(folder, {}));
  stack = opening.move();
});
afterAll(() => stack[Symbol.asyncDispose]());

/** Asks the next question of a thread, or the first one of a new one. */
async function ask(input: string, sessionSettings: object, chatId?: string) {
  const sent = await service.chat({ input, ...(chatId && { chatId }), sessionSettings }, planner);
  const lines = await sent.rest();
  const messages = [...foldLines(lines).values()];
  const query = messages.findLast(({ toolCall }) => toolCall?.name === 'svcSqlApi')?.toolCall;
  return {
    chatId: lines[0]?.state?.chatId,
    state: lines.at(-1)?.state,
    answer: messages.findLast(({ graphPath }) => graphPath?.[0] === 'final')?.content ?? '',
    result: query?.result === undefined ? undefined : (JSON.parse(query.result) as SqlToolResult),
  };
}

const sales = (what: string, where: string, rest = 'GROUP BY 1') => `
  SELECT ${what}, SUM(l.quantity * l.unit_price - COALESCE(l.discount, 0)) AS revenue
  FROM order_lines l JOIN orders o USING (order_id) JOIN products p USING (product_id)
  WHERE NOT l.cancelled AND ${where} ${rest}`;
const orders = (what: string, rest: string) =>
  `SELECT ${what} FROM orders WHERE year(ordered_at) = 2024 ${rest}`;
const month = "date_trunc('month', o.ordered_at)::DATE AS month";
const in2024 = 'year(o.ordered_at) = 2024';

it.each<[what: string, user: object, turns: readonly (readonly [question: string, oracle: string])[]]>([
  [
    'exchange, narrow, widen and order what was asked before',
    analyst,
    [
      ['Revenue by region in 2024', sales('o.region', in2024)],
      ['only for shoes', sales('o.region', `${in2024} AND p.category = 'Shoes'`)],
      ['by month instead of region', sales(month, `${in2024} AND p.category = 'Shoes'`)],
      ['for all categories', sales(month, in2024)],
      ['remove the date filter', sales(month, 'true')],
      ['top 3', sales(month, 'true', 'GROUP BY 1 ORDER BY 2 DESC LIMIT 3')],
    ],
  ],
  [
    'turn to the others, and count what was shown',
    analyst,
    [
      ['How many orders were cancelled in 2024?', orders('COUNT(*)', "AND status = 'cancelled'")],
      ['and the others?', orders('COUNT(*)', "AND status <> 'cancelled'")],
      ['split that by country', orders('country, COUNT(*)', "AND status <> 'cancelled' GROUP BY 1")],
      [
        'how many of them are in Germany?',
        orders('COUNT(*)', "AND status <> 'cancelled' AND country = 'Germany'"),
      ],
    ],
  ],
  [
    'widen to no more than may be seen',
    briton,
    [
      ['Revenue by region in 2024', sales('o.region', `${in2024} AND o.region = 'UK'`)],
      ['by channel, only in the UK', sales('o.channel', `${in2024} AND o.region = 'UK'`)],
      ['in all regions', sales('o.channel', `${in2024} AND o.region = 'UK'`)],
    ],
  ],
])('follow-ups over REST %s', async (_, user, turns) => {
  let chatId: string | undefined;
  for (const [question, oracle] of turns) {
    const asked = await ask(question, user, chatId);
    chatId = asked.chatId;
    expectRows(
      asked,
      (await queryShop(oracle)).map((row) => Object.values(row)),
    );
  }
});

it('a follow-up over REST to what was not understood gives no narrower answer', async () => {
  const first = await ask('Revenue by channel in 2024', analyst);
  const lost = await ask('only those with glandular fever', analyst, first.chatId);
  const next = await ask('and by month?', analyst, first.chatId);
  expect([first, lost, next].map(({ state }) => state?.stopReason)).toEqual([
    'stop',
    'no_answer',
    'no_answer',
  ]);
});
