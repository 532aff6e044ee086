import { parseArgs } from 'node:util';
import { AppError } from '../src/errors.ts';
import { answer } from './answer.ts';
import { type Judgement, judge } from './judge.ts';
import { QuestionsError, readQuestions } from './questions.ts';
import { formatReport, scoreOf } from './report.ts';
import { serveWorkspace, WorkspaceError } from './served-workspace.ts';
import { runUnseen } from './unseen/run.ts';

const usage = `Usage: npm run eval -- WORKSPACE QUESTIONS.jsonl [options]
       npm run eval -- --unseen [options]  (--unseen --help says which)
  --agent N          number of the agent (default: the first)
  --account NAME     account of the agent (default: the first)
  --model NAME       another model for the agent, such as openai:gpt-5
  --only TEXT        only questions whose id or kind begins with TEXT
  --min-right P      fail below P per cent right (default 0)
  --max-wrong P      fail above P per cent wrong (default 100)
  --timeout SECONDS  of one answer (default 120)
  --json             one JSON object per question instead of the report
`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      agent: { type: 'string' },
      account: { type: 'string' },
      model: { type: 'string' },
      only: { type: 'string', default: '' },
      'min-right': { type: 'string', default: '0' },
      'max-wrong': { type: 'string', default: '100' },
      timeout: { type: 'string', default: '120' },
      json: { type: 'boolean', default: false },
    },
  });
  const [workspace, file] = positionals;
  if (workspace === undefined || file === undefined || positionals.length > 2) {
    process.stderr.write(usage);
    return 2;
  }
  const limits = { right: percent(values['min-right']), wrong: percent(values['max-wrong']) };
  const questions = (await readQuestions(file)).filter(
    ({ id, kind }) => id.startsWith(values.only) || kind.startsWith(values.only),
  );
  if (questions.length === 0) throw new QuestionsError(`No question of ${file} begins with ${values.only}.`);
  await using served = await serveWorkspace({
    workspace,
    env: process.env,
    account: values.account,
    agent: values.agent === undefined ? undefined : wholeNumber(values.agent),
    model: values.model,
  });
  const judgements: Judgement[] = [];
  for (const question of questions) {
    const reply = await answer(served, question, wholeNumber(values.timeout) * 1000);
    const judgement = await judge(question, reply, served.source);
    judgements.push(judgement);
    if (values.json) process.stdout.write(`${JSON.stringify(judgement)}\n`);
  }
  if (!values.json) process.stdout.write(`${formatReport(judgements)}\n`);
  const score = scoreOf(judgements);
  return score.right >= limits.right && score.wrong <= limits.wrong ? 0 : 1;
}

function percent(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 100)) {
    throw new WorkspaceError(`${text} is not a number from 0 to 100.`);
  }
  return value;
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new WorkspaceError(`${text} is not a whole number above 0.`);
  return Number(text);
}

try {
  process.exitCode = await (process.argv.includes('--unseen') ? runUnseen(process.argv.slice(2)) : main());
} catch (error) {
  process.exitCode = 2;
  if (error instanceof QuestionsError || error instanceof WorkspaceError || error instanceof AppError) {
    process.stderr.write(`${error.message}\n`);
    if (error instanceof AppError) {
      for (const issue of error.issues) process.stderr.write(`  ${issue.path}: ${issue.message}\n`);
    }
  } else if (error instanceof TypeError && 'code' in error) {
    process.stderr.write(`${error.message}\n${usage}`);
  } else {
    throw error;
  }
}
