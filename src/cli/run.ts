import { readFileSync } from 'node:fs';
import yargs from 'yargs';
import { CommandError, workspaceFolder } from './workspace-folder.ts';

/** The environment of the process. A command may set in it what it was given as an option. */
type Environment = Record<string, string | undefined>;

/**
 * The command line `inlay`. Sets the exit code: 0, 1 if what was asked for failed or was found wrong, 2 for a wrong use.
 * Each command is loaded when it is called, so that help and completions come at once.
 */
export async function run(args: readonly string[], env: Environment): Promise<void> {
  let isUnderstood = false;
  const cli = yargs([...args])
    .scriptName('inlay')
    .usage('$0 COMMAND\n\nSelf-hosted embedded analytics.')
    .parserConfiguration({ 'parse-positional-numbers': false })
    .command(
      'init <dir>',
      'Write a workspace that starts: example data, a model, access policies, a dashboard',
      (command) =>
        command.positional('dir', { type: 'string', demandOption: true, describe: 'Folder to write' }),
      async ({ dir }) => {
        const { initWorkspace } = await import('./init.ts');
        process.stdout.write(await initWorkspace(dir));
      },
    )
    .command(
      'generate',
      'Write a workspace with a model from the catalogue of a database, or from files',
      (command) =>
        command
          .option('from', {
            type: 'string',
            array: true,
            demandOption: true,
            describe:
              'postgres://…, clickhouse+http(s)://user:password@host:port/database, a .duckdb file, or files (Parquet, CSV, JSON)',
          })
          .option('to', { type: 'string', demandOption: true, describe: 'Folder to write' })
          .option('schema', { type: 'string', describe: 'Only this schema of a database' })
          .option('tables', { type: 'string', array: true, describe: 'Only these tables' })
          .example('$0 generate --from postgres://reader@db/shop --to shop', '')
          .example('$0 generate --from data/*.parquet --to shop', ''),
      async ({ from, to, schema, tables }) => {
        const { generateWorkspace } = await import('./generate.ts');
        process.stdout.write(await generateWorkspace({ from, to, schema, tables }));
      },
    )
    .command(
      'check [dir]',
      'Check a workspace against its data sources, as a start does',
      (command) => command.positional('dir', workspaceOption),
      async ({ dir }) => {
        const { checkWorkspace } = await import('./check.ts');
        const { mistakes, warnings, about } = await checkWorkspace(workspaceFolder(dir, env), env);
        for (const warning of warnings) process.stdout.write(`warning  ${warning}\n`);
        for (const mistake of mistakes) process.stdout.write(`error    ${mistake}\n`);
        const found = `${count(mistakes, 'mistake')}, ${count(warnings, 'warning')}`;
        process.stdout.write(`${about === '' ? '' : `${about}: `}${found}\n`);
        if (mistakes.length > 0) process.exitCode = 1;
      },
    )
    .command(
      'start [dir]',
      'Start the service. Environment variables configure it',
      (command) =>
        command
          .positional('dir', workspaceOption)
          .option('port', { type: 'string', describe: 'Port to listen on, as PORT; 0 takes a free one' }),
      async ({ dir, port }) => {
        env['WORKSPACE'] = workspaceFolder(dir, env);
        if (port !== undefined) env['PORT'] = port;
        await import('../main.ts');
      },
    )
    .command(
      'migrate',
      'Apply the migrations that the database lacks, as every start does',
      (command) => command,
      async () => {
        const { migrateState } = await import('../migrate-state.ts');
        const problems = await migrateState(env);
        for (const problem of problems) process.stderr.write(`${problem}\n`);
        if (problems.length > 0) process.exitCode = 1;
        else process.stdout.write('the database is up to date\n');
      },
    )
    .command(
      'eval [workspace] [questions]',
      'Ask an agent questions with known answers, and count the right ones',
      (command) =>
        command
          .positional('workspace', { type: 'string', describe: 'Folder with inlay.yml' })
          .positional('questions', { type: 'string', describe: 'JSON Lines of questions with gold SQL' })
          .option('agent', { type: 'string', describe: 'Number of the agent (default: the first)' })
          .option('account', { type: 'string', describe: 'Account of the agent (default: the first)' })
          .option('model', { type: 'string', describe: 'Another model for the agent, such as openai:gpt-5' })
          .option('only', { type: 'string', describe: 'Only questions whose id or kind begins with this' })
          .option('repeat', { type: 'string', default: '1', describe: 'Ask each question so many times' })
          .option('concurrency', { type: 'string', default: '1', describe: 'Questions asked at once' })
          .option('timeout', { type: 'string', default: '120', describe: 'Seconds of one answer' })
          .option('out', {
            type: 'string',
            describe: 'Write each attempt to this file, and go on with what it has',
          })
          .option('record', {
            type: 'boolean',
            default: false,
            describe:
              'Append the score to evaluations.jsonl of the workspace, which the console shows over time',
          })
          .option('min-right', { type: 'string', default: '0', describe: 'Fail below this per cent right' })
          .option('max-wrong', { type: 'string', default: '100', describe: 'Fail above this per cent wrong' })
          .option('compare', {
            type: 'boolean',
            default: false,
            describe: 'Print what differs between two runs that --out wrote, given instead',
          }),
      async ({ workspace, questions, ...options }) => {
        const { evaluate } = await import('../../eval/evaluate.ts');
        process.exitCode = await evaluate({ first: workspace, second: questions, ...options }, env);
      },
    )
    .command(
      'demo',
      'Everything in one terminal: session, question, SQL, chart, answer',
      (command) => command,
      async () => {
        await import('../../examples/demo/demo.ts');
      },
    )
    .completion('completion', 'Print a script that completes commands in bash or zsh')
    .demandCommand(1, 1, 'Name a command.')
    .strict()
    // Runs once the arguments are found to be right.
    .middleware(() => {
      isUnderstood = true;
    })
    .version(version())
    .help()
    .wrap(110)
    .exitProcess(false)
    .fail(false);
  try {
    await cli.parseAsync();
  } catch (error) {
    if (!(error instanceof Error) || (isUnderstood && !(error instanceof CommandError))) throw error;
    process.stderr.write(`inlay: ${error.message}\n`);
    if (!isUnderstood) process.stderr.write(`Usage: see "inlay ${helpOf(args)}".\n`);
    process.exitCode = 2;
  }
}

const commands = ['init', 'generate', 'check', 'start', 'migrate', 'eval', 'demo'];

const workspaceOption = {
  type: 'string',
  describe: 'Folder with inlay.yml (default: WORKSPACE, or the working directory)',
} as const;

function version(): string {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;
}

/** The help that says what was not understood. */
function helpOf([command = '']: readonly string[]): string {
  return commands.includes(command) ? `${command} --help` : '--help';
}

function count(list: readonly unknown[], noun: string): string {
  return `${list.length} ${noun}${list.length === 1 ? '' : 's'}`;
}
