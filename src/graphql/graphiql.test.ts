import { gunzipSync } from 'node:zlib';
import { getVariableValues, Kind, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../schema/index.ts';
import { graphiqlOptions, readGraphiqlPage } from './graphiql.ts';

describe('GraphiQL', () => {
  const tabs = graphiqlOptions.defaultTabs ?? [];

  it('GraphiQL has default tabs', () => {
    expect(tabs.length).toBeGreaterThan(3);
  });

  it.each(tabs)('GraphiQL has a valid default tab: $query', ({ query, variables }) => {
    const document = parse(query ?? '');
    expect(validate(schema, document)).toEqual([]);
    const [operation] = document.definitions;
    if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new TypeError('not an operation');
    const values: unknown = JSON.parse(variables ?? '{}');
    const coerced = getVariableValues(
      schema,
      operation.variableDefinitions ?? [],
      values as Record<string, unknown>,
    );
    expect('errors' in coerced ? coerced.errors : undefined).toBeUndefined();
  });

  it('GraphiQL is one page that contains its scripts, styles and icon', async () => {
    const { identity, gzip = new Uint8Array(), hash } = await readGraphiqlPage();
    const page = new TextDecoder().decode(identity);
    const head = page.slice(0, page.indexOf('<style>'));
    expect(head).toContain('<title>Inlay</title>');
    expect(head.match(/<link[^>]*>/g)).toEqual(['<link rel="icon" href="data:," />']);
    expect(page).not.toMatch(/<script[^>]*\ssrc=|<link[^>]*href="https?:/);
    expect(page).toContain('WhoAmI');
    expect(gunzipSync(gzip).equals(identity)).toBe(true);
    expect(gzip.length).toBeLessThan(identity.length / 3);
    expect(hash).toMatch(/^[\w-]{43}$/);
  });
});
