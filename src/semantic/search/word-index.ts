import type { SearchableRelation } from './searchable-model.ts';
import { createVocabulary, type Vocabulary } from './vocabulary.ts';

/** Where one word stands; the lists run in parallel. Members are -1 where the word is the relation's own. */
export interface Postings {
  readonly relations: Int32Array;
  readonly members: Int32Array;
  readonly weights: Float64Array;
  /** How much the word tells apart: it falls with the number of relations that it stands in. */
  readonly rarity: number;
}

export interface WordIndex {
  readonly vocabulary: Vocabulary;
  postings(word: string): Postings | undefined;
  /** Where a member stands, by its qualified name. */
  find(qualifiedName: string): MemberPosition | undefined;
  readonly memberCount: number;
}

export interface MemberPosition {
  readonly relation: number;
  readonly member: number;
}

interface Collected {
  readonly relations: number[];
  readonly members: number[];
  readonly weights: number[];
}

export function createWordIndex(relations: readonly SearchableRelation[]): WordIndex {
  const collected = new Map<string, Collected>();
  for (const relation of relations) {
    for (const member of [undefined, ...relation.members]) {
      for (const [word, weight] of (member ?? relation).weights) {
        let list = collected.get(word);
        if (list === undefined) {
          list = { relations: [], members: [], weights: [] };
          collected.set(word, list);
        }
        list.relations.push(relation.position);
        list.members.push(member?.position ?? -1);
        list.weights.push(weight);
      }
    }
  }
  const postings = new Map<string, Postings>();
  for (const [word, list] of collected) {
    postings.set(word, {
      relations: Int32Array.from(list.relations),
      members: Int32Array.from(list.members),
      weights: Float64Array.from(list.weights),
      rarity: Math.log(1 + relations.length / new Set(list.relations).size),
    });
  }
  const positions = new Map<string, MemberPosition>();
  for (const { position: relation, members } of relations) {
    for (const { metadata, position: member } of members) positions.set(metadata.name, { relation, member });
  }
  return {
    vocabulary: createVocabulary(new Set(collected.keys())),
    postings: (word) => postings.get(word),
    find: (qualifiedName) => positions.get(qualifiedName),
    memberCount: positions.size,
  };
}
