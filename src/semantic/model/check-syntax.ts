import { AppError } from '../../errors.ts';
import type { Cube, SqlTemplate } from '../data-model.ts';
import { loadParser, parseSelect } from '../sql/parse.ts';
import type { ProblemList } from './problem-list.ts';

/**
 * Warns of SQL that PostgreSQL's grammar does not know. It is no error: an engine may understand more, and such SQL
 * reaches it as it is written.
 */
export async function checkSyntax(cubes: ReadonlyMap<string, Cube>, problems: ProblemList): Promise<void> {
  await loadParser();
  for (const cube of cubes.values()) {
    const check = (template: SqlTemplate, location: Cube['location'], path: string, whole = false) => {
      const reason = template.length === 0 ? undefined : syntaxError(template, whole);
      if (reason === undefined) return;
      const message = `PostgreSQL's grammar does not know this SQL (${reason}): it reaches the engine as it is.`;
      problems.warn({ ...location, path }, message);
    };
    const path = `cubes.${cube.name}`;
    if ('sql' in cube.source) check(cube.source.sql, cube.location, `${path}.sql`, true);
    for (const join of cube.joins) check(join.sql, join.location, `${path}.joins.${join.target}.sql`);
    for (const [name, dimension] of cube.dimensions) {
      check(dimension.sql, dimension.location, `${path}.dimensions.${name}.sql`);
      for (const { sql } of dimension.case?.when ?? []) {
        check(sql, dimension.location, `${path}.dimensions.${name}.case`);
      }
    }
    for (const [name, measure] of cube.measures) {
      check(measure.sql, measure.location, `${path}.measures.${name}.sql`);
      for (const filter of measure.filters)
        check(filter, measure.location, `${path}.measures.${name}.filters`);
    }
    for (const [name, segment] of cube.segments) {
      check(segment.sql, segment.location, `${path}.segments.${name}.sql`);
    }
  }
}

function syntaxError(template: SqlTemplate, whole: boolean): string | undefined {
  const text = template.map((part) => (part.kind === 'text' ? part.text : '"x"')).join('');
  try {
    parseSelect(whole ? text : `SELECT (${text}\n)`);
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Positions are those of the probe, not of the file.
    return error.message.replace(/\s*\(line \d+, column \d+\)/, '').replace(/\.$/, '');
  }
}
