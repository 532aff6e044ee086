import type { Reading } from '../parse/reading.ts';
import type { Plan } from '../query/plan.ts';

/** One of two readings that the user was asked between. */
export interface Choice {
  readonly plan: Plan;
  readonly reading: Reading;
}

const answers = [
  /^(?:the )?(?:first|former|1st|#?1)(?: one| reading| option)?$/,
  /^(?:the )?(?:second|latter|last|2nd|#?2)(?: one| reading| option)?$/,
];

/** The reading that an answer such as "the second one" or "1" picks; undefined where it is no such answer. */
export function chosenOf(message: string, choices: readonly Choice[]): Choice | undefined {
  const said = message
    .toLowerCase()
    .replace(/[.!)"]+\s*$/, '')
    .replace(/^(?:i mean|i meant|take|use)\s+/, '')
    .trim();
  return choices[answers.findIndex((answer) => answer.test(said))];
}
