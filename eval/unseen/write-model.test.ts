import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadDataModel } from '../../src/semantic/model/load-model.ts';
import { type Domain, styles } from './domain.ts';
import { domains } from './domains.ts';
import { readFacts } from './facts.ts';
import { market } from './market.ts';
import { modelOf, writeWorkspace } from './write-model.ts';

describe('the workspace of a domain', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'inlay-unseen-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const cases = [...domains, market].flatMap((domain) =>
    styles.map((style) => ({ domain, style, name: domain.name })),
  );

  it.each(cases)(
    'the workspace of a domain has a $style model of $name that loads without a warning',
    async ({ domain, style }) => {
      const own = join(folder, domain.name);
      await writeWorkspace(domain, own);
      const { model, warnings } = await loadDataModel(join(own, style));
      expect(warnings).toEqual([]);
      const viewed = domain.viewStyles.includes(style);
      const shown = [...(viewed ? model.views : model.cubes).values()];
      expect(shown.filter((relation) => relation.public)).toHaveLength(Object.keys(domain.tables).length);
      expect([...model.cubes.values()].some((cube) => cube.public)).toBe(!viewed);
    },
  );

  it('the workspace of a domain says nothing but names in the terse style, prose in the titled, synonyms and context in the documented', () => {
    const written = styles.map((style) => JSON.stringify(modelOf(market, style)));
    expect(written.map((model) => model.includes('"title":"Kilos"'))).toEqual([false, true, true]);
    expect(written.map((model) => model.includes('Where the stall is'))).toEqual([false, true, true]);
    expect(written.map((model) => model.includes('"synonyms":["site"]'))).toEqual([false, false, true]);
    expect(written.map((model) => model.includes('"ai_context":"Weight of the fruit."'))).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('the workspace of a domain keeps what people merely say out of every model', () => {
    for (const style of styles) expect(JSON.stringify(modelOf(market, style))).not.toContain('produce');
  });
});

describe('the fact sheet of a domain', () => {
  const named = (domain: Domain) =>
    Object.entries(domain.tables).flatMap(([table, { columns }]) => [
      `\`${table}\``,
      ...Object.keys(columns),
    ]);

  it.each([...domains])(
    'the fact sheet of a domain of $name names every table and column, and none of the prose of the models',
    async (domain) => {
      const facts = await readFacts(domain);
      for (const name of named(domain)) expect(facts).toContain(name);
      for (const { columns } of Object.values(domain.tables)) {
        for (const { context } of Object.values(columns))
          if (context !== undefined) expect(facts).not.toContain(context);
      }
    },
  );
});
