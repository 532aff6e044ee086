import { AppError } from '../../errors.ts';
import { quoteLiteral } from '../../quoting.ts';
import { checkPrintedLength } from './compile-limits.ts';

/** PostgreSQL's template patterns that have the same meaning as one strftime specifier; longer ones first. */
const specifiers: readonly (readonly [pattern: string, strftime: string])[] = [
  ['YYYY', '%Y'],
  ['IYYY', '%G'],
  ['HH24', '%H'],
  ['HH12', '%I'],
  ['FMMonth', '%B'],
  ['FMDay', '%A'],
  ['DDD', '%j'],
  ['Mon', '%b'],
  ['YY', '%y'],
  ['MM', '%m'],
  ['IW', '%V'],
  ['ID', '%u'],
  ['DD', '%d'],
  ['Dy', '%a'],
  ['HH', '%I'],
  ['MI', '%M'],
  ['SS', '%S'],
  ['MS', '%g'],
  ['US', '%f'],
  ['AM', '%p'],
  ['PM', '%p'],
];

/** Patterns without a specifier of their own: SQL over the printed timestamp. */
const expressions: readonly (readonly [pattern: string, duckdb: (value: string) => string])[] = [
  ['FMMM', (value) => `CAST(month(${value}) AS text)`],
  ['FMDD', (value) => `CAST(day(${value}) AS text)`],
  ['FMHH24', (value) => `CAST(hour(${value}) AS text)`],
  ['Month', (value) => `rpad(strftime(${value}, '%B'), 9, ' ')`],
  ['MONTH', (value) => `rpad(upper(strftime(${value}, '%B')), 9, ' ')`],
  ['Day', (value) => `rpad(strftime(${value}, '%A'), 9, ' ')`],
  ['MON', (value) => `upper(strftime(${value}, '%b'))`],
  ['DY', (value) => `upper(strftime(${value}, '%a'))`],
  ['Q', (value) => `CAST(quarter(${value}) AS text)`],
];

type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'specifier'; readonly text: string }
  | { readonly kind: 'sql'; readonly sql: (value: string) => string };

const maxFormatCharacters = 200;

function pieces(format: string): Piece[] {
  if (format.length > maxFormatCharacters) {
    throw new AppError(
      'SQL_NOT_ALLOWED',
      `A date format cannot have more than ${maxFormatCharacters} characters.`,
    );
  }
  const result: Piece[] = [];
  let rest = format;
  while (rest.length > 0) {
    const sql = expressions.find(([pattern]) => rest.startsWith(pattern));
    const specifier = specifiers.find(([pattern]) => rest.startsWith(pattern));
    const quoted = /^"([^"]*)"/.exec(rest);
    const plain = /^[^A-Za-z"]/.exec(rest);
    if (quoted !== null) {
      result.push({ kind: 'text', text: quoted[1] ?? '' });
      rest = rest.slice(quoted[0].length);
    } else if (specifier !== undefined && (sql === undefined || specifier[0].length >= sql[0].length)) {
      result.push({ kind: 'specifier', text: specifier[1] });
      rest = rest.slice(specifier[0].length);
    } else if (sql !== undefined) {
      result.push({ kind: 'sql', sql: sql[1] });
      rest = rest.slice(sql[0].length);
    } else if (plain !== null) {
      result.push({ kind: 'text', text: plain[0] });
      rest = rest.slice(1);
    } else {
      throw new AppError(
        'SQL_INVALID',
        `The date format "${format}" is not supported at "${rest}". Use YYYY, MM, DD, HH24, MI, SS, Mon, Month, Dy, Day, IW, IYYY or Q; put other text in double quotes.`,
      );
    }
  }
  return result;
}

/** SQL that writes the timestamp `value` in PostgreSQL's template `format`, alike on both engines. */
export function dateFormat(dialect: 'duckdb' | 'postgres', value: string, format: string): string {
  const parsed = pieces(format);
  if (dialect === 'postgres') return `to_char(${value}, ${quoteLiteral(format)})`;
  // The value may be written once for each piece.
  checkPrintedLength(value.length * parsed.length);
  const parts: string[] = [];
  let run = '';
  const flush = (): void => {
    if (run !== '') parts.push(`strftime(${value}, ${quoteLiteral(run)})`);
    run = '';
  };
  for (const piece of parsed) {
    if (piece.kind === 'specifier') run += piece.text;
    else if (piece.kind === 'text') run += piece.text.replaceAll('%', '%%');
    else {
      flush();
      parts.push(piece.sql(value));
    }
  }
  flush();
  return parts.length === 0 ? quoteLiteral('') : `(${parts.join(' || ')})`;
}

/** The strptime format, as a printed literal, that reads what PostgreSQL's template describes. */
export function strftimeFormat(format: string): string {
  return quoteLiteral(
    pieces(format)
      .map((piece) => {
        if (piece.kind === 'sql')
          throw new AppError('SQL_INVALID', `The date format "${format}" cannot be used to read a date.`);
        return piece.kind === 'text' ? piece.text.replaceAll('%', '%%') : piece.text;
      })
      .join(''),
  );
}
