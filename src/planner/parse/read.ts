import type { Budget } from '../language/budget.ts';
import type { Question } from '../language/question.ts';
import { memberOf } from '../link/entries.ts';
import type { Lexicon } from '../link/lexicon.ts';
import type { Link } from '../link/link.ts';
import { findLinks } from '../link/links.ts';
import { referenceOf, referencesOf } from '../link/referring-cubes.ts';
import { findCovers } from './cover.ts';
import { type Interpretation, interpret } from './interpret.ts';

/**
 * The likeliest readings of a question in one relation.
 * @param wasMeant the message before was about the same rows
 */
export function interpretations(
  question: Question,
  lexicon: Lexicon,
  budget: Budget,
  wasMeant: boolean,
): Interpretation[] {
  const links = findLinks(question.tokens, lexicon, budget);
  // Without a word for the rows that refer to them, the rows by themselves are meant.
  if (!wasMeant && referencesOf(lexicon.cube).size > 0 && !links.some((it) => isReferring(lexicon, it)))
    return [];
  return findCovers(question, links, lexicon, budget).map((cover) => interpret(cover, question, lexicon));
}

function isReferring({ cube }: Lexicon, { entry, quality }: Link): boolean {
  const member = memberOf(entry);
  return member !== undefined && quality >= 0.6 && referenceOf(cube, member) !== undefined;
}
