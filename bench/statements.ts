import pg from 'pg';
import type { BenchDatabase } from './mint-database.ts';

export interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** Records every statement that `pg` receives. */
let recorded: Statement[] | null = null;
const run = pg.Client.prototype.query;
Object.assign(pg.Client.prototype, {
  query(this: pg.Client, ...args: [{ text?: string; values?: unknown[] } | string]) {
    const [config] = args;
    if (recorded !== null && typeof config === 'object' && config.text !== undefined) {
      recorded.push({ text: config.text, values: config.values ?? [] });
    }
    return run.apply(this, args as never);
  },
});

/** The statements that `work` runs, on any connection of this process. */
export async function recordStatements(work: () => Promise<unknown>): Promise<readonly Statement[]> {
  const statements: Statement[] = [];
  recorded = statements;
  try {
    await work();
  } finally {
    recorded = null;
  }
  return statements;
}

/**
 * How PostgreSQL runs the statement, below its first words.
 * @param analyze runs it, to tell rows, times and buffers too
 */
export async function explain(
  { client }: BenchDatabase,
  { text, values }: Statement,
  analyze = false,
): Promise<string> {
  const { rows } = await client.query<Record<string, string>>(
    `EXPLAIN (COSTS OFF${analyze ? ', ANALYZE, BUFFERS' : ''}) ${text}`,
    values,
  );
  const plan = rows.map((row) => `\n  ${row['QUERY PLAN']}`).join('');
  return `\n${text.replaceAll(/\s+/g, ' ').trim().slice(0, 100)}…${plan}`;
}
