import type { Budget } from '../language/budget.ts';
import type { NumberComparison } from '../language/comparisons.ts';
import { parseNumber } from '../language/comparisons.ts';
import type { Grain } from '../language/grains.ts';
import { findGrains } from '../language/grains.ts';
import { type Operator, operatorAt, operatorOf } from '../language/grammar.ts';
import type { Question } from '../language/question.ts';
import type { Token } from '../language/text.ts';
import { kindOf } from '../language/word-kind.ts';
import { type Entry, memberOf } from '../link/entries.ts';
import { isJoined } from '../link/joined-cubes.ts';
import { isShouted, type Link } from '../link/link.ts';
import { maxDetour, weights } from './weights.ts';

/** One part of a question, as one way to take it apart has it. */
export type Item = { readonly from: number; readonly to: number } & (
  | { readonly kind: 'link'; readonly link: Link }
  | { readonly kind: 'operator'; readonly operator: Operator }
  | { readonly kind: 'comparison'; readonly comparison: NumberComparison }
  | { readonly kind: 'grain'; readonly grain: Grain; readonly adverb: boolean }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'date' }
  | { readonly kind: 'word' }
);

/** A way to take a question apart. */
export interface Cover {
  readonly items: readonly Item[];
  readonly cost: number;
}

interface State {
  readonly items: readonly Item[];
  readonly taken: ReadonlySet<number>;
  readonly cost: number;
  readonly key: string;
}

/** How many ways to take apart what was read so far are followed. */
const width = 20;

/** The cheapest ways to take a question apart into things named, words of the grammar, dates, numbers and the rest. */
export function findCovers(question: Question, links: readonly Link[], budget: Budget): Cover[] {
  const { tokens } = question;
  const fixed = fixedItems(question);
  const byFirst = Map.groupBy(links, (link) => link.tokens[0] ?? 0);
  const grains = new Map(
    findGrains(tokens, new Set(fixed.flatMap(({ from, to }) => span(from, to)))).map((grain) => [
      grain.tokens[0] ?? 0,
      grain,
    ]),
  );
  const states: State[][] = Array.from({ length: tokens.length + 1 }, () => []);
  states[0] = [{ items: [], taken: new Set(), cost: 0, key: '' }];
  for (let at = 0; at < tokens.length; at += 1) {
    const here = pruned(states[at] ?? []);
    const token = tokens[at];
    if (token === undefined) break;
    const known = fixed.find(({ from }) => from === at);
    const own = byFirst.get(at) ?? [];
    const isAcronym = /^\p{Lu}{2,}$/u.test(token.raw) && tokens.some(({ raw }) => /\p{Ll}/u.test(raw));
    const isValue = isShouted(token, tokens) && own.some(({ entry }) => entry.kind === 'value');
    const operator =
      isValue || (isAcronym && operatorOf(token.word)?.kind === 'filler')
        ? undefined
        : operatorAt(tokens, at);
    const grain = grains.get(at);
    budget.spend(here.length * (own.length + 3));
    for (const state of here) {
      const go = (to: number, cost: number, item?: Item, taken?: ReadonlySet<number>): void => {
        const key =
          item === undefined || item.kind === 'word' ? state.key : `${state.key}|${at}${keyOf(item)}`;
        states[Math.min(to, tokens.length)]?.push({
          items: item === undefined ? state.items : [...state.items, item],
          taken: taken ?? state.taken,
          cost: state.cost + cost,
          key,
        });
      };
      if (state.taken.has(at)) {
        go(at + 1, 0);
        continue;
      }
      if (known !== undefined) go(known.to + 1, 0, known);
      else {
        if (grain !== undefined && !grain.tokens.some((it) => state.taken.has(it)))
          go(Math.max(...grain.tokens) + 1, weights.grain, {
            kind: 'grain',
            from: at,
            to: Math.max(...grain.tokens),
            grain: grain.grain,
            adverb: grain.adjective,
          });
        const number = parseNumber(token.word);
        if (number !== undefined)
          go(at + 1, weights.knownNumber, { kind: 'number', from: at, to: at, value: number });
        if (operator !== undefined && !span(at, at + operator.length - 1).some((it) => state.taken.has(it))) {
          const filler = operator.operator.kind === 'filler';
          go(at + operator.length, filler ? weights.filler * operator.length : weights.operator, {
            kind: 'operator',
            from: at,
            to: at + operator.length - 1,
            operator: operator.operator,
          });
        }
        if (operator === undefined || (operator.length > 1 && beginsWithin(byFirst, at, operator.length)))
          go(at + 1, number === undefined ? skipPrice(token) : weights.number, {
            kind: 'word',
            from: at,
            to: at,
          });
      }
      for (const link of own) {
        if (link.tokens.some((it) => state.taken.has(it)) || (known !== undefined && link.quality < 0.97))
          continue;
        const last = link.tokens.at(-1) ?? at;
        const more = link.tokens.filter((it) => it > at);
        // Small words inside a name belong to it.
        const inner = span(at + 1, last).filter(
          (it) => !link.tokens.includes(it) && isGlue(tokens[it]?.word ?? ''),
        );
        go(
          at + 1,
          weights.unlike * (1 - link.quality) + weights.link + (ownedByJoin(link.entry) ? weights.joined : 0),
          { kind: 'link', from: at, to: last, link },
          new Set([...state.taken, ...more, ...inner]),
        );
      }
    }
    states[at] = [];
  }
  return pruned(states[tokens.length] ?? []).map(({ items, cost }) => ({ items, cost }));
}

/** Whether something is named by words inside a phrase of the grammar. */
function beginsWithin(byFirst: ReadonlyMap<number, readonly Link[]>, at: number, length: number): boolean {
  return span(at + 1, at + length - 1).some((place) => (byFirst.get(place)?.length ?? 0) > 0);
}

/** What leaving a word aside costs, whatever is beside it. */
export function skipPrice(token: Token): number {
  const kind = kindOf(token);
  return kind !== 'name' && kind !== 'quoted' && operatorOf(token.lemma)?.kind === 'filler'
    ? weights.lightVerb
    : weights.skip[kind];
}

function isGlue(word: string): boolean {
  return ['of', 'the', 'a', 'an', 'in', 'per', 'and', 'for', 'on', 'to', 'by'].includes(word);
}

function ownedByJoin(entry: Entry): boolean {
  const member = memberOf(entry);
  return member !== undefined && isJoined(member);
}

function keyOf(item: Item): string {
  if (item.kind !== 'link') return item.kind;
  const { entry } = item.link;
  switch (entry.kind) {
    case 'measure':
      return entry.measure.name;
    case 'segment':
      return entry.segment.name;
    case 'relation':
      return '*';
    case 'dimension':
      return entry.dimension.name;
    case 'value':
      return `${entry.dimension.name}=${entry.value}`;
  }
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
      dates[dates.length - 1] = { kind: 'date', from: last.from, to: at };
    else dates.push({ kind: 'date', from: at, to: at });
  }
  const compared = comparisons.map(
    (comparison): Item => ({
      kind: 'comparison',
      from: Math.min(...comparison.tokens),
      to: Math.max(...comparison.tokens),
      comparison,
    }),
  );
  return [...dates, ...compared].filter(({ from }) => tokens[from] !== undefined);
}

function span(from: number, to: number): number[] {
  return Array.from({ length: Math.max(to - from + 1, 0) }, (_, offset) => from + offset);
}
