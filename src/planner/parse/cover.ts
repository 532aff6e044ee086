import type { Budget } from '../language/budget.ts';
import { findGrains } from '../language/grains.ts';
import type { Question } from '../language/question.ts';
import { memberOf } from '../link/entries.ts';
import type { Lexicon } from '../link/lexicon.ts';
import type { Link } from '../link/link.ts';
import { type Charged, charge } from './charges.ts';
import { linkStep, span, stepsAt } from './cover-steps.ts';
import type { Item } from './item.ts';
import { maxDetour, type Price } from './weights.ts';

/** A way to take a question apart. */
export type Cover = readonly Item[];

interface State {
  readonly items: readonly Item[];
  readonly taken: ReadonlySet<number>;
  readonly cost: number;
  readonly key: string;
}

/** How many ways to take apart what was read so far are followed. */
const width = 20;

/** The cheapest ways to take a question apart into things named, words of the grammar, dates, numbers and the rest. */
export function findCovers(
  question: Question,
  links: readonly Link[],
  lexicon: Lexicon,
  budget: Budget,
): Cover[] {
  const { tokens } = question;
  const { strangers, things } = lexicon;
  const fixed = fixedItems(question);
  const named = Map.groupBy(
    links.map((link) => linkStep(link, tokens, strangers)),
    ({ item }) => item.from,
  );
  const grains = new Map(
    findGrains(tokens, new Set(fixed.flatMap(({ from, to }) => span(from, to)))).map((grain) => [
      grain.tokens[0] ?? 0,
      grain,
    ]),
  );
  const states: State[][] = Array.from({ length: tokens.length + 1 }, () => []);
  states[0] = [{ items: [], taken: new Set(), cost: 0, key: '' }];
  for (const [at, token] of tokens.entries()) {
    const here = pruned(states[at] ?? []);
    const steps = stepsAt(
      token,
      question,
      named,
      things,
      fixed.find(({ from }) => from === at),
      grains.get(at),
    );
    budget.spend(here.length * (steps.length + 1));
    for (const state of here) {
      if (state.taken.has(at)) {
        states[at + 1]?.push(state);
        continue;
      }
      for (const { item, cost, key, to, takes } of steps) {
        if (takes.some((it) => state.taken.has(it))) continue;
        states[Math.min(to, tokens.length)]?.push({
          items: [...state.items, item],
          taken: item.kind === 'link' && takes.length > 1 ? new Set([...state.taken, ...takes]) : state.taken,
          cost: state.cost + cost,
          key: key === '' ? state.key : `${state.key}|${at}${key}`,
        });
      }
    }
    states[at] = [];
  }
  return pruned(states[tokens.length] ?? []).map(({ items }) => items);
}

/** What taking a question apart in this way is charged. */
export function chargesOf(cover: Cover): Map<Price, number> {
  const all: Charged = { charges: new Map() };
  for (const item of cover) for (const [price, times] of item.charges) charge(all, price, times);
  // Two values of one member are no further off than one.
  const strangers = cover.flatMap((item) =>
    item.kind === 'link' && item.charges.some(([price]) => price === 'stranger')
      ? [memberOf(item.link.entry)]
      : [],
  );
  charge(all, 'stranger', new Set(strangers).size - strangers.length);
  return all.charges;
}

/** The cheapest few, of those that are the same the cheapest. */
function pruned(states: readonly State[]): State[] {
  const best = new Map<string, State>();
  for (const state of states)
    if ((best.get(state.key)?.cost ?? Number.POSITIVE_INFINITY) > state.cost) best.set(state.key, state);
  const sorted = [...best.values()].sort((a, b) => a.cost - b.cost).slice(0, width);
  const limit = (sorted[0]?.cost ?? 0) + maxDetour;
  return sorted.filter(({ cost }) => cost <= limit);
}

function fixedItems({ tokens, dated, comparisons }: Question): Item[] {
  const dates: Item[] = [];
  for (const at of [...dated].sort((a, b) => a - b)) {
    const last = dates.at(-1);
    if (last !== undefined && last.to === at - 1)
      dates[dates.length - 1] = { kind: 'date', from: last.from, to: at, charges: [] };
    else dates.push({ kind: 'date', from: at, to: at, charges: [] });
  }
  const compared = comparisons.map(
    (comparison): Item => ({
      kind: 'comparison',
      from: Math.min(...comparison.tokens),
      to: Math.max(...comparison.tokens),
      comparison,
      charges: [],
    }),
  );
  return [...dates, ...compared].filter(({ from }) => tokens[from] !== undefined);
}
