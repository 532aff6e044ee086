import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { referenceFiles } from '../../scripts/reference/reference.ts';

const examples = join(import.meta.dirname, '../../examples');
const files = referenceFiles();

const validators = new Map<string, ValidateFunction>();

function validator(name: string): ValidateFunction {
  const file = files.find(({ filename }) => filename === `schemas/${name}.json`);
  const known =
    validators.get(name) ?? new Ajv2020({ strict: false }).compile(JSON.parse(file?.content ?? ''));
  validators.set(name, known);
  return known;
}

async function yamlIn(folder: string): Promise<string[]> {
  const names = await readdir(join(examples, folder), { recursive: true }).catch(() => []);
  return names.filter((name) => name.endsWith('.yml')).map((name) => join(examples, folder, name));
}

describe.each(['starter', 'shop', 'helpdesk', 'windpark'])('the files of examples/%s', (example) => {
  it.each([
    ['workspace', '.'],
    ['model', 'model'],
    ['dashboard', 'dashboards'],
  ])('are what the JSON Schema of a %s allows', async (name, folder) => {
    const validate = validator(name);
    const paths =
      name === 'workspace' ? [join(examples, example, 'inlay.yml')] : await yamlIn(join(example, folder));
    for (const path of paths) {
      for (const document of parseAllDocuments(await readFile(path, 'utf8'))) {
        if (validate(document.toJS()) !== true)
          throw new Error(`${path}: ${JSON.stringify(validate.errors)}`);
      }
    }
    expect(paths.length).toBeGreaterThan(folder === 'dashboards' ? -1 : 0);
  });
});

it.each([
  ['workspace', 'accounts: [{ name: acme, plann: premium }]', 'plann'],
  ['workspace', 'accounts: [{ name: "no spaces here" }]', 'pattern'],
  ['model', 'cubes: [{ name: orders, dimensions: [{ name: a, type: text }] }]', 'enum'],
  ['model', 'cubes: [{ name: orders, access_policy: [{ grup: a }] }]', 'grup'],
  ['dashboard', 'title: A\ntiles: [{ name: a, title: A, kind: pie, sql: SELECT 1 }]', 'const'],
])('the JSON Schema of a %s refuses %s', (name, text, reason) => {
  const validate = validator(name);
  expect(validate(parse(text))).toBe(false);
  expect(JSON.stringify(validate.errors)).toContain(reason);
});

it('a value from the environment may stand for a text of any form', () => {
  const text = 'accounts: [{ name: acme, apiKeys: [{ name: a, role: admin, key: "${KEY}" }] }]';
  expect(validator('workspace')(parse(text))).toBe(true);
});

it('the YAML of the guides and of README is what the JSON Schemas allow', async () => {
  const root = join(examples, '..');
  const names = await readdir(join(root, 'docs/guides'));
  const blocks: string[] = [];
  for (const path of ['README.md', ...names.map((name) => `docs/guides/${name}`)]) {
    const text = await readFile(join(root, path), 'utf8');
    blocks.push(...[...text.matchAll(/^```yaml\n([\s\S]*?)```$/gm)].map(([, block = '']) => block));
  }
  expect(blocks.length).toBeGreaterThan(3);
  for (const block of blocks) {
    const name = block.startsWith('accounts:') ? 'workspace' : 'model';
    const validate = validator(name);
    expect(validate(parse(block)), `${block}\n${JSON.stringify(validate.errors)}`).toBe(true);
  }
});
