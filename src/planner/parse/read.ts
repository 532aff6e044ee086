import type { CubeMetadata } from '../../contract/tools.ts';
import type { Budget } from '../language/budget.ts';
import type { Question } from '../language/question.ts';
import { remembered } from '../language/remembered.ts';
import { memberOf } from '../link/entries.ts';
import type { Lexicon } from '../link/lexicon.ts';
import type { Link } from '../link/link.ts';
import { findLinks } from '../link/links.ts';
import { namePhrases } from '../link/names.ts';
import { referenceOf, referencesOf } from '../link/referring-cubes.ts';
import { type Charged, charge } from './charges.ts';
import { type Cover, findCovers } from './cover.ts';
import { withoutDatesOfNames } from './dates-of-names.ts';
import { interpret } from './interpret.ts';
import type { Interpretation } from './interpretation.ts';
import type { Item } from './item.ts';
import { isMeasured } from './member-units.ts';
import { withNumberedYears } from './numbered-years.ts';
import { listsOneOfItself } from './one-of-listed.ts';
import {
  isOfValue,
  leadOfOthers,
  memberNames,
  type NamesByWord,
  namesByWord,
  namingVerbs,
} from './outdone.ts';
import { isInRole } from './roles.ts';
import { operatorOfItem } from './scene.ts';
import { standsForTornRows } from './torn-rows.ts';

/**
 * The likeliest readings of a question in each relation.
 * @param meant the relation that the message before was about
 */
export function interpretations(
  asked: Question,
  lexicons: readonly Lexicon[],
  budget: Budget,
  meant: CubeMetadata | undefined,
): ReadonlyMap<Lexicon, readonly Interpretation[]> {
  const links = new Map(lexicons.map((lexicon) => [lexicon, findLinks(asked.tokens, lexicon, budget)]));
  const all = [...links.values()].flat();
  const question = withoutDatesOfNames(asked, all);
  const questionIn = new Map([...links].map(([lexicon, its]) => [lexicon, withNumberedYears(question, its)]));
  const covers = new Map(
    [...links].map(([lexicon, its]) => [
      lexicon,
      coversIn(questionIn.get(lexicon) ?? question, its, lexicon, budget, lexicon.cube === meant),
    ]),
  );
  const known = namesByWord([...links].map(([{ cube }, its]) => [cube, its]));
  const named = namesByWord([...covers].map(([{ cube }, its]) => [cube, its.flatMap(linksOf)]));
  const verbs = namingVerbs(question.tokens, known);
  const isLost = (item: Item): boolean =>
    operatorOfItem(item, 'filler') !== undefined && item.from === item.to && verbs.has(item.from);
  return new Map(
    [...covers].map(([lexicon, inIt]) => {
      const own = memberNames(lexicon.cube);
      // The same links are in most covers.
      const leadOf = remembered((link: Link) => leadOfOthers(link, own, named, known, question.tokens));
      const read = inIt.map((cover) => {
        const whole = interpret(cover, questionIn.get(lexicon) ?? question, lexicon);
        const its = linksOf(cover);
        const charged: Charged = { charges: new Map(whole.charges) };
        for (const link of its) if (!isOfValue(link, its)) charge(charged, 'outdone', leadOf(link));
        charge(charged, 'elsewhere', cover.filter(isLost).length);
        if (
          listsOneOfItself(whole.reading, all) ||
          standsForTornRows(whole.reading, cover, all, question.tokens)
        )
          charge(charged, 'tornValue', 2);
        if (charged.charges.has('impliedAmount'))
          charge(charged, 'elsewhere', cover.filter((item) => isOtherNoun(item, lexicon.cube, known)).length);
        return { ...whole, charges: charged.charges };
      });
      return [lexicon, read];
    }),
  );
}

/** "More than 500 pieces", where only another relation has a figure of pieces, is no bound of a number that nothing names. */
function isOtherNoun(item: Item, { measures, dimensions }: CubeMetadata, known: NamesByWord): boolean {
  const { unit } = item.kind === 'comparison' ? item.comparison : {};
  if (unit === undefined || isMeasured(unit)) return false;
  const isOwn = [...measures, ...dimensions].some((it) =>
    namePhrases(it)
      .flat()
      .some(({ lemma }) => lemma === unit),
  );
  return (
    !isOwn &&
    (known
      .get(item.to)
      ?.values()
      .some((likeness) => likeness >= 0.6) ??
      false)
  );
}

function linksOf(cover: Cover): Link[] {
  return cover.flatMap((item) => (item.kind === 'link' ? [item.link] : []));
}

function coversIn(
  question: Question,
  links: readonly Link[],
  lexicon: Lexicon,
  budget: Budget,
  wasMeant: boolean,
): Cover[] {
  // Without a word for the rows that refer to them, the rows by themselves are meant, unless only some of these are called so.
  const isReferred = referencesOf(lexicon.cube).size > 0;
  const isMeant = wasMeant || isInRole(lexicon.cube, question.tokens);
  if (isReferred && !isMeant && !links.some((it) => isReferring(lexicon, it))) return [];
  return findCovers(question, links, lexicon, budget);
}

function isReferring({ cube }: Lexicon, { entry, quality }: Link): boolean {
  const member = memberOf(entry);
  return member !== undefined && quality >= 0.6 && referenceOf(cube, member) !== undefined;
}
