import type { DimensionMetadata, MeasureMetadata } from '../../contract/tools.ts';
import { entityDimension, isIdentifier } from '../link/entities.ts';
import { entityOfCount, isJoined, roleOf } from '../link/joined-cubes.ts';
import type { Lexicon } from '../link/lexicon.ts';
import { referencesOf } from '../link/referring-cubes.ts';
import { isRole } from '../link/role-cubes.ts';
import { timeOf } from '../parse/figure-time.ts';
import { isNameOf } from '../parse/listing.ts';
import type { Speech } from '../speech/english.ts';

/** Kinds are few, unlike names. */
const maxKinds = 30;

/** What was asked for, as far as it was understood. */
interface Asked {
  readonly measure?: MeasureMetadata | undefined;
  readonly dimension?: DimensionMetadata | undefined;
}

/** Up to three questions about a relation that a person may ask: a figure by a kind of something, by month, and a top list by name. */
export function exampleQuestions(lexicon: Lexicon, asked: Asked, speech: Speech): string[] {
  const { cube } = lexicon;
  const measure = asked.measure ?? cube.measures[0];
  const { decline, by, grains } = speech;
  if (measure === undefined) {
    const [dimension] = cube.dimensions;
    return dimension === undefined ? [] : [decline.list(dimension.title)];
  }
  const thing = entityOfCount(cube, measure);
  const splits = (it: DimensionMetadata): boolean =>
    it !== thing &&
    it.type === 'string' &&
    !isIdentifier(it) &&
    it.primaryKey !== true &&
    roleOf(it) === undefined;
  const kinds = cube.dimensions.filter((it) => splits(it) && isKind(it) && it !== entityDimension(cube));
  const said = asked.dimension !== undefined && splits(asked.dimension) ? [asked.dimension] : [];
  const [first, second] = [...new Set([...said, ...kinds])].map(
    (it) => `${measure.title} ${by([speech.inside(it.title)])}`,
  );
  // When people were hired says little of how many there are.
  const entity = entityDimension(cube);
  const areThings = lexicon.timeIsBeginning && entity !== undefined && isNameOf(entity, lexicon);
  const isMonthly = !areThings && timeOf(lexicon, [{ kind: 'measure', measure }]) !== undefined;
  const monthly = isMonthly ? `${measure.title} ${by([grains.month])}` : undefined;
  const offers = [first, monthly, topOf(lexicon, measure, speech), second ?? measure.title];
  return [...new Set(offers.filter((it) => it !== undefined))].slice(0, 3);
}

/** As many about a whole model, each of another relation: first of those with most that adds up. */
export function examplesOfModel(lexicons: readonly Lexicon[], speech: Speech): string[] {
  const amounts = ({ cube }: Lexicon): number =>
    cube.measures.filter((it) => it.type === 'sum' && !isJoined(it)).length;
  const widest = new Map<string, Lexicon>();
  for (const lexicon of lexicons)
    if (referencesOf(lexicon.cube).size === 0 && !isRole(lexicon.cube))
      widest.set(lexicon.cube.name, lexicon);
  const chosen = [...widest.values()].sort((a, b) => amounts(b) - amounts(a)).slice(0, 3);
  return chosen.flatMap((lexicon, at) => {
    const questions = exampleQuestions(lexicon, {}, speech);
    return questions[Math.min(at === 0 ? 2 : at - 1, questions.length - 1)] ?? [];
  });
}

function isKind({ values = [] }: DimensionMetadata): boolean {
  return values.length > 1 && values.length <= maxKinds;
}

/** The first of what has names, by a figure that does not count them. */
function topOf(lexicon: Lexicon, measure: MeasureMetadata, speech: Speech): string | undefined {
  const { cube } = lexicon;
  const entity = entityDimension(cube);
  const amount = [measure, ...cube.measures].find((it) => it.type === 'sum' && !isJoined(it));
  if (entity !== undefined && isNameOf(entity, lexicon) && amount !== undefined)
    return speech.decline.top(speech.inside(cube.title), speech.inside(amount.title));
  const count = cube.measures.find((it) => {
    const named = isJoined(it) && roleOf(it) === undefined ? entityOfCount(cube, it) : undefined;
    return it.type === 'count' && named?.type === 'string' && !isIdentifier(named);
  });
  return count && !isJoined(measure)
    ? speech.decline.top(speech.inside(count.title), speech.inside(measure.title))
    : undefined;
}
