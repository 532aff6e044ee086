import type { TimeFormat, TimePattern } from '../../engines/dialect.ts';
import { AppError } from '../../errors.ts';

/** PostgreSQL's patterns of `to_char` that are offered, each before any that it begins with. */
const patterns: readonly TimePattern[] = [
  'FMHH24',
  'FMMonth',
  'FMDay',
  'FMMM',
  'FMDD',
  'Month',
  'MONTH',
  'YYYY',
  'IYYY',
  'HH24',
  'HH12',
  'DDD',
  'Day',
  'Mon',
  'MON',
  'YY',
  'MM',
  'IW',
  'ID',
  'DD',
  'Dy',
  'DY',
  'HH',
  'MI',
  'SS',
  'MS',
  'US',
  'AM',
  'PM',
  'Q',
];

const maxFormatCharacters = 200;

/** @throws AppError `SQL_INVALID` for a pattern that is not offered, `SQL_NOT_ALLOWED` for a format that is too long */
export function parseTimeFormat(text: string): TimeFormat {
  if (text.length > maxFormatCharacters) {
    throw new AppError(
      'SQL_NOT_ALLOWED',
      `A date format cannot have more than ${maxFormatCharacters} characters.`,
    );
  }
  const pieces: TimeFormat['pieces'][number][] = [];
  let rest = text;
  while (rest.length > 0) {
    const pattern = patterns.find((each) => rest.startsWith(each));
    const [quoted, inner = ''] = /^"([^"]*)"/.exec(rest) ?? [];
    if (quoted !== undefined) {
      pieces.push({ text: inner });
      rest = rest.slice(quoted.length);
    } else if (pattern !== undefined) {
      pieces.push({ pattern });
      rest = rest.slice(pattern.length);
    } else if (/^[^A-Za-z"]/.test(rest)) {
      pieces.push({ text: rest.charAt(0) });
      rest = rest.slice(1);
    } else {
      throw new AppError(
        'SQL_INVALID',
        `The date format "${text}" is not supported at "${rest}". Use YYYY, MM, DD, HH24, MI, SS, Mon, Month, Dy, Day, IW, IYYY or Q; put other text in double quotes.`,
      );
    }
  }
  return { text, pieces };
}
