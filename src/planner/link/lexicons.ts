import type { CubeMetadata } from '../../contract/tools.ts';
import type { Day } from '../language/calendar.ts';
import { withAges } from './ages.ts';
import { withDurations } from './durations.ts';
import { entityLemmas, rowsByName } from './entities.ts';
import { withGermanTitles } from './german-titles.ts';
import { joinedCubes } from './joined-cubes.ts';
import { withLateness } from './lateness.ts';
import { buildLexicon, homesOf, type Lexicon } from './lexicon.ts';
import { withNamesakes } from './namesakes.ts';
import { kindsOf } from './prose.ts';
import { readableModel } from './readable-model.ts';
import { referredCubes } from './referring-cubes.ts';
import { withRoles } from './role-cubes.ts';
import { lastDayOf, withSpans } from './spans.ts';
import { withStates } from './states.ts';
import { withTelling } from './telling.ts';

/** The indexes of the relations of a model, and of what they join and are referred to by. */
export function lexiconsOf(cubes: readonly CubeMetadata[], today: Day): readonly Lexicon[] {
  const readable = withRoles(withAges(withGermanTitles(withNamesakes(readableModel(cubes))), today));
  const things = entityLemmas(readable);
  const homes = homesOf(readable);
  const rows = rowsByName(readable);
  const joined = joinedCubes(readable);
  const told = (cube: CubeMetadata): CubeMetadata => withStates(withLateness(cube, today), today);
  const referred = referredCubes(readable.map(told), new Map(joined.map((cube) => [cube.name, cube])));
  const wider = [...readable, ...joined, ...referred].map((cube) =>
    told(withDurations(withSpans(cube), today)),
  );
  const kinds = readable.flatMap(kindsOf);
  const lastDay = lastDayOf(readable, today);
  return withTelling(wider.map((cube) => buildLexicon(cube, things, homes, rows, kinds, lastDay)));
}
