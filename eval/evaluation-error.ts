/** What an evaluation was given cannot be evaluated, or its model refuses. The message says what to do. */
export class EvaluationError extends Error {
  override readonly name = 'EvaluationError';
}
