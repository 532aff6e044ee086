import type {
  CubeMetadata,
  DimensionMetadata,
  MeasureMetadata,
  MemberMetadata,
} from '../../contract/tools.ts';
import type { Day } from '../language/calendar.ts';
import { forms } from '../language/text.ts';
import { baseVerb } from '../language/word-kind.ts';
import { beginnings, defaultTime } from './default-time.ts';
import { findRowCount, lemmasOfName, ownLemmas } from './entities.ts';
import type { Entry } from './entries.ts';
import { isJoined, ownerOf, roleOf } from './joined-cubes.ts';
import { phrasesOf } from './member-phrases.ts';
import { shortName } from './names.ts';
import { type Phrase, trustOf } from './phrases.ts';
import { type Kind, proseOf, rowNounsOf } from './prose.ts';
import { isToldByDates } from './states.ts';
import { valuePhrases } from './value-phrases.ts';

/** All that can be said about one relation, found by the words that say it. */
export interface Lexicon {
  readonly cube: CubeMetadata;
  readonly phrases: readonly Phrase[];
  readonly byKey: ReadonlyMap<string, readonly Phrase[]>;
  readonly byRoot: ReadonlyMap<string, readonly string[]>;
  /** Keys of names, not of values. */
  readonly nameKeys: readonly string[];
  /** Those that nothing but synonyms contain: what is only like a synonym is rather something else. */
  readonly synonymKeys: ReadonlySet<string>;
  /** Keys by first letter and length, for words that are mistyped. */
  readonly byShape: ReadonlyMap<string, readonly string[]>;
  readonly prose: ReadonlyMap<string, ReadonlySet<Entry>>;
  /** Words that only the names of one column, or of what is made of it, contain; after "=", those of one value. */
  readonly telling: ReadonlySet<string>;
  /** Nouns that the relation's description says of its rows. */
  readonly rowNouns: ReadonlySet<string>;
  /** Members that another relation has, too, which is smaller, or that a join reaches, with its name. */
  readonly strangers: ReadonlyMap<MemberMetadata, string>;
  /** What joined cubes are called whose members are meant only where that is said. */
  readonly roles: ReadonlySet<string>;
  /** Lemmas of the relation's own name. */
  readonly relationLemmas: ReadonlySet<string>;
  /** What the whole model has rows or names of. */
  readonly things: ReadonlySet<string>;
  /** By `rowsByName`, of the whole model. */
  readonly rows: ReadonlyMap<string, ReadonlySet<string>>;
  /** The measure that counts the relation's rows. */
  readonly rowCount: MeasureMetadata | undefined;
  readonly defaultTime: DimensionMetadata | undefined;
  /** Of the whole model, until today. */
  readonly lastDay: Day | undefined;
  /** The default time says when a row came into being. */
  readonly timeIsBeginning: boolean;
}

/** Values that a dimension has although the metadata does not list them. */
export interface FoundValues {
  readonly dimension: DimensionMetadata;
  readonly values: readonly {
    readonly value: string /** What the question calls it. */;
    readonly said: string;
  }[];
}

/** The smallest relation that has a member, by the member's name and title. */
export function homesOf(cubes: readonly CubeMetadata[]): ReadonlyMap<string, CubeMetadata> {
  const homes = new Map<string, CubeMetadata>();
  for (const cube of cubes)
    for (const member of [...cube.dimensions, ...cube.measures]) {
      const key = homeKey(member);
      const known = homes.get(key);
      if (known === undefined || cube.dimensions.length < known.dimensions.length) homes.set(key, cube);
    }
  return homes;
}

function homeKey({ name, title }: MemberMetadata): string {
  return `${shortName(name)} ${title}`;
}

/**
 * @param things what the whole model has rows or names of; as modifiers ("product category") they weigh little
 * @param homes by `homesOf`
 * @param rows by `rowsByName`, of all relations
 * @param kinds by `kindsOf`, of all relations
 * @param lastDay by `lastDayOf`, of all relations
 */
export function buildLexicon(
  cube: CubeMetadata,
  things: ReadonlySet<string>,
  homes: ReadonlyMap<string, CubeMetadata>,
  rows: ReadonlyMap<string, ReadonlySet<string>>,
  kinds: readonly Kind[],
  lastDay: Day | undefined,
): Lexicon {
  const stored = cube.dimensions.filter((it) => !isToldByDates(it)).length;
  const isElsewhere = (member: DimensionMetadata | MeasureMetadata): boolean => {
    // A date of a cube's own rows, whatever else has one of that name.
    if (member.type === 'time' && cube.type === 'cube') return false;
    const home = homes.get(homeKey(member));
    return home !== undefined && home.name !== cube.name && home.dimensions.length < stored;
  };
  const strangers = [...cube.dimensions, ...cube.measures].filter((it) => isJoined(it) || isElsewhere(it));
  const relationLemmas = ownLemmas(cube);
  const rowCount = findRowCount(cube);
  const time = defaultTime(datedAs(cube, rowCount), relationLemmas) ?? joinedTime(cube);
  return {
    cube,
    ...indexed([
      ...phrasesOf(cube, things),
      ...kinds.flatMap(({ dimension: { name, title }, value, said }) =>
        cube.dimensions
          .filter(
            (it) =>
              shortName(it.name) === shortName(name) &&
              it.title === title &&
              it.values?.includes(value) === true,
          )
          .flatMap((it) => valuePhrases(it, [said], undefined, value)),
      ),
    ]),
    prose: proseOf(cube),
    telling: new Set(),
    rowNouns: rowNounsOf(cube),
    roles: new Set([...cube.dimensions, ...cube.measures].flatMap((it) => roleOf(it) ?? [])),
    strangers: new Map(
      strangers.map((it) => [it, isJoined(it) ? ownerOf(it.name) : (homes.get(homeKey(it))?.name ?? '')]),
    ),
    relationLemmas,
    things,
    rows,
    rowCount,
    defaultTime: time,
    lastDay,
    timeIsBeginning: titleWords(time).some((word) => beginnings.test(forms(word).lemma)),
  };
}

/** With the times alone that date its rows: customers have the dates of their orders beside their own. */
function datedAs(cube: CubeMetadata, { times }: Partial<MeasureMetadata> = {}): CubeMetadata {
  if (times === undefined) return cube;
  return {
    ...cube,
    dimensions: cube.dimensions.filter(({ type, name }) => type !== 'time' || times.includes(name)),
  };
}

/** Lines of an order are dated by their order. */
function joinedTime(cube: CubeMetadata): DimensionMetadata | undefined {
  const owner = cube.dimensions.find((it) => it.type === 'time' && isJoined(it));
  if (owner === undefined) return undefined;
  const of = ownerOf(owner.name);
  return defaultTime(cube, lemmasOfName({ name: of.slice(of.lastIndexOf('.') + 1), title: '' }), of);
}

function indexed(
  phrases: readonly Phrase[],
): Pick<Lexicon, 'phrases' | 'byKey' | 'byRoot' | 'byShape' | 'nameKeys' | 'synonymKeys'> {
  const byKey = new Map<string, Phrase[]>();
  const byRoot = new Map<string, string[]>();
  const byShape = new Map<string, string[]>();
  const nameKeys = new Set<string>();
  const otherKeys = new Set<string>();
  for (const phrase of phrases) {
    const isName = !phrase.ordered;
    const isOther = isName && phrase.trust >= trustOf.name;
    for (const { key, root, weight } of phrase.words) {
      if (weight >= 0.3 && isName) nameKeys.add(key);
      if (weight >= 0.3 && isOther) otherKeys.add(key);
      const known = byKey.get(key);
      if (known !== undefined) {
        if (known.at(-1) !== phrase) known.push(phrase);
        continue;
      }
      byKey.set(key, [phrase]);
      push(byRoot, root, key);
      // "Rated" and "rating" are of one verb.
      const verb = baseVerb(key);
      if (verb !== undefined && verb !== root) push(byRoot, verb, key);
      push(byShape, `${key[0]}${key.length}`, key);
    }
  }
  const synonymKeys = nameKeys.difference(otherKeys);
  return { phrases, byKey, byRoot, byShape, nameKeys: [...nameKeys], synonymKeys };
}

function push<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** The same vocabulary with further values. */
export function withValues(lexicon: Lexicon, found: readonly FoundValues[]): Lexicon {
  const added = found.flatMap(({ dimension: { name }, values }) =>
    lexicon.cube.dimensions
      .filter((it) => it.name === name || it.name === `${lexicon.cube.name}.${name}`)
      .flatMap((it) => values.flatMap(({ value, said }) => valuePhrases(it, [value], said))),
  );
  return added.length === 0 ? lexicon : { ...lexicon, ...indexed([...lexicon.phrases, ...added]) };
}

function titleWords(member: DimensionMetadata | undefined): string[] {
  return member === undefined ? [] : member.title.split(/\s+/);
}
