import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { answer } from '../answer.ts';
import { EvaluationError } from '../evaluation-error.ts';
import { judge } from '../judge.ts';
import type { Question } from '../questions.ts';
import { formatFailure } from '../report.ts';
import { type ServedWorkspace, serveWorkspace } from '../served-workspace.ts';
import { type BlindSet, checkBlindSet, readBlindSets } from './blind.ts';
import { type Domain, type Style, styles } from './domain.ts';
import { domains } from './domains.ts';
import { writeFacts } from './facts.ts';
import { generateQuestions } from './generate/generate.ts';
import { appendMeasurement, formatMeasurements, isSpent, readMeasurements } from './measurements.ts';
import { prepareDomain } from './prepare.ts';
import { openSource, profileDomain } from './profile.ts';
import { type Asked, countsOf, formatTables } from './tables.ts';
import { agentOf } from './write-model.ts';

const usage = `Usage: npm run eval -- --unseen [options]
  --domain NAME      one domain (default: all of them)
  --style NAME       terse, titled or documented (default: all three)
  --set NAME         generated or blind (default: generated)
  --round NAME       one round of the blind sets (default: all that were measured)
  --only TEXT        only questions whose kind begins with TEXT
  --failures         print every question that was not answered rightly
  --json             one JSON object per question instead of the tables
  --record           measure blind sets for the first time, and write it into the log
  --check            run the gold SQL of the blind sets, and ask nothing
  --facts            write the fact sheets for the writers of blind questions
  --log              print the log of first measurements
`;

/** Measures the planner on domains that it was not made for (eval/README.md). @returns the exit code */
export async function runUnseen(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      unseen: { type: 'boolean' },
      help: { type: 'boolean' },
      domain: { type: 'string' },
      style: { type: 'string' },
      set: { type: 'string', default: 'generated' },
      round: { type: 'string' },
      only: { type: 'string', default: '' },
      failures: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      record: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      facts: { type: 'boolean', default: false },
      log: { type: 'boolean', default: false },
    },
  });
  if (values.help === true) {
    process.stdout.write(usage);
    return 0;
  }
  const chosen = choose('domain', domains, ({ name }) => name, values.domain);
  if (values.log) {
    process.stdout.write(`${formatMeasurements(await readMeasurements())}\n`);
    return 0;
  }
  if (values.facts) {
    for (const domain of chosen) await writeFactSheet(domain);
    return 0;
  }
  if (values.check) return check(chosen, values.round);

  const asStyles = choose('style', styles, (style) => style, values.style);
  if (values.set !== 'generated' && values.set !== 'blind')
    throw new EvaluationError('--set is generated or blind.');
  const blind = values.set === 'blind' ? await blindSets(chosen, values.round, values.record) : [];
  if (values.record) {
    if (values.set !== 'blind') throw new EvaluationError('Only blind sets are recorded.');
    if (asStyles.length < styles.length || values.only !== '') {
      throw new EvaluationError('A first measurement asks every question in all three styles.');
    }
  }
  const commit = values.record ? committed() : '';
  const all: Asked[] = [];
  for (const domain of chosen) {
    const sets = blind.filter((set) => set.domain === domain);
    if (values.set === 'blind' && sets.length === 0) continue;
    const folder = await prepareDomain(domain);
    const questions =
      values.set === 'blind' ? sets.flatMap((set) => set.questions) : await generated(domain, folder);
    const wanted = questions.filter(({ kind }) => kind.startsWith(values.only));
    const asked = await askAll(domain, folder, asStyles, wanted);
    for (const { domain: name, style, judgement } of asked) {
      if (values.json) process.stdout.write(`${JSON.stringify({ domain: name, style, ...judgement })}\n`);
      else if (values.failures && judgement.verdict !== 'right') {
        process.stdout.write(`[${name}, ${style}] ${formatFailure(judgement)}\n\n`);
      }
    }
    all.push(...asked);
    if (values.record) for (const set of sets) await record(set, asked, commit);
  }
  if (all.length === 0) throw new EvaluationError('There is no such question.');
  if (!values.json) process.stdout.write(`${formatTables(all)}\n`);
  if (values.record) process.stdout.write(`\n${formatMeasurements(await readMeasurements())}\n`);
  return 0;
}

/** Asks the questions of a domain in each style; the workspace of all of them is served once. */
async function askAll(
  domain: Domain,
  folder: string,
  asStyles: readonly Style[],
  questions: readonly Question[],
): Promise<readonly Asked[]> {
  await using served = await serveWorkspace({ workspace: folder, env: process.env });
  const asked: Asked[] = [];
  for (const style of asStyles) {
    for (const question of questions) {
      const replies = await answer(served, question, { timeoutMs: 120_000, agent: agentOf(style) });
      const judgement = await judge(question, replies, served.source);
      const isOffered =
        judgement.verdict === 'declined' &&
        question.expect !== 'decline' &&
        (await offersRight(served, question, judgement.answer, style));
      asked.push({ domain: domain.name, style, judgement, isOffered });
    }
  }
  return asked;
}

/** Whether one of the readings that an answer asks between is right: whoever asked is one click away from it. */
async function offersRight(
  served: ServedWorkspace,
  question: Question,
  asksBack: string,
  style: Style,
): Promise<boolean> {
  for (const [, offer = ''] of asksBack.matchAll(/^\d+\. (.+)$/gm)) {
    const picked = { ...question, thread: [...question.thread, question.question], question: offer };
    const replies = await answer(served, picked, { timeoutMs: 120_000, agent: agentOf(style) });
    if ((await judge(picked, replies, served.source)).verdict === 'right') return true;
  }
  return false;
}

async function generated(domain: Domain, folder: string): Promise<readonly Question[]> {
  await using source = await openSource(domain, folder);
  const questions = await generateQuestions(domain, await profileDomain(domain, source), source);
  await writeFile(
    join(folder, 'generated.jsonl'),
    questions.map((one) => `${JSON.stringify(one)}\n`).join(''),
  );
  return questions;
}

/** The blind sets to ask. One that was never measured is asked for the record or not at all. */
async function blindSets(
  chosen: readonly Domain[],
  round: string | undefined,
  recording: boolean,
): Promise<readonly BlindSet[]> {
  const log = await readMeasurements();
  const sets = (await Promise.all(chosen.map(readBlindSets)))
    .flat()
    .filter((set) => (round === undefined ? isSpent(set, log) !== recording : set.round === round));
  if (sets.length === 0) throw new EvaluationError('There is no such blind set.');
  for (const set of sets) {
    const name = `${set.domain.name}/blind/${set.round}`;
    if (recording && isSpent(set, log)) {
      throw new EvaluationError(
        `${name} is spent: it was measured before, and only first measurements count.`,
      );
    }
    if (!recording && !isSpent(set, log)) {
      throw new EvaluationError(
        `${name} was never measured: ask it with --record, so that its first measurement is kept.`,
      );
    }
  }
  return sets;
}

async function record(set: BlindSet, asked: readonly Asked[], commit: string): Promise<void> {
  const own = new Set(set.questions);
  const of = (style: Style) =>
    countsOf(asked.filter((one) => one.style === style && own.has(one.judgement.question)));
  const outOfScope = set.questions.filter(({ expect }) => expect === 'decline').length;
  await appendMeasurement({
    date: new Date().toISOString().slice(0, 10),
    commit,
    domain: set.domain.name,
    set: set.round,
    hash: set.hash,
    questions: set.questions.length - outOfScope,
    outOfScope,
    terse: of('terse'),
    titled: of('titled'),
    documented: of('documented'),
  });
}

/** The commit that is measured. @throws EvaluationError where the code differs from it */
function committed(): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).trim();
  if (git('status', '--porcelain', '--', ':/src', ':/eval') !== '') {
    throw new EvaluationError(
      'Commit first: a measurement belongs to a commit, and src or eval differs from it.',
    );
  }
  return git('rev-parse', '--short=12', 'HEAD');
}

async function check(chosen: readonly Domain[], round: string | undefined): Promise<number> {
  const problems: string[] = [];
  let checked = 0;
  for (const domain of chosen) {
    const sets = (await readBlindSets(domain)).filter((set) => round === undefined || set.round === round);
    if (sets.length === 0) continue;
    await using source = await openSource(domain, await prepareDomain(domain));
    for (const set of sets) {
      problems.push(...(await checkBlindSet(set, source)));
      checked += set.questions.length;
    }
  }
  process.stdout.write(
    [...problems, `${checked} questions checked, ${problems.length} problems`, ''].join('\n'),
  );
  return problems.length === 0 ? 0 : 1;
}

async function writeFactSheet(domain: Domain): Promise<void> {
  await using source = await openSource(domain, await prepareDomain(domain));
  await writeFacts(domain, await profileDomain(domain, source));
}

function choose<T>(
  option: string,
  all: readonly T[],
  nameOf: (one: T) => string,
  wanted: string | undefined,
): readonly T[] {
  const found = all.filter((one) => wanted === undefined || nameOf(one) === wanted);
  if (found.length === 0) throw new EvaluationError(`--${option} is one of ${all.map(nameOf).join(', ')}.`);
  return found;
}
