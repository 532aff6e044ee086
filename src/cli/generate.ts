import { randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { stringify } from 'yaml';
import type { QueryEngine } from '../engines/query-engine.ts';
import { AppError } from '../errors.ts';
import { type ReadCatalogueRows, readRows } from '../generate/catalogue.ts';
import { type GeneratedModel, generateModel } from '../generate/generate-model.ts';
import { generatedGroup, safeName } from '../generate/write-cube.ts';
import { prepareFolder } from './init.ts';
import { CommandError } from './workspace-folder.ts';

const accountName = 'main';

export interface GenerateCommand {
  readonly from: readonly string[];
  readonly to: string;
  readonly schema?: string | undefined;
  readonly tables?: readonly string[] | undefined;
}

/** A data source, opened for its catalogue, and how `inlay.yml` names it. */
interface Source extends AsyncDisposable {
  readonly type: 'postgres' | 'duckdb' | 'clickhouse';
  readonly engine: QueryEngine;
  readonly ask: ReadCatalogueRows;
  readonly written: object;
  readonly isDefaultSchema: (schema: string) => boolean;
  /** What has to be in the environment for a start. */
  readonly environment: string | undefined;
}

/** Writes a workspace over a data source. @returns what was found and what to do next @throws CommandError */
export async function generateWorkspace(command: GenerateCommand): Promise<string> {
  const { to } = command;
  await prepareFolder(to);
  try {
    return await generateInto(command);
  } catch (error) {
    // The same command has to work once what was wrong is mended.
    for (const name of await readdir(to)) await rm(join(to, name), { recursive: true });
    throw error;
  }
}

async function generateInto(command: GenerateCommand): Promise<string> {
  const { to, schema, tables } = command;
  let model: GeneratedModel;
  let source: Source;
  try {
    source = await openSource(command);
    await using _source = source;
    const { type, engine, ask, isDefaultSchema } = source;
    model = await generateModel({ type, engine, ask, schema, tables, isDefaultSchema });
  } catch (error) {
    if (error instanceof AppError) throw new CommandError(error.message);
    throw error;
  }
  if (model.cubes === 0)
    throw new CommandError('No table was found there. Do --schema and --tables name what exists?');
  await mkdir(join(to, 'model'));
  for (const [name, text] of model.files) await writeFile(join(to, 'model', name), text);
  await writeFile(join(to, 'inlay.yml'), workspaceText(source.written));
  return report(to, model, source.environment);
}

async function openSource({ from, to, schema }: GenerateCommand): Promise<Source> {
  const [first = ''] = from;
  if (/^postgres(ql)?:\/\//.test(first)) {
    const { createPostgresEngine } = await import('../engines/postgres/engine.ts');
    const engine = await createPostgresEngine({ url: first, schema });
    const found = schema ?? 'public';
    const written = {
      type: 'postgres',
      url: '${WAREHOUSE_URL}',
      ...(schema === undefined ? {} : { schema }),
    };
    return source(
      'postgres',
      engine,
      written,
      (name) => name === found,
      `WAREHOUSE_URL='${withoutPassword(first)}'`,
    );
  }
  if (/^clickhouse\+https?:\/\//.test(first)) {
    const { createClickHouseEngine } = await import('../engines/clickhouse/engine.ts');
    const url = new URL(first.replace('clickhouse+', ''));
    const database = url.pathname.replace(/^\//, '') || 'default';
    const username = decodeURIComponent(url.username) || 'default';
    const engine = await createClickHouseEngine({
      url: url.origin,
      database,
      username,
      password: decodeURIComponent(url.password),
    });
    const written = {
      type: 'clickhouse',
      url: url.origin,
      database,
      username,
      password: '${WAREHOUSE_PASSWORD}',
    };
    return source('clickhouse', engine, written, (name) => name === database, 'WAREHOUSE_PASSWORD=…');
  }
  const written = await copyFiles(from, to);
  const { createDuckDbEngine } = await import('../engines/duckdb/engine.ts');
  const engine = await createDuckDbEngine({ folder: to, ...written });
  // The service's own DuckDB shows no catalogue; files have none.
  const ask = 'database' in written ? await duckDbCatalogue(join(to, written.database)) : async () => [];
  const opened = source(
    'duckdb',
    engine,
    { type: 'duckdb', ...written },
    (name) => name === 'main',
    undefined,
  );
  return { ...opened, ask };
}

async function duckDbCatalogue(file: string): Promise<ReadCatalogueRows> {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  return async (sql) => {
    const instance = await DuckDBInstance.create(file, { access_mode: 'READ_ONLY' });
    try {
      const connection = await instance.connect();
      const result = await connection.runAndReadAll(sql);
      return result.getRowsJson();
    } finally {
      instance.closeSync();
    }
  };
}

function source(
  type: Source['type'],
  engine: QueryEngine,
  written: object,
  isDefaultSchema: (schema: string) => boolean,
  environment: string | undefined,
): Source {
  return {
    type,
    engine,
    ask: (sql) => readRows(engine, sql),
    written,
    isDefaultSchema,
    environment,
    [Symbol.asyncDispose]: async () => engine[Symbol.asyncDispose](),
  };
}

/** Puts files into the workspace, outside of which it reads none. @returns them as a data source names them */
async function copyFiles(
  from: readonly string[],
  to: string,
): Promise<{ readonly database: string } | { readonly tables: Record<string, string> }> {
  await mkdir(join(to, 'data'));
  const names = new Map<string, string>();
  for (const path of from) {
    const found = await stat(path).catch(() => undefined);
    if (found?.isFile() !== true)
      throw new CommandError(`${path} is neither a file nor a URL of a database.`);
    const file = `data/${basename(path)}`;
    await cp(path, join(to, file));
    if (/^\.(duckdb|db|ddb)$/i.test(extname(path)) && from.length === 1) return { database: file };
    const name = safeName(basename(path, extname(path)).replace(/\.(csv|json|ndjson)$/i, ''));
    names.set(names.has(name) ? `${name}_${randomUUID().slice(0, 4)}` : name, file);
  }
  return { tables: Object.fromEntries(names) };
}

function workspaceText(dataSource: object): string {
  const account = {
    name: accountName,
    embedOrigins: [],
    groups: [
      {
        name: generatedGroup,
        description: 'See all rows, until the access policies of the model say otherwise',
      },
    ],
    userAttributes: [],
    deployments: [{ id: 1, name: 'Data', model: 'model', dataSource }],
    agents: [{ id: 1, name: 'Analyst', deploymentId: 1, model: 'planner' }],
  };
  return `# yaml-language-server: $schema=.schemas/workspace.json\n${stringify({ accounts: [account] })}`;
}

function withoutPassword(url: string): string {
  const parsed = new URL(url);
  if (parsed.password !== '') parsed.password = 'PASSWORD';
  return parsed.href;
}

function report(
  to: string,
  { cubes, joins, notes, withoutKey }: GeneratedModel,
  environment?: string,
): string {
  const keys =
    withoutKey.length === 0 ? '' : `No key was found for ${withoutKey.join(', ')}: add primary_key.\n`;
  const judge =
    notes === 0
      ? ''
      : `${notes} further ${notes === 1 ? 'relation is a comment' : 'relations are comments'} in the files ("Not joined"): judge ${notes === 1 ? 'it' : 'them'}.\n`;
  const set = environment === undefined ? '' : `  export ${environment}\n`;
  return `${cubes} ${cubes === 1 ? 'cube' : 'cubes'} and ${joins} ${joins === 1 ? 'join' : 'joins'} are in ${to}/model, each join with what speaks for it.
${keys}${judge}Only the group "${generatedGroup}" sees rows: fill in the access policies. Then:

${set}  inlay check ${to}
  inlay start ${to}

starts it on http://127.0.0.1:4000 and says where the admin key is. Ask as a member of the group:

  curl -N http://127.0.0.1:4000/api/v1/public/${accountName}/agents/1/chat/stream-chat-state \\
    -H "Authorization: Api-Key $ADMIN_API_KEY" -H 'Content-Type: application/json' \\
    -d '{"input": "What can I ask?", "sessionSettings": {"externalId": "emma", "groups": ["${generatedGroup}"]}}'
`;
}
