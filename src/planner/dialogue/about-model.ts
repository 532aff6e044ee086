import type {
  CubeMetadata,
  DimensionMetadata,
  MeasureMetadata,
  MemberMetadata,
} from '../../contract/tools.ts';
import { untitledUnitOf } from '../../contract/units.ts';
import { identifier } from '../../quoting.ts';
import { type ModelQuestion, modelQuestionOf } from '../language/model-questions.ts';
import { defaultTime } from '../link/default-time.ts';
import { ownLemmas } from '../link/entities.ts';
import { nameLemmas, namePhrases, shortName } from '../link/names.ts';
import type { Probe } from '../query/whole.ts';
import type { Speech } from '../speech/english.ts';
import { speechOf } from '../speech/speeches.ts';

/** What a question about the model comes to. */
type ModelAnswer =
  | { readonly kind: 'said'; readonly text: string; readonly isKnown: boolean }
  /** To be looked up: the first and the last date of a relation. */
  | { readonly kind: 'extent'; readonly dimension: DimensionMetadata; readonly probe: Probe };

/**
 * Answers a question about the model out of the metadata that the user may see, without a figure; undefined where the model
 * has nothing of the name that it is asked about and the question may be meant otherwise.
 */
export function aboutModel(
  question: ModelQuestion,
  cubes: readonly CubeMetadata[],
  speech: Speech,
): ModelAnswer | undefined {
  switch (question.asks) {
    case 'meaning':
      return meaningOf(question, cubes, speech);
    case 'extent':
      return extentOf(question, cubes, speech);
    case 'contents':
      return contentsOf(question, cubes, speech);
  }
}

/** Whether a message asks about the model, so that no follow-up goes on from it. */
export function isAboutModel(message: string, cubes: readonly CubeMetadata[]): boolean {
  const asked = modelQuestionOf(message);
  return asked !== undefined && aboutModel(asked, cubes, speechOf(asked.language)) !== undefined;
}

/** A member or relation, by what it can be called. */
interface Named {
  readonly cube: CubeMetadata;
  readonly title: string;
  readonly description: string | undefined;
  /** Undefined for a relation or a segment. */
  readonly figure: MeasureMetadata | DimensionMetadata | undefined;
  readonly phrases: readonly (readonly string[])[];
}

function namedIn(cubes: readonly CubeMetadata[]): readonly Named[] {
  return cubes.flatMap((cube) => {
    const named = (
      it: Omit<MemberMetadata, 'format' | 'currency' | 'unit'>,
      figure?: Named['figure'],
    ): Named => ({
      cube,
      title: it.title,
      description: it.description,
      figure,
      phrases: namePhrases(it).map((words) => words.map(({ lemma }) => lemma)),
    });
    return [
      ...cube.measures.map((it) => named(it, it)),
      ...cube.dimensions.map((it) => named(it, it)),
      ...cube.segments.map((it) => named(it)),
      named(cube),
    ];
  });
}

function exactly(all: readonly Named[], text: string): readonly Named[] {
  const asked = nameLemmas(text).toSorted().join(' ');
  if (asked === '') return [];
  const found = all.filter(({ phrases }) => phrases.some((it) => it.toSorted().join(' ') === asked));
  // What is called that goes before what may be called that, too.
  const titled = found.filter(({ title }) => nameLemmas(title).toSorted().join(' ') === asked);
  return titled.length > 0 ? titled : found;
}

/** Several relations may have a member of one name, with or without a meaning of its own. */
const maxMeanings = 3;
const maxNear = 3;

function meaningOf(
  { of, isOpen }: ModelQuestion,
  cubes: readonly CubeMetadata[],
  speech: Speech,
): ModelAnswer | undefined {
  const all = namedIn(cubes);
  const found = exactly(all, of);
  if (isOpen && found.every(({ description }) => description === undefined)) return undefined;
  if (found.length > 0) {
    const meanings = [...new Set(found.map((it) => meaning(it, speech)))].slice(0, maxMeanings);
    return { kind: 'said', text: meanings.join('\n\n'), isKnown: true };
  }
  if (isOpen) return undefined;
  const asked = new Set(nameLemmas(of));
  const head = nameLemmas(of).at(-1) ?? '';
  const near = all.filter(
    ({ phrases, figure }) =>
      figure !== undefined &&
      phrases.some((words) => words.includes(head) || words.every((word) => asked.has(word))),
  );
  const titles = [...new Set(near.map(({ title }) => oneLine(title)))].slice(0, maxNear).map(speech.quoted);
  return { kind: 'said', text: speech.model.undefined(speech.quoted(of), titles), isKnown: false };
}

function meaning({ cube, title, description, figure }: Named, speech: Speech): string {
  const { model } = speech;
  const unit = figure && unitOf(figure, speech);
  const said =
    description === undefined
      ? model.undescribed(
          speech.quoted(oneLine(title)),
          title === cube.title ? undefined : oneLine(cube.title),
        )
      : `${oneLine(title)}: ${sentence(description)}`;
  return [said, ...(unit === undefined ? [] : [model.countedIn(unit)])].join(' ');
}

function unitOf(figure: MeasureMetadata | DimensionMetadata, { model }: Speech): string | undefined {
  if (figure.format === 'currency') return figure.currency;
  if (figure.format === 'percent') return model.percent;
  const unit = untitledUnitOf(figure);
  return unit && model.unit(unit);
}

/** By the dates of the relation that is named, else of the one that has the latest, and the most of them. */
function extentOf(
  { of }: ModelQuestion,
  cubes: readonly CubeMetadata[],
  speech: Speech,
): ModelAnswer | undefined {
  const named = of === '' ? cubes : exactly(namedIn(cubes), of).map(({ cube }) => cube);
  const dated = named.flatMap((cube) => {
    const dimension = defaultTime(cube, ownLemmas(cube));
    return dimension === undefined ? [] : [{ cube, dimension }];
  });
  const days = ({ dimension: { range = ['', ''] } }: (typeof dated)[number]): readonly string[] =>
    range.map((moment) => moment.slice(0, 10));
  const [first] = dated.toSorted((a, b) => {
    const [[start = '', end = ''], [otherStart = '', otherEnd = '']] = [days(a), days(b)];
    return otherEnd.localeCompare(end) || start.localeCompare(otherStart);
  });
  if (first === undefined) return undefined;
  const { cube, dimension } = first;
  const column = identifier(shortName(dimension.name));
  const title = oneLine(dimension.title);
  return {
    kind: 'extent',
    dimension,
    probe: {
      sqlQuery: `SELECT MIN(${column}) AS earliest, MAX(${column}) AS latest FROM ${identifier(cube.name)}`,
      queryTitle: title,
      description: speech.query.from(title, oneLine(cube.title)),
    },
  };
}

/** What the first and the last date say. */
export function extentAnswer(
  { title }: DimensionMetadata,
  rows: readonly (readonly unknown[])[],
  speech: Speech,
): string {
  const [from, to] = rows[0] ?? [];
  if (typeof from !== 'string' || typeof to !== 'string') return speech.foundNoData('');
  return speech.model.extent(speech.day(from.slice(0, 10)), speech.day(to.slice(0, 10)), oneLine(title));
}

const maxTitles = 8;

function contentsOf(
  { of }: ModelQuestion,
  cubes: readonly CubeMetadata[],
  speech: Speech,
): ModelAnswer | undefined {
  const titles = (all: readonly { readonly title: string }[]): string => {
    const shown = [...new Set(all.map(({ title }) => oneLine(title)))];
    const more = shown.length - maxTitles;
    return speech.and(more > 1 ? [...shown.slice(0, maxTitles), speech.more(speech.number(more, 0))] : shown);
  };
  if (of === '') return { kind: 'said', text: speech.model.contains(titles(cubes)), isKnown: true };
  const named = exactly(namedIn(cubes), of);
  const cube = (named.find(({ figure }) => figure === undefined) ?? named[0])?.cube;
  if (cube === undefined) return undefined;
  const groups = cube.dimensions.filter(({ primaryKey }) => primaryKey !== true);
  const about = cube.description === undefined ? '' : ` ${sentence(cube.description)}`;
  const parts = [
    `${oneLine(cube.title)}:${about}`,
    ...(cube.measures.length === 0 ? [] : [speech.model.figures(titles(cube.measures))]),
    ...(groups.length === 0 ? [] : [speech.model.groups(titles(groups))]),
  ];
  return { kind: 'said', text: parts.join(' '), isKnown: true };
}

/** A text of the model as a sentence. */
function sentence(text: string): string {
  return oneLine(text).replace(/(?<=[\p{L}\p{N})\]"”“'’%])$/u, '.');
}

/** Longer texts are cut. */
const maxText = 600;

/** A text of the model within an answer: on one line. */
function oneLine(text: string): string {
  const line = text.replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return line.length > maxText ? `${line.slice(0, maxText)}…` : line;
}
