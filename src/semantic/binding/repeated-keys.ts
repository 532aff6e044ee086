import type { QueryEngine } from '../../engines/query-engine.ts';
import { quoteIdentifier } from '../../quoting.ts';
import type { DataModel } from '../data-model.ts';
import { compileSemanticSql } from '../sql/compile.ts';
import { loadParser } from '../sql/parse.ts';
import type { SourceTypeCatalog } from '../sql/source-types.ts';
import { type ModelMistake, mistakeIn } from './model-mistake.ts';
import { probeModel, probeOptions } from './probe-model.ts';

/** Maximum number of rows of a cube that are checked. */
export const maxKeyRows = 200_000;
const timeoutMs = 10_000;

/**
 * Finds cubes whose primary key several rows share, cube by cube, in the first {@link maxKeyRows} rows and for at most ten
 * seconds each. A cube that cannot be checked this way counts as correct.
 */
export async function repeatedKeys(
  { model, engine, types }: { model: DataModel; engine: QueryEngine; types: SourceTypeCatalog },
  signal: AbortSignal,
): Promise<readonly ModelMistake[]> {
  await loadParser();
  const open = probeModel(model);
  const options = probeOptions(open, engine.dialect, (cube) => types.get(cube));
  const found: ModelMistake[] = [];
  for (const cube of open.cubes.values()) {
    const keys = [...cube.dimensions.values()].filter(({ primaryKey }) => primaryKey);
    const [first] = keys;
    if (first === undefined || signal.aborted) continue;
    const columns = keys.map(({ name }) => quoteIdentifier(name)).join(', ');
    const rows = `SELECT ${columns} FROM ${quoteIdentifier(cube.name)} LIMIT ${maxKeyRows}`;
    const sql = `SELECT COUNT(*) AS n FROM (${rows}) AS k GROUP BY ${columns} HAVING COUNT(*) > 1 LIMIT 1`;
    try {
      await using result = await engine.query(compileSemanticSql(sql, options), { signal, timeoutMs });
      let isRepeated = false;
      for await (const chunk of result.chunks) isRepeated ||= chunk.length > 0;
      if (!isRepeated) continue;
    } catch {
      continue;
    }
    const names = keys.map(({ name }) => `"${name}"`).join(', ');
    const message = `Rows of "${cube.name}" share their primary key (${names}): sums over joins count wrongly. Mark what identifies a row, several dimensions if need be.`;
    found.push(mistakeIn(cube, `dimensions.${first.name}.primary_key`, first.location, message));
  }
  return found;
}
