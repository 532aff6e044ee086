const numbers = new Map<string, Intl.NumberFormat>();
const times = new Map<string, Intl.DateTimeFormat>();

/** As `new Intl.NumberFormat`. The browser takes longer to make a format than to use it a hundred times, so each is made once. */
export function numberFormatter(
  locale: string | undefined,
  options: Intl.NumberFormatOptions,
): Intl.NumberFormat {
  return madeOnce(numbers, [locale, options], () => new Intl.NumberFormat(locale, options));
}

/** As `new Intl.DateTimeFormat`, made once. */
export function timeFormatter(
  locale: string | undefined,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  return madeOnce(times, [locale, options], () => new Intl.DateTimeFormat(locale, options));
}

function madeOnce<Formatter>(
  made: Map<string, Formatter>,
  of: readonly unknown[],
  make: () => Formatter,
): Formatter {
  const key = JSON.stringify(of);
  const formatter = made.get(key) ?? make();
  made.set(key, formatter);
  return formatter;
}
