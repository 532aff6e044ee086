import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import {
  type Domain,
  keyOf,
  type Measure,
  measuresOf,
  parentsOf,
  type Style,
  styles,
  type Table,
} from './domain.ts';

/** Everybody may see everything: what is measured is how questions are understood. */
const open = [{ group: '*', row_level: { allow_all: true } }];

/** Number of the agent that answers over the model of a style. */
export function agentOf(style: Style): number {
  return styles.indexOf(style) + 1;
}

/**
 * Writes the workspace of a domain: an account with one deployment and one agent for each style, over the same tables.
 * The tables are in `data`, as Parquet (write-tables.ts).
 */
export async function writeWorkspace(domain: Domain, folder: string): Promise<void> {
  const tables = Object.keys(domain.tables).map((table) => [table, `data/${table}.parquet`]);
  const account = {
    name: domain.name,
    deployments: styles.map((style) => ({
      id: agentOf(style),
      name: `${domain.title}, ${style}`,
      model: style,
      dataSource: { type: 'duckdb', tables: Object.fromEntries(tables) },
    })),
    agents: styles.map((style) => ({
      id: agentOf(style),
      name: `${domain.title}, ${style}`,
      deploymentId: agentOf(style),
      model: 'planner',
    })),
  };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'inlay.yml'), stringify({ accounts: [account] }));
  for (const style of styles) {
    await rm(join(folder, style), { recursive: true, force: true });
    await mkdir(join(folder, style));
    await writeFile(join(folder, style, 'model.yml'), stringify(modelOf(domain, style)));
  }
}

/** The model of a domain in one style, as cubes with joins or as views over them. */
export function modelOf(domain: Domain, style: Style): object {
  const names = Object.keys(domain.tables);
  const viewed = domain.viewStyles.includes(style);
  const cubes = Object.entries(domain.tables).map(([name, table]) =>
    cubeOf(domain, style, name, table, viewed),
  );
  if (!viewed) return { cubes };
  const views = names.map((name) => ({
    name: `${name}_overview`,
    ...presented(style, domain.tables[name] as Table),
    cubes: [
      { join_path: name, includes: '*' },
      ...parentsOf(domain, name).map(({ path }) => ({
        join_path: joinPath(domain, name, path),
        includes: '*',
      })),
    ],
    access_policy: open,
  }));
  return { cubes, views };
}

function cubeOf(domain: Domain, style: Style, name: string, table: Table, viewed: boolean): object {
  const columns = Object.entries(table.columns);
  return {
    name,
    sql_table: name,
    ...(viewed ? { public: false } : presented(style, table)),
    joins: columns.flatMap(([column, { to }]) =>
      to === undefined
        ? []
        : [
            {
              name: to,
              relationship: 'many_to_one',
              sql: `{CUBE}.${column} = {${to}}.${keyOf(domain.tables[to] as Table)}`,
            },
          ],
    ),
    dimensions: columns.flatMap(([column, described]) =>
      described.hidden === true && described.key !== true
        ? []
        : [
            {
              name: column,
              sql: column,
              type: described.type,
              ...(described.key === true ? { primary_key: true } : {}),
              ...(described.hidden === true ? { public: false } : presented(style, described)),
              ...formatOf(described.format),
            },
          ],
    ),
    measures: measuresOf(name, table).map((measure) => ({
      name: measure.name,
      ...computed(measure),
      ...presented(style, measure),
      ...formatOf(measure.percent === true ? 'percent' : measure.format),
    })),
    access_policy: open,
  };
}

function computed(measure: Measure): object {
  const { kind, column, metric } = measure;
  if (metric !== undefined && 'where' in metric) {
    return { type: 'count', filters: [{ sql: metric.where.replaceAll('{}', '{CUBE}') }] };
  }
  if (metric !== undefined) {
    return { type: 'number', sql: `1.0 * {${metric.over[0]}} / NULLIF({${metric.over[1]}}, 0)` };
  }
  return kind === 'count' ? { type: 'count' } : { type: kind, sql: column };
}

function presented(style: Style, words: Table | Measure | Table['columns'][string]): object {
  if (style === 'terse') return {};
  const { title, description, synonyms = [], context } = words;
  const meta = {
    ...(synonyms.length === 0 ? {} : { synonyms: [...synonyms] }),
    ...(context === undefined ? {} : { ai_context: context }),
  };
  return {
    title,
    ...(description === undefined ? {} : { description }),
    ...(style === 'documented' && Object.keys(meta).length > 0 ? { meta } : {}),
  };
}

function formatOf(format: string | undefined): object {
  if (format === undefined) return {};
  return format === 'currency' ? { format, currency: 'USD' } : { format };
}

function joinPath(domain: Domain, table: string, path: readonly string[]): string {
  const steps = [table];
  for (const column of path) {
    const { to } = domain.tables[steps.at(-1) ?? '']?.columns[column] ?? {};
    if (to === undefined) throw new Error(`${table}: ${column} leads nowhere.`);
    steps.push(to);
  }
  return steps.join('.');
}
