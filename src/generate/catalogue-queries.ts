import type { CatalogueQueries } from './catalogue.ts';

/** How each type of data source is asked for what its catalogue says. */
export const catalogueQueries: Readonly<Record<'postgres' | 'duckdb' | 'clickhouse', CatalogueQueries>> = {
  postgres: {
    comments: `
      SELECT CAST(json_build_object('schema', n.nspname, 'table', c.relname, 'column', a.attname, 'comment', d.description) AS text)
      FROM pg_description d
      JOIN pg_class c ON c.oid = d.objoid
      JOIN pg_namespace n ON n.oid = c.relnamespace
      LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.objsubid AND d.objsubid > 0
      WHERE d.classoid = CAST('pg_class' AS regclass) AND c.relkind IN ('r', 'v', 'm', 'f', 'p')`,
    keys: `
      SELECT CAST(json_build_object('schema', n.nspname, 'table', c.relname, 'kind', k.contype, 'name', k.conname,
        'columns', (SELECT json_agg(a.attname ORDER BY u.at) FROM unnest(k.conkey) WITH ORDINALITY u(number, at)
          JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = u.number),
        'target', CASE WHEN k.contype = 'f' THEN json_build_object('schema', fn.nspname, 'table', f.relname,
          'columns', (SELECT json_agg(a.attname ORDER BY u.at) FROM unnest(k.confkey) WITH ORDINALITY u(number, at)
            JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = u.number)) END) AS text)
      FROM pg_constraint k
      JOIN pg_class c ON c.oid = k.conrelid
      JOIN pg_namespace n ON n.oid = c.relnamespace
      LEFT JOIN pg_class f ON f.oid = k.confrelid
      LEFT JOIN pg_namespace fn ON fn.oid = f.relnamespace
      WHERE k.contype IN ('p', 'u', 'f') ORDER BY n.nspname, c.relname, k.conkey`,
    // A cast of an address writes /32 behind that of a host, which it is not shown with.
    shownAs: `
      SELECT CAST(json_build_object('schema', n.nspname, 'table', c.relname, 'column', a.attname,
        'call', CASE WHEN a.atttypid = CAST('inet' AS regtype) THEN 'abbrev(?)' ELSE 'CAST(? AS text)' END) AS text)
      FROM pg_attribute a
      JOIN pg_class c ON c.oid = a.attrelid
      JOIN pg_namespace n ON n.oid = c.relnamespace
      JOIN pg_type t ON t.oid = a.atttypid
      WHERE c.relkind IN ('r', 'v', 'm', 'f', 'p') AND a.attnum > 0 AND NOT a.attisdropped AND t.typcategory <> 'S'
        AND n.nspname <> 'pg_catalog' AND n.nspname <> 'information_schema'`,
  },
  duckdb: {
    comments: `
      SELECT CAST(json_object('schema', schema_name, 'table', table_name, 'column', column_name, 'comment', comment) AS VARCHAR)
      FROM duckdb_columns() WHERE comment IS NOT NULL
      UNION ALL
      SELECT CAST(json_object('schema', schema_name, 'table', table_name, 'column', NULL, 'comment', comment) AS VARCHAR)
      FROM duckdb_tables() WHERE comment IS NOT NULL`,
    keys: `
      SELECT CAST(json_object('schema', schema_name, 'table', table_name, 'name', coalesce(constraint_name, ''),
        'kind', CASE constraint_type WHEN 'PRIMARY KEY' THEN 'p' WHEN 'UNIQUE' THEN 'u' ELSE 'f' END,
        'columns', constraint_column_names, 'target', CASE WHEN referenced_table IS NOT NULL AND referenced_table <> '' THEN
          json_object('schema', schema_name, 'table', referenced_table, 'columns', referenced_column_names) END) AS VARCHAR)
      FROM duckdb_constraints() WHERE constraint_type IN ('PRIMARY KEY', 'UNIQUE', 'FOREIGN KEY')`,
    shownAs: undefined,
  },
  clickhouse: {
    // Its primary key orders rows, and does not make them unique.
    comments: `
      SELECT toJSONString(map('schema', database, 'table', name, 'comment', comment)) FROM system.tables WHERE comment <> ''
      UNION ALL
      SELECT toJSONString(map('schema', database, 'table', table, 'column', name, 'comment', comment))
      FROM system.columns WHERE comment <> ''`,
    keys: undefined,
    shownAs: undefined,
  },
};
