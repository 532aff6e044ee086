import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { evaluationsFile, type RecordedEvaluation } from '../../src/contract/evaluations.ts';
import { readEvaluations } from '../../src/services/workspace/read-evaluations.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

let folder: string;
let service: TestService;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inlay-evaluations-'));
  service = await openTestService({
    accounts: [{ name: 'acme' }, { name: 'rival' }],
    evaluations: () => readEvaluations(folder),
  });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const evaluation: RecordedEvaluation = {
  ...{ at: '2026-02-01T10:00:00.000Z', account: 'acme', agent: 1, model: 'planner', questions: 'q.jsonl' },
  ...{ asked: 20, right: 15, wrong: 1, declined: 3, failed: 1 },
};

const write = (lines: readonly (object | string)[]) =>
  writeFile(
    join(folder, evaluationsFile),
    lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
  );

async function read(key: string) {
  const query =
    '{ agents { edges { node { agentId evaluations { at model questions asked right wrong declined failed } } } } }';
  const { data, code } = await service.graphql(query, {}, key);
  return (
    code ??
    data.agents.edges.map(({ node }: { node: { evaluations: { at: string }[] } }) =>
      node.evaluations.map(({ at }) => at.slice(0, 10)),
    )
  );
}

it('the evaluations of an agent are its own, oldest first, for administrators of its account', async () => {
  const { adminKey, chatKey } = service.account('acme');
  expect(await read(adminKey)).toEqual([[], []]);
  await write([
    { ...evaluation, at: '2026-02-03T10:00:00.000Z' },
    evaluation,
    { ...evaluation, agent: 2, at: '2026-02-04T10:00:00.000Z' },
    { ...evaluation, account: 'rival', at: '2026-02-05T10:00:00.000Z' },
  ]);
  expect(await read(adminKey)).toEqual([['2026-02-01', '2026-02-03'], ['2026-02-04']]);
  expect(await read(service.account('rival').adminKey)).toEqual([['2026-02-05'], []]);
  expect(await read(chatKey)).toBe('FORBIDDEN');
});

it('lines that are no evaluation are left out, and only the end of a long file is read', async () => {
  await write(['not JSON', { ...evaluation, right: -1 }, { at: 'yesterday' }, evaluation, '{"at": "2026-']);
  expect(await readEvaluations(folder)).toEqual([evaluation]);
  const old = { ...evaluation, questions: 'old.jsonl' };
  await write([...Array.from({ length: 10_000 }, () => old), evaluation]);
  const kept = await readEvaluations(folder);
  expect(kept.length).toBeLessThan(10_000);
  expect(kept.at(-1)).toEqual(evaluation);
});
