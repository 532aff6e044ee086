import { type Language, languageBySmallWords } from '../../../contract/answer-words.ts';
import type { CubeMetadata, DimensionMetadata } from '../../../contract/tools.ts';

/** Data over more than this time has months to compare. */
const twoMonthsMs = 62 * 24 * 60 * 60 * 1000;
const maxCategories = 30;
const topCount = 5;

/** How the questions are put in one language. */
const phrases: Readonly<
  Record<Language, { readonly [kind in 'by' | 'top']: (what: string, by: string) => string }>
> = {
  en: {
    by: (figure, group) => `${figure} by ${lower(group)}`,
    top: (groups, figure) => `Top ${topCount} ${plural(lower(groups))} by ${lower(figure)}`,
  },
  de: {
    by: (figure, group) => `${figure} nach ${group}`,
    top: (groups, figure) => `Top ${topCount} ${groups} nach ${figure}`,
  },
};
const month: Readonly<Record<Language, string>> = { en: 'month', de: 'Monat' };

/**
 * Derives questions from the metadata that a user may see: about the first measure of each cube, alternating between
 * cubes. Leaves out questions that were already asked, ignoring case. They are in the language of the questions before,
 * where none tells it in that of the model.
 * @param cubes best match first
 * @param asked earlier questions; the dimensions that the last one names are not suggested for grouping
 */
export function suggestQuestions(cubes: readonly CubeMetadata[], asked: readonly string[] = []): string[] {
  const known = asked.map((question) => question.trim().toLowerCase());
  const language = languageOf(cubes, asked);
  const byCube = cubes.map((cube, index) => rotate(questionsOf(cube, known, language), index));
  const most = Math.max(0, ...byCube.map((questions) => questions.length));
  const rounds = Array.from({ length: most }, (_, round) =>
    byCube.flatMap((questions) => questions[round] ?? []),
  );
  return [...new Set(rounds.flat())].filter((question) => !known.includes(question.toLowerCase()));
}

function languageOf(cubes: readonly CubeMetadata[], asked: readonly string[]): Language {
  const model = cubes.flatMap(({ title, description, measures, dimensions }) =>
    [{ title, description }, ...measures, ...dimensions].map((it) => `${it.title} ${it.description ?? ''}`),
  );
  const texts = [...asked.toReversed(), model.join(' ')];
  return texts.map(languageBySmallWords).find((language) => language !== undefined) ?? 'en';
}

function questionsOf(
  { measures, dimensions }: CubeMetadata,
  known: readonly string[],
  language: Language,
): string[] {
  const measure = measures.find(({ rollingWindow }) => rollingWindow === undefined);
  if (measure === undefined) return [];
  const last = known.at(-1) ?? '';
  const fresh = dimensions.filter(({ title }) => !last.includes(title.toLowerCase()));
  const categories = fresh.filter(isCategory);
  const [category] = categories;
  const many = categories.find(({ values = [] }) => values.length > topCount);
  const { by, top } = phrases[language];
  return [
    ...(category === undefined ? [] : [by(measure.title, category.title)]),
    ...(fresh.some(hasMonths) && !/\bmon(?:th|at)/.test(last) ? [by(measure.title, month[language])] : []),
    ...(many === undefined ? [] : [top(many.title, measure.title)]),
  ];
}

/** Whether a dimension has few values, but more than one, that the user sees. */
function isCategory({ primaryKey, values = [], type }: DimensionMetadata): boolean {
  return type === 'string' && !primaryKey && values.length > 1 && values.length <= maxCategories;
}

function hasMonths({ range }: DimensionMetadata): boolean {
  return range !== undefined && Date.parse(range[1]) - Date.parse(range[0]) > twoMonthsMs;
}

/** Rotates the questions, so that those of each cube begin with a different kind. */
function rotate(questions: readonly string[], by: number): string[] {
  const start = questions.length === 0 ? 0 : by % questions.length;
  return [...questions.slice(start), ...questions.slice(0, start)];
}

/** The English plural of a title. */
function plural(title: string): string {
  if (/[^aeiou]y$/.test(title)) return `${title.slice(0, -1)}ies`;
  return /(s|x|z|ch|sh)$/.test(title) ? `${title}es` : `${title}s`;
}

/** A title as written within a sentence. Abbreviations stay as they are. */
function lower(title: string): string {
  return /^\p{Lu}{2}/u.test(title) ? title : title.charAt(0).toLowerCase() + title.slice(1);
}
