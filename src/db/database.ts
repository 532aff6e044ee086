import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { metrics } from '../telemetry/metrics.ts';
import type { OpenDatabaseOptions } from './connections.ts';
import { PrismaClient } from './generated/client.ts';
import { migrate, requireMigrated } from './migrate.ts';
import { readMigrations } from './migrations.ts';
import { openPGlite } from './pglite.ts';
import { openPostgres } from './postgres.ts';
import { runDirectly } from './sql.ts';

/** The state, open and migrated. Disposing it ends its connections and unlocks the data directory. */
export interface Database extends AsyncDisposable {
  /**
   * On PGlite everything shares one connection: inside an interactive transaction, use only the client that it provides;
   * the outer one would wait for the transaction to end.
   */
  readonly prisma: PrismaClient;
  readonly kind: DatabaseKind;
  /** Resolves if the database answers a query, else rejects. */
  ping(): Promise<void>;
}

export type DatabaseKind = 'pglite' | 'postgres';

/** Maximum time to wait for a connection, and to keep a transaction open. */
const transactionOptions = { maxWait: 10_000, timeout: 15_000 };

/** Maximum number of prepared statements per connection; any others are planned each time. */
const maxPreparedStatements = 500;

/**
 * Opens the state on PostgreSQL (`databaseUrl`) or PGlite, and applies the migrations of this version. Sessions run in UTC.
 *
 * @throws StateError `locked` if another process holds `dataDir`, `unusable` if it cannot be used; `unreachable` if PostgreSQL does not respond;
 * `unsupported` if it is too old or does not use UTF8; `migrations` as in `migrate`.
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  await using stack = new AsyncDisposableStack();
  const { databaseUrl, logger } = options;
  // It is awaited below, and may reject before.
  options.mayWrite?.catch(() => undefined);
  // A new data directory would be written at once.
  if (!databaseUrl) await options.mayWrite;
  const connections = databaseUrl
    ? await openPostgres(databaseUrl, options)
    : await openPGlite(options.dataDir, options);
  const { pool } = stack.use(connections);
  const prisma = createPrismaClient(pool, options.onStatement);
  stack.defer(() => prisma.$disconnect());
  // Loads the query compiler, while others wait for data.
  await prisma.$connect();

  await options.mayWrite;
  const client = await pool.connect();
  try {
    const migrations = options.migrations ?? (await readMigrations());
    if (options.autoMigrate === false) await requireMigrated(client, migrations);
    const applied = await migrate(client, migrations);
    if (applied.length > 0) logger?.info({ migrations: applied }, 'database migrated');
  } finally {
    client.release();
  }

  stack.use(
    metrics.databaseConnections.observe(() => [
      [pool.totalCount - pool.idleCount, { state: 'busy' }],
      [pool.idleCount, { state: 'idle' }],
      [pool.waitingCount, { state: 'waiting' }],
    ]),
  );
  const disposables = stack.move();
  return {
    prisma,
    kind: databaseUrl ? 'postgres' : 'pglite',
    async ping() {
      await pool.query('SELECT 1');
    },
    [Symbol.asyncDispose]: () => disposables.disposeAsync(),
  };
}

function createPrismaClient(pool: pg.Pool, onStatement?: (sql: string) => void): PrismaClient {
  const statementNameGenerator = nameStatements(maxPreparedStatements);
  const adapter = new PrismaPg(pool, { statementNameGenerator });
  const prisma = onStatement
    ? observed(new PrismaClient({ adapter, transactionOptions, log: [{ emit: 'event', level: 'query' }] }))
    : new PrismaClient({ adapter, transactionOptions });
  runDirectly(prisma, pool, statementNameGenerator, onStatement);
  return prisma;

  function observed(client: PrismaClient<'query'>): PrismaClient {
    client.$on('query', ({ query }) => onStatement?.(query));
    return client as PrismaClient;
  }
}

/** Names the first `limit` distinct statements, so that connections keep them prepared. */
function nameStatements(limit: number): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    let name = names.get(sql);
    if (name === undefined && names.size < limit) {
      name = `s${names.size}`;
      names.set(sql, name);
    }
    // An empty name is PostgreSQL's unnamed statement.
    return name ?? '';
  };
}
