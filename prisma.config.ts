import { defineConfig } from 'prisma/config';

const { DATABASE_URL: url } = process.env;

/** Read by the Prisma command line only; the service itself never loads it. */
export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  ...(url ? { datasource: { url } } : {}),
});
