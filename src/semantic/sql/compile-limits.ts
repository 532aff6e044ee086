import { AppError } from '../../errors.ts';

/** Maximum number of columns of each query: PostgreSQL's own limit, on every engine. */
export const maxColumns = 1_664;
/** Items of one ORDER BY, GROUP BY or DISTINCT ON. */
export const maxItems = 100;
/** Groupings that the ROLLUP, CUBE and GROUPING SETS of one GROUP BY may make. */
export const maxGroupingSets = 256;
/** Characters that a statement may have in the engine's dialect. */
export const maxPrintedCharacters = 1_000_000;

/** @throws AppError `SQL_NOT_ALLOWED` */
export function checkPrintedLength(characters: number): void {
  if (characters > maxPrintedCharacters)
    throw new AppError('SQL_NOT_ALLOWED', 'The query is too long for the data source. Select less.');
}

/** About a microsecond each, of which a statement of a person takes some hundred. */
const maxSteps = 40_000;

/**
 * What compiling one statement may cost. Each part of the compiler charges for what it does, once per node or column
 * that it touches, so that no statement takes long, whatever it contains.
 */
export class WorkBudget {
  #left = maxSteps;

  /** @throws AppError `SQL_NOT_ALLOWED` once the statement has cost more than it may */
  spend(steps = 1): void {
    this.#left -= steps;
    if (this.#left < 0) {
      throw new AppError('SQL_NOT_ALLOWED', 'The query is too large. Select less, or use several queries.');
    }
  }
}
