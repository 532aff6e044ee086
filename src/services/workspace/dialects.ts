import { clickHouseDialect } from '../../engines/clickhouse/dialect.ts';
import type { Dialect } from '../../engines/dialect.ts';
import { duckDbDialect } from '../../engines/duckdb/dialect.ts';
import { postgresDialect } from '../../engines/postgres/dialect.ts';
import type { Workspace } from './parse-workspace.ts';

type SourceType = Workspace['accounts'][number]['deployments'][number]['dataSource']['type'];

/** What SQL is printed in for each type of data source. */
export const dialects: Readonly<Record<SourceType, Dialect>> = {
  duckdb: duckDbDialect,
  postgres: postgresDialect,
  clickhouse: clickHouseDialect,
};
