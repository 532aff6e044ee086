import { createHash } from 'node:crypto';
import { AppError } from '../../errors.ts';
import type { DataModel } from '../../semantic/data-model.ts';
import type { SemanticLayer } from '../../semantic/semantic-layer.ts';
import type { Viewer } from '../../semantic/viewer.ts';

/** A question with SQL that people have checked. */
export interface CertifiedQuery {
  readonly question: string;
  readonly sql: string;
}

/** The rights under which queries are checked, and the topic. */
interface CertifiedScope {
  readonly layer: SemanticLayer;
  readonly viewer: Viewer;
  readonly accessibleViews: readonly string[];
  readonly timezone: string;
  /** The question, or what a thread is about. If there are many queries, those with words in common come first. */
  readonly topic: string;
  readonly signal?: AbortSignal | undefined;
}

/** Maximum number of queries that are checked for one request. */
const maxQueries = 100;
/** Queries that take longer to check are left out, so that an unavailable data source does not delay the request. */
const maxWaitMs = 2_000;
/** Maximum number of sets of rights whose results are cached per model. */
const maxAccesses = 1_000;

/** Whether a user with these rights may run an SQL, by model, rights and SQL. A reloaded model starts empty. */
const known = new WeakMap<DataModel, Map<string, Map<string, boolean>>>();

/**
 * The certified queries of an agent that the user may run, in their order. Each is compiled once for each set of
 * rights. One that cannot be checked now, because the data source does not respond, is left out and checked again the
 * next time.
 * @throws the signal's reason
 */
export async function openCertifiedQueries<Query extends CertifiedQuery>(
  queries: readonly Query[],
  scope: CertifiedScope,
): Promise<readonly Query[]> {
  if (queries.length === 0) return [];
  const answers = answersOf(scope);
  const late = AbortSignal.timeout(maxWaitMs);
  const open = new Set<Query>();
  for (const query of nearest(queries, scope.topic)) {
    scope.signal?.throwIfAborted();
    const answer =
      answers.get(query.sql) ?? (late.aborted ? undefined : await within(late, isOpen(query.sql, scope)));
    if (answer !== undefined) answers.set(query.sql, answer);
    if (answer === true) open.add(query);
  }
  return queries.filter((query) => open.has(query));
}

function answersOf({ layer, viewer, accessibleViews }: CertifiedScope): Map<string, boolean> {
  const ofModel = known.get(layer.model) ?? new Map<string, Map<string, boolean>>();
  known.set(layer.model, ofModel);
  const access = [sorted(viewer.groups), viewer.userAttributes, viewer.securityContext, accessibleViews];
  const key = createHash('sha256').update(JSON.stringify(access)).digest('base64');
  const answers = ofModel.get(key) ?? new Map<string, boolean>();
  // Moved to the end, so that the least recently used comes first.
  ofModel.delete(key);
  ofModel.set(key, answers);
  const [oldest] = ofModel.keys();
  if (ofModel.size > maxAccesses && oldest !== undefined) ofModel.delete(oldest);
  return answers;
}

/** Whether the user may run the query; undefined if that cannot be checked now. */
async function isOpen(sql: string, scope: CertifiedScope): Promise<boolean | undefined> {
  const { layer, viewer, accessibleViews, timezone, signal } = scope;
  try {
    await layer.compile(sql, viewer, { accessibleViews, timezone, signal });
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.code === 'SQL_INVALID' || error.code === 'SQL_NOT_ALLOWED' ? false : undefined;
  }
}

async function within<T>(late: AbortSignal, work: Promise<T>): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const end = (): void => resolve(undefined);
  late.addEventListener('abort', end, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    late.removeEventListener('abort', end);
  }
}

function nearest<Query extends CertifiedQuery>(queries: readonly Query[], topic: string): readonly Query[] {
  if (queries.length <= maxQueries) return queries;
  const words = new Set(wordsOf(topic));
  const score = ({ question }: Query): number => wordsOf(question).filter((word) => words.has(word)).length;
  const ranked = queries.map((query) => ({ query, score: score(query) }));
  return ranked
    .sort((a, b) => b.score - a.score)
    .slice(0, maxQueries)
    .map(({ query }) => query);
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function sorted(texts: readonly string[]): readonly string[] {
  return [...texts].sort();
}
