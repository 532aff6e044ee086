/** A turn as an evaluation asks it again. */
export interface EvaluatedTurn {
  readonly question: string;
  /** Questions before it on the same thread, in order. */
  readonly earlier: readonly string[];
  /** ISO 8601 with `Z`: what relative dates of the question refer to. */
  readonly askedAt: string;
  readonly groups: readonly string[];
  readonly attributes: readonly { readonly name: string; readonly value: unknown }[];
}

/** The right answer: rows of SQL on the source's own tables, or that there is none. */
export type Expected = { readonly gold: string } | { readonly expect: 'decline' };

/** A line for a file of `inlay eval`, as eval/README.md describes it. */
export function evalCase(id: string, turn: EvaluatedTurn, expected: Expected): string {
  const { question, earlier, askedAt, groups, attributes } = turn;
  const userAttributes = attributes.filter(({ value }) => value !== null);
  return `${JSON.stringify({
    id,
    kind: 'inbox',
    ...(earlier.length === 0 ? {} : { thread: earlier }),
    question,
    ...expected,
    now: askedAt,
    user: {
      ...(groups.length === 0 ? {} : { groups }),
      ...(userAttributes.length === 0 ? {} : { userAttributes }),
    },
  })}\n`;
}
