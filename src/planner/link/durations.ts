import type { CubeMetadata, DimensionMetadata } from '../../contract/tools.ts';
import type { Day } from '../language/calendar.ts';
import { nameWords } from '../language/text.ts';
import { ownerOf } from './joined-cubes.ts';
import { endOfLasting, lastingTimeOf } from './lasting.ts';
import { nameLemmas, shortName } from './names.ts';
import { type SpanDimension, spanBetween } from './spans.ts';

/**
 * A relation whose rows are said to last for as long as from their beginning to their end: projects from start to completion,
 * staff from when they were hired until they left, or until today.
 */
export function withDurations(cube: CubeMetadata, today: Day): CubeMetadata {
  const from = lastingTimeOf(cube, cube.name);
  const until = from && endOfLasting(from);
  const start = cube.dimensions.find(({ name }) => name === from?.name);
  const end = cube.dimensions.find(({ name }) => name === until?.name);
  if (start === undefined || end === undefined) return cube;
  const isHeld = [...cube.dimensions, ...cube.measures].some((it) =>
    nameLemmas(`${shortName(it.name)} ${it.title}`).some((lemma) => held.test(lemma)),
  );
  if (until?.isOpen === true && leaving.test(nameWords(end.title).join(' ')))
    return isHeld ? cube : { ...cube, dimensions: [...cube.dimensions, ...servicesOf(start, end, today)] };
  const dimensions = cube.dimensions.map((it) => {
    const span = spanBetween(it);
    return span?.from === start && span.to === end
      ? {
          ...it,
          synonyms: [...(it.synonyms ?? []), ...durationsOf(cube)],
          span: { ...span, isWhole: true },
        }
      : it;
  });
  return { ...cube, dimensions };
}

/** How those who are there may leave: nobody is in the service of what is completed. */
const leaving = /\b(?:left|leav\w*|resign\w*|terminat\w*|quit|end(?:ed|s)?|moved? out|cancel\w*)\b/i;
const held = /^(?:tenure|seniority|service)$/;

function durationsOf({ name, title }: CubeMetadata): string[] {
  const rows = [...new Set([title, shortName(name)].map((it) => nameLemmas(it).join(' ')))];
  return ['duration', ...rows.flatMap((it) => [`${it} duration`, `${it} time`, `length of ${it}`])];
}

/** How long people have been there, those who left until then. */
function servicesOf(from: DimensionMetadata, to: DimensionMetadata, today: Day): SpanDimension[] {
  const service = (until: 'left' | 'now', title: string, synonyms: string[]): SpanDimension => ({
    name: `${ownerOf(from.name)}.years_from_${shortName(from.name)}_to_${until === 'now' ? 'today' : `${shortName(to.name)}_or_today`}`,
    ...{ title: `Years from ${from.title} to ${title}`, type: 'number', synonyms },
    span: { from, to, unit: 'year', isWhole: true, today, isOver: until === 'left' },
  });
  return [
    service('left', `${to.title} or today`, [
      ...['tenure', 'length of service', 'seniority', 'years of service'],
    ]),
    service('now', 'today', ['standing']),
  ];
}
