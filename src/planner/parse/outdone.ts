import type { CubeMetadata, DimensionMetadata } from '../../contract/tools.ts';
import { partsOfSpeech } from '../language/lexical.ts';
import type { Token } from '../language/text.ts';
import { memberLemmas } from '../link/entities.ts';
import { memberOf } from '../link/entries.ts';
import type { Link } from '../link/link.ts';
import { shortName } from '../link/names.ts';
import { existence } from '../link/referring-cubes.ts';

/** How much better other relations must know words, for them not to be meant here. */
const minLead = 0.35;
/** Words of a description are worth this much less than they seem, where something is called so elsewhere. */
const overrated = 0.2;

/** The lead of what is called by the words themselves over what they only mean. */
const calledElsewhere = 0.5;

/** By its place, the names of what a word is taken for, and how well it names the best of each. */
export type NamesByWord = ReadonlyMap<number, ReadonlyMap<string, number>>;

/** What the readings in each relation take each word for. */
export function namesByWord(read: Iterable<readonly [CubeMetadata, readonly Link[]]>): NamesByWord {
  const found = new Map<number, Map<string, number>>();
  for (const [cube, links] of read)
    for (const { tokens, entry, quality } of links) {
      const member = memberOf(entry);
      const name = member === undefined ? relationName(cube) : shortName(member.name);
      const said = entry.kind === 'value' ? [name, valueName(entry.dimension)] : [name];
      for (const at of tokens) {
        const names = found.get(at) ?? new Map<string, number>();
        for (const it of said) names.set(it, Math.max(names.get(it) ?? 0, quality));
        found.set(at, names);
      }
    }
  return found;
}

function relationName({ name }: CubeMetadata): string {
  return `@${name}`;
}

function valueName({ name }: DimensionMetadata): string {
  return `=${shortName(name)}`;
}

/** "Business customers" are of a type of customer: whether a link says no more than what one of its values is. */
export function isOfValue({ entry }: Link, links: readonly Link[]): boolean {
  return (
    entry.kind === 'dimension' &&
    links.some((it) => it.entry.kind === 'value' && it.entry.dimension === entry.dimension)
  );
}

/**
 * How much better the words of a link name something that its relation does not have: "discount" is no order value that is described
 * by discounts where there are discounts.
 * @param own the names of its relation's members
 * @param named by the readings of all relations
 * @param known by all that its words may name
 */
export function leadOfOthers(
  { tokens, quality, entry, described }: Link,
  own: ReadonlySet<string>,
  named: NamesByWord,
  known: NamesByWord,
  words: readonly Token[],
): number {
  // "Applications without interview" have no rows that are interviews, whatever their stage.
  const areRows = tokens.every((at) => (known.get(at)?.get(existence) ?? 0) >= 0.97);
  if (entry.kind === 'value' && areRows && isHad(tokens, words)) return calledElsewhere;
  const bestAt = (at: number, begins: string, names: NamesByWord): number => {
    let best = 0;
    for (const [name, likeness] of names.get(at) ?? [])
      if (likeness > best && name.startsWith(begins) && !own.has(name)) best = likeness;
    return best;
  };
  const bestOf = (begins: string, names = known): number =>
    Math.min(...tokens.map((at) => bestAt(at, begins, names)));
  const lead = bestOf('', named) - quality + (described === true ? overrated : 0);
  // "Engineering" is a department before it is an engineering lead, and a project no campaign where there are projects.
  const isPart = entry.kind === 'value' && quality < 0.9 && bestOf('=') >= 0.97;
  const said = memberLemmas(memberOf(entry) ?? { title: '', name: '' });
  const isCalledSo = tokens.some((at) => said.includes(words[at]?.lemma ?? ''));
  const isOtherThing = bestOf('@') >= 0.97 && quality < 0.8 && !isCalledSo;
  // "By coach" of visits is by no manager where classes have coaches.
  const isOtherMember = entry.kind === 'dimension' && quality < 0.95 && !isCalledSo && bestOf('') >= 0.97;
  if (isOtherMember) return Math.max(lead, calledElsewhere);
  // "Number of women" is of some people, where that is what some are.
  const isOfSome =
    entry.kind === 'measure' &&
    quality < 0.8 &&
    tokens.some((at) => !said.includes(words[at]?.lemma ?? '') && bestAt(at, '=', known) >= 0.85);
  if (isPart || isOtherThing || isOfSome) return Math.max(lead, 1 - quality);
  return lead >= minLead ? lead : 0;
}

/** "With an interview", "have no interview": what is had rather than been. */
export function isHad([first = 0]: readonly number[], words: readonly Token[]): boolean {
  const [before, further] = [first - 1, first - 2].map((at) => words[at]?.word ?? '');
  const word = /^(?:an?|any)$/.test(before ?? '') ? further : before;
  return /^(?:with|without|no|lacking|have|has|had)$/.test(word ?? '');
}

/**
 * Places of verbs that name something, so that a relation to which they say nothing may not be meant: "gave" where donations are
 * what is given. "Give me" asks.
 */
export function namingVerbs(tokens: readonly Token[], named: NamesByWord): ReadonlySet<number> {
  const verbs = tokens.filter(
    ({ index, lemma }) =>
      index > 0 &&
      named
        .get(index)
        ?.values()
        .some((likeness) => likeness >= 0.95) === true &&
      partsOfSpeech(lemma).verb > 0.5 &&
      // "Are active" names no more than "active", even where that is called "is active".
      !/^(?:be|have|do)$/.test(lemma) &&
      !/^(?:me|us|you|it)$/.test(tokens[index + 1]?.word ?? ''),
  );
  return new Set(verbs.map(({ index }) => index));
}

/** The names of a relation and of its members. */
export function memberNames(cube: CubeMetadata): ReadonlySet<string> {
  const { measures, dimensions, segments } = cube;
  const members = [...measures, ...dimensions, ...segments].map(({ name }) => shortName(name));
  return new Set([relationName(cube), ...members]);
}
