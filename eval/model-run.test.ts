import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillDataDirectory } from '../test/support/database.ts';
import { chatCallWith, chatText } from '../test/support/wire-formats.ts';
import { type Answer, status } from '../test/support/wire-server.ts';
import { EvaluationError } from './evaluation-error.ts';
import { runGold } from './judge.ts';
import { parseQuestions, type Question } from './questions.ts';
import { openRunFile, readRun } from './run-file.ts';
import { type Attempt, type RunOptions, runQuestions } from './run-questions.ts';
import { type ServedWorkspace, serveWorkspace } from './served-workspace.ts';

/** What a model does step by step: a query, or its answer. */
type Moves = readonly ({ readonly sql: string } | { readonly say: string })[];
/** By question. */
type Script = Readonly<Record<string, Moves>>;

const turbines = { sql: 'SELECT MEASURE(turbine_count) AS turbines FROM asset_register' };
const sites = { sql: 'SELECT MEASURE(site_count) AS sites FROM asset_register' };
const byNation = { sql: 'SELECT nation, MEASURE(turbine_count) AS turbines FROM asset_register GROUP BY 1' };
const onLand = {
  sql: 'SELECT nation, MEASURE(turbine_count) AS turbines FROM asset_register WHERE NOT is_offshore GROUP BY 1',
};
const someNames = { sql: 'SELECT manufacturer FROM asset_register GROUP BY 1 ORDER BY 1' };

const asked = { kind: 'asked', user: { groups: ['operators'] } };
const goldByNation = 'SELECT nation, COUNT(*) FROM turbines JOIN sites USING (site_id) GROUP BY 1';
const [count, ratio, list, none] = parseQuestions(
  [
    { ...asked, id: 'count', question: 'How many turbines?', gold: 'SELECT COUNT(*) FROM turbines' },
    {
      ...asked,
      id: 'ratio',
      question: 'How many turbines has a site?',
      gold: 'SELECT COUNT(*) * 1.0 / COUNT(DISTINCT site_id) FROM turbines',
    },
    { ...asked, id: 'list', question: 'Turbines by nation?', gold: goldByNation },
    { ...asked, id: 'none', question: 'Who won the world cup?', expect: 'decline' },
  ]
    .map((question) => JSON.stringify(question))
    .join('\n'),
  'questions',
) as [Question, Question, Question, Question];
const questions = [count, ratio, list, none];

/** A provider that speaks OpenAI's wire format, and plays whatever script there is. */
class Provider {
  script: Script = {};
  /** Answers a request instead of the script. */
  refusal: Answer | undefined;
  /** The first requests wait until this many are there at once. */
  together = 1;
  /** The questions that were asked, once for each request. */
  readonly requests: string[] = [];
  readonly #waiting: (() => void)[] = [];
  readonly server: Server = createServer((request, response) => {
    void json(request).then(async (body) => {
      const { messages } = body as { messages: { role: string; content: unknown }[] };
      const last = messages.findLastIndex(({ role }) => role === 'user');
      const known = questions.find(({ question }) => JSON.stringify(messages[last]).includes(question));
      const question = known?.question ?? '';
      this.requests.push(question);
      await this.#gather();
      if (this.refusal !== undefined) return this.refusal(response);
      const step = messages.slice(last).filter(({ role }) => role === 'tool').length;
      const move = this.script[question]?.[step] ?? { say: 'The script has ended.' };
      const query = 'sql' in move ? JSON.stringify({ sqlQuery: move.sql }) : '';
      return 'sql' in move ? chatCallWith(query, 'svcSqlApi')(response) : chatText(move.say)(response);
    });
  });

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  async #gather(): Promise<void> {
    const all = Promise.withResolvers<void>();
    this.#waiting.push(all.resolve);
    if (this.#waiting.length >= this.together) {
      this.together = 1;
      for (const go of this.#waiting.splice(0)) go();
    }
    await all.promise;
  }
}

describe('runQuestions, of an agent with a language model', () => {
  const provider = new Provider();
  let served: ServedWorkspace;
  let folder: string;
  let figures: { turbines: number; sites: number };

  beforeAll(async () => {
    await new Promise<void>((resolve) => provider.server.listen(0, '127.0.0.1', resolve));
    folder = await mkdtemp(join(tmpdir(), 'inlay-eval-test-'));
    served = await serveWorkspace({
      workspace: join(import.meta.dirname, '../examples/windpark'),
      env: { OPENAI_COMPATIBLE_BASE_URL: provider.url },
      model: 'openai-compatible:m',
      fill: fillDataDirectory,
    });
    const number = async (sql: string) => Number((await runGold(served.source, sql)).rows[0]?.[0]);
    figures = {
      turbines: await number('SELECT COUNT(*) FROM turbines'),
      sites: await number('SELECT COUNT(*) FROM sites'),
    };
  });
  afterAll(async () => {
    await served[Symbol.asyncDispose]();
    provider.server.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function run(script: Script, options: Partial<RunOptions> = {}): Promise<Attempt[]> {
    provider.script = script;
    provider.requests.length = 0;
    const attempts: Attempt[] = [];
    await runQuestions(served, questions, {
      repeat: 1,
      concurrency: 1,
      timeoutMs: 60_000,
      done: [],
      onAttempt: async (attempt) => void attempts.push(attempt),
      ...options,
    });
    return attempts;
  }

  const verdicts = (attempts: readonly Attempt[]) =>
    Object.fromEntries(attempts.map(({ question, verdict }) => [question.id, verdict]));
  const each = () => (figures.turbines / figures.sites).toFixed(2);

  const perfect = (): Script => ({
    [count.question]: [turbines, { say: `There are ${figures.turbines} turbines.` }],
    [ratio.question]: [turbines, sites, { say: `A site has ${each()} turbines on average.` }],
    [list.question]: [byNation, { say: 'Here are the turbines of each nation.' }],
    [none.question]: [{ say: 'I cannot answer this: the data has no sports.' }],
  });

  it('a model that answers as it should is right each time, and its tokens and steps are counted', async () => {
    const attempts = await run(perfect());
    expect(verdicts(attempts)).toEqual({ count: 'right', ratio: 'right', list: 'right', none: 'right' });
    expect(attempts[1]).toMatchObject({
      usage: { inputTokens: 63, outputTokens: 12, steps: 3 },
      toolErrors: 0,
    });
  });

  it('a model that looks at something else before and after it has the answer is right, too', async () => {
    const attempts = await run({
      [count.question]: [byNation, turbines, someNames, { say: `There are ${figures.turbines} turbines.` }],
      [ratio.question]: [sites, byNation, turbines, { say: `It is ${each()} turbines for each site.` }],
      [list.question]: [byNation, turbines, { say: `The ${figures.turbines} turbines by nation are below.` }],
      [none.question]: [someNames, turbines, { say: 'I looked, but there is no data about sports.' }],
    });
    expect(verdicts(attempts)).toEqual({ count: 'right', ratio: 'right', list: 'right', none: 'right' });
  });

  it('a model that makes up figures, asks the wrong thing or answers what it cannot know is wrong', async () => {
    const attempts = await run({
      [count.question]: [turbines, { say: `There are ${figures.turbines + 1} turbines.` }],
      [ratio.question]: [{ say: `A site has ${each()} turbines.` }],
      [list.question]: [onLand, { say: 'Here are the turbines of each nation.' }],
      [none.question]: [{ say: 'Argentina won the world cup.' }],
    });
    expect(verdicts(attempts)).toEqual({ count: 'wrong', ratio: 'wrong', list: 'wrong', none: 'wrong' });
    expect(attempts[0]?.unfounded).toEqual([`${figures.turbines + 1}`]);
  });

  it('a model that runs the right query and tells of another is wrong, and one that gives up has declined', async () => {
    const attempts = await run({
      [count.question]: [turbines, sites, { say: `There are ${figures.sites} turbines.` }],
      [ratio.question]: [{ sql: 'SELECT nonsense' }, turbines, { say: 'I could not work this out.' }],
      [list.question]: [byNation, { say: 'I could not find this.' }],
      [none.question]: [turbines, { say: `${figures.turbines} of them won.` }],
    });
    expect(verdicts(attempts)).toEqual({
      count: 'wrong',
      ratio: 'declined',
      list: 'declined',
      none: 'wrong',
    });
    expect(attempts[1]?.toolErrors).toBe(1);
  });

  it('asks several times and side by side, each time as another user', async () => {
    provider.together = 4;
    const attempts = await run(perfect(), { repeat: 2, concurrency: 4 });
    expect(attempts.map(({ attempt, question }) => `${question.id} ${attempt}`).toSorted()).toEqual(
      questions.flatMap(({ id }) => [`${id} 1`, `${id} 2`]).toSorted(),
    );
  });

  it('goes on with a run that was cut off in a line, and asks a changed question again', async () => {
    const file = join(folder, 'cut.jsonl');
    const about = served.about;
    const first = await openRunFile(file, about, questions, 1);
    const stop = new Error('The process ends.');
    const twoThenStop = async (attempt: Attempt): Promise<void> => {
      await first.add(attempt);
      if (attempt.question === ratio) throw stop;
    };
    await expect(run(perfect(), { onAttempt: twoThenStop })).rejects.toBe(stop);
    await appendFile(file, '{"question":{"id":"li');

    const changed = questions.map((one) => (one === count ? { ...one, kind: 'changed' } : one));
    const again = await openRunFile(file, about, changed, 1);
    expect(again.done.map(({ question }) => question.id)).toEqual(['ratio']);
    const resumed = await openRunFile(file, about, questions, 1);
    await run(perfect(), { done: resumed.done, onAttempt: resumed.add });
    expect([...new Set(provider.requests)]).toEqual([list.question, none.question]);
    const stored = await readRun(file);
    expect(stored.run).toEqual(about);
    expect(verdicts(stored.attempts)).toEqual({
      count: 'right',
      ratio: 'right',
      list: 'right',
      none: 'right',
    });
    expect((await readFile(file, 'utf8')).split('\n')).toHaveLength(6);
  });

  it('does not go on with the run of another model, or with a file that is none', async () => {
    const file = join(folder, 'other.jsonl');
    await openRunFile(file, { ...served.about, model: 'planner' }, questions, 1);
    await expect(openRunFile(file, served.about, questions, 1)).rejects.toThrow(
      'holds a run of agent 1 of windco with planner. Name another file',
    );
    await appendFile(file, 'something\n');
    await expect(readRun(file)).rejects.toThrow('other.jsonl:2 is not an attempt');
    await expect(readRun(join(folder, 'nowhere.jsonl'))).rejects.toThrow('is not a run that --out wrote');
  });

  it.each([
    [
      401,
      1,
      'openai-compatible:m: The language model does not accept the key of this service (HTTP 401). The key is wrong',
    ],
    [
      404,
      1,
      'openai-compatible:m: The provider has no such language model (HTTP 404). There is no such model',
    ],
    [400, 3, 'openai-compatible:m: The language model did not answer (HTTP 400). Nothing was answered.'],
  ])('stops after HTTP %i from the provider, at request %i', async (code, requests, message) => {
    provider.refusal = status(code);
    const stopped = run({}).finally(() => {
      provider.refusal = undefined;
    });
    await expect(stopped).rejects.toThrow(EvaluationError);
    await expect(stopped).rejects.toThrow(message);
    expect(provider.requests).toHaveLength(requests);
  });
});
