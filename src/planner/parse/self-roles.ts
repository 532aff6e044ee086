import type { CubeMetadata, DimensionMetadata } from '../../contract/tools.ts';
import { doingOf } from '../language/doers.ts';
import type { Token } from '../language/text.ts';
import { entityDimension } from '../link/entities.ts';
import { isOfRows } from '../link/entries.ts';
import { ownerOf, roleOf } from '../link/joined-cubes.ts';
import { nameLemmas, shortName } from '../link/names.ts';
import { isRole } from '../link/role-cubes.ts';
import { charge } from './charges.ts';
import { explain } from './cues.ts';
import type { Draft } from './draft.ts';
import type { Condition } from './filter.ts';
import { addCurrent } from './present.ts';
import { linkAt, operatorOfItem, use } from './scene.ts';

/** What is asked of a person beside others of the same rows: who is above, or who are below. */
interface Asked {
  readonly way: 'up' | 'down';
  /** Words that say so. */
  readonly from: number;
  readonly to: number;
}

/**
 * "Employees with manager Kim", "who reports to Kim" and "who is Kim's boss", where rows have others of their own cube above
 * them: those that are below Kim, or the one above.
 */
export function readSelfRole(draft: Draft): void {
  const { lexicon, conditions, groups } = draft;
  const { cube } = lexicon;
  const entity = entityDimension(cube);
  const named = conditions.filter(({ filter }) => filter.kind === 'values' && !filter.negated);
  const [one, ...more] = named;
  if (entity === undefined || one === undefined || more.length > 0) return;
  const above = cube.dimensions.filter(
    (it) =>
      roleOf(it) !== undefined &&
      ownerOf(ownerOf(it.name)) === cube.name &&
      shortName(it.name) === shortName(entity.name),
  );
  const [role, ...others] = above;
  const nouns = isRole(cube) ? [...ownNouns(cube), ...above.flatMap(nounsOf)] : above.flatMap(nounsOf);
  const asked = others.length > 0 ? undefined : askedOf(draft, one, nouns);
  if (asked === undefined) return;
  const dimension = one.filter.kind === 'values' ? one.filter.dimension : undefined;
  if (dimension === undefined || shortName(dimension.name) !== shortName(entity.name)) return;
  // Whoever has a role is not below or above by that.
  if (isRole(cube) || role === undefined || dimension !== (asked.way === 'up' ? entity : role)) {
    if (isRole(cube) || dimension === entity || dimension === role) charge(draft, 'otherRole');
    return;
  }
  charge(draft, 'namesake', -(draft.charges.get('namesake') ?? 0));
  useWords(draft, one.at, asked);
  if (asked.way === 'up') groups.push({ dimension: role, at: one.at, cue: 'list' });
  else listBelow(draft, one.at, entity, asked);
}

/** Lists those below somebody, who are still there where that is said of today, unless something is computed of them. */
function listBelow(draft: Draft, at: number, entity: DimensionMetadata, { from, to }: Asked): void {
  const { items, question, lexicon, groups, relations } = draft;
  const computes = items.some(
    (item) =>
      (item.to < from || item.from > to) &&
      operatorOfItem(item, 'many', 'much', 'aggregate', 'share', 'rank', 'often', 'change') !== undefined,
  );
  const isNow = question.tokens.some(({ word }) => /^(?:does|do|reports?)$/.test(word));
  if (isNow) addCurrent(draft, at);
  if (computes || draft.isSplit || groups.length > 0) return;
  const row = items.findIndex((_, it) => isOfRows(linkAt(draft, it)?.entry, lexicon));
  if (row >= 0) {
    use(draft, row);
    relations.push(row);
  }
  groups.push({ dimension: entity, at, cue: 'list' });
}

/** Marks as understood what says who is meant: the words between, and "who" before them. */
function useWords(draft: Draft, value: number, { from, to }: Asked): void {
  for (const [at, item] of draft.items.entries()) {
    if (at === value) continue;
    const isWho = operatorOfItem(item, 'who', 'which') !== undefined && item.from < from;
    if (isWho) use(draft, at);
    if (item.to < from || item.from > to) continue;
    if (item.kind === 'word') explain(draft, at);
    else use(draft, at);
  }
}

const nounsOf = (role: DimensionMetadata): string[] =>
  [roleOf(role) ?? '', ...(role.synonyms ?? [])].flatMap((name) => nameLemmas(name).at(-1) ?? []);

function ownNouns(cube: CubeMetadata): string[] {
  return [cube.title, ...(cube.synonyms ?? [])].flatMap((name) => nameLemmas(name).at(-1) ?? []);
}

function askedOf(draft: Draft, { at }: Condition, nouns: readonly string[]): Asked | undefined {
  const { tokens } = draft.question;
  const own = linkAt(draft, at)?.tokens ?? [];
  const [first, last] = [own[0], own.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const deeds = new Set(nouns.flatMap((noun) => doingOf(noun) ?? []));
  const isNoun = (token: Token | undefined): boolean => token !== undefined && nouns.includes(token.lemma);
  const isDeed = (token: Token): boolean => deeds.has(token.root) && !nouns.includes(token.lemma);
  const before = tokens.slice(0, first);
  const after = tokens.slice(last + 1);
  // "Kim's boss", "the boss of Kim".
  if (isNoun(after[0]) && after[0]?.afterBreak !== true && /['’]s$|s['’]$/u.test(rawOf(draft, last)))
    return { way: 'up', from: last + 1, to: last + 1 };
  const noun = before.findLastIndex(isNoun);
  const link = noun < 0 ? undefined : wordsOf(before.slice(noun + 1));
  if (noun >= 0 && /^(?:of|for|to)$/.test(link ?? '')) return { way: 'up', from: noun, to: first - 1 };
  if (noun >= 0 && /^(?:(?:is|are|was|named|called|being)(?: |$))*$/.test(link ?? ''))
    return { way: 'down', from: noun - 1, to: first - 1 };
  // "Who reports to Kim", "who does Kim report to".
  const report = tokens.findIndex(({ lemma, word }) => lemma === 'report' || word === 'reporting');
  if (report >= 0 && report < first && wordsOf(before.slice(report + 1)) === 'to')
    return { way: 'down', from: report, to: first - 1 };
  if (report > last && tokens[report + 1]?.word === 'to') return { way: 'up', from: report, to: report + 1 };
  // "Who manages Kim", "managed by Kim", "who does Kim manage".
  const deed = tokens.findIndex(isDeed);
  if (deed > last && /\b(?:do|does|did)\b/.test(wordsOf(before)))
    return { way: 'down', from: deed, to: deed };
  if (deed < 0 || deed > first) return undefined;
  const between = wordsOf(before.slice(deed + 1));
  if (between === 'by') return { way: 'down', from: deed, to: first - 1 };
  return between === '' && before[deed - 1]?.word === 'who' ? { way: 'up', from: deed, to: deed } : undefined;
}

function wordsOf(tokens: readonly Token[]): string {
  return tokens.map(({ word }) => word).join(' ');
}

/** A word with its ending, as typed. */
function rawOf({ question: { text, tokens } }: Draft, at: number): string {
  return /^\S*/u.exec(text.slice(tokens[at]?.start ?? 0))?.[0] ?? '';
}
