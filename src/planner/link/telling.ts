import { type Entry, memberOf } from './entries.ts';
import { isJoined } from './joined-cubes.ts';
import type { Lexicon } from './lexicon.ts';
import type { Phrase } from './phrases.ts';
import { isToldByDates } from './states.ts';

/** So few values are kinds of things, which are said in part: the hostile ones. */
const maxKinds = 30;

/** The same lexicons, which know the words that stand for one column or value in all of the model. */
export function withTelling(lexicons: readonly Lexicon[]): readonly Lexicon[] {
  const own = lexicons.flatMap(({ phrases }) => phrases).filter(({ entry }) => !isOfOther(entry));
  const telling = tellingKeys(own);
  return lexicons.map((lexicon) => ({ ...lexicon, telling }));
}

/** What a join reaches is named again after its relation, and dates after which others are. */
function isOfOther(entry: Entry): boolean {
  const member = memberOf(entry);
  return member !== undefined && (isJoined(member) || isToldByDates(member));
}

/** Keys that stand for one column each, whether for the number itself, its total or its average. */
function tellingKeys(phrases: readonly Phrase[]): Set<string> {
  const columns = new Map<string, string>();
  const torn = new Set<string>();
  for (const { entry, words, ordered } of phrases) {
    if (ordered) continue;
    const nouns = words.filter(({ key, weight }) => !key.startsWith('~') && weight >= 0.1);
    // Most words of a wide model are soon known to stand for several columns.
    const open = nouns.filter(({ key }) => !torn.has(key));
    if (open.length === 0) continue;
    const column =
      entry.kind === 'relation'
        ? 'rows'
        : nouns
            .map(({ key }) => key)
            .sort()
            .join(' ');
    for (const { key } of open) {
      const known = columns.get(key);
      if (known === undefined) columns.set(key, column);
      else if (known !== column) torn.add(key);
    }
  }
  for (const { entry, words, ordered } of phrases) {
    if (!ordered || entry.kind !== 'value' || entry.value.includes('@')) continue;
    if ((entry.dimension.values?.length ?? maxKinds) >= maxKinds) continue;
    for (const { key } of words) {
      if (columns.has(key)) continue;
      const known = columns.get(`=${key}`);
      if (known === undefined) columns.set(`=${key}`, entry.value);
      else if (known !== entry.value) torn.add(`=${key}`);
    }
  }
  return new Set([...columns.keys()].filter((key) => !torn.has(key)));
}
