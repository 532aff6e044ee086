import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { loadConfig } from '../../src/config.ts';
import { openService } from '../../src/service.ts';
import type { AppContext } from '../../src/services/create-services.ts';
import { loadWorkspace } from '../../src/services/workspace/load-workspace.ts';
import { formatProblem, ModelError } from '../../src/yaml/model-error.ts';

/** Of the cube `clubs`. */
export const clubsPolicy = `    access_policy:
      - group: admins
        row_level: { allow_all: true }
      - group: "*"
        conditions:
          - if: "{ userAttributes.country } != 'none'"
        row_level:
          filters:
            - member: country
              operator: equals
              values: ["{ userAttributes.country }"]
`;

/** A small sound workspace, in which a test makes its mistakes. */
const files: Readonly<Record<string, string>> = {
  'inlay.yml': `accounts:
  - name: acme
    groups: [{ name: admins }]
    userAttributes: [{ name: country, type: string }]
    deployments:
      - id: 1
        name: Gym
        model: model
        dashboards: dashboards
        dataSource: { type: duckdb, tables: { visits: visits.csv, clubs: clubs.csv } }
    agents:
      - id: 1
        name: Analyst
        deploymentId: 1
        model: planner
        accessibleViews: [gym]
        certifiedQueries: [{ question: How many visits?, sql: SELECT MEASURE(count) FROM gym }]
`,
  'model/gym.yml': `cubes:
  - name: visits
    sql_table: visits
    joins:
      - { name: clubs, relationship: many_to_one, sql: "{CUBE}.club_id = {clubs}.id" }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: member, sql: "{CUBE}.member", type: string }
      - { name: minutes, sql: "{CUBE}.minutes", type: number }
      - { name: visited_on, sql: "{CUBE}.visited_on", type: time }
    measures:
      - { name: count, type: count }
      - { name: paid, sql: "{CUBE}.paid", type: sum }
    segments:
      - { name: long, sql: "{CUBE}.minutes > 60" }
    access_policy:
      - group: "*"
        row_level: { allow_all: true }
  - name: clubs
    sql_table: clubs
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: country, sql: country, type: string }
${clubsPolicy}views:
  - name: gym
    cubes:
      - { join_path: visits, includes: "*" }
      - { join_path: visits.clubs, includes: [country] }
`,
  'dashboards/gym.yml': `title: Gym
tiles:
  - { name: visits, title: Visits, kind: figure, sql: SELECT MEASURE(count) AS visits FROM gym }
`,
  'visits.csv': `id,club_id,member,minutes,paid,visited_on
1,1,ada,30,9.50,2025-01-02
2,1,bob,90,12.00,2025-01-03
3,2,ada,45,9.50,2025-02-01
`,
  'clubs.csv': 'id,country\n1,DE\n2,FR\n',
};

/** Text of a file to be replaced, which has to be there once, and what replaces it. */
export type Change = readonly [file: string, text: string, replacement: string];

export interface GymWorkspace extends AsyncDisposable {
  readonly path: string;
  readonly dataDir: string;
}

export async function createGymWorkspace(changes: readonly Change[] = []): Promise<GymWorkspace> {
  const folder = await mkdtemp(join(tmpdir(), 'inlay-gym-'));
  const path = join(folder, 'gym');
  const texts = { ...files };
  for (const [file, text, replacement] of changes) {
    const parts = (texts[file] ?? '').split(text);
    if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times ${text}`);
    texts[file] = parts.join(replacement);
  }
  for (const [name, text] of Object.entries(texts)) {
    await mkdir(dirname(join(path, name)), { recursive: true });
    await writeFile(join(path, name), text);
  }
  return {
    path,
    dataDir: join(folder, 'state'),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** A start, and the service that came of it. */
export interface Start extends AsyncDisposable {
  /** Why the service did not start; empty when it did. */
  readonly refusals: readonly string[];
  /** What it has warned of so far. */
  readonly warnings: readonly string[];
  /** Undefined when it did not start. */
  readonly services?: AppContext;
}

const nothing = async () => {};

/** Starts the service over the workspace, as main does. @param dataDir a state that was filled */
export async function startOver({ path }: GymWorkspace, dataDir: string): Promise<Start> {
  const loaded = loadConfig({ WORKSPACE: path, DATA_DIR: dataDir, NODE_ENV: 'production' });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  const read = await loadWorkspace(path, {});
  if (!read.ok) {
    return { refusals: read.problems.map(formatProblem), warnings: [], [Symbol.asyncDispose]: nothing };
  }
  const warnings = read.warnings.map(formatProblem);
  const write = (line: string) => {
    const { level, msg } = JSON.parse(line) as { level: number; msg: string };
    if (level >= 40) warnings.push(msg);
  };
  const ownUrl = () => 'http://127.0.0.1:4000';
  const options = { config: loaded.config, workspace: read.workspace, ownUrl, logger: pino({}, { write }) };
  try {
    const service = await openService(options);
    const { services } = service;
    return { refusals: [], warnings, services, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return { refusals: error.problems.map(formatProblem), warnings, [Symbol.asyncDispose]: nothing };
  }
}
