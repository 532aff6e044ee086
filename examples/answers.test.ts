import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ask, type Reply } from '../eval/ask.ts';
import { type ServedWorkspace, serveWorkspace } from '../eval/served-workspace.ts';
import { fillDataDirectory } from '../test/support/database.ts';

interface Example {
  readonly name: string;
  readonly group: string;
  /** Each a thread, of which the last answer counts, and what that says. */
  readonly threads: readonly (readonly [messages: readonly string[], says: RegExp])[];
}

const examples: readonly Example[] = [
  {
    name: 'shop',
    group: 'managers',
    threads: [
      [
        ['How many orders in 2022?'],
        /^There is no data in 2022\. The data runs from 1 January 2023 to 31 December 2025\.$/,
      ],
      [['revenue in 2019'], /^There is no data in 2019\./],
      [['customer spend in 2025'], /^I know no dates of Customer spend,/],
      [
        ['Revenue by day in 2025'],
        /The highest is €53,278\.76 \(1 December 2025\), the lowest €10,331\.83 \(24 December 2025\)\.$/,
      ],
      [
        ['revenue this year vs last year'],
        /in 2025 and 2024: 2024 \(€6,455,035\.30\); 2025 \(€7,580,092\.64\)\. That is up 17\.4%/,
      ],
      [
        ['Revenue by category, channel and country in 2025', 'Compare revenue this month with last month'],
        /^Revenue by month, in December 2025 and November 2025:/,
      ],
      [['Revenue by month in 2025', 'What can you do?'], /^Ask me about your data/],
      [['Revenue by month in 2025', 'Top 3 brands by revenue'], /^Revenue by brand, highest first:/],
      [['Revenue by month in 2025', 'only for Germany'], /for Germany \(Country\), still in 2025, as before/],
      [
        ['which country had the highest revenue in 2025?'],
        /^United States: Revenue €1,842,382\.13, the highest by country/,
      ],
      [['Which products were never returned?'], /^I only know what has a Return date,/],
      // Nothing that counts orders has customers: the answer says by what it splits instead.
      [['orders by customer'], /^(I do not see how to split by "customer"|Do you mean )/],
      [['Top 3 products per category by revenue'], /^Revenue by product and category, highest first:/],
    ],
  },
  {
    name: 'windpark',
    group: 'maintenance_leads',
    threads: [
      [['outages in 2021'], /^There is no data in 2021\. The data runs from 1 July 2023/],
      [
        ['energy by day in 2025'],
        /The highest is 7,217\.52 \(25 January 2025\), the lowest 405\.19 \(4 June 2025\)\.$/,
      ],
      [['energy this quarter vs last quarter'], /in Q4 2025 and Q3 2025:/],
      [['energy by site in 2025', 'thanks'], /^Ask me about your data/],
      [['energy by site in 2025', 'what about the downtime?'], /still in 2025, as before/],
    ],
  },
  {
    name: 'helpdesk',
    group: 'team',
    threads: [
      [['tickets in 2018'], /^There is no data in 2018\. The data runs from 1 February 2024/],
      // Two readings that give the same figures are one.
      [['reopened tickets by product area'], /^(Reopened Count|Ticket Count) by product area/],
      [
        ['How many tickets were reopened?'],
        /^(Reopened Count is 268|Ticket Count is 268, where Reopened is yes)\.$/,
      ],
      [['Which agent resolved the most tickets?'], /^Alice Tan: Ticket Count 296/],
      [
        ['tickets from Enterprise customers'],
        /^Ticket Count is 1,028, for Enterprise \(Org Customer segment\)\.$/,
      ],
      [['tickets by team in 2025', 'hello'], /^Ask me about your data/],
    ],
  },
];

/** Long after the end of the examples' data. */
const now = new Date('2026-11-22T09:00:00Z');

async function answerTo(
  { chatUrl, adminKey }: ServedWorkspace,
  group: string,
  messages: readonly string[],
): Promise<Reply> {
  const externalId = crypto.randomUUID();
  let chatId: string | undefined;
  for (const input of messages.slice(0, -1)) {
    const user = { groups: [group] };
    ({ chatId } = await ask({
      chatUrl,
      apiKey: adminKey,
      externalId,
      user,
      input,
      chatId,
      timeoutMs: 30_000,
    }));
  }
  const last = messages.at(-1) ?? '';
  return ask({
    chatUrl,
    apiKey: adminKey,
    externalId,
    user: { groups: [group] },
    input: last,
    chatId,
    timeoutMs: 30_000,
  });
}

// Each starts the whole service once.
describe.each(examples)(
  'what the agent of the $name says',
  { timeout: 60_000 },
  ({ name, group, threads }) => {
    it('is true of the data, and says what it is about', async () => {
      await using served = await serveWorkspace({
        workspace: join(import.meta.dirname, name),
        env: {},
        fill: fillDataDirectory,
      });
      served.setClock(now);
      const said = [];
      for (const [messages] of threads) {
        const { status, answer } = await answerTo(served, group, messages);
        said.push([messages.join(' / '), status, answer]);
      }
      const expected = threads.map(([messages, says]) => [
        messages.join(' / '),
        'completed',
        expect.stringMatching(says),
      ]);
      expect(said).toEqual(expected);
    });
  },
);
