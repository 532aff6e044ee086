import type { Budget } from '../language/budget.ts';
import type { Day } from '../language/calendar.ts';
import { askedStraight } from '../language/detours.ts';
import { explained } from '../language/glosses.ts';
import { paraphrased } from '../language/paraphrase.ts';
import { parseQuestion, type Question } from '../language/question.ts';
import { onDayAgo } from '../language/relative-dates.ts';
import { compoundsApart } from '../link/german-compounds.ts';
import { isJoined } from '../link/joined-cubes.ts';
import type { Lexicon } from '../link/lexicon.ts';
import { referencesOf } from '../link/referring-cubes.ts';
import { type Charged, charge } from '../parse/charges.ts';
import type { Interpretation } from '../parse/interpretation.ts';
import { interpretations } from '../parse/read.ts';
import type { Candidate } from './candidate.ts';
import type { Choice } from './choice.ts';
import type { Context } from './context.ts';
import { corrected, rankedAnew } from './corrected.ts';
import type { Edit } from './edit.ts';
import { changedAnew, goesOn } from './follow-up-candidates.ts';
import type { Message } from './message.ts';
import { standsAlone } from './standalone-candidates.ts';

/** Every way to understand a message, in every relation, on its own and as a follow-up, cheapest first. */
export function candidatesFor(
  { question, edit }: Message,
  lexicons: readonly Lexicon[],
  context: Context,
  today: Day,
  budget: Budget,
): Candidate[] {
  const before = context.choices.length > 0 ? context.choices : context.states;
  const waysToPut = (message: string, known?: Question) => waysOf(compoundsApart(message, lexicons), known);
  const alone = waysToPut(edit.isOwn ? edit.rest : question.message, question);
  const ranked = rankedAnew(edit, context);
  const anew = ranked === undefined ? [] : waysToPut(ranked);
  const further =
    edit.isOwn || (before.length === 0 && !edit.corrects)
      ? []
      : edit.rest === question.message
        ? alone
        : waysToPut(edit.rest);
  const renamed = edit.isOwn ? undefined : splitByName(edit.rest, before);
  const named = renamed === undefined ? [] : waysToPut(renamed);
  const known = before[0]?.reading.lexicon.cube;
  const questions = new Set([...alone, ...anew, ...further, ...named].map((way) => way.question));
  const read = new Map([...questions].map((it) => [it, interpretations(it, lexicons, budget, known)]));
  const readIn = (lexicon: Lexicon, it: Question): readonly Interpretation[] =>
    read.get(it)?.get(lexicon) ?? [];
  return lexicons
    .flatMap((lexicon, rank) => {
      const placed = placementOf(lexicon, rank);
      const ownsOf = (ways: readonly Way[], by: Edit) =>
        ways.flatMap(({ question: it, isPlainer }) =>
          readIn(lexicon, it).map((own) =>
            standsAlone(it, own, placedWith(placed, isPlainer), by, context, today),
          ),
        );
      const owns = [...ownsOf(alone, edit), ...ownsOf(anew, { ...edit, isOwn: true })];
      const later = before.flatMap((state) => {
        const thread = { ...context, state };
        return further.flatMap(({ question: it, isPlainer }) => [
          ...readIn(lexicon, it).flatMap((own) =>
            goesOn(it, own, lexicon, placedWith(placed, isPlainer), edit, thread, today),
          ),
          ...changedAnew(it, lexicon, placedWith(placed, isPlainer), edit, thread, today),
        ]);
      });
      const elsewhere = before
        .filter(({ reading }) => reading.lexicon.cube.name !== lexicon.cube.name)
        .flatMap((state) =>
          named.flatMap(({ question: it, isPlainer }) =>
            readIn(lexicon, it).flatMap((own) =>
              goesOn(
                it,
                own,
                lexicon,
                placedWith(placed, isPlainer),
                { ...edit, goesOn: true },
                { ...context, state },
                today,
              ),
            ),
          ),
        );
      const meant = further.flatMap(({ question: it, isPlainer }) =>
        readIn(lexicon, it).flatMap((own) =>
          corrected(own, lexicon, placedWith(placed, isPlainer), edit, context, today),
        ),
      );
      return [...owns, ...later, ...elsewhere, ...meant];
    })
    .sort((a, b) => a.cost - b.cost);
}

/**
 * "By category", of what was asked before, with the name of its figure: rows of another relation may have a figure of their own that is
 * called so, where it cannot be split by what they have.
 */
function splitByName(rest: string, before: readonly Choice[]): string | undefined {
  const [figure, ...more] = before[0]?.reading.quantities ?? [];
  if (figure?.kind !== 'measure' || more.length > 0 || !/^\s*(?:by|per)\b/i.test(rest)) return undefined;
  return `${figure.measure.title} ${rest.trim()}`;
}

/** A question as it was put, or in plainer words. */
interface Way {
  readonly question: Question;
  readonly isPlainer: boolean;
}

/** @param known the same, where it was taken apart before */
function waysOf(said: string, known?: Question): readonly Way[] {
  const message = askedStraight(explained(said));
  const plainer = paraphrased(message);
  const onDay = onDayAgo(message);
  return [
    { question: known?.message === message ? known : parseQuestion(message), isPlainer: false },
    ...(onDay === undefined ? [] : [{ question: parseQuestion(onDay), isPlainer: false }]),
    ...(plainer === undefined ? [] : [{ question: parseQuestion(plainer), isPlainer: true }]),
  ];
}

function placedWith({ charges }: Charged, isPlainer: boolean): Charged {
  const placed: Charged = { charges: new Map(charges) };
  if (isPlainer) charge(placed, 'paraphrased');
  return placed;
}

/** A search may have found relations far down that are no worse than others. */
const places = 8;

/** The best match of the search comes first, views before cubes, and a cube alone before it and what it joins. */
function placementOf({ cube }: Lexicon, rank: number): Charged {
  const placed: Charged = { charges: new Map() };
  charge(placed, 'place', Math.min(rank, places));
  if (cube.type === 'cube') charge(placed, 'cube');
  if (cube.dimensions.some(isJoined)) charge(placed, 'joinedCube');
  if (referencesOf(cube).size > 0) charge(placed, 'referredCube');
  return placed;
}
