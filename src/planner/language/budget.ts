/** Reading a question took more steps than any question is worth. */
export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent';
}

/** Counts the steps of reading, so that no question takes long whatever its words and the data model are. */
export interface Budget {
  /** @throws BudgetSpent once more than the limit is spent */
  spend(steps: number): void;
  readonly spent: number;
  /** A share of it, with a limit of its own. */
  part(limit: number): Budget;
}

export function createBudget(limit: number, whole?: Budget): Budget {
  let spent = 0;
  const budget: Budget = {
    spend(steps) {
      spent += steps;
      whole?.spend(steps);
      if (spent > limit) throw new BudgetSpent(`More than ${limit} steps.`);
    },
    get spent() {
      return spent;
    },
    part: (share) => createBudget(share, budget),
  };
  return budget;
}
