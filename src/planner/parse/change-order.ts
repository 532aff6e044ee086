/** By which changes an answer is ordered. */
export interface ChangeOrder {
  /** By as much as a figure has changed, or by what part of the figure before. */
  readonly by: 'amount' | 'percent';
  /** Only those that went this way; else either, by their size. */
  readonly way: 'up' | 'down' | undefined;
}
