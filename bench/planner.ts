/**
 * Time that the embedded planner takes to understand a question over 10,000 members: `node bench/planner.ts`.
 * The budget is a p95 under 100 ms. It is measured in processor time, so that a busy machine does not count.
 */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readThread } from '../src/planner/dialogue/thread-reader.ts';
import { loadDataModel } from '../src/semantic/model/load-model.ts';
import { createMetadataIndex } from '../src/semantic/search/metadata-index.ts';

const subjects = [
  'orders',
  'customers',
  'invoices',
  'shipments',
  'tickets',
  'visits',
  'payments',
  'campaigns',
];
const qualities = ['net', 'gross', 'late', 'open', 'closed', 'new', 'returned', 'planned'];
const things = ['revenue', 'cost', 'margin', 'duration', 'weight', 'price', 'discount', 'tax'];
const kinds = ['region', 'city', 'channel', 'category', 'status', 'segment', 'brand', 'team'];
const members = 10_000;
const perCube = 50;

/** Each eighth cube is what the seven after it refer to. */
function cubeYaml(index: number): string {
  const pick = (list: readonly string[], n: number): string => list[(n * 7 + index * 3) % list.length] ?? '';
  const name = `${subjects[index % 8]}_${index}`;
  const target = `${subjects[0]}_${index - (index % 8)}`;
  const dimensions = Array.from({ length: perCube / 2 }, (_, n) => {
    const title = `${pick(qualities, n)} ${pick(kinds, n + 1)} ${n}`;
    return `      - { name: d_${n}, type: string, sql: d_${n}, title: "${title}", description: "The ${title} of the ${name}" }`;
  });
  const measures = Array.from({ length: perCube / 2 - 1 }, (_, n) => {
    const title = `${pick(qualities, n + 2)} ${pick(things, n)} ${n}`;
    return `      - { name: m_${n}, type: ${n % 2 === 0 ? 'sum' : 'avg'}, sql: m_${n}, title: "${title}" }`;
  });
  return [
    `  - name: ${name}`,
    `    sql_table: ${name}`,
    ...(index % 8 === 0
      ? []
      : [
          '    joins:',
          `      - { name: ${target}, relationship: many_to_one, sql: "{CUBE}.x = {${target}}.d_0" }`,
        ]),
    '    dimensions:',
    `      - { name: id, type: number, sql: id, primary_key: true, public: true }`,
    ...dimensions,
    '    measures:',
    '      - { name: count, type: count }',
    ...measures,
  ].join('\n');
}

const asked = subjects.flatMap((subject, at) => {
  const [quality, thing, kind, other] = [qualities, things, kinds, kinds].map(
    (list, n) => list[(at + n * 3) % 8],
  );
  return [
    `How many ${subject} are there per ${kind}?`,
    `top 5 ${kind} by ${quality} ${thing}`,
    `Which ${subject} have no ${other}?`,
    `average ${thing} of ${subject} in Town 3 by ${kind}, highest first`,
    `Is the ${quality} ${thing} higher for Town 1 than for Town 2?`,
    `share of ${subject} with a ${thing} over 100 in each ${other}`,
  ];
});

const folder = await mkdtemp(join(tmpdir(), 'inlay-bench-'));
try {
  const cubes = Array.from({ length: members / perCube }, (_, index) => cubeYaml(index));
  for (const [at, cube] of cubes.entries()) await writeFile(join(folder, `${at}.yml`), `cubes:\n${cube}\n`);
  const { model } = await loadDataModel(folder);
  const index = createMetadataIndex(model);
  const towns = { values: Array.from({ length: 20 }, (_, value) => `Town ${value}`), valuesComplete: true };
  const samples = new Map([...model.cubes.keys()].map((cube) => [`${cube}.d_1`, towns]));
  const viewer = { userAttributes: {}, groups: [], securityContext: {} };
  const times: number[] = [];
  for (const round of [0, 1, 2])
    for (const question of asked) {
      const found = index.search(question, { viewer, samples });
      const before = process.cpuUsage();
      readThread([], found, '2026-01-01').understand(question);
      const { user, system } = process.cpuUsage(before);
      // The first round also compiles the code that the others run.
      if (round > 0) times.push((user + system) / 1_000);
    }
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(0);
  console.log(
    `${members} members, ${times.length} questions: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms (budget: 100 ms)`,
  );
} finally {
  await rm(folder, { recursive: true });
}
