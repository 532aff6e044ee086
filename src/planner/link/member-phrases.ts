import type { CubeMetadata, DimensionMetadata, MemberMetadata } from '../../contract/tools.ts';
import { rememberedWords } from '../language/remembered.ts';
import { forms, nameWords } from '../language/text.ts';
import { entityDimension, isModelNoun, ownLemmas } from './entities.ts';
import type { Entry } from './entries.ts';
import { isJoined } from './joined-cubes.ts';
import { alsoCalled, shortName, spellings } from './names.ts';
import { initialsOf, type Phrase, phraseOf, trustOf } from './phrases.ts';
import { valuePhrases } from './value-phrases.ts';

/** As much as a name's last word says where it only tells what kind of thing the name is. */
const tailWeight = 0.3;

const clockUnits = new Set('second minute hour day week month'.split(' '));

/** The ways in which a member's names say it. */
function namesOf(
  member: Pick<MemberMetadata, 'name' | 'title' | 'synonyms' | 'aiContext'>,
): (readonly [string, number])[] {
  const said: (readonly [string, number])[] = [];
  const say = (name: string, trust: number): void => {
    for (const it of spellings(name)) said.push([it, trust]);
  };
  say(member.title, trustOf.title);
  say(shortName(member.name), trustOf.name);
  for (const it of member.synonyms ?? []) say(it, trustOf.synonym);
  if (member.aiContext !== undefined) {
    for (const [, it = ''] of member.aiContext.matchAll(/["“]([^"“”]{2,60})["”]/g)) say(it, trustOf.context);
    for (const it of alsoCalled(member.aiContext)) say(it, trustOf.context);
  }
  return said;
}

/** All ways to say the members of a relation, its values and its rows. */
export function phrasesOf(cube: CubeMetadata, things: ReadonlySet<string>): Phrase[] {
  const relation = ownLemmas(cube);
  const light = new Set([...relation, ...things].filter((it) => it.length > 2));
  const found: Phrase[] = [];
  const add = (
    entry: Entry,
    names: readonly (readonly [string, number])[],
    lemmas: ReadonlySet<string>,
  ): void => {
    const seen = new Set<string>();
    for (const [name, trust] of names) {
      const words = lowerWords(name);
      const key = words.join(' ');
      if (words.length === 0 || seen.has(key)) continue;
      seen.add(key);
      found.push(...phraseOf(entry, words, trust, lemmas, light));
      if (entry.kind !== 'relation') found.push(...initialsOf(entry, words, trust));
      const last = words.at(-1) ?? '';
      if (entry.kind === 'dimension') {
        // "A phone number" is no count of phones.
        const isNumber = numbered.test(last) && isOneOfMany(entry.dimension) && !light.has(forms(last).lemma);
        const tails = [...(isNumber ? ['number'] : []), ...(/^e?mail$/.test(last) ? ['address'] : [])];
        for (const key of tails)
          for (const phrase of phraseOf(entry, words, trust, lemmas))
            found.push({ ...phrase, words: [...phrase.words, { key, root: key, weight: tailWeight }] });
      }
      // `resolution_hours` is the resolution time.
      if (
        words.length > 1 &&
        clockUnits.has(forms(last).lemma) &&
        (entry.kind === 'measure' || entry.kind === 'dimension')
      )
        for (const other of ['time', 'duration'])
          found.push(...phraseOf(entry, [...words.slice(0, -1), other], trust * 0.97, lemmas));
    }
  };
  add({ kind: 'relation' }, relationNames(cube), new Set());
  for (const measure of cube.measures) add({ kind: 'measure', measure }, namesOf(spoken(measure)), light);
  for (const dimension of cube.dimensions) {
    add({ kind: 'dimension', dimension }, namesOf(spoken(dimension)), relation);
    found.push(...valuePhrases(dimension, dimension.values ?? []));
  }
  const values = new Set(
    cube.dimensions.flatMap((it) => it.values ?? []).map((value) => value.toLowerCase()),
  );
  for (const segment of cube.segments) {
    const names = namesOf(spoken(segment));
    // "Which studios are open", by the open studios, where that is no value.
    const bare = names
      .map(([name]) =>
        nameWords(name)
          .filter((word) => !relation.has(forms(word).lemma))
          .join(' '),
      )
      .filter((name) => !values.has(name.toLowerCase()));
    add(
      { kind: 'segment', segment },
      [...names, ...bare.map((name) => [name, trustOf.synonym] as const)],
      relation,
    );
  }
  return found;
}

const lowerWords = rememberedWords(30_000, (name): readonly string[] =>
  nameWords(name).map((word) => word.toLowerCase()),
);

/** A joined member's own name means something else here. */
function spoken<M extends MemberMetadata>(member: M): M {
  return isJoined(member) ? { ...member, name: member.title } : member;
}

/** What has a number of its own, by which it is called. */
const numbered =
  /^(?:(?:tele)?phone|mobile|cell|fax|account|policy|passport|registration|licen[cs]e|tax|vat)$/;

/** Whether values are too many to be kept, or written in digits, as telephone numbers are. */
function isOneOfMany({ type, values = [], valuesComplete }: DimensionMetadata): boolean {
  const digits = values.filter((it) => /^[\d\s()/+.-]{5,}$/.test(it)).length;
  return type === 'string' && (values.length === 0 ? valuesComplete !== true : 2 * digits > values.length);
}

/** What a row is called: after its relation, or after its name (`agent_name` of staff names agents). */
function relationNames(cube: CubeMetadata): (readonly [string, number])[] {
  const isFigure = (name: string): boolean =>
    cube.measures.some((it) => it.type !== 'count' && lowerWords(it.title).join(' ') === name.toLowerCase());
  // Rows of a "Revenue overview" are no revenue.
  const plain = (name: string): string => {
    const words = nameWords(name);
    const own = words.filter((word) => !isModelNoun(forms(word).lemma) && forms(word).lemma !== 'overview');
    const isCut = own.length < words.length;
    return isCut && isFigure(own.join(' ')) ? '' : own.join(' ');
  };
  const entity = cube.type === 'cube' ? entityDimension(cube) : undefined;
  const ofEntity =
    entity === undefined || entity.primaryKey === true
      ? []
      : nameWords(shortName(entity.name))
          .filter((word) => !['name', 'full', 'title'].includes(word.toLowerCase()))
          .join(' ');
  const names = [
    plain(cube.title),
    plain(shortName(cube.name)),
    ...(cube.synonyms ?? []),
    ...[ofEntity].flat(),
  ];
  return names.filter((name) => name.trim() !== '').map((name, at) => [name, at === 0 ? 1 : 0.97]);
}
