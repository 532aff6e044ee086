import { inGrammar, languageOf } from '../language/german.ts';
import type { Reading } from '../parse/reading.ts';
import type { Plan } from '../query/plan.ts';
import { planTitle } from '../query/wording.ts';
import { speechOf } from '../speech/speeches.ts';

/** One of the readings that the user was offered, two at most. */
export interface Choice {
  readonly plan: Plan;
  readonly reading: Reading;
}

const agrees =
  /^(?:yes|yep|yeah|ja|genau|right|correct|exactly|that one)(?:,? (?:please|exactly|that one|it is))?$/;

const answers = [
  /^(?:the )?(?:first|former|1st|#?1)(?: one| reading| option)?$/,
  /^(?:the )?(?:second|latter|last|2nd|#?2)(?: one| reading| option)?$/,
];

/** The reading that an answer such as "the second one", "1" or its title picks; undefined where it is no such answer. */
export function chosenOf(message: string, choices: readonly Choice[]): Choice | undefined {
  const said = message
    .toLowerCase()
    .replace(/[.!)"]+\s*$/, '')
    .replace(/^(?:i mean|i meant|take|use)\s+/, '')
    .trim();
  const named = choices.find(({ plan }) => titlesOf(plan).includes(lettersOf(said)));
  if (named !== undefined || choices.length === 0) return named;
  if (choices.length === 1 && agrees.test(said)) return choices[0];
  return choices[answers.findIndex((answer) => answer.test(said))];
}

/** The title of a plan in each language, as it would be read when it is sent back. */
function titlesOf(plan: Plan): string[] {
  return (['en', 'de'] as const).map((language) => {
    const title = planTitle(plan, speechOf(language));
    return lettersOf(languageOf(title) === 'de' ? inGrammar(title) : title);
  });
}

/** Numbers are written in the way of the session. */
function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
