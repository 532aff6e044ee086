import type { Random } from '../../../examples/shop/generator/random.ts';
import { quoteLiteral } from '../../../src/quoting.ts';
import type { Reached, Scope } from './scope.ts';
import { fill } from './wording.ts';

/** A restriction of the rows, with its words. */
export interface Filter {
  readonly kind: 'value' | 'not' | 'null' | 'among' | 'between' | 'compare' | 'flag';
  /** Conditions that may be meant. */
  readonly where: readonly string[];
  /** What follows the noun or the figure, with a space before it. */
  readonly text: string;
  /** Words of the data in it, which are never mistyped. */
  readonly kept: readonly string[];
  readonly source: Reached;
}

export interface Period {
  readonly where: string;
  readonly text: string;
}

export class Filters {
  readonly #scope: Scope;
  readonly #random: Random;

  constructor(scope: Scope, random: Random) {
    this.#scope = scope;
    this.#random = random;
  }

  any(kind: Filter['kind'], accept: (source: Reached) => boolean = () => true): Filter | undefined {
    const sources = this.#scope.reached.filter(
      (source) => serves(kind, source, this.#scope.name) && accept(source),
    );
    if (sources.length === 0) return undefined;
    // Its own columns are asked about more often than those of what it belongs to.
    const own = sources.filter(({ table }) => table === this.#scope.name);
    const source = this.#random.pick(own.length > 0 && this.#random.chance(0.5) ? own : sources);
    return this.#make(kind, source);
  }

  #make(kind: Filter['kind'], source: Reached): Filter | undefined {
    const { column, sql, profile } = source;
    const random = this.#random;
    const word = this.#scope.say(column);
    const article = /s$/.test(word) ? '' : '[a|]';
    const filter = (
      template: string,
      where: string | readonly string[],
      slots: Record<string, string> = {},
    ): Filter => ({
      kind,
      where: [where].flat(),
      text: ` ${fill(template, { word, ...slots }, random)}`,
      kept: Object.values(slots),
      source,
    });
    switch (kind) {
      case 'value': {
        const value = this.#value(source);
        return value === undefined
          ? undefined
          : filter(this.#pattern(source, value), equal(source, value), { value });
      }
      case 'not': {
        const value = this.#value(source);
        if (value === undefined) return undefined;
        const negated = [
          'where the {word} is not {value}',
          '[except|excluding|other than|not counting] {word} {value}',
          'whose {word} is [not|anything but] {value}',
          ...(this.#clear(source, value)
            ? ['[except|excluding|without] {value}', `except those ${this.#pattern(source, value)}`]
            : []),
        ];
        const is = equal(source, value);
        return filter(
          random.pick(negated),
          source.nullable ? [`NOT ${is}`, `${is} IS NOT TRUE`] : [`NOT ${is}`],
          { value },
        );
      }
      case 'among': {
        const [first, second] = [this.#value(source), this.#value(source)];
        if (first === undefined || second === undefined || first === second) return undefined;
        const value = `${first} or ${second}`;
        const clear = this.#clear(source, first) && this.#clear(source, second);
        const named = [
          'where the {word} is [either |]{value}',
          'with {word} {value}',
          'whose {word} is {value}',
        ];
        const pattern = clear && random.chance(0.6) ? this.#pattern(source, value) : random.pick(named);
        return filter(pattern, `${equal(source, first)} OR ${equal(source, second)}`, { value });
      }
      case 'null': {
        const missing = [
          'without [any|] {word}',
          'where the {word} is [missing|empty|unknown]',
          'with no {word}',
          'that have no {word}',
        ];
        const present = [
          'with a known {word}',
          'that have a known {word}',
          'where the {word} is [known|given]',
        ];
        return random.chance(0.7)
          ? filter(random.pick(missing), `${sql} IS NULL`)
          : filter(random.pick(present), `${sql} IS NOT NULL`);
      }
      case 'between': {
        const low = nice(profile.tenths[random.int(1, 4)] ?? 0);
        const high = nice(profile.tenths[random.int(5, 9)] ?? 0);
        if (!(low < high)) return undefined;
        const template = random.pick([
          `with ${article} {word} between {low} and {high}`,
          'whose {word} is between {low} and {high}',
          `with ${article} {word} from {low} to {high}`,
          'where the {word} lies between {low} and {high}',
        ]);
        return filter(template, `${sql} BETWEEN ${low} AND ${high}`, {
          low: written(low, random),
          high: written(high, random),
        });
      }
      case 'compare': {
        const amount = nice(profile.tenths[random.int(2, 8)] ?? 0);
        const [operator, words] = random.pick([
          ['>', '[over|above|of more than|greater than|higher than|exceeding] {amount}'],
          ['>=', '[of at least {amount}|of {amount} or more|of no less than {amount}]'],
          ['<', '[under|below|of less than|lower than|smaller than] {amount}'],
          ['<=', '[of at most {amount}|of up to {amount}|of {amount} or less]'],
        ] as const);
        return filter(`with ${article} {word} ${words}`, `${sql} ${operator} ${amount}`, {
          amount: written(amount, random),
        });
      }
      case 'flag': {
        const yes = random.chance(0.65);
        return filter(random.pick((yes ? column.yes : column.no) ?? []), yes ? sql : `NOT ${sql}`);
      }
    }
  }

  /** A frequent value, but not one of so many rows that the filter would change nothing. */
  #value({ profile }: Reached): string | undefined {
    const named = profile.values.filter(
      ({ value, rows }) =>
        rows >= profile.rows / 200 &&
        rows < profile.rows * 0.9 &&
        value.length <= 40 &&
        /^[\p{L}\d]/u.test(value),
    );
    return named.length === 0 ? undefined : this.#random.pick(named.slice(0, 12)).value;
  }

  /** No other column of the domain has this value, so that it needs no name. */
  #clear(source: Reached, value: string): boolean {
    if (source.column.type === 'number') return false;
    return this.#scope.reached.every(
      ({ table, name, profile }) =>
        (table === source.table && name === source.name) ||
        profile.values.every((other) => other.value.toLowerCase() !== value.toLowerCase()),
    );
  }

  #pattern(source: Reached, value: string): string {
    const named = [
      'where the {word} is {value}',
      'with {word} {value}',
      'whose {word} is {value}',
      'of {word} {value}',
    ];
    const { patterns = [] } = source.column;
    if (patterns.length === 0 || this.#random.chance(0.3) || !this.#clear(source, value))
      return this.#random.pick(named);
    return this.#random.pick(patterns).replace('{}', '{value}');
  }

  /** A period of the time that is meant where none is named. */
  period(): Period | undefined {
    const time = this.time();
    if (time === undefined) return undefined;
    const { sql } = time;
    const years = yearsOf(time);
    const random = this.#random;
    const year = random.pick(years);
    const month = random.int(1, 12);
    const quarter = random.int(1, 4);
    const within = (from: string, to: string) => `${sql} >= DATE '${from}' AND ${sql} < DATE '${to}'`;
    const one = (text: string, where: string): Period => ({ text: ` ${fill(text, {}, random)}`, where });
    const name = months[month - 1] ?? '';
    const asked = Number(this.#scope.domain.now.slice(0, 4));
    return random.pick([
      () => one(`[in|during|for] ${year}`, within(`${year}-01-01`, `${year + 1}-01-01`)),
      () => one(`in ${name} ${year}`, within(firstOf(year, month), firstOf(year, month + 1))),
      () =>
        one(
          `in [Q${quarter} ${year}|the ${ordinals[quarter - 1]} quarter of ${year}]`,
          within(firstOf(year, quarter * 3 - 2), firstOf(year, quarter * 3 + 1)),
        ),
      () => one(`[since|from] ${year} [on|]`, `${sql} >= DATE '${year}-01-01'`),
      () => one(`before ${year}`, `${sql} < DATE '${year}-01-01'`),
      () => one(`after ${year}`, `${sql} >= DATE '${year + 1}-01-01'`),
      () => {
        const last = random.pick(years.filter((other) => other > year).concat(year + 1));
        return one(
          `[between ${year} and ${last}|from ${year} to ${last}|from ${year} through ${last}]`,
          within(`${year}-01-01`, `${last + 1}-01-01`),
        );
      },
      () => one('last year', within(`${asked - 1}-01-01`, `${asked}-01-01`)),
      () => one('[in|during] the first half of ' + year, within(`${year}-01-01`, `${year}-07-01`)),
    ])();
  }

  /** The time that a period means: the primary one, or the only one. */
  time(): Reached | undefined {
    const times = this.#scope.reached.filter(({ column }) => column.type === 'time');
    const own = times.filter(({ table }) => table === this.#scope.name);
    const primary = times.filter(({ column }) => column.primary === true);
    return primary[0] ?? (own.length === 1 ? own[0] : times.length === 1 ? times[0] : undefined);
  }
}

export function yearsOf({ profile }: Reached): readonly number[] {
  const first = Number(String(profile.min).slice(0, 4));
  const last = Number(String(profile.max).slice(0, 4));
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function serves(kind: Filter['kind'], { column, profile, nullable, table }: Reached, own: string): boolean {
  if (column.hidden === true || column.key === true) return false;
  switch (kind) {
    case 'value':
    case 'not':
    case 'among':
      return (
        column.label !== true &&
        (column.type === 'string' || (column.type === 'number' && column.measures === undefined)) &&
        profile.distinct >= 2
      );
    case 'null':
      return (
        table === own &&
        nullable &&
        profile.nulls >= profile.rows / 100 &&
        profile.nulls < profile.rows * 0.95
      );
    case 'between':
    case 'compare':
      return column.type === 'number' && column.measures !== undefined && profile.distinct > 5;
    case 'flag':
      return column.type === 'boolean';
  }
}

function equal({ column, sql }: Reached, value: string): string {
  return column.type === 'number' ? `${sql} = ${value}` : `${sql} = ${quoteLiteral(value)}`;
}

/** To two figures, as people name amounts. */
export function nice(amount: number): number {
  if (amount === 0) return 0;
  const scale = 10 ** (Math.floor(Math.log10(Math.abs(amount))) - 1);
  return Number((Math.round(amount / scale) * scale).toPrecision(2));
}

export function written(amount: number, random: Random): string {
  return Math.abs(amount) >= 1000 && random.chance(0.5) ? amount.toLocaleString('en-US') : amount.toString();
}

export const ordinals = ['first', 'second', 'third', 'fourth'];

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

function firstOf(year: number, month: number): string {
  const over = Math.floor((month - 1) / 12);
  return `${year + over}-${String(((month - 1) % 12) + 1).padStart(2, '0')}-01`;
}
