import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { QueryEngine } from '../../src/engines/query-engine.ts';
import { EvaluationError } from '../evaluation-error.ts';
import { runGold } from '../judge.ts';
import type { Question } from '../questions.ts';
import type { Domain } from './domain.ts';
import { isTrivial } from './generate/generate.ts';

/** A set of questions that somebody wrote who had seen the data and its titles, and nothing of the planner. */
export interface BlindSet {
  readonly domain: Domain;
  /** Name of its file, without `.jsonl`. */
  readonly round: string;
  /** Of the questions and what is right, so that a change shows. */
  readonly hash: string;
  readonly questions: readonly Question[];
}

const line = z
  .strictObject({
    question: z.string().min(1),
    /** SQL over the raw tables, or a list where several readings are right. */
    gold: z
      .union([z.string(), z.array(z.string()).min(1)])
      .transform((sql) => [sql].flat())
      .optional(),
    /** Nothing in the data answers the question. */
    outOfScope: z.literal(true).optional(),
    ordered: z.boolean().default(false),
    percent: z.boolean().default(false),
    /** Asked before, on the same thread. */
    thread: z.array(z.string()).default([]),
    kind: z.string().min(1).optional(),
  })
  .refine(({ gold, outOfScope }) => (gold === undefined) === (outOfScope === true), {
    error: 'Give either gold, or outOfScope: true.',
  });

/** The blind sets of a domain by round. @throws EvaluationError with every problem of every line */
export async function readBlindSets(domain: Domain): Promise<readonly BlindSet[]> {
  const folder = join(import.meta.dirname, 'domains', domain.name, 'blind');
  const files = await readdir(folder).catch(() => []);
  const rounds = files.filter((file) => file.endsWith('.jsonl')).toSorted();
  return Promise.all(
    rounds.map(async (file) =>
      parseBlindSet(domain, file.slice(0, -'.jsonl'.length), await readFile(join(folder, file), 'utf8')),
    ),
  );
}

/** @throws EvaluationError */
export function parseBlindSet(domain: Domain, round: string, text: string): BlindSet {
  const problems: string[] = [];
  const name = `${domain.name}/blind/${round}.jsonl`;
  const asked = new Set<string>();
  const questions = text.split('\n').flatMap((written, index): Question[] => {
    if (written.trim() === '') return [];
    const complain = (message: string) => {
      problems.push(`${name}:${index + 1} ${message}`);
      return [];
    };
    let value: unknown;
    try {
      value = JSON.parse(written);
    } catch {
      return complain('This line is not JSON.');
    }
    const parsed = line.safeParse(value);
    if (!parsed.success) return complain(z.prettifyError(parsed.error));
    const { question, gold, outOfScope, ordered, percent, thread, kind } = parsed.data;
    const said = [...thread, question].join(' → ').toLowerCase();
    if (asked.has(said)) return complain('This question is there twice.');
    asked.add(said);
    const common = { question, ordered, percent, thread, now: domain.now, id: `${round}-${index + 1}` };
    return outOfScope === true
      ? [{ ...common, kind: 'out-of-scope', expect: 'decline' }]
      : [{ ...common, kind: kind ?? 'blind', gold: gold ?? [] }];
  });
  if (questions.length === 0 && problems.length === 0) problems.push(`${name} holds no question.`);
  if (problems.length > 0) throw new EvaluationError(problems.join('\n'));
  const hash = createHash('sha256').update(JSON.stringify(questions)).digest('hex').slice(0, 16);
  return { domain, round, hash, questions };
}

/** Runs the gold SQL of a set. @returns what is wrong with it: SQL that fails, and answers that say nothing */
export async function checkBlindSet(
  { domain, round, questions }: BlindSet,
  source: QueryEngine,
): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const { id, question, gold = [] } of questions) {
    for (const sql of gold) {
      const complain = (message: string) =>
        problems.push(`${domain.name} ${round} ${id} “${question}”: ${message}`);
      try {
        const { rows } = await runGold(source, sql);
        if (rows.length === 0) complain('The gold SQL gives no rows.');
        else if (isTrivial(rows)) complain('The gold SQL gives nothing but empty values and zeros.');
        else if (rows.length > 500)
          complain(`The gold SQL gives ${rows.length} rows: nobody reads more than 500.`);
      } catch (error) {
        complain(error instanceof Error ? error.message : String(error));
      }
    }
  }
  return problems;
}
