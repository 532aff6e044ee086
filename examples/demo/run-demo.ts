import { checkFigures, namesFigure } from './check-figures.ts';
import { type Client, createClient, DemoError, exchangedSession, generatedSession } from './client.ts';
import { type RenderedStream, type RenderTarget, renderStream } from './render-stream.ts';

const chatPath = '/api/v1/public/acme/agents/1/chat/stream-chat-state';
const byCategory = 'What was the revenue by category in 2025?';

/** Typed by hand, over the raw tables; {@link byCategory} for one region. */
const categorySql = (region: string) => `
  SELECT p.category, SUM(l.quantity * l.unit_price - COALESCE(l.discount, 0)) AS revenue
  FROM order_lines l
  JOIN orders o ON o.order_id = l.order_id
  JOIN products p ON p.product_id = l.product_id
  WHERE NOT l.cancelled AND o.region = '${region}' AND year(o.ordered_at) = 2025
  GROUP BY p.category`;

const monthSql = (region: string) => `
  SELECT date_trunc('month', o.ordered_at)::DATE AS month,
    SUM(l.quantity * l.unit_price - COALESCE(l.discount, 0)) AS revenue
  FROM order_lines l
  JOIN orders o ON o.order_id = l.order_id
  WHERE NOT l.cancelled AND o.region = '${region}' AND year(o.ordered_at) = 2025
  GROUP BY 1`;

/**
 * Asks a running service as its callers would, prints what it says, and checks the figures by hand.
 * @throws DemoError when a request fails, a stream does not complete, or a figure is wrong
 */
export async function runDemo(baseUrl: string, adminKey: string, target: RenderTarget): Promise<void> {
  const client = createClient(baseUrl);
  const apiKey = `Api-Key ${adminKey}`;
  const { paint, write } = target;
  const heading = (text: string) => write(`\n${paint('bold', text)}\n`);

  heading('Emma works in the EU. Your server mints a session, her browser uses it.');
  const token = await openSession(client, apiKey, target);
  const emma = await ask(client, `Bearer ${token}`, { input: byCategory }, target);
  await verify(emma, categorySql('EU'), target);
  const followUp = await ask(
    client,
    `Bearer ${token}`,
    { input: 'And by month?', chatId: emma.chatId },
    target,
  );
  await verify(followUp, monthSql('EU'), target);

  heading('Tom works in the US. Your server asks the same question for him.');
  const tom = await ask(client, apiKey, { input: byCategory, ...settings('tom', ['US']) }, target);
  await verify(tom, categorySql('US'), target);

  heading('Kim has no region yet.');
  const kim = await ask(client, apiKey, { input: byCategory, ...settings('kim') }, target);
  // A total over no rows is one row without a value.
  if (kim.results.some((result) => result.data.flat().some((value) => value !== null)))
    throw new DemoError('Kim saw rows of somebody');
  write(`\n  ${paint('green', '✓')} no region, no rows\n`);
}

async function openSession(client: Client, apiKey: string, { write, paint }: RenderTarget): Promise<string> {
  const { sessionId } = generatedSession.parse(
    await client.post('/api/v1/embed/generate-session', apiKey, {
      deploymentId: 1,
      externalId: 'emma',
      userAttributes: [{ name: 'region', value: ['EU'] }],
    }),
  );
  const { token, expiresAt } = exchangedSession.parse(
    await client.post('/api/v1/embed/session/token', null, { sessionId }),
  );
  write(paint('dim', `  session ${sessionId.slice(0, 8)}…, exchanged for a token until ${expiresAt}\n`));
  return token;
}

function settings(externalId: string, regions?: readonly string[]): object {
  const userAttributes = regions === undefined ? [] : [{ name: 'region', value: regions }];
  return { sessionSettings: { externalId, userAttributes } };
}

async function ask(
  client: Client,
  authorization: string,
  body: object,
  target: RenderTarget,
): Promise<RenderedStream> {
  const stream = await renderStream(await client.stream(chatPath, authorization, body), target);
  if (stream.status !== 'completed') throw new DemoError(`The stream ended as ${stream.status ?? 'cut'}`);
  if (stream.answer === null) throw new DemoError('The stream completed without an answer');
  return stream;
}

async function verify(
  { results, answer }: RenderedStream,
  sql: string,
  { write, paint }: RenderTarget,
): Promise<void> {
  const { expected, differences } = await checkFigures(results.at(-1), sql);
  if (differences.length > 0) throw new DemoError(`Figures differ. ${differences.join('; ')}`);
  if (!namesFigure(answer ?? '', expected)) throw new DemoError('The answer names none of the figures');
  const total = [...expected.values()].reduce((sum, value) => sum + value, 0);
  const text = total.toLocaleString('en-US', { style: 'currency', currency: 'EUR' });
  write(
    `\n  ${paint('green', '✓')} all ${expected.size} figures equal SQL typed by hand on the Parquet files, ${text} in all\n`,
  );
}
