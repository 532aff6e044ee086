import type { ChartMark } from '../../contract/chart-marks.ts';

const kinds = '(?:stacked |grouped |horizontal |vertical )?(?:bar|column)|pie|donut|doughnut|line|area';
const phrase = new RegExp(
  `\\b(?:(?:as|in|into|to|with|using) )?(?:an? )?(${kinds}) ?(?:chart|graph|plot|diagram)s?\\b` +
    `|\\bas (?:an? )?(${kinds})s?(?=\\s*(?:[.,!?]|$|please\\b))`,
  'gi',
);
const marks: readonly (readonly [RegExp, ChartMark])[] = [
  [/pie|donut|doughnut/i, 'arc'],
  [/bar|column/i, 'bar'],
  [/line/i, 'line'],
  [/area/i, 'area'],
];

/** The mark of the chart that a message asks for by name: "as a pie chart"; undefined where it names none. */
export function askedMark(message: string): ChartMark | undefined {
  const [[, kind, bare] = []] = message.matchAll(phrase);
  const named = kind ?? bare;
  return named === undefined ? undefined : marks.find(([pattern]) => pattern.test(named))?.[1];
}

/** The text without what only says how to draw the answer; as long as it was. */
export function withoutChart(text: string): string {
  return text.replace(phrase, (found) => ' '.repeat(found.length));
}
