import type { Problem } from '../../yaml/model-error.ts';

/** Where in the YAML something stands; what problems are reported against. */
export interface Place {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  readonly path: string;
}

/** Collects what is wrong and what is unused while a model is read, so that everything is reported at once. */
export class ProblemList {
  readonly #errors = new Map<string, Problem>();
  readonly #warnings = new Map<string, Problem>();

  error(place: Place, message: string): void {
    add(this.#errors, place, message);
  }

  warn(place: Place, message: string): void {
    add(this.#warnings, place, message);
  }

  /** In reading order: by file, then line. */
  get errors(): readonly Problem[] {
    return inReadingOrder(this.#errors);
  }

  get warnings(): readonly Problem[] {
    return inReadingOrder(this.#warnings);
  }
}

// A member that is inherited by several cubes is checked in each of them, yet it is one mistake.
function add(problems: Map<string, Problem>, { file, line, path }: Place, message: string): void {
  const key = `${file}\n${line}\n${path}\n${message}`;
  if (!problems.has(key)) problems.set(key, { file, line, path, message });
}

function inReadingOrder(problems: ReadonlyMap<string, Problem>): readonly Problem[] {
  return [...problems.values()].sort((a, b) => compare(a.file, b.file) || a.line - b.line);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
