import { createHash } from 'node:crypto';
import { AppError } from '../../errors.ts';
import type { DataModel } from '../../semantic/data-model.ts';
import type { SemanticLayer } from '../../semantic/semantic-layer.ts';
import type { Viewer } from '../../semantic/viewer.ts';

/** A question with SQL that was checked by people. */
export interface CertifiedQuery {
  readonly question: string;
  readonly sql: string;
}

/** Under whose rights, and what for. */
export interface CertifiedScope {
  readonly layer: SemanticLayer;
  readonly viewer: Viewer;
  readonly accessibleViews: readonly string[];
  readonly timezone: string;
  /** The question, or what a thread is about: where there are many, those with words of it go first. */
  readonly topic: string;
  readonly signal?: AbortSignal | undefined;
}

/** Looked at for one request at most. */
const maxQueries = 100;
/** What takes longer is left out of this request. A source that is down must not hold it up. */
const maxWaitMs = 2_000;
/** Accesses whose answers are kept per model. */
const maxAccesses = 1_000;

/** Whether SQL is open to an access, by model: one that is loaded again begins anew. */
const known = new WeakMap<DataModel, Map<string, Map<string, boolean>>>();

/**
 * Those of an agent's certified queries of which the user may see all that they are about, in their order. Each is compiled
 * once per access; what could not be told (the data source does not answer) is left out, and asked again the next time.
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
  // The last used goes last, so that the first is the one to give up.
  ofModel.delete(key);
  ofModel.set(key, answers);
  const [oldest] = ofModel.keys();
  if (ofModel.size > maxAccesses && oldest !== undefined) ofModel.delete(oldest);
  return answers;
}

/** Undefined when it cannot be told now. */
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
