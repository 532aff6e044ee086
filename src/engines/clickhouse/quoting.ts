const escaped = (text: string, quote: string): string =>
  `${quote}${text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`)}${quote}`;

/** Unlike the standard's, names and texts of ClickHouse have escapes. */
export const quoteName = (name: string): string => escaped(name, '"');
export const quoteText = (text: string): string => escaped(text, "'");
