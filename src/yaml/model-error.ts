/** One thing wrong (or unused) in a data model. */
export interface Problem {
  /** Relative to the folder that `loadDataModel` was told to name files by. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** Dotted from the file's root, with names where the list has them: `cubes.orders.measures.revenue.type`. */
  readonly path: string;
  readonly message: string;
}

/** `file:line path: message`, as the terminal shows it. */
export function formatProblem(problem: Problem): string {
  return `${problem.file}:${problem.line} ${problem.path === '' ? '' : `${problem.path}: `}${problem.message}`;
}

/** Each once: deployments and branches share models. */
export function distinctProblems<P extends Problem>(problems: readonly P[]): P[] {
  return [...new Map(problems.map((problem) => [formatProblem(problem), problem])).values()];
}

/** A data model that cannot be used; holds every problem of every file, in reading order. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(formatProblem).join('\n'));
    this.problems = problems;
  }
}
