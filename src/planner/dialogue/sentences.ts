import type { Row, Value } from '../../engines/query-engine.ts';
import type { Holders } from '../query/holders.ts';
import type { SharedName } from '../query/namesakes.ts';
import type { Plan } from '../query/plan.ts';
import type { ResultEnds } from '../query/series.ts';
import { filterWords, groupTitle, scopeOf } from '../query/wording.ts';
import type { Speech } from '../speech/english.ts';
import type { AnsweredQuery, Figure } from './figures.ts';

/** What other queries found for an answer. */
export interface Background {
  /** A figure over everything that the answer splits or picks from; undefined where it is not known. */
  readonly whole: (quantity: Figure['quantity']) => Value | undefined;
  /** Of a result that does not hold all of its rows. */
  readonly ends: ResultEnds | undefined;
  /** Names in the question that several are called by. */
  readonly names: readonly SharedName[];
  /** Whose a single highest or lowest figure is. */
  readonly holders: Holders | undefined;
  /** Of what is counted, where nothing said whether to count or to list it. */
  readonly listed: { readonly plan: Plan; readonly result: AnsweredQuery } | undefined;
}

/** All that the sentences of an answer are made of. */
export interface Telling extends Background {
  readonly plan: Plan;
  readonly result: AnsweredQuery;
  readonly speech: Speech;
}

/** With a capital letter, and without the comma that would end what a follow-up kept. */
export function sentence(text: string): string {
  // "Foo Inc." has its full stop.
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`.replace(/,(?=[.;:])/g, '').replace(/\.\.$/, '.');
}

/**
 * A title with all that narrows it.
 * @param plan without what the sentence says otherwise
 */
export function aboutFigure({ plan, speech }: Pick<Telling, 'plan' | 'speech'>, title: string): string {
  const { own, kept } = scopeOf(plan, speech);
  const shared = plan.shareOf === undefined ? '' : filterWords(plan.shareOf, speech);
  return speech.about(title, [shared, own].filter((words) => words !== '').join(' '), kept);
}

/** The same with those rows alone of which something holds, where there are any. */
export function withRows(told: Telling, holds: (row: Row) => boolean): Telling {
  const { result } = told;
  const rows = result.rows.filter(holds);
  if (rows.length === 0) return told;
  return {
    ...told,
    result: { ...result, rows, totalRows: result.totalRows - (result.rows.length - rows.length) },
  };
}

/** What the answer is split by. */
export function byWords({ plan, speech }: Telling): string {
  return speech.by(plan.groups.map((group) => groupTitle(group, speech)));
}

/** So many of a list or of a ranking are named. */
export const maxListed = 5;

/** A list, with how many more there are. */
export function withMore(names: readonly string[], more: number, speech: Speech): string {
  return speech.and(more > 0 ? [...names, speech.more(speech.number(more, 0))] : names);
}

/** Periods that are compared are named with their figures. */
export function withoutCompared({
  plan,
  speech,
}: Pick<Telling, 'plan' | 'speech'>): Pick<Telling, 'plan' | 'speech'> {
  const compares = (plan.time?.periods.length ?? 1) > 1;
  return { plan: compares ? { ...plan, time: undefined } : plan, speech };
}
