import { glob, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError, type Issue } from '../../errors.ts';
import { quoteIdentifier, quoteLiteral } from '../../quoting.ts';

/** A value of an option of `read_csv` and similar functions of DuckDB; no expressions. */
type ReaderOption = ReaderScalar | readonly ReaderScalar[] | { readonly [name: string]: ReaderScalar };

type ReaderScalar = string | number | boolean;

/** A file or glob relative to the source's folder: csv, tsv, txt, parquet, json, jsonl or ndjson, also gzipped. */
export type TableSource =
  | string
  | { readonly file: string; readonly options?: Readonly<Record<string, ReaderOption>> | undefined };

export interface ResolvedTable {
  readonly name: string;
  /** Quoted, ready for SQL; with its schema when the name has one. */
  readonly identifier: string;
  readonly schema: string | undefined;
  /** Real paths, all inside the folder. */
  readonly files: readonly string[];
  readonly bytes: number;
  readonly format: Format;
  /** `read_parquet([…], …)`, ready for SQL. */
  readonly reader: string;
}

type Format = 'csv' | 'parquet' | 'json';

const formatsByExtension: ReadonlyMap<string, Format> = new Map([
  ['.csv', 'csv'],
  ['.tsv', 'csv'],
  ['.txt', 'csv'],
  ['.parquet', 'parquet'],
  ['.json', 'json'],
  ['.jsonl', 'json'],
  ['.ndjson', 'json'],
]);

/**
 * The files behind each table.
 * @throws AppError `VALIDATION_FAILED` (a name, path or option that can never work) or `DATA_SOURCE_UNAVAILABLE`
 *   (only files are missing); `issues` lists every problem with its path under `tables`.
 */
export async function resolveTables(
  folder: string,
  tables: Readonly<Record<string, TableSource>>,
): Promise<readonly ResolvedTable[]> {
  const root = await realpath(folder).catch(() => undefined);
  if (root === undefined) {
    throw new AppError('DATA_SOURCE_UNAVAILABLE', 'The folder of the data source does not exist.');
  }
  const resolved: ResolvedTable[] = [];
  const invalid: Issue[] = [];
  const missing: Issue[] = [];
  for (const [name, source] of Object.entries(tables)) {
    const file = typeof source === 'string' ? source : source.file;
    const options = typeof source === 'string' ? {} : (source.options ?? {});
    const problems = [
      ...nameIssues(name),
      ...pathIssues(`tables.${name}`, file),
      ...optionIssues(name, options),
    ];
    if (problems.length > 0) {
      invalid.push(...problems);
      continue;
    }
    const found = await findFiles(root, file);
    if (found.outside !== undefined) {
      invalid.push({ path: `tables.${name}`, message: `${found.outside} is outside the workspace.` });
    } else if (found.files.length === 0) {
      missing.push({
        path: `tables.${name}`,
        message: `No file matches ${file}. Paths are relative to the folder of the workspace.`,
      });
    } else {
      resolved.push(await resolveTable(name, file, found.files, options));
    }
  }
  const issues = [...invalid, ...missing];
  if (issues.length > 0) {
    throw new AppError(
      invalid.length > 0 ? 'VALIDATION_FAILED' : 'DATA_SOURCE_UNAVAILABLE',
      'The tables of the data source cannot be read.',
      { issues },
    );
  }
  return resolved;
}

/**
 * The real path of a file inside the folder.
 * @throws AppError `VALIDATION_FAILED` if it is outside, `DATA_SOURCE_UNAVAILABLE` if it is missing
 */
export async function resolveFile(folder: string, file: string): Promise<string> {
  const [issue] = pathIssues('database', file);
  const root = await realpath(folder).catch(() => folder);
  const real = await realpath(path.join(root, file)).catch(() => undefined);
  if (issue !== undefined || (real !== undefined && !isInside(root, real))) {
    throw new AppError('VALIDATION_FAILED', `${file} is outside the workspace.`, {
      issues: [{ path: 'database', message: `${file} is outside the workspace.` }],
    });
  }
  if (real === undefined) {
    throw new AppError('DATA_SOURCE_UNAVAILABLE', `The database file ${file} does not exist.`, {
      issues: [
        {
          path: 'database',
          message: `No file matches ${file}. Paths are relative to the folder of the workspace.`,
        },
      ],
    });
  }
  return real;
}

async function resolveTable(
  name: string,
  file: string,
  files: readonly string[],
  options: Readonly<Record<string, ReaderOption>>,
): Promise<ResolvedTable> {
  const [schema, table] = name.includes('.') ? name.split('.') : [undefined, name];
  const format = formatOf(file) ?? 'csv';
  const sizes = await Promise.all(files.map(async (each) => (await stat(each)).size));
  const list = `[${files.map(quoteLiteral).join(', ')}]`;
  const settings = Object.entries(options).map(([option, value]) => `, ${option} = ${optionLiteral(value)}`);
  return {
    name,
    schema,
    identifier: [schema, table]
      .flatMap((each) => (each === undefined ? [] : [quoteIdentifier(each)]))
      .join('.'),
    files,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    format,
    reader: `read_${format}(${list}${settings.join('')})`,
  };
}

async function findFiles(
  root: string,
  pattern: string,
): Promise<{ files: readonly string[]; outside?: string }> {
  const literal = path.join(root, pattern);
  const exists = await stat(literal).then(
    (entry) => entry.isFile(),
    () => false,
  );
  const matches = exists ? [pattern] : await Array.fromAsync(glob(pattern, { cwd: root }));
  const files: string[] = [];
  for (const match of matches.toSorted()) {
    const real = await realpath(path.join(root, match)).catch(() => undefined);
    if (real !== undefined && !isInside(root, real)) {
      return { files: [], outside: match };
    }
    if (real !== undefined && (await stat(real)).isFile()) {
      files.push(real);
    }
  }
  return { files };
}

function isInside(root: string, real: string): boolean {
  const relative = path.relative(root, real);
  return relative !== '' && !path.isAbsolute(relative) && relative.split(path.sep)[0] !== '..';
}

function formatOf(file: string): Format | undefined {
  return formatsByExtension.get(path.extname(file.toLowerCase().replace(/\.gz$/, '')));
}

function nameIssues(name: string): Issue[] {
  return /^[A-Za-z_][\w$-]*(\.[A-Za-z_][\w$-]*)?$/.test(name)
    ? []
    : [{ path: `tables.${name}`, message: `${JSON.stringify(name)} is not a table name.` }];
}

function pathIssues(at: string, file: string): Issue[] {
  if (path.isAbsolute(file) || /^[a-z][a-z0-9+.-]*:/i.test(file) || file.split(/[\\/]/).includes('..')) {
    return [
      { path: at, message: `${file} is outside the workspace. Use a path inside, relative to its folder.` },
    ];
  }
  if (at !== 'database' && formatOf(file) === undefined) {
    return [{ path: at, message: `${file} is not one of ${[...formatsByExtension.keys()].join(', ')}.` }];
  }
  return [];
}

function optionIssues(name: string, options: Readonly<Record<string, ReaderOption>>): Issue[] {
  return Object.keys(options)
    .filter((option) => !/^[a-z][a-z0-9_]*$/i.test(option))
    .map((option) => ({
      path: `tables.${name}.options.${option}`,
      message: `${JSON.stringify(option)} is not an option of a reader.`,
    }));
}

function optionLiteral(value: ReaderOption): string {
  if (typeof value !== 'object') {
    return scalarLiteral(value);
  }
  if (isList(value)) {
    return `[${value.map(scalarLiteral).join(', ')}]`;
  }
  const fields = Object.entries(value).map(([key, item]) => `${quoteLiteral(key)}: ${scalarLiteral(item)}`);
  return `{${fields.join(', ')}}`;
}

function isList(value: ReaderOption): value is readonly ReaderScalar[] {
  return Array.isArray(value);
}

function scalarLiteral(value: ReaderScalar): string {
  return typeof value === 'string' ? quoteLiteral(value) : String(value);
}
