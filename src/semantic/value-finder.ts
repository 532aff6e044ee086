import type { CubeMetadata } from '../contract/tools.ts';
import type { ResultStream } from '../engines/query-engine.ts';
import { AppError } from '../errors.ts';
import { quoteIdentifier, quoteLiteral } from '../quoting.ts';
import type { MemberSamples } from './search/samples.ts';
import type { SemanticQueryOptions } from './semantic-layer.ts';
import type { Viewer } from './viewer.ts';

/** Dimensions that are searched for one text, those of the best relations first. */
const maxDimensions = 512;
/** Dimensions that one query searches. */
const batchSize = 16;
const concurrency = 2;
/** Of one dimension. */
const maxMatches = 40;
const maxValueCharacters = 200;
export interface ValueFinderOptions {
  query(sql: string, viewer: Viewer, options: SemanticQueryOptions): Promise<ResultStream>;
  /** Ends every search. */
  readonly signal: AbortSignal;
  /** Of one search: whoever waits for values waits for the answer to a question. */
  readonly patienceMs: number;
}

export interface FindOptions extends Pick<SemanticQueryOptions, 'owner' | 'signal'> {
  readonly viewer: Viewer;
  /** What is known of the data: dimensions of which all values are known are not searched. */
  readonly samples: ReadonlyMap<string, MemberSamples>;
}

export interface ValueFinder {
  /**
   * Values like some words, by qualified dimension, read under the viewer's own row filters: at most 40 of a dimension, those
   * with most of the words first. Resolves when the time is up at the latest, with what was found by then.
   * @param words in lower case
   * @param relations best first
   * @throws the signal's reason
   */
  find(
    words: readonly string[],
    relations: readonly CubeMetadata[],
    options: FindOptions,
  ): Promise<ReadonlyMap<string, readonly string[]>>;
}

/** Finds values in the string dimensions whose values are too many to be listed. */
export function createValueFinder({ query, signal: disposed, patienceMs }: ValueFinderOptions): ValueFinder {
  return {
    async find(words, relations, { viewer, samples, owner, signal }) {
      const found = new Map<string, readonly string[]>();
      const late = AbortSignal.timeout(patienceMs);
      const stop = AbortSignal.any([disposed, late, ...(signal === undefined ? [] : [signal])]);
      const search = async (dimensions: readonly OpenDimension[]): Promise<void> => {
        if (stop.aborted) return;
        try {
          const accessibleViews = [...new Set(dimensions.map(({ relation }) => relation))];
          const options = { owner, signal: stop, timeoutMs: patienceMs, accessibleViews };
          await using result = await query(searchSql(dimensions, words), viewer, options);
          for await (const rows of result.chunks) {
            for (const [place, value] of rows) {
              const { name = '' } = dimensions[Number(place)] ?? {};
              found.set(name, [...(found.get(name) ?? []), String(value)]);
            }
          }
        } catch (error) {
          // One that cannot be searched says nothing of the others. A source that does not answer says it of all.
          const half = Math.ceil(dimensions.length / 2);
          if (half === dimensions.length || !isRefused(error)) return;
          await search(dimensions.slice(0, half));
          await search(dimensions.slice(half));
        }
      };
      const open = words.length === 0 ? [] : openDimensions(relations, samples);
      const batches = Array.from({ length: Math.ceil(open.length / batchSize) }, (_, at) =>
        open.slice(at * batchSize, (at + 1) * batchSize),
      ).values();
      const searchNext = async (): Promise<void> => {
        for (const batch of batches) await search(batch);
      };
      const stopped = Promise.withResolvers<void>();
      if (stop.aborted) stopped.resolve();
      stop.addEventListener('abort', () => stopped.resolve());
      await Promise.race([Promise.all(Array.from({ length: concurrency }, searchNext)), stopped.promise]);
      signal?.throwIfAborted();
      return found;
    },
  };
}

/** Whether the source refused the statement, such as for a column that it does not have. */
function isRefused(error: unknown): boolean {
  return error instanceof AppError && ['SQL_FAILED', 'DATA_MODEL_INVALID'].includes(error.code);
}

interface OpenDimension {
  readonly relation: string;
  readonly name: string;
}

/** Those known to have many values come before those of which nothing is known. */
function openDimensions(
  relations: readonly CubeMetadata[],
  samples: ReadonlyMap<string, MemberSamples>,
): readonly OpenDimension[] {
  const seen = new Set<string>();
  const open = relations.flatMap((relation) =>
    relation.dimensions.flatMap(({ name, title, type }): OpenDimension[] => {
      // A view shows again what its cubes have.
      const shown = `${name.slice(relation.name.length + 1)} ${title}`;
      if (type !== 'string' || samples.get(name)?.valuesComplete === true || seen.has(shown)) return [];
      seen.add(shown);
      return [{ relation: relation.name, name }];
    }),
  );
  const isSampled = ({ name }: OpenDimension): boolean => samples.has(name);
  return [...open.filter(isSampled), ...open.filter((it) => !isSampled(it))].slice(0, maxDimensions);
}

/** Rows of a dimension's place and a value. */
function searchSql(dimensions: readonly OpenDimension[], words: readonly string[]): string {
  const parts = words.flatMap((word) => [word, ...halvesOf(word)]);
  const holds = (column: string, text: string): string =>
    `${column} ILIKE ${quoteLiteral(`%${text.replace(/[\\%_]/g, '\\$&')}%`)}`;
  const scored = (text: string, score: number): string =>
    `CASE WHEN ${holds('value', text)} THEN ${score} ELSE 0 END`;
  const likeness = words.flatMap((word) => {
    const halves = halvesOf(word);
    const pieces = halves.length === 0 ? [] : [...halves, word.slice(0, 3), word.slice(-3)];
    return [scored(word, pieces.length + 1), ...pieces.map((piece) => scored(piece, 1))];
  });
  const alike = dimensions.map(({ relation, name }, place) => {
    const column = quoteIdentifier(name.slice(relation.length + 1));
    const conditions = parts.map((text) => holds(column, text)).join(' OR ');
    return (
      `SELECT ${place} AS place, ${column} AS value FROM ${quoteIdentifier(relation)}` +
      ` WHERE (${conditions}) AND LENGTH(${column}) <= ${maxValueCharacters} GROUP BY 2`
    );
  });
  const order = `${likeness.join(' + ')} DESC, LENGTH(value), value`;
  return (
    `SELECT place, value FROM (SELECT place, value, ROW_NUMBER() OVER (PARTITION BY place ORDER BY ${order}) AS nearness` +
    ` FROM (${alike.join(' UNION ALL ')}) AS alike) AS ranked WHERE nearness <= ${maxMatches} ORDER BY place, nearness`
  );
}

/** A single mistake spoils one half of a word only. */
function halvesOf(word: string): readonly string[] {
  if (word.length < 5 || /\d/.test(word)) return [];
  const half = Math.ceil(word.length / 2);
  return [word.slice(0, half), word.slice(-half)];
}
