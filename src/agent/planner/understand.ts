import type { CubeMetadata } from '../../semantic/metadata.ts';
import type { Day } from './calendar.ts';
import { entityLemmas, namedSoftWords } from './entities.ts';
import { mergeFollowUp, moveTo, soundsLikeFollowUp } from './follow-up.ts';
import { isJoined, withJoinedCubes } from './joined-cubes.ts';
import { buildLexicon, type Lexicon } from './lexicon.ts';
import { completePlan, type Plan } from './plan.ts';
import { readQuestion } from './read-question.ts';
import type { Reading } from './reading.ts';

export type Understanding =
  | { readonly kind: 'plan'; readonly plan: Plan; readonly reading: Reading; readonly followUp: boolean }
  /** What stood in the way, in the relation that came nearest. */
  | {
      readonly kind: 'unclear';
      readonly reading: Reading | undefined;
      readonly unknown: readonly string[];
      readonly missing: string | undefined;
    };

/** A follow-up builds on a few messages before it; older and longer ones are not read again. */
const maxMessages = 12;
const maxMessageCharacters = 1_500;

/**
 * Understands the last of a thread's messages over the relations that the user may see. Each message is read against
 * every relation, on its own and as a follow-up; the reading that leaves least unexplained wins.
 */
export function understand(
  messages: readonly string[],
  cubes: readonly CubeMetadata[],
  today: Day,
): Understanding {
  const entities = entityLemmas(cubes);
  const named = namedSoftWords(cubes);
  const lexicons = withJoinedCubes(cubes).map((cube) => buildLexicon(cube, entities, named));
  let state: Reading | undefined;
  let result: Understanding = { kind: 'unclear', reading: undefined, unknown: [], missing: undefined };
  for (const message of messages.slice(-maxMessages)) {
    if (message.length > maxMessageCharacters) continue;
    result = understandOne(message, lexicons, state, today);
    if (result.kind === 'plan') state = result.reading;
  }
  return result;
}

interface Candidate {
  readonly reading: Reading;
  readonly plan: Plan | undefined;
  readonly missing: string | undefined;
  readonly followUp: boolean;
  readonly cost: number;
}

function understandOne(
  message: string,
  lexicons: readonly Lexicon[],
  state: Reading | undefined,
  today: Day,
): Understanding {
  const follows = state !== undefined && soundsLikeFollowUp(message);
  const candidates = lexicons.flatMap((lexicon, rank) => {
    const own = readQuestion(message, lexicon);
    const placement = placementOf(lexicon, rank);
    const alone = weigh(
      own,
      today,
      false,
      placement + (follows ? 2 : 0) + (own.implied && state !== undefined ? 3 : 0),
    );
    const earlier = state === undefined ? undefined : moveTo(state, lexicon);
    if (earlier === undefined || state === undefined) return [alone];
    const moved = state.lexicon.cube.name === lexicon.cube.name ? 0 : 0.5;
    return [alone, weigh(mergeFollowUp(earlier, own), today, true, placement + moved + (follows ? 0 : 2))];
  });
  const best = candidates.toSorted((a, b) => a.cost - b.cost)[0];
  if (best?.plan !== undefined)
    return { kind: 'plan', plan: best.plan, reading: best.reading, followUp: best.followUp };
  return {
    kind: 'unclear',
    reading: best?.reading,
    unknown: best?.reading.unknown ?? [],
    missing: best?.missing,
  };
}

/** The best match of the search comes first, views before cubes, and a cube alone before it and what it joins. */
function placementOf({ cube }: Lexicon, rank: number): number {
  return rank * 0.02 + (cube.type === 'cube' ? 0.06 : 0) + (cube.dimensions.some(isJoined) ? 0.3 : 0);
}

function weigh(reading: Reading, today: Day, followUp: boolean, extra: number): Candidate {
  const completed = completePlan(reading, today);
  const unknown = reading.unknown.length * 10;
  const open = completed.ok ? 0 : 5;
  return {
    reading,
    followUp,
    plan: completed.ok ? completed.plan : undefined,
    missing: completed.ok ? undefined : completed.missing,
    cost: unknown + open + reading.cost + extra + (completed.ok ? outsideData(completed.plan) : 0),
  };
}

/** A relation whose dates do not reach the period asked for is less likely to be the one meant. */
function outsideData({ time }: Plan): number {
  const range = time?.dimension.range;
  if (time === undefined || range === undefined) return 0;
  const [first, last] = range;
  const reached = time.periods.some(
    ({ start, end }) => (start === undefined || start <= last) && (end === undefined || end > first),
  );
  return reached ? 0 : 0.5;
}
