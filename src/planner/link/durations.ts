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
  if (from === undefined) return withOpening(cube);
  const start = cube.dimensions.find(({ name }) => name === from?.name);
  const end = cube.dimensions.find(({ name }) => name === until?.name);
  if (start === undefined || end === undefined) return cube;
  const isHeld = [...cube.dimensions, ...cube.measures].some((it) =>
    nameLemmas(`${shortName(it.name)} ${it.title}`).some((lemma) => held.test(lemma)),
  );
  if (until?.isOpen === true && leaving.test(nameWords(end.title).join(' ')))
    return isHeld ? cube : { ...cube, dimensions: [...cube.dimensions, ...servicesOf(start, end, today)] };
  return { ...cube, dimensions: cube.dimensions.map((it) => asWhole(it, cube, start, end)) };
}

const opening = /^(?:opens?|opened|opening)\b/i;
const closing = /^(?:clos(?:es?|ed|ing))\b/i;

/** The same of rows that open and close, and have no other dates of the kind: fairs, branches. A view may repeat them. */
function withOpening(cube: CubeMetadata): CubeMetadata {
  if (cube.type === 'view') return cube;
  const ends = (said: RegExp): readonly DimensionMetadata[] =>
    cube.dimensions.filter(
      (it) =>
        it.type === 'time' && ownerOf(it.name) === cube.name && said.test(nameWords(it.title).join(' ')),
    );
  const [[from, ...otherFrom], [to, ...otherTo]] = [ends(opening), ends(closing)];
  if (from === undefined || to === undefined || otherFrom.length + otherTo.length > 0) return cube;
  return { ...cube, dimensions: cube.dimensions.map((it) => asWhole(it, cube, from, to)) };
}

function asWhole(
  dimension: DimensionMetadata,
  cube: CubeMetadata,
  from: DimensionMetadata,
  to: DimensionMetadata,
): DimensionMetadata | SpanDimension {
  const span = spanBetween(dimension);
  if (span?.from !== from || span.to !== to) return dimension;
  const synonyms = [...(dimension.synonyms ?? []), ...durationsOf(cube)];
  return { ...dimension, synonyms, span: { ...span, isWhole: true } } satisfies SpanDimension;
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
