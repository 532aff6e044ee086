const names = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const name = names.join('|');
const workdays = 'weekdays|workdays|working days|business days';

/** Days of the week that a question is narrowed to, 1 for Monday, and the place that says so. */
export interface WeekdaysFound {
  readonly days: readonly number[];
  readonly span: readonly [from: number, to: number];
}

/** "On weekends", "on Mondays and Tuesdays", "on a Saturday"; unlike "last weekend", "by weekday" and what is held against others. */
const narrowing = new RegExp(
  `(?<!\\b(?:last|past|previous|this|next|by|per|each|vs|versus|than|to|\\p{L}+ and|\\p{L}+ or) )\\b(?:(?:(?:on|at|during|over) )?(?:the )?(?<weekend>weekends)|(?:on|at|over) (?:the |an? )?weekend|weekend(?= (?!and\\b|or\\b|vs\\b|versus\\b|than\\b|compared\\b|to\\b)\\p{L})|(?:on|during) (?:the )?(?<work>${workdays})|(?:on )?(?<many>(?:${name})s(?:(?:, | and |, and | or )(?:${name})s)*)|(?:on an?|every) (?<one>${name}))(?!,? (?:and|or|vs|versus|than|to|with|compared (?:to|with)) (?:on )?(?:the )?(?:week|work|${name}))(?=[\\s?.!,;]|$)`,
  'iu',
);

/** What a question says of days of the week; undefined where it says nothing, or holds some against others. */
export function findWeekdays(text: string): WeekdaysFound | undefined {
  const found = narrowing.exec(text);
  if (found === null) return undefined;
  const { work, many, one } = found.groups ?? {};
  const said = (many ?? one)?.toLowerCase();
  const days =
    said !== undefined
      ? names.flatMap((it, at) => (said.includes(it) ? [at + 1] : []))
      : work === undefined
        ? [6, 7]
        : [1, 2, 3, 4, 5];
  return { days, span: [found.index, found.index + found[0].length] };
}
