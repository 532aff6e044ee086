import type { Budget } from '../language/budget.ts';
import type { NumberComparison } from '../language/comparisons.ts';
import { findGrains } from '../language/grains.ts';
import type { Question } from '../language/question.ts';
import { span } from '../language/text.ts';
import { memberOf } from '../link/entries.ts';
import type { Lexicon } from '../link/lexicon.ts';
import type { Link } from '../link/link.ts';
import { type Charged, charge } from './charges.ts';
import { linkStep, type Step, stepsAt } from './cover-steps.ts';
import type { Item } from './item.ts';
import { isMeasured } from './member-units.ts';
import { maxDetour, type Price } from './weights.ts';

/** A way to take a question apart. */
export type Cover = readonly Item[];

/** What was read up to a word. */
interface State {
  readonly items: readonly Item[];
  readonly taken: ReadonlySet<number>;
  readonly cost: number;
  readonly key: string;
}

/** What may be read next, before it is known whether it is worth following. */
interface Branch {
  readonly state: State;
  /** Where it begins. */
  readonly at: number;
  /** Undefined where a word was taken before, with others. */
  readonly step: Step | undefined;
  readonly cost: number;
}

/** How many ways to take apart what was read so far are followed. */
const width = 20;
/** How many of those that take all of a question apart are read: ten lose some that are meant, and twenty give no other answers. */
const most = 14;

/** The cheapest ways to take a question apart into things named, words of the grammar, dates, numbers and the rest. */
export function findCovers(
  question: Question,
  links: readonly Link[],
  lexicon: Lexicon,
  budget: Budget,
): Cover[] {
  const { tokens } = question;
  const { things } = lexicon;
  const fixed = fixedItems(question, links);
  const named = Map.groupBy(
    links.map((link) => linkStep(link, tokens, lexicon)),
    ({ item }) => item.from,
  );
  const grains = new Map(
    findGrains(tokens, new Set(fixed.flatMap(({ from, to }) => span(from, to)))).map((grain) => [
      grain.tokens[0] ?? 0,
      grain,
    ]),
  );
  const branches: Branch[][] = Array.from({ length: tokens.length + 1 }, () => []);
  let here: readonly State[] = [{ items: [], taken: new Set(), cost: 0, key: '' }];
  for (const [at, token] of tokens.entries()) {
    if (at > 0) here = cheapest(branches[at] ?? []);
    branches[at] = [];
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
        branches[at + 1]?.push({ state, at, step: undefined, cost: state.cost });
        continue;
      }
      for (const step of steps) {
        if (step.takes.some((it) => state.taken.has(it))) continue;
        branches[Math.min(step.to, tokens.length)]?.push({ state, at, step, cost: state.cost + step.cost });
      }
    }
  }
  const whole = tokens.length === 0 ? here : cheapest(branches[tokens.length] ?? []);
  return whole.slice(0, most).map(({ items }) => items);
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

/** The cheapest few, of those that are the same the cheapest. Wide models have thousands of branches at a word, most of them dear. */
function cheapest(branches: readonly Branch[]): State[] {
  const limit =
    branches.reduce((least, { cost }) => Math.min(least, cost), Number.POSITIVE_INFINITY) + maxDetour;
  const kept = new Map<string, State>();
  for (const branch of branches.filter(({ cost }) => cost <= limit).sort((a, b) => a.cost - b.cost)) {
    if (kept.size === width) break;
    const key = keyAfter(branch);
    if (!kept.has(key)) kept.set(key, after(branch, key));
  }
  return [...kept.values()];
}

function keyAfter({ state, at, step }: Branch): string {
  return step === undefined || step.key === '' ? state.key : `${state.key}|${at}${step.key}`;
}

function after({ state, step, cost }: Branch, key: string): State {
  if (step === undefined) return state;
  const { item, takes } = step;
  return {
    items: [...state.items, item],
    taken: item.kind === 'link' && takes.length > 1 ? new Set([...state.taken, ...takes]) : state.taken,
    ...{ cost, key },
  };
}

function fixedItems({ tokens, dated, comparisons }: Question, links: readonly Link[]): Item[] {
  const dates: Item[] = [];
  for (const at of [...dated].sort((a, b) => a - b)) {
    const last = dates.at(-1);
    if (last !== undefined && last.to === at - 1)
      dates[dates.length - 1] = { kind: 'date', from: last.from, to: at, charges: [] };
    else dates.push({ kind: 'date', from: at, to: at, charges: [] });
  }
  const compared = comparisons
    .map((it) => withoutNoun(it, links))
    .map(
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

/** "More than 500 pieces", where a figure is of pieces: their noun names that, and is no unit. */
function withoutNoun(comparison: NumberComparison, links: readonly Link[]): NumberComparison {
  const last = Math.max(...comparison.tokens);
  const isNamed =
    comparison.unit !== undefined &&
    !isMeasured(comparison.unit) &&
    comparison.adjective === undefined &&
    links.some(
      ({ entry, tokens, quality }) => entry.kind === 'measure' && tokens[0] === last && quality >= 0.6,
    );
  return isNamed
    ? { ...comparison, unit: undefined, tokens: comparison.tokens.filter((it) => it !== last) }
    : comparison;
}
