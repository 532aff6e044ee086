import type { QueryEngine } from '../engines/query-engine.ts';
import { type CatalogueTable, type ReadCatalogueRows, readCatalogue } from './catalogue.ts';
import { catalogueQueries } from './catalogue-queries.ts';
import { findJoins } from './joins.ts';
import { findKey, type TableKeys } from './keys.ts';
import { safeName, writeCube } from './write-cube.ts';

export interface GenerateOptions {
  readonly type: keyof typeof catalogueQueries;
  readonly engine: QueryEngine;
  readonly ask: ReadCatalogueRows;
  /** Only this schema. @default the one in which tables are found without naming it, or else all */
  readonly schema?: string | undefined;
  /** Whether tables of the schema are found without naming it. */
  readonly isDefaultSchema: (schema: string) => boolean;
  /** Only these tables. */
  readonly tables?: readonly string[] | undefined;
}

export interface GeneratedModel {
  /** Texts of YAML files by name, such as `orders.yml`. */
  readonly files: ReadonlyMap<string, string>;
  readonly cubes: number;
  readonly joins: number;
  /** Joins that names suggest and values contradict, self-references and the like: for a person to judge. */
  readonly notes: number;
  readonly withoutKey: readonly string[];
}

/** Writes a model from what the catalogue of a source says: a cube for each table, in a file of its own. */
export async function generateModel(options: GenerateOptions): Promise<GeneratedModel> {
  const { engine, type, schema, tables: wanted } = options;
  const { tables } = await readCatalogue(
    engine,
    options.ask,
    catalogueQueries[type],
    (table) =>
      (schema === undefined || table.schema === schema) &&
      (wanted === undefined || wanted.includes(table.name)),
  );
  const keys = new Map<CatalogueTable, TableKeys>();
  for (const table of tables) {
    const key = await findKey(engine, table);
    if (key !== undefined) keys.set(table, key);
  }
  const names = cubeNames(tables);
  const files = new Map<string, string>();
  let [joins, notes] = [0, 0];
  for (const table of tables) {
    const found = await findJoins(engine, table, tables, keys);
    joins += found.joins.length;
    notes += found.notes.length;
    const name = names.get(table) ?? table.name;
    const content = writeCube({
      table,
      name,
      key: keys.get(table),
      found,
      names,
      quoteName: (part) => engine.dialect.quoteName(part),
      withSchema: !options.isDefaultSchema(table.schema),
    });
    files.set(`${name}.yml`, content);
  }
  const withoutKey = tables.filter((table) => !keys.has(table)).map(({ name }) => name);
  return { files, cubes: tables.length, joins, notes, withoutKey };
}

/** The names of tables, with the schema where two have the same. */
function cubeNames(tables: readonly CatalogueTable[]): ReadonlyMap<CatalogueTable, string> {
  const taken = new Set<string>();
  return new Map(
    tables.map((table) => {
      const plain = safeName(table.name);
      const name = taken.has(plain) ? safeName(`${table.schema}_${table.name}`) : plain;
      taken.add(name);
      return [table, name];
    }),
  );
}
