import { join } from 'node:path';
import { type LoggerInterface, parse } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import { describe, expect, it } from 'vitest';
import { loadWorkspace } from '../src/services/workspace/load-workspace.ts';
import { openDeployments } from '../test/support/open-deployments.ts';

describe.each([
  ['shop', { region: ['EU'] }],
  ['windpark', { nations: ['Scotland'] }],
])('the dashboards of the %s', (example, userAttributes) => {
  it('have rows for a user who sees a part of the data, and charts that Vega-Lite compiles', async () => {
    const loaded = await loadWorkspace(join(import.meta.dirname, example), {});
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
    await using deployments = await openDeployments(loaded.workspace);
    const [data] = deployments.all;
    if (data === undefined) throw new Error('no deployment');
    expect(data.dashboards.length).toBeGreaterThan(0);
    const viewer = { userAttributes, groups: [], securityContext: {} };
    for (const { name: dashboard, tiles } of data.dashboards) {
      expect(tiles.length, dashboard).toBeGreaterThanOrEqual(5);
      for (const { name, sql, columns, view } of tiles) {
        await using result = await data.layer(undefined).query(sql, viewer);
        expect(result.columns.map((column) => column.name)).toEqual(columns.map((column) => column.name));
        const rows = (await Array.fromAsync(result.chunks)).flat();
        expect(rows.length, `${dashboard}/${name}`).toBeGreaterThan(0);
        expect(rows[0], `${dashboard}/${name}`).not.toContain(null);
        if (view.kind !== 'chart') continue;
        const values = rows.map((row) =>
          Object.fromEntries(columns.map((column, index) => [column.name, row[index]])),
        );
        const warnings: string[] = [];
        const compiled = compile({ ...view.spec, data: { values } } as unknown as TopLevelSpec, {
          logger: loggerInto(warnings),
        });
        parse(compiled.spec);
        expect(warnings, `${dashboard}/${name}`).toEqual([]);
      }
    }
  });
});

function loggerInto(warnings: string[]): LoggerInterface {
  const note = (...words: readonly string[]) => {
    warnings.push(words.join(' '));
    return logger;
  };
  const logger: LoggerInterface = {
    level: (() => logger) as LoggerInterface['level'],
    warn: note,
    error: note,
    info: () => logger,
    debug: () => logger,
  };
  return logger;
}
