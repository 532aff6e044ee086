import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEvaluations } from '../src/services/workspace/read-evaluations.ts';

const workspace = join(import.meta.dirname, '../examples/windpark');
const mwhBySite = `SELECT s.site_name, SUM(p.energy_kwh) / 1000.0
  FROM daily_production p JOIN turbines t USING (turbine_id) JOIN sites s USING (site_id)`;
const asked = { kind: 'asked', question: 'energy by site', user: { groups: ['operators'] } };
const questions = [
  { ...asked, id: 'good', gold: ['SELECT 1', `${mwhBySite} GROUP BY 1`] },
  { ...asked, id: 'bad', gold: `${mwhBySite} WHERE NOT s.is_offshore GROUP BY 1` },
  { ...asked, id: 'nothing', kind: 'silent', question: 'who won the world cup', expect: 'decline' },
  { ...asked, id: 'refused', kind: 'silent', question: 'who won the world cup', gold: 'SELECT 1' },
  { ...asked, id: 'invented', kind: 'silent', gold: undefined, expect: 'decline' },
  { ...asked, id: 'broken', kind: 'failing', user: { groups: ['nobody'] }, gold: 'SELECT 1' },
];

interface Run {
  readonly code: number;
  readonly output: string;
}

function run(...args: string[]): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      // To optimise WebAssembly takes longer than these runs gain from it.
      ['--liftoff-only', join(import.meta.dirname, 'eval.ts'), ...args],
      { env: { ...process.env, OPENAI_API_KEY: undefined } },
      (error, stdout, stderr) => {
        if (error !== null && typeof error.code !== 'number') reject(error);
        else resolve({ code: child.exitCode ?? -1, output: stdout + stderr });
      },
    );
  });
}

// Each run starts a whole process, most of them the whole service.
describe('npm run eval', { timeout: 120_000 }, () => {
  let folder: string;
  let file: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'inlay-eval-test-'));
    file = join(folder, 'questions.jsonl');
    await writeFile(file, questions.map((question) => `${JSON.stringify(question)}\n`).join(''));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('tells right from wrong, declined and failed, and prints each failure with both queries', async () => {
    const out = join(folder, 'run.jsonl');
    const recorded = join(folder, 'windpark');
    await cp(workspace, recorded, { recursive: true });
    const { code, output } = await run(
      recorded,
      file,
      '--record',
      '--max-wrong',
      '30',
      '--concurrency',
      '3',
      '--out',
      out,
    );
    expect(output).toMatch(/kind +asked +right +wrong +declined +failed +right/);
    expect(output).toMatch(/^asked +2 +1 +1 +0 +0 +50\.0 %$/m);
    expect(output).toMatch(/^silent +3 +1 +1 +1 +0 +33\.3 %$/m);
    expect(output).toMatch(/^failing +1 +0 +0 +0 +1 +0\.0 %$/m);
    expect(output).toMatch(
      /^WRONG bad: energy by site\n.*\n.*MEASURE\(energy_mwh\)[\s\S]*?NOT s\.is_offshore/m,
    );
    expect(output).toMatch(/FAILED broken: .*\n.*HTTP 400: .*Groups with names nobody not found/);
    expect(output).not.toContain('good');
    expect(output).toMatch(/charts: 3 drawn, 3 valid/);
    expect(output).toMatch(/p50 \d+ ms, p95 \d+ ms/);
    expect(output).toContain('cost: $0.00 at the list price of planner');
    // Two of six are wrong, which is more than 30 %.
    expect(code).toBe(1);

    expect(await readEvaluations(recorded)).toEqual([
      {
        ...{
          at: expect.any(String),
          account: 'windco',
          agent: 1,
          model: 'planner',
          questions: 'questions.jsonl',
        },
        ...{ asked: 6, right: 2, wrong: 2, declined: 1, failed: 1 },
      },
    ]);

    const compared = await run('--compare', out, out);
    expect(compared.output).toMatch(/^B: agent 1 of windco, planner +6 +33\.3 % +33\.3 %/m);
    expect(compared.code).toBe(0);
  });

  it.each([
    ['a workspace that is not there', ['nowhere', 'FILE'], /inlay\.yml/],
    ['an agent that is not there', [workspace, 'FILE', '--agent', '9'], /has no agent 9/],
    ['a limit that is none', [workspace, 'FILE', '--min-right', 'most'], /most is not a number/],
    ['an unknown option', [workspace, 'FILE', '--fast'], /Unknown argument: fast[\s\S]*Usage/],
    ['no questions', [workspace], /Usage/],
    ['a score of a part', [workspace, 'FILE', '--only', 'good', '--record'], /--record without --only/],
    ['questions that match nothing', [workspace, 'FILE', '--only', 'x'], /begins with x/],
    [
      'a model without its key',
      [workspace, 'FILE', '--model', 'openai:gpt-5'],
      /^openai:gpt-5: .* needs OPENAI_API_KEY\. Set it up first\.\n$/,
    ],
    ['questions that are not there', [workspace, 'none.jsonl'], /none\.jsonl cannot be read \(ENOENT\)/],
    ['what was never a run', ['--compare', 'FILE', 'FILE'], /is not a run that --out wrote/],
    ['an unseen domain that is not there', ['--unseen', '--domain', 'moon'], /--domain is one of browsers, /],
  ])('explains %s and exits with 2', async (_, args, message) => {
    const { code, output } = await run(...args.map((arg) => (arg === 'FILE' ? file : arg)));
    expect(output).toMatch(message);
    expect(output).not.toMatch(/^\s+at /m);
    expect(code).toBe(2);
  });
});
