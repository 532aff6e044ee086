import { forms } from './text.ts';

/** The root of the verb that those who do something are called after: `approv` of "approver"; undefined for other words. */
export function doingOf(lemma: string): string | undefined {
  const stem = /^(\p{L}{3,})(?:er|or)$/u.exec(lemma)?.[1];
  return stem === undefined ? undefined : forms(stem).root;
}

/** The root of what is said to be done or of those who do it: `pay` of "paid", `leav` of "leavers"; undefined for other words. */
export function deedOf(word: string): string | undefined {
  const { lemma, root } = forms(word);
  const isPast = /ed$/.test(word) || (word !== lemma && !/(?:s|ing)$/.test(word));
  return isPast ? root : doingOf(lemma);
}
