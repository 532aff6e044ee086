import { isNumberType } from '../contract/columns.ts';
import { singular } from '../english.ts';
import type { CatalogueColumn, CatalogueTable } from './catalogue.ts';
import { keyEndings, wordsIn } from './column-words.ts';
import type { TableKeys } from './keys.ts';

/** A table whose rows a column may name. */
export interface NamedTarget {
  readonly target: CatalogueTable;
  /** Its key. */
  readonly targetColumn: string;
  readonly likeness: Likeness;
}

/**
 * How much of a column's name is that of a table or its key, the surest first: `club_id` of `clubs`; `ticket_id` of
 * `support_tickets`; `home_club_id` of `clubs`; `parent_ticket_id` of `support_tickets`, which may be of other tickets.
 */
const likenesses = ['table', 'key', 'ending', 'lastWord'] as const;
type Likeness = (typeof likenesses)[number];

/** The tables that a column is named after, if their key is one column of a like type; the surest first. */
export function namedTargets(
  column: CatalogueColumn,
  table: CatalogueTable,
  tables: readonly CatalogueTable[],
  keys: ReadonlyMap<CatalogueTable, TableKeys>,
): readonly NamedTarget[] {
  const isOwnKey = keys.get(table)?.primaryKey.includes(column.name) === true;
  const found = tables.flatMap((target): readonly NamedTarget[] => {
    const [targetColumn, ...more] = keys.get(target)?.primaryKey ?? [];
    if (targetColumn === undefined || more.length > 0) return [];
    const likeness = likenessOf(column.name, target.name, targetColumn);
    const type = target.columns.find(({ name }) => name === targetColumn)?.type;
    if (likeness === undefined || type === undefined || !areAlike(type, column.type)) return [];
    // What is called after its own table names its own rows, and a key names others only by their full name.
    if (likeness !== 'ending' && likeness !== 'lastWord' && target === table) return [];
    return isOwnKey && likeness !== 'table' ? [] : [{ target, targetColumn, likeness }];
  });
  return found.toSorted(surestFirst);
}

export function surestFirst({ likeness: a }: NamedTarget, { likeness: b }: NamedTarget): number {
  return likenesses.indexOf(a) - likenesses.indexOf(b);
}

function likenessOf(column: string, table: string, key: string): Likeness | undefined {
  const [own, keyWords] = [wordsIn(column), wordsIn(key)];
  const whole = wordsIn(singular(table));
  const last = whole.slice(-1);
  const stem = stemOf(own);
  if (stem === undefined) return undefined;
  if (singular(stem.join('')) === whole.join('')) return 'table';
  const isTelling = keyWords.length > 1 || !keyEndings.has(key.toLowerCase());
  if (isTelling && own.join('') === keyWords.join('')) return 'key';
  if (stem.join('') === last.join('')) return 'key';
  if (endsWith(stem, whole)) return 'ending';
  const isOfLastWord = stemOf(keyWords)?.join('') === last.join('') && whole.length > 1;
  if (isTelling && !isOfLastWord && endsWith(own, keyWords)) return 'ending';
  return endsWith(stem, last) ? 'lastWord' : undefined;
}

/** `[home, club]` of `home_club_id`, `[customer]` of `customerid`. */
function stemOf(words: readonly string[]): readonly string[] | undefined {
  const last = words.at(-1) ?? '';
  if (keyEndings.has(last)) return words.length > 1 ? words.slice(0, -1) : undefined;
  const joined = /^(.+?)(?:id|key|code|no|uuid)$/.exec(last)?.[1];
  return joined === undefined ? undefined : [...words.slice(0, -1), joined];
}

function endsWith(words: readonly string[], end: readonly string[]): boolean {
  const start = words.length - end.length;
  return start > 0 && end.every((word, index) => words[start + index] === word);
}

/** Whether values of two types can be equal. */
export function areAlike(one: CatalogueColumn['type'], other: CatalogueColumn['type']): boolean {
  return one === other || (isNumberType(one) && isNumberType(other));
}
