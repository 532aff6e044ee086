import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { table } from '../report.ts';
import type { BlindSet } from './blind.ts';
import { styles } from './domain.ts';

/** The log of first measurements. Lines are only ever added. */
export const measurementsFile = join(import.meta.dirname, 'measurements.jsonl');

const counts = z.strictObject({
  right: z.int(),
  wrong: z.int(),
  declined: z.int(),
  failed: z.int(),
  /** Of the declined, those that were asked back with a reading that is right. Not known before it was done. */
  offered: z.int().default(0),
  /** Questions out of scope that were answered. */
  outOfScopeAnswered: z.int(),
});

const measurement = z.strictObject({
  date: z.iso.date(),
  commit: z.string(),
  domain: z.string(),
  set: z.string(),
  hash: z.string(),
  /** Questions that have an answer, and questions that have none. */
  questions: z.int(),
  outOfScope: z.int(),
  terse: counts,
  titled: counts,
  documented: counts,
});

/** How one blind set was answered when it was asked for the first time. */
export type Measurement = z.infer<typeof measurement>;
export type Counts = z.infer<typeof counts>;

/** @throws Error with the line that is none */
export async function readMeasurements(file = measurementsFile): Promise<readonly Measurement[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => measurement.parse(JSON.parse(line)));
}

/** Whether a set has been measured, under its name or, renamed, with the same questions. */
export function isSpent(set: BlindSet, log: readonly Measurement[]): boolean {
  return log.some(
    ({ domain, set: name, hash }) => (domain === set.domain.name && name === set.round) || hash === set.hash,
  );
}

export async function appendMeasurement(added: Measurement, file = measurementsFile): Promise<void> {
  await appendFile(file, `${JSON.stringify(added)}\n`);
}

/** The log for a person, with the share of all questions that were answered rightly and wrongly in each round. */
export function formatMeasurements(log: readonly Measurement[]): string {
  if (log.length === 0) return 'No blind set has been measured yet.';
  const percent = (part: number, whole: number) =>
    whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`;
  const rowOf = (name: readonly string[], measured: readonly Measurement[]) => {
    const asked = measured.reduce((sum, { questions }) => sum + questions, 0) * styles.length;
    const beyond = measured.reduce((sum, { outOfScope }) => sum + outOfScope, 0) * styles.length;
    const total = (figure: keyof Counts) =>
      measured.reduce((sum, one) => sum + styles.reduce((own, style) => own + one[style][figure], 0), 0);
    return [
      ...name,
      `${asked}`,
      percent(total('right'), asked),
      percent(total('wrong'), asked),
      percent(total('declined'), asked),
      percent(total('offered'), asked),
      percent(total('outOfScopeAnswered'), beyond),
    ];
  };
  const rounds = [...new Set(log.map(({ set }) => set))];
  return table([
    [
      'date',
      'commit',
      'set',
      'domain',
      'asked',
      'right',
      'wrong',
      'declined',
      'of which offered',
      'out of scope answered',
    ],
    ...rounds.flatMap((round) => {
      const own = log.filter(({ set }) => set === round);
      return [
        ...own.map((one) => rowOf([one.date, one.commit, round, one.domain], [one])),
        rowOf(['', '', round, 'all'], own),
      ];
    }),
  ]);
}
