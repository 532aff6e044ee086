import type { ColumnType } from '../contract/columns.ts';
import type { QueryEngine, Row } from '../engines/query-engine.ts';
import { quoteIdentifier } from '../quoting.ts';

/** What a data source says about its tables. */
export interface Catalogue {
  readonly tables: readonly CatalogueTable[];
}

export interface CatalogueTable {
  readonly schema: string;
  readonly name: string;
  readonly comment: string | undefined;
  readonly columns: readonly CatalogueColumn[];
  /** Empty if the source knows none. */
  readonly primaryKey: readonly string[];
  /** Columns that no two rows share, besides the primary key. */
  readonly uniques: readonly (readonly string[])[];
  readonly foreignKeys: readonly ForeignKey[];
}

export interface CatalogueColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly comment: string | undefined;
  /** SQL that makes a text of it, with `?` in its place; undefined where it is one, or is no text to the service either. */
  readonly asText: string | undefined;
}

export interface ForeignKey {
  /** Of the constraint. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly schema: string;
  readonly table: string;
  readonly targetColumns: readonly string[];
}

/** A statement in the catalogue of a source; each of its rows is one JSON text. */
export interface CatalogueQueries {
  /** `{schema, table, column?, comment}` of tables and columns. */
  readonly comments: string;
  /** `{schema, table, kind: 'p' | 'u' | 'f', name, columns, target?: {schema, table, columns}}`; none if it knows no keys. */
  readonly keys: string | undefined;
  /**
   * `{schema, table, column, call}` of columns that are shown as texts and that functions of texts refuse; none if there are none
   * in such a source.
   */
  readonly shownAs: string | undefined;
}

interface Comment {
  readonly schema: string;
  readonly table: string;
  readonly column?: string | null;
  readonly comment: string;
}

interface ShownAs {
  readonly schema: string;
  readonly table: string;
  readonly column: string;
  readonly call: string;
}

interface Key {
  readonly schema: string;
  readonly table: string;
  readonly kind: 'p' | 'u' | 'f';
  readonly name: string;
  readonly columns: readonly string[];
  readonly target?: { readonly schema: string; readonly table: string; readonly columns: readonly string[] };
}

const timeoutMs = 30_000;

/** Runs a statement in the catalogue, which a locked engine may not read. */
export type ReadCatalogueRows = (sql: string) => Promise<readonly (readonly unknown[])[]>;

/** Reads the tables of a source. @param wanted whether a table is of interest */
export async function readCatalogue(
  engine: QueryEngine,
  ask: ReadCatalogueRows,
  queries: CatalogueQueries,
  wanted: (table: { readonly schema: string; readonly name: string }) => boolean,
): Promise<Catalogue> {
  const comments = await readJson<Comment>(ask, queries.comments);
  const keys = queries.keys === undefined ? [] : await readJson<Key>(ask, queries.keys);
  const shownAs = queries.shownAs === undefined ? [] : await readJson<ShownAs>(ask, queries.shownAs);
  const tables: CatalogueTable[] = [];
  for (const { schema, name } of (await engine.listTables()).filter(wanted)) {
    const columns = await engine.describeTable(`${quoteIdentifier(schema)}.${quoteIdentifier(name)}`);
    const of = <Item extends { schema: string; table: string }>(items: readonly Item[]) =>
      items.filter((item) => item.schema === schema && item.table === name);
    const said = of(comments);
    const commentOf = (column?: string) =>
      said.find((comment) => (comment.column ?? undefined) === column)?.comment;
    const own = of(keys);
    const calls = new Map(of(shownAs).map(({ column, call }) => [column, call]));
    tables.push({
      schema,
      name,
      comment: commentOf(),
      columns: (columns ?? []).map((column) => ({
        name: column.name,
        type: column.columnType,
        comment: commentOf(column.name),
        asText: column.columnType === 'String' ? calls.get(column.name) : undefined,
      })),
      primaryKey: own.find(({ kind }) => kind === 'p')?.columns ?? [],
      uniques: own.filter(({ kind }) => kind === 'u').map(({ columns }) => columns),
      foreignKeys: own.flatMap(({ kind, name: constraint, columns, target }) =>
        kind !== 'f' || target === undefined
          ? []
          : [
              {
                name: constraint,
                columns,
                schema: target.schema,
                table: target.table,
                targetColumns: target.columns,
              },
            ],
      ),
    });
  }
  return { tables };
}

/** Runs a statement of the generator's own. */
export async function readRows(engine: QueryEngine, sql: string): Promise<readonly Row[]> {
  await using result = await engine.query({ sql, params: [] }, { timeoutMs });
  const rows: Row[] = [];
  for await (const chunk of result.chunks) rows.push(...chunk);
  return rows;
}

export function tableSql({ dialect }: QueryEngine, { schema, name }: CatalogueTable): string {
  return `${dialect.quoteName(schema)}.${dialect.quoteName(name)}`;
}

async function readJson<Item>(ask: ReadCatalogueRows, sql: string): Promise<readonly Item[]> {
  const rows = await ask(sql);
  return rows.map(([json]) => (typeof json === 'string' ? JSON.parse(json) : json) as Item);
}
