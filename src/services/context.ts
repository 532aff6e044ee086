import type { Logger } from 'pino';
import type { RecordedEvaluation } from '../contract/evaluations.ts';
import type { ThreadNotice } from '../contract/thread-changes.ts';
import type { PrismaClient } from '../db/generated/client.ts';
import type { Topics } from '../runs/topics.ts';
import type { Limits } from './limits/limits.ts';

/** What every service works with. Time and ids come from here, so that tests can choose them. */
export interface ServiceContext {
  readonly prisma: PrismaClient;
  readonly now: () => Date;
  /** Returns a new UUID of version 7, which sorts by the time of its creation. */
  readonly newId: () => string;
  /** Where clients reach this service, without a trailing slash. */
  readonly publicUrl: string;
  readonly logger: Logger;
  readonly limits: Limits;
  /** Origins whose pages may frame the embedded pages of an account and call the API. */
  readonly embedOrigins: (accountName: string) => readonly string[];
  /** What `inlay eval --record` has written into the workspace in use. */
  readonly evaluations: () => Promise<readonly RecordedEvaluation[]>;
  /** What is told to open pages of users' threads. */
  readonly threadNotices: Topics<ThreadNotice>;
}
