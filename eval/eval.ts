import { parseArgs } from 'node:util';
import { AppError } from '../src/errors.ts';
import { formatComparison } from './compare-runs.ts';
import { EvaluationError } from './evaluation-error.ts';
import { readPrices } from './prices.ts';
import { readQuestions } from './questions.ts';
import { formatReport, scoreOf } from './report.ts';
import { openRunFile, readRun } from './run-file.ts';
import type { Attempt } from './run-questions.ts';

const usage = `Usage: npm run eval -- WORKSPACE QUESTIONS.jsonl [options]
       npm run eval -- --compare A.jsonl B.jsonl
       npm run eval -- --unseen [options]  (--unseen --help says which)
  --agent N          number of the agent (default: the first)
  --account NAME     account of the agent (default: the first)
  --model NAME       another model for the agent, such as openai:gpt-5
  --only TEXT        only questions whose id or kind begins with TEXT
  --repeat N         ask each question N times (default 1)
  --concurrency N    ask N questions at once (default 1)
  --timeout SECONDS  of one answer (default 120)
  --out FILE         write each attempt to FILE as it is judged, and go on with what FILE has
  --min-right P      fail below P per cent right (default 0)
  --max-wrong P      fail above P per cent wrong (default 100)
  --compare          print what differs between two runs that --out wrote
`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      agent: { type: 'string' },
      account: { type: 'string' },
      model: { type: 'string' },
      only: { type: 'string', default: '' },
      repeat: { type: 'string', default: '1' },
      concurrency: { type: 'string', default: '1' },
      timeout: { type: 'string', default: '120' },
      out: { type: 'string' },
      'min-right': { type: 'string', default: '0' },
      'max-wrong': { type: 'string', default: '100' },
      compare: { type: 'boolean', default: false },
    },
  });
  const [first, second] = positionals;
  if (first === undefined || second === undefined || positionals.length > 2) {
    process.stderr.write(usage);
    return 2;
  }
  const prices = await readPrices();
  if (values.compare) {
    process.stdout.write(`${formatComparison(await readRun(first), await readRun(second), prices)}\n`);
    return 0;
  }
  const limits = { right: percent(values['min-right']), wrong: percent(values['max-wrong']) };
  const [repeat, concurrency] = [wholeNumber(values.repeat), wholeNumber(values.concurrency)];
  const timeoutMs = wholeNumber(values.timeout) * 1000;
  const questions = (await readQuestions(second)).filter(
    ({ id, kind }) => id.startsWith(values.only) || kind.startsWith(values.only),
  );
  if (questions.length === 0)
    throw new EvaluationError(`No question of ${second} begins with ${values.only}.`);
  // The service takes a while to load, and what is wrong so far is said at once.
  const { runQuestions } = await import('./run-questions.ts');
  const { serveWorkspace } = await import('./served-workspace.ts');
  await using served = await serveWorkspace({
    workspace: first,
    env: process.env,
    account: values.account,
    agent: values.agent === undefined ? undefined : wholeNumber(values.agent),
    model: values.model,
  });
  const file =
    values.out === undefined ? null : await openRunFile(values.out, served.about, questions, repeat);
  const attempts: Attempt[] = [...(file?.done ?? [])];
  await runQuestions(served, questions, {
    repeat,
    concurrency,
    timeoutMs,
    done: file?.done ?? [],
    async onAttempt(attempt) {
      attempts.push(attempt);
      await file?.add(attempt);
    },
  });
  const order = new Map(questions.map(({ id }, index) => [id, index]));
  attempts.sort(
    (a, b) => (order.get(a.question.id) ?? 0) - (order.get(b.question.id) ?? 0) || a.attempt - b.attempt,
  );
  process.stdout.write(`${formatReport(attempts, served.about.model, prices)}\n`);
  const score = scoreOf(attempts);
  return score.right >= limits.right && score.wrong <= limits.wrong ? 0 : 1;
}

async function unseen(): Promise<number> {
  const { runUnseen } = await import('./unseen/run.ts');
  return runUnseen(process.argv.slice(2));
}

function percent(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 100)) {
    throw new EvaluationError(`${text} is not a number from 0 to 100.`);
  }
  return value;
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new EvaluationError(`${text} is not a whole number above 0.`);
  return Number(text);
}

/** Faults of what the user gave, whose messages say what to do. */
const explained = [EvaluationError, AppError];

try {
  process.exitCode = await (process.argv.includes('--unseen') ? unseen() : main());
} catch (error) {
  process.exitCode = 2;
  if (explained.some((kind) => error instanceof kind)) {
    process.stderr.write(`${(error as Error).message}\n`);
    if (error instanceof AppError) {
      for (const issue of error.issues) process.stderr.write(`  ${issue.path}: ${issue.message}\n`);
    }
  } else if (error instanceof TypeError && 'code' in error) {
    process.stderr.write(`${error.message}\n${usage}`);
  } else {
    throw error;
  }
}
