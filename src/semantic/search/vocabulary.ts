import MiniSearch from 'minisearch';

/** Words near a given one: the word itself, words that it begins, and words a typo away. */
export interface Vocabulary {
  has(word: string): boolean;
  /** Closeness is 1 for the word itself and falls with every edit; at most 50 words, nearest first. */
  near(word: string): readonly { readonly word: string; readonly closeness: number }[];
}

const maxNear = 50;

export function createVocabulary(words: ReadonlySet<string>): Vocabulary {
  const index = new MiniSearch<{ id: string; word: string }>({
    fields: ['word'],
    tokenize: (text) => [text],
    processTerm: (term) => term,
    // Every entry is one word: frequencies say nothing here, closeness is all that is scored.
    searchOptions: {
      tokenize: (text) => [text],
      processTerm: (term) => term,
      prefix: (term) => term.length >= 3,
      fuzzy: (term) => (term.length < 4 ? false : term.length < 8 ? 1 : 2),
      bm25: { k: 1.2, b: 0, d: 0.5 },
    },
  });
  index.addAll([...words].map((word) => ({ id: word, word })));
  const [first] = words;
  const exact =
    first === undefined ? 1 : (index.search(first, { prefix: false, fuzzy: false })[0]?.score ?? 1);
  return {
    has: (word) => words.has(word),
    near: (word) =>
      index
        .search(word)
        .slice(0, maxNear)
        .map(({ id, score }) => ({ word: String(id), closeness: Math.min(1, score / exact) })),
  };
}
