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
      [['customer spend in 2025'], /^Customer spend in 2025 is €[\d,.]+\.$/],
      [
        ['Revenue by day in 2025'],
        /^Revenue in 2025 comes to €7,580,092\.64 in total, an average of €20,767\.38 a day\. 1 December 2025 is highest with €53,278\.76, 24 December 2025 lowest with €10,331\.83\.$/,
      ],
      [
        ['revenue this year vs last year'],
        /^Revenue rose by 17\.4%, from €6,455,035\.30 \(2024\) to €7,580,092\.64 \(2025\)\./,
      ],
      [
        ['Revenue by category, channel and country in 2025', 'Compare revenue this month with last month'],
        /^Revenue (?:rose|fell) by [\d.]+%, from €[\d,.]+ \(November 2025\) to €[\d,.]+ \(December 2025\)\./,
      ],
      [['Revenue by month in 2025', 'What can you do?'], /^You can ask about /],
      [
        ['Revenue by month in 2025', 'Top 3 brands by revenue'],
        / have the highest Revenue by brand; together they come to €/,
      ],
      [
        ['Revenue by month in 2025', 'only for Germany'],
        /^Revenue for Germany \(Country\), still in 2025, as before, comes to €/,
      ],
      [
        ['which country had the highest revenue in 2025?'],
        /^United States \(€1,842,382\.13\) has the highest Revenue by country in 2025; that is 24\.3% of the total\.$/,
      ],
      [['Which products were never returned?'], /^I only know what has a Return date,/],
      [['orders by customer'], /^Orders placed come to [\d,]+ in total\. .+ is highest with \d+ \(/],
      // Nothing that averages the value of orders has customers.
      [['average order value per customer'], /^I do not see how to split by "customer"/],
      [
        ['Top 3 products per category by revenue'],
        /^Revenue comes to €[\d,.]+ in total\. .+ is highest with €/,
      ],
    ],
  },
  {
    name: 'windpark',
    group: 'maintenance_leads',
    threads: [
      [['outages in 2021'], /^There is no data in 2021\. The data runs from 1 July 2023/],
      [
        ['energy by day in 2025'],
        /^Energy in 2025 comes to 1,437,111\.39 MWh in total, .+ 25 January 2025 is highest with 7,217\.52 MWh, 4 June 2025 lowest with 405\.19 MWh\.$/,
      ],
      [
        ['energy this quarter vs last quarter'],
        /^Energy rose by 88\.2%, from 240,280\.4 MWh \(Q3 2025\) to 452,172\.49 MWh \(Q4 2025\)\./,
      ],
      [['energy by site in 2025', 'thanks'], /^You are welcome/],
      [['energy by site in 2025', 'what about the downtime?'], /still in 2025, as before/],
    ],
  },
  {
    name: 'helpdesk',
    group: 'team',
    threads: [
      [['tickets in 2018'], /^There is no data in 2018\. The data runs from 1 February 2024/],
      // Two readings that give the same figures are one.
      [
        ['reopened tickets by product area'],
        /^(Reopened Count|Ticket Count where Reopened is yes) comes to 268 in total\. API is highest with 69/,
      ],
      [['How many tickets were reopened?'], /^(Reopened Count|Ticket Count where Reopened is yes) is 268\.$/],
      [
        ['Which agent resolved the most tickets?'],
        /^Alice Tan \(296\) has the highest Ticket Count by staff agent name/,
      ],
      [
        ['tickets from Enterprise customers'],
        /^Ticket Count for Enterprise \(Org Customer segment\) is 1,028\.$/,
      ],
      [['tickets by team in 2025', 'hello'], /^Hello! I answer questions about your data/],
    ],
  },
];

/** A library that speaks German, with the questions of the evaluation. */
const german: Example = {
  name: '../eval/german',
  group: 'team',
  threads: [
    [
      ['Ausleihen nach Zweigstelle'],
      /^Ausleihen: insgesamt 1\.400\. Am höchsten ist Hauptstelle mit 642 \(45,9\u00a0% davon\), am niedrigsten ist Waldstadt mit 212\.$/,
    ],
    [
      ['Wie haben sich die Mahngebühren 2024 gegenüber 2023 verändert?'],
      /^Mahngebühren: gestiegen um [\d,]+\u00a0%, von [\d.,]+\u00a0€ \(2023\) auf 1\.424,50\u00a0€ \(2024\)\.$/,
    ],
    [
      ['Ausleihen in Babelsberg', 'und im März 2025?'],
      /^\d+ Ausleihen im März 2025 weiterhin für Babelsberg \(Zweigstelle\)\.$/,
    ],
    [
      ['Ausleihen nach Haarfarbe'],
      /^Ich habe „Haarfarbe“ nicht verstanden und nenne deshalb lieber keine Zahl\./,
    ],
    [['Danke!'], /^Gern geschehen/],
    [
      ['Wie viele Ausleihen gab es im Jahr 2019?'],
      /^Es gibt keine Daten im Jahr 2019\. Die Daten reichen vom /,
    ],
  ],
};

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
describe.each([...examples, german])('what the agent of the $name says', ({ name, group, threads }) => {
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
});
