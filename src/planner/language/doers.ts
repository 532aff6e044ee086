import { isKindOf } from './lexical.ts';
import { forms } from './text.ts';

/** The root of the verb that those who do something are called after: `approv` of "approver"; undefined for other words. */
export function doingOf(lemma: string): string | undefined {
  const stem = /^(\p{L}{3,})(?:er|or)$/u.exec(lemma)?.[1];
  return stem === undefined ? undefined : forms(stem).root;
}

/** Whether a word is made as those are called who do something: "approver", "agent", "analyst". */
export function isDoer(lemma: string): boolean {
  return /\p{L}{2}(?:er|or|ent|ant|ist)$/u.test(lemma) && isKindOf(lemma, 'person', 3);
}

/** The root of what is said to be done or of those who do it: `pay` of "paid", `leav` of "leavers"; undefined for other words. */
export function deedOf(word: string): string | undefined {
  const { lemma, root } = forms(word);
  return isPast(word) ? root : doingOf(lemma);
}

/** Whether a word is made as verbs say that something was done: "paid", "sent", "finished". */
export function isPast(word: string): boolean {
  return /ed$/.test(word) || (word !== forms(word).lemma && !/(?:s|ing)$/.test(word));
}
