import type { Refinement } from '@inlay/client';
import type { Formats } from '../shared/format.ts';
import { words } from '../shared/words/words.ts';

type Filter = Refinement['filters'][number];

/** What a filter selects, in words; of a condition that is no selection, the condition itself. */
export function filterText(filter: Filter, formats: Formats): string {
  const { values, from, to, isPresent, isExcluded, type, member, sql } = filter;
  const text = words().card;
  if (member === null) return sql;
  if (isPresent !== null) return isPresent ? text.anyValue : text.missing;
  if (values.length > 0) {
    const shown = values.map((value) =>
      type === 'BOOLEAN' ? (value === 'true' ? words().yes : words().no) : value,
    );
    const [first = ''] = shown;
    const listed = shown.length > 3 ? text.more(first, shown.length - 1) : shown.join(', ');
    return isExcluded ? text.not(listed) : listed;
  }
  const write = (value: string): string => {
    if (type !== 'TIME') return formats.number(value as `${number}`);
    const moment = Date.parse(value);
    return Number.isNaN(moment) ? value : formats.time(moment, 'day');
  };
  if (from !== null && to !== null) {
    return from === to ? write(from) : `${write(from)} – ${write(to)}`;
  }
  return from === null ? text.to(write(to ?? '')) : text.from(write(from));
}
