import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { parseJson } from '../src/json.ts';
import { EvaluationError } from './evaluation-error.ts';

const asker = z.strictObject({
  groups: z.array(z.string()).optional(),
  userAttributes: z
    .array(
      z.strictObject({
        name: z.string(),
        value: z.union([z.string(), z.number(), z.array(z.string()), z.array(z.number())]),
      }),
    )
    .optional(),
  securityContext: z.record(z.string(), z.json()).optional(),
  timezone: z.string().optional(),
});

/** The asking user: `sessionSettings` without a name. */
export type Asker = z.infer<typeof asker>;

const settings = { now: z.iso.datetime().optional(), user: asker.optional() };

export const question = z
  .strictObject({
    id: z.string().min(1),
    kind: z.string().min(1),
    /** Asked before, on the same thread, whatever the answers are. */
    thread: z.array(z.string()).default([]),
    question: z.string().min(1),
    /** SQL over the source's own tables; several when several readings are right. */
    gold: z
      .union([z.string(), z.array(z.string()).min(1)])
      .transform((sql) => [sql].flat())
      .optional(),
    ordered: z.boolean().default(false),
    percent: z.boolean().default(false),
    expect: z.literal('decline').optional(),
    ...settings,
  })
  .refine(({ gold, expect }) => (gold === undefined) === (expect === 'decline'), {
    error: 'Give either gold, or expect: "decline".',
  });

/** A question with its expected answer (see eval/README.md). */
export type Question = z.infer<typeof question>;

const defaultsLine = z.strictObject({ defaults: z.strictObject(settings) });

/**
 * The questions of a JSON lines file, completed with the file's defaults.
 * @throws EvaluationError with every problem of every line
 */
export async function readQuestions(file: string): Promise<readonly Question[]> {
  const text = await readFile(file, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    throw new EvaluationError(`${file} cannot be read (${code}).`);
  });
  return parseQuestions(text, file);
}

/** @param name of the file, for messages. @throws EvaluationError */
export function parseQuestions(text: string, name: string): readonly Question[] {
  const problems: string[] = [];
  const questions: Question[] = [];
  const ids = new Set<string>();
  let defaults: z.infer<typeof defaultsLine>['defaults'] = {};
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const complain = (message: string) => problems.push(`${name}:${index + 1} ${message}`);
    const value = parseJson(line);
    const leading = index === 0 ? defaultsLine.safeParse(value) : undefined;
    if (leading?.success === true) {
      defaults = leading.data.defaults;
      continue;
    }
    const parsed = question.safeParse(value);
    if (!parsed.success) {
      complain(value === undefined ? 'This line is not JSON.' : z.prettifyError(parsed.error));
    } else if (ids.has(parsed.data.id)) {
      complain(`The id ${parsed.data.id} is there twice.`);
    } else {
      ids.add(parsed.data.id);
      questions.push({ ...defaults, ...parsed.data });
    }
  }
  if (questions.length === 0 && problems.length === 0) problems.push(`${name} holds no question.`);
  if (problems.length > 0) throw new EvaluationError(problems.join('\n'));
  return questions;
}
