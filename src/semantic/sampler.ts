import type { CubeMetadata, DimensionMetadata } from '../contract/tools.ts';
import type { ResultStream, Row, Value } from '../engines/query-engine.ts';
import { quoteIdentifier } from '../quoting.ts';
import type { Cube, DataModel, View } from './data-model.ts';
import { resolveAccess } from './policy/resolve-access.ts';
import type { MemberSamples } from './search/samples.ts';
import { valueWords } from './search/value-words.ts';
import type { SemanticQueryOptions } from './semantic-layer.ts';
import type { Viewer } from './viewer.ts';

/** Distinct values that a dimension may have for them to be listed. */
const maxValues = 200;
/** Longer texts are no categories. */
const maxValueCharacters = 100;
/** Dimensions of one viewer's metadata that are sampled; a model may have thousands. */
export const maxDimensions = 400;
const maxCacheEntries = 20_000;
const freshMs = 10 * 60_000;
const queryTimeoutMs = 5_000;
/** How long somebody waits for samples that are not there yet: as long as one may take. Later calls find them. */
const patienceMs = 8_000;
const concurrency = 2;

export interface SamplerOptions {
  readonly model: DataModel;
  query(sql: string, viewer: Viewer, options: SemanticQueryOptions): Promise<ResultStream>;
  /** Ends the sampling that is under way. */
  readonly signal: AbortSignal;
  /** Milliseconds, for expiry. @default Date.now */
  readonly now?: (() => number) | undefined;
}

export interface Sampler {
  /**
   * What is known of these relations' data, read under the viewer's own row filters: values of string and boolean
   * dimensions that have few, first and last day of times. Missing where the data could not be read in time.
   */
  samples(
    relations: readonly CubeMetadata[],
    scope: { readonly viewer: Viewer; readonly accessibleViews?: readonly string[] | undefined },
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, MemberSamples>>;
  /** Resolves when nothing is being read any more. */
  settled(): Promise<void>;
}

interface Entry {
  readonly madeAt: number;
  readonly ready: Promise<void>;
  sample: MemberSamples | undefined;
}

export function createSampler({ model, query, signal, now = Date.now }: SamplerOptions): Sampler {
  const cache = new Map<string, Entry>();
  const running = new Set<Promise<void>>();
  const waiting: (() => void)[] = [];
  let active = 0;

  const turn = async (): Promise<void> => {
    if (active >= concurrency) await new Promise<void>((resolve) => waiting.push(resolve));
    active++;
  };
  const release = (): void => {
    active--;
    waiting.shift()?.();
  };

  const read = async (
    relation: string,
    dimension: DimensionMetadata,
    viewer: Viewer,
  ): Promise<MemberSamples | undefined> => {
    await turn();
    try {
      if (signal.aborted) return undefined;
      const sql = sampleSql(relation, dimension);
      await using result = await query(sql, viewer, {
        timeoutMs: queryTimeoutMs,
        signal,
        accessibleViews: [relation],
        timezone: 'UTC',
      });
      const rows: Row[] = [];
      for await (const chunk of result.chunks) rows.push(...chunk);
      return toSample(dimension, rows);
    } catch {
      // Metadata without samples is better than no metadata; the query itself will tell what is wrong.
      return undefined;
    } finally {
      release();
    }
  };

  const entryFor = (key: string, relation: string, dimension: DimensionMetadata, viewer: Viewer): Entry => {
    const existing = cache.get(key);
    if (existing !== undefined && now() - existing.madeAt < freshMs) return existing;
    const entry: Entry = {
      madeAt: now(),
      sample: existing?.sample,
      ready: read(relation, dimension, viewer).then((sample) => {
        entry.sample = sample;
        if (sample === undefined && cache.get(key) === entry) cache.delete(key);
      }),
    };
    const tracked = entry.ready.finally(() => running.delete(tracked));
    running.add(tracked);
    if (cache.size >= maxCacheEntries) cache.clear();
    cache.set(key, entry);
    return entry;
  };

  return {
    async samples(relations, { viewer }, callerSignal) {
      const entries = new Map<string, Entry>();
      const rowsOf = rowsKeys(model, viewer);
      for (const relation of relations) {
        if (entries.size >= maxDimensions) break;
        const rows = rowsOf(relation.name);
        for (const dimension of relation.dimensions) {
          if (dimension.type === 'number' || entries.size >= maxDimensions) continue;
          entries.set(
            dimension.name,
            entryFor(`${rows} ${dimension.name}`, relation.name, dimension, viewer),
          );
        }
      }
      await patient(
        [...entries.values()].map(({ ready }) => ready),
        callerSignal,
      );
      const samples = new Map<string, MemberSamples>();
      for (const [name, { sample }] of entries) if (sample !== undefined) samples.set(name, sample);
      return samples;
    },
    async settled() {
      await Promise.all(running);
    },
  };
}

async function patient(ready: readonly Promise<void>[], signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, patienceMs);
  const stop = (): void => resolve();
  signal?.addEventListener('abort', stop, { once: true });
  await Promise.race([Promise.all(ready), promise]);
  clearTimeout(timer);
  signal?.removeEventListener('abort', stop);
  signal?.throwIfAborted();
}

/** Names the rows that a viewer sees of a relation: viewers who see the same rows share their samples. */
function rowsKeys(model: DataModel, viewer: Viewer): (name: string) => string {
  const known = new Map<Cube | View, unknown>();
  const rowsOf = (relation: Cube | View): unknown => {
    if (relation.accessPolicy.length === 0) return 'all';
    let rows = known.get(relation);
    if (rows === undefined) {
      rows = resolveAccess(relation, viewer).rows;
      known.set(relation, rows);
    }
    return rows;
  };
  return (name) => {
    const relation: Cube | View | undefined = model.views.get(name) ?? model.cubes.get(name);
    if (relation === undefined) return name;
    const cubes = new Set(
      relation.kind === 'view' ? [...relation.members.values()].flatMap(({ path }) => path) : [relation.name],
    );
    // A member may read the cubes that its own joins, so all that can be reached count.
    for (const cube of cubes) for (const { target } of model.cubes.get(cube)?.joins ?? []) cubes.add(target);
    const restricted = [...cubes].flatMap((cube) => {
      const found = model.cubes.get(cube);
      return found === undefined || found.accessPolicy.length === 0 ? [] : [[cube, rowsOf(found)]];
    });
    return JSON.stringify([name, rowsOf(relation), restricted]);
  };
}

function sampleSql(relation: string, dimension: DimensionMetadata): string {
  const column = quoteIdentifier(dimension.name.slice(relation.length + 1));
  if (dimension.type === 'time')
    return `SELECT min(${column}), max(${column}), count(*) - count(${column}) FROM ${quoteIdentifier(relation)}`;
  const counted = `SELECT ${column} AS value, count(*) AS frequency FROM ${quoteIdentifier(relation)} WHERE ${column} IS NOT NULL GROUP BY 1`;
  // Of all values, how many more are those of several rows than not, and how many rows each has on average: those that are read are
  // only the most frequent ones.
  const spread =
    'sum(CASE WHEN frequency > 1 THEN 1 ELSE -1 END) OVER () AS surplus, avg(frequency) OVER () AS mean';
  return `SELECT value, frequency, ${spread} FROM (${counted}) AS counted ORDER BY frequency DESC, 1 LIMIT ${maxValues + 1}`;
}

/** Rows that a value has on average where they share it, however many values are those of one row: rare job titles. */
const fewRows = 3;

function toSample(dimension: DimensionMetadata, rows: readonly Row[]): MemberSamples | undefined {
  if (dimension.type !== 'time') {
    const values = rows.map(([value]) => String(value));
    const [, most, surplus, mean] = rows[0] ?? [];
    const spread = {
      ...(Number(surplus) > 0 || Number(mean) >= fewRows ? { repeats: true as const } : {}),
      ...(Number(most) > 1 ? { shared: true as const } : {}),
    };
    if (values.length > maxValues || values.some((value) => value.length > maxValueCharacters)) return spread;
    valueWords(values);
    return { values, valuesComplete: true, ...spread };
  }
  const [[from, to, missing] = []] = rows;
  const ends = [from ?? null, to ?? null];
  const [first, last] = ends.map(day);
  if (first === undefined || last === undefined) return {};
  return {
    range: [first, last],
    ...(Number(missing) > 0 ? { gaps: true } : {}),
    ...(ends.some(saysTime) ? { timesOfDay: true } : {}),
  };
}

function saysTime(value: Value): boolean {
  return typeof value === 'string' && /[1-9]/.test(value.slice(10, 19));
}

function day(value: Value): string | undefined {
  return typeof value === 'string' ? value.slice(0, 10) : undefined;
}
