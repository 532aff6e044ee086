/** What `date_trunc` knows by itself, from fine to coarse. */
export const calendarUnits: readonly string[] = [
  'microsecond',
  'millisecond',
  'second',
  'minute',
  'hour',
  'day',
  'week',
  'month',
  'quarter',
  'year',
  'decade',
  'century',
];
