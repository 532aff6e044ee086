import { inGrammar, languageOf } from '../language/german.ts';
import type { Reading } from '../parse/reading.ts';
import type { Plan } from '../query/plan.ts';
import { planTitle } from '../query/wording.ts';
import { speechOf } from '../speech/speeches.ts';

/** One of the readings that the user was offered, three at most. */
export interface Choice {
  readonly plan: Plan;
  readonly reading: Reading;
}

/** The reading of which a message is the title; undefined where it is no such title. */
export function chosenOf(message: string, choices: readonly Choice[]): Choice | undefined {
  return choices.find(({ plan }) => isTitled(plan, message));
}

/** Whether a text is the title of a plan in any language, as it was written or as it is read when it is sent back. */
export function isTitled(plan: Plan, text: string): boolean {
  const letters = lettersOf(text);
  return (['en', 'de'] as const).some((language) => {
    const title = planTitle(plan, speechOf(language));
    return [title, ...(languageOf(title) === 'de' ? [inGrammar(title)] : [])].some(
      (it) => lettersOf(it) === letters,
    );
  });
}

/** Numbers are written in the way of the session. */
function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
