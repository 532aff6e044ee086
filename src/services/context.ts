import type { Logger } from 'pino';
import type { PrismaClient } from '../db/generated/client.ts';
import type { Limits } from './limits/limits.ts';

/** What every service works with. Time, ids and chance come in here, so that a test can choose them. */
export interface ServiceContext {
  readonly prisma: PrismaClient;
  readonly now: () => Date;
  /** A new UUID of version 7: sorts by the time it was made. */
  readonly newId: () => string;
  /** Where clients reach this service, without a trailing slash. */
  readonly publicUrl: string;
  readonly logger: Logger;
  readonly limits: Limits;
}
