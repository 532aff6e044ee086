import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

/** Which numbers a number leads to. */
interface Edges {
  /** Where the targets of a number begin; those of the next number end them. */
  readonly starts: Uint32Array;
  readonly targets: Uint32Array;
}

/**
 * WordNet as numbers. A word has senses, one for each synset that it is a word of, ordered by part of speech
 * and then by how usual they are. Words and senses are numbered in the order of the words.
 */
export interface LexicalGraph {
  /** All words in order of their bytes, one after the other, in Latin 1. */
  readonly text: Buffer;
  /** Where each word begins, and after the last where it ends. */
  readonly wordStarts: Uint32Array;
  /** The first sense of each word, and after the last the number of senses. */
  readonly firstSenses: Uint32Array;
  readonly wordOfSense: Uint32Array;
  readonly synsetOfSense: Uint32Array;
  /** How often a sense was met in the texts that WordNet's authors tagged. */
  readonly countOfSense: Uint32Array;
  /** 0 noun, 1 verb, 2 adjective, 3 adverb. */
  readonly partOfSynset: Uint32Array;
  /** Senses by synset. */
  readonly members: Edges;
  /** Synsets by synset. */
  readonly hypernyms: Edges;
  readonly hyponyms: Edges;
  readonly similar: Edges;
  readonly attributes: Edges;
  /** Senses by sense. */
  readonly derivations: Edges;
  readonly antonyms: Edges;
  readonly pertainyms: Edges;
}

const none = new Uint32Array();

/** The numbers that `number` leads to; none if there is no such number. */
export function targetsOf({ starts, targets }: Edges, number: number | undefined): Uint32Array {
  return number === undefined ? none : targets.subarray(starts[number], starts[number + 1]);
}

/** Reads the asset that ships with the planner. Takes tens of milliseconds, so once and when first needed. */
export function loadLexicalGraph(): LexicalGraph {
  return readLexicalGraph(
    brotliDecompressSync(readFileSync(join(import.meta.dirname, 'lexical-wordnet.bin.br'))),
  );
}

/** Reads what `scripts/lexical-asset.ts` writes, unpacked. */
export function readLexicalGraph(bytes: Buffer): LexicalGraph {
  let at = 0;
  const readPlane = (length: number): Buffer => {
    at += length;
    return bytes.subarray(at - length, at);
  };
  const readColumn = (): Uint32Array => {
    const length = bytes.readUInt32LE(at);
    const width = bytes.readUInt8(at + 4);
    at += 5;
    const column = new Uint32Array(readPlane(length));
    for (let shift = 8; shift < 8 * width; shift += 8) addPlane(column, readPlane(length), shift);
    return column;
  };

  const prefixes = readColumn();
  const { text, wordStarts } = readWords(prefixes, readColumn());

  const senseCounts = readColumn();
  const firstSenses = toStarts(senseCounts);
  const synsetOfSense = readColumn();
  let synsets = 0;
  for (let sense = 0; sense < synsetOfSense.length; sense += 1) {
    const back = synsetOfSense[sense] ?? 0;
    synsetOfSense[sense] = synsets - back;
    if (back === 0) synsets += 1;
  }
  const partOfSynset = readColumn();
  const countOfSense = readColumn();
  const wordOfSense = new Uint32Array(synsetOfSense.length);
  const senses = new Uint32Array(synsetOfSense.length);
  for (let sense = 0, word = 0; sense < senses.length; sense += 1) {
    while (sense >= (firstSenses[word + 1] ?? 0)) word += 1;
    wordOfSense[sense] = word;
    senses[sense] = sense;
  }

  const readPairs = (): Pairs => {
    const from = readColumn();
    const to = readColumn();
    let source = 0;
    let target = 0;
    for (let index = 0; index < from.length; index += 1) {
      const sourceStep = from[index] ?? 0;
      const step = to[index] ?? 0;
      source += sourceStep;
      // Later targets of a source are steps from the one before; the first goes up (even) or down from the source.
      if (sourceStep === 0 && index > 0) target += step;
      else target = step % 2 === 0 ? source + step / 2 : source - (step + 1) / 2;
      from[index] = source;
      to[index] = target;
    }
    return [from, to];
  };
  const [wide, narrow] = readPairs();
  return {
    text,
    wordStarts,
    firstSenses,
    wordOfSense,
    synsetOfSense,
    countOfSense,
    partOfSynset,
    members: toEdges(synsets, [synsetOfSense, senses]),
    hypernyms: toEdges(synsets, [narrow, wide]),
    hyponyms: toEdges(synsets, [wide, narrow]),
    derivations: toEdges(senses.length, bothWays(readPairs())),
    antonyms: toEdges(senses.length, bothWays(readPairs())),
    similar: toEdges(synsets, bothWays(readPairs())),
    attributes: toEdges(synsets, bothWays(readPairs())),
    pertainyms: toEdges(senses.length, bothWays(readPairs())),
  };
}

/** Adds the next byte of each number. */
function addPlane(column: Uint32Array, plane: Buffer, shift: number): void {
  for (let index = 0; index < plane.length; index += 1) {
    column[index] = (column[index] ?? 0) | ((plane[index] ?? 0) << shift);
  }
}

type Pairs = readonly [from: Uint32Array, to: Uint32Array];

function bothWays([from, to]: Pairs): Pairs {
  const join = (first: Uint32Array, second: Uint32Array): Uint32Array => {
    const joined = new Uint32Array(first.length + second.length);
    joined.set(first);
    joined.set(second, first.length);
    return joined;
  };
  return [join(from, to), join(to, from)];
}

/** Pairs put together by their first end. */
function toEdges(count: number, [from, to]: Pairs): Edges {
  const counts = new Uint32Array(count);
  for (let index = 0; index < from.length; index += 1) {
    const number = from[index] ?? 0;
    counts[number] = (counts[number] ?? 0) + 1;
  }
  const starts = toStarts(counts);
  const next = starts.slice();
  const targets = new Uint32Array(to.length);
  for (let index = 0; index < from.length; index += 1) {
    const number = from[index] ?? 0;
    const place = next[number] ?? 0;
    targets[place] = to[index] ?? 0;
    next[number] = place + 1;
  }
  return { starts, targets };
}

function toStarts(counts: Uint32Array): Uint32Array {
  const starts = new Uint32Array(counts.length + 1);
  let sum = 0;
  for (let index = 0; index < counts.length; index += 1) {
    sum += counts[index] ?? 0;
    starts[index + 1] = sum;
  }
  return starts;
}

const lineEnd = 10;

/** Words of which each is written as how much it shares with the one before it, and the rest. */
function readWords(
  prefixes: Uint32Array,
  suffixes: Uint32Array,
): { readonly text: Buffer; readonly wordStarts: Uint32Array } {
  const wordStarts = new Uint32Array(prefixes.length + 1);
  let length = suffixes.length - prefixes.length;
  for (const prefix of prefixes) length += prefix;
  const text = Buffer.alloc(length);
  let from = 0;
  let at = 0;
  // Byte by byte: most parts are so short that a call for each would cost more.
  for (let word = 0; word < prefixes.length; word += 1) {
    const previous = wordStarts[word - 1] ?? 0;
    const prefix = prefixes[word] ?? 0;
    wordStarts[word] = at;
    for (let index = 0; index < prefix; index += 1) text[at + index] = text[previous + index] ?? 0;
    at += prefix;
    for (let byte = suffixes[from] ?? lineEnd; byte !== lineEnd; byte = suffixes[from] ?? lineEnd) {
      text[at] = byte;
      at += 1;
      from += 1;
    }
    from += 1;
  }
  wordStarts[prefixes.length] = at;
  return { text, wordStarts };
}
