import type { CubeMetadata, DimensionMetadata } from '../../../contract/tools.ts';

/** Data over more than this time has months to compare. */
const twoMonthsMs = 62 * 24 * 60 * 60 * 1000;
const maxCategories = 30;
const topCount = 5;

/**
 * Derives questions from the metadata that a user may see: about the first measure of each cube, alternating between
 * cubes. Leaves out questions that were already asked, ignoring case.
 * @param cubes best match first
 * @param asked earlier questions; the dimensions that the last one names are not suggested for grouping
 */
export function suggestQuestions(cubes: readonly CubeMetadata[], asked: readonly string[] = []): string[] {
  const known = asked.map((question) => question.trim().toLowerCase());
  const byCube = cubes.map((cube, index) => rotate(questionsOf(cube, known), index));
  const most = Math.max(0, ...byCube.map((questions) => questions.length));
  const rounds = Array.from({ length: most }, (_, round) =>
    byCube.flatMap((questions) => questions[round] ?? []),
  );
  return [...new Set(rounds.flat())].filter((question) => !known.includes(question.toLowerCase()));
}

function questionsOf({ measures, dimensions }: CubeMetadata, known: readonly string[]): string[] {
  const measure = measures.find(({ rollingWindow }) => rollingWindow === undefined);
  if (measure === undefined) return [];
  const last = known.at(-1) ?? '';
  const fresh = dimensions.filter(({ title }) => !last.includes(title.toLowerCase()));
  const categories = fresh.filter(isCategory);
  const [category] = categories;
  const many = categories.find(({ values = [] }) => values.length > topCount);
  return [
    ...(category === undefined ? [] : [`${measure.title} by ${lower(category.title)}`]),
    ...(fresh.some(hasMonths) && !/\bmonth/.test(last) ? [`${measure.title} by month`] : []),
    ...(many === undefined
      ? []
      : [`Top ${topCount} ${plural(lower(many.title))} by ${lower(measure.title)}`]),
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
