import type { Random } from '../../../examples/shop/generator/random.ts';
import { inSentence } from '../domain.ts';
import { type Filter, Filters, nice, ordinals, written, yearsOf } from './filters.ts';
import type { Figure, Group, Reached, Scope } from './scope.ts';
import type { TemplateName } from './templates.ts';
import { plural } from './wording.ts';

/** A question before it is worded, with what a right answer is and what makes it worth asking. */
export interface Draft {
  readonly template: TemplateName;
  readonly slots: Readonly<Record<string, string>>;
  /** Words of the data, left as they are when the question is restated. */
  readonly kept: readonly string[];
  readonly gold: readonly string[];
  readonly ordered?: boolean;
  readonly percent?: boolean;
  /** Statements that must give something else: the same with less of the question understood. */
  readonly unlike: readonly string[];
  /** A statement whose rows show that the question has two answers, such as ties: it must have none. */
  readonly torn?: string;
  /** Fewest and most rows. */
  readonly rows: readonly [number, number];
}

/** How a construct is sampled over the rows of a table; nothing where the table has not what it takes. */
export type Construct = (scope: Scope, random: Random) => Draft | undefined;

const noWords = { text: '', kept: [] as readonly string[], where: [[]] as readonly (readonly string[])[] };

/** A filter now and then, of any kind. */
function perhaps(filters: Filters, random: Random, probability = 0.25, grouped: readonly Group[] = []) {
  if (!random.chance(probability)) return noWords;
  const filter = filters.any(
    random.pick(['value', 'value', 'flag', 'not', 'among', 'compare'] as const),
    ({ sql }) => grouped.every((group) => group.sql !== sql),
  );
  return filter === undefined ? noWords : wordsOf(filter);
}

function wordsOf({ text, kept, where }: Filter) {
  return { text, kept, where: where.map((one) => [one]) };
}

/** Every statement that is right: under each meaning of the filter, for each list of keys, with and without the rows of no group. */
function grouped(
  scope: Scope,
  groups: readonly Group[],
  figures: readonly string[],
  wheres: readonly (readonly string[])[],
  tail = '',
  withoutGroup = true,
): readonly string[] {
  const columns = [...groups.map(({ sql }) => sql), ...figures];
  const keys = groups.reduce<readonly (readonly string[])[]>(
    (lists, group) => lists.flatMap((list) => group.keys.map((own) => [...list, ...own])),
    [[]],
  );
  const known = groups.filter(({ nullable }) => nullable).map(({ sql }) => `${sql} IS NOT NULL`);
  const conditions = wheres.flatMap((where) =>
    known.length === 0 || !withoutGroup
      ? [[...where, ...(withoutGroup ? [] : known)]]
      : [[...where, ...known], where],
  );
  return conditions.flatMap((where) => keys.map((group) => scope.select(columns, { where, group, tail })));
}

function isTotal({ kind }: Figure): boolean {
  return kind === 'count' || kind === 'sum' || kind === 'where';
}

function pickGroup(scope: Scope, random: Random, records: boolean, fewest = 2, most = 60): Group | undefined {
  const groups = scope.groups(records).filter(({ distinct }) => distinct >= fewest && distinct <= most);
  return groups.length === 0 ? undefined : random.pick(groups);
}

function slotsOf(group: Group): Record<string, string> {
  return { G: group.one, Gs: group.many };
}

const one = [1, 1] as const;
const some = [2, 100] as const;

const figure: Construct = (scope, random) => {
  const asked = scope.figure();
  if (asked === undefined) return undefined;
  const { text, kept, where } = perhaps(new Filters(scope, random), random, 0);
  const slots = { A: asked.phrase, N: scope.noun(), F: text };
  return {
    template: asked.kind === 'count' ? 'count' : 'figure',
    slots,
    kept,
    gold: where.map((own) => scope.select([asked.sql], { where: own })),
    unlike: [],
    rows: one,
  };
};

const figures: Construct = (scope, random) => {
  const first = scope.figure();
  const second = scope.figure(({ sql }) => sql !== first?.sql);
  if (first === undefined || second === undefined) return undefined;
  const group = random.chance(0.5) ? pickGroup(scope, random, false) : undefined;
  const { text, kept, where } = perhaps(
    new Filters(scope, random),
    random,
    0.25,
    group === undefined ? [] : [group],
  );
  const both = [first.sql, second.sql];
  const slots = { A: first.phrase, B: second.phrase, F: text };
  if (group === undefined) {
    return {
      template: 'figures',
      slots,
      kept,
      gold: where.map((own) => scope.select(both, { where: own })),
      unlike: text === '' ? [] : [scope.select(both)],
      rows: one,
    };
  }
  return {
    template: 'figuresByGroup',
    slots: { ...slots, ...slotsOf(group) },
    kept,
    gold: grouped(scope, [group], both, where),
    unlike: text === '' ? [] : grouped(scope, [group], both, [[]]),
    rows: some,
  };
};

const group: Construct = (scope, random) => {
  const asked = scope.figure();
  const by = pickGroup(scope, random, false);
  if (asked === undefined || by === undefined) return undefined;
  const { text, kept, where } = perhaps(new Filters(scope, random), random, 0.25, [by]);
  return {
    template: asked.kind === 'count' ? 'countByGroup' : 'group',
    slots: { ...slotsOf(by), A: asked.phrase, N: scope.noun(), F: text },
    kept,
    gold: grouped(scope, [by], [asked.sql], where),
    unlike: text === '' ? [] : grouped(scope, [by], [asked.sql], [[]]),
    rows: some,
  };
};

const groupTwo: Construct = (scope, random) => {
  const asked = scope.figure();
  const first = pickGroup(scope, random, false, 2, 20);
  const second = pickGroup(scope, random, false, 2, 8);
  if (asked === undefined || first === undefined || second === undefined || first.sql === second.sql)
    return undefined;
  return {
    template: 'groupTwo',
    slots: { ...slotsOf(first), H: second.one, A: asked.phrase, F: '' },
    kept: [],
    gold: grouped(scope, [first, second], [asked.sql], [[]]),
    unlike: [],
    rows: [4, 100],
  };
};

const grains = [
  { name: 'month', adverb: 'monthly', most: 4 },
  { name: 'quarter', adverb: 'quarterly', most: 8 },
  { name: 'year', adverb: 'yearly', most: 60 },
] as const;

/** A grain that makes a readable number of steps, and a range where there would be too many. */
function pickTime(scope: Scope, random: Random) {
  const time = new Filters(scope, random).time();
  if (time === undefined) return undefined;
  const years = yearsOf(time);
  const grain = random.pick(grains.filter(({ name }) => name !== 'year' || years.length > 1));
  const ranged = years.length > grain.most || (grain.name !== 'year' && random.chance(0.3));
  const known = time.nullable ? [`${time.sql} IS NOT NULL`] : [];
  const step = `date_trunc('${grain.name}', ${time.sql})`;
  const slots = { T: grain.name, Tly: grain.adverb };
  if (!ranged) return { step, slots: { ...slots, P: '' }, where: known, unranged: undefined };
  if (grain.name === 'year') {
    const from = years.at(-Math.min(years.length - 1, random.int(4, 20))) ?? 0;
    const range = `${time.sql} >= DATE '${from}-01-01'`;
    return { step, slots: { ...slots, P: ` since ${from}` }, where: [range], unranged: known };
  }
  const year = random.pick(years);
  const range = `${time.sql} >= DATE '${year}-01-01' AND ${time.sql} < DATE '${year + 1}-01-01'`;
  return {
    step,
    slots: { ...slots, P: ` ${random.pick(['in', 'for', 'during'])} ${year}` },
    where: [range],
    unranged: known,
  };
}

const timed: Construct = (scope, random) => {
  const time = pickTime(scope, random);
  const asked = scope.figure();
  if (time === undefined || asked === undefined) return undefined;
  const { text, kept, where } = perhaps(new Filters(scope, random), random);
  const select = (conditions: readonly string[]) =>
    scope.select([time.step, asked.sql], { where: conditions, group: [time.step], tail: 'ORDER BY 1' });
  return {
    template: 'time',
    slots: { ...time.slots, A: asked.phrase, F: text },
    kept,
    gold: where.map((own) => select([...time.where, ...own])),
    unlike: [
      ...(text === '' ? [] : [select(time.where)]),
      ...(time.unranged === undefined ? [] : where.map((own) => select([...(time.unranged ?? []), ...own]))),
    ],
    rows: some,
  };
};

const period: Construct = (scope, random) => {
  const filters = new Filters(scope, random);
  const range = filters.period();
  const asked = scope.figure();
  if (range === undefined || asked === undefined) return undefined;
  const { text, kept, where } = perhaps(filters, random, 0.3);
  return {
    template: asked.kind === 'count' ? 'countPeriod' : 'period',
    slots: { A: asked.phrase, N: scope.noun(), F: text, P: range.text },
    kept,
    gold: where.map((own) => scope.select([asked.sql], { where: [range.where, ...own] })),
    unlike: [
      ...where.map((own) => scope.select([asked.sql], { where: own })),
      ...(text === '' ? [] : [scope.select([asked.sql], { where: [range.where] })]),
    ],
    rows: one,
  };
};

/** A figure of the rows that a filter leaves, alone or by group. */
function filtered(...kinds: readonly Filter['kind'][]): Construct {
  return (scope, random) => {
    const filters = new Filters(scope, random);
    const chosen = kinds.map((kind) => filters.any(kind));
    const [first, second] = chosen;
    if (first === undefined || (kinds.length > 1 && second === undefined)) return undefined;
    if (second !== undefined && second.source.sql === first.source.sql) return undefined;
    const own = [first, second].map((filter) => filter?.source.name);
    const asked = random.chance(0.5) ? scope.count() : scope.figure(({ column }) => !own.includes(column));
    if (asked === undefined) return undefined;
    const by = random.chance(0.3) ? pickGroup(scope, random, false) : undefined;
    if (by !== undefined && [first, second].some((filter) => filter?.source.sql === by.sql)) return undefined;
    const wheres = first.where.flatMap((own) =>
      second === undefined ? [[own]] : second.where.map((other) => [own, other]),
    );
    const build = (conditions: readonly (readonly string[])[]) =>
      by === undefined
        ? conditions.map((where) => scope.select([asked.sql], { where }))
        : grouped(scope, [by], [asked.sql], conditions);
    const text =
      second === undefined
        ? first.text
        : `${first.text}${second.kind === 'flag' ? '' : ' and'}${second.text}`;
    const isCount = asked.kind === 'count';
    return {
      template: by === undefined ? (isCount ? 'count' : 'figure') : isCount ? 'countByGroup' : 'group',
      slots: { A: asked.phrase, N: scope.noun(), F: text, ...(by === undefined ? {} : slotsOf(by)) },
      kept: [...first.kept, ...(second?.kept ?? [])],
      gold: build(wheres),
      unlike: [
        ...build([[]]),
        ...(second === undefined
          ? []
          : [...build(first.where.map((own) => [own])), ...build(second.where.map((own) => [own]))]),
      ],
      rows: by === undefined ? one : some,
    };
  };
}

const having: Construct = (scope, random) => {
  const asked = random.chance(0.4)
    ? scope.count()
    : scope.figure(({ kind }) => kind !== 'over' && kind !== 'min');
  const by = pickGroup(scope, random, true, 4, 2000);
  if (asked === undefined || by === undefined) return undefined;
  // About half of an even part, so that some pass and some do not.
  const amount =
    asked.kind === 'count'
      ? nice((scope.rows / by.distinct) * random.pick([0.8, 1.5, 2]))
      : nice(typicalOf(scope, asked, by, random));
  if (!(amount > 0)) return undefined;
  const tail = `HAVING ${asked.sql} > ${amount}`;
  return {
    template: asked.kind === 'count' ? 'havingCount' : 'having',
    slots: { ...slotsOf(by), A: asked.phrase, N: scope.noun(), F: '', n: written(amount, random) },
    kept: [written(amount, random)],
    gold: grouped(scope, [by], [], [[]], tail),
    unlike: grouped(scope, [by], [], [[]]),
    rows: [1, 60],
  };
};

/** An amount that some groups exceed. */
function typicalOf(scope: Scope, asked: Figure, by: Group, random: Random): number {
  const { tenths = [] } = asked.column === undefined ? {} : scope.profileOf(scope.name, asked.column);
  const middle = tenths[random.int(4, 7)] ?? 0;
  if (asked.kind === 'sum') return (middle * scope.rows * random.pick([1, 2, 3])) / by.distinct;
  if (asked.kind === 'where') return (scope.rows / by.distinct) * random.pick([0.2, 0.5]);
  if (asked.kind === 'max') return tenths[random.int(8, 9)] ?? 0;
  return middle;
}

/** The first groups by a figure. */
function ranked(
  direction: 'DESC' | 'ASC',
  choose: (random: Random) => number,
  template: TemplateName,
): Construct {
  return (scope, random) => {
    const asked = scope.figure(({ kind }) => kind !== 'min' && kind !== 'max');
    const by = pickGroup(scope, random, true, 4, 5000);
    if (asked === undefined || by === undefined) return undefined;
    const count = choose(random);
    if (count >= by.distinct) return undefined;
    const { text, kept, where } = perhaps(new Filters(scope, random), random, 0.25, [by]);
    const last = template === 'nth' ? `LIMIT 1 OFFSET ${count - 1}` : `LIMIT ${count}`;
    const order = `ORDER BY ${asked.sql} ${direction} NULLS LAST`;
    const isCount = asked.kind === 'count' && template === 'most';
    const limited = grouped(scope, [by], [], where, `${order} ${last}`, false);
    const inner = scope.select([by.sql, `${asked.sql} AS amount`], {
      where: [...(where[0] ?? []), ...(by.nullable ? [`${by.sql} IS NOT NULL`] : [])],
      group: by.keys.at(-1) ?? [],
    });
    const within =
      template === 'nth' ? `place BETWEEN ${count - 1} AND ${count + 1}` : `place <= ${count + 1}`;
    return {
      template: isCount ? 'mostCount' : template,
      slots: {
        ...slotsOf(by),
        A: asked.phrase,
        N: scope.noun(),
        F: text,
        k:
          template === 'nth'
            ? (ordinals[count - 1] ?? '')
            : random.chance(0.8)
              ? `${count}`
              : (numerals[count] ?? `${count}`),
      },
      kept,
      gold: limited,
      ordered: count > 1 && template !== 'nth',
      // The filter must matter, and so must the direction.
      unlike: [
        ...(text === '' ? [] : grouped(scope, [by], [], [[]], `${order} ${last}`, false)),
        ...grouped(
          scope,
          [by],
          [],
          where,
          `ORDER BY ${asked.sql} ${direction === 'ASC' ? 'DESC' : 'ASC'} ${last}`,
          false,
        ),
      ],
      torn: `SELECT amount FROM (SELECT amount, row_number() OVER (ORDER BY amount ${direction} NULLS LAST) AS place FROM (${inner}))
        WHERE ${within} GROUP BY amount HAVING count(*) > 1 OR amount IS NULL`,
      rows: [1, count],
    };
  };
}

const numerals: Readonly<Record<number, string>> = {
  3: 'three',
  4: 'four',
  5: 'five',
  6: 'six',
  8: 'eight',
  10: 'ten',
};

const rankWithin: Construct = (scope, random) => {
  const asked = scope.figure(({ kind }) => kind !== 'min' && kind !== 'max');
  const by = pickGroup(scope, random, true, 4, 5000);
  const per = pickGroup(scope, random, false, 2, 16);
  if (asked === undefined || by === undefined || per === undefined || by.sql === per.sql) return undefined;
  const count = random.pick([1, 2, 3]);
  const known = [by, per].filter(({ nullable }) => nullable).map(({ sql }) => `${sql} IS NOT NULL`);
  const inner = (keys: readonly string[]) =>
    scope.select([`${per.sql} AS part`, `${by.sql} AS name`, `${asked.sql} AS amount`], {
      where: known,
      group: [per.sql, ...keys],
    });
  const place = `row_number() OVER (PARTITION BY part ORDER BY amount DESC NULLS LAST)`;
  return {
    template: count === 1 ? 'mostWithin' : 'topWithin',
    slots: { ...slotsOf(by), H: per.one, A: asked.phrase, F: '', k: `${count}` },
    kept: [],
    gold: by.keys.map((keys) => `SELECT part, name FROM (${inner(keys)}) QUALIFY ${place} <= ${count}`),
    unlike: by.keys.map((keys) => `SELECT part, name FROM (${inner(keys)})`),
    torn: `SELECT part FROM (SELECT part, amount, ${place} AS place FROM (${inner(by.keys.at(-1) ?? [])}))
      WHERE place <= ${count + 1} GROUP BY part, amount HAVING count(*) > 1 OR amount IS NULL`,
    rows: [2, 60],
  };
};

const share: Construct = (scope, random) => {
  const asked = scope.figure(isTotal);
  const by = pickGroup(scope, random, false, 2, 30);
  if (asked === undefined || by === undefined) return undefined;
  const { text, kept, where } = perhaps(new Filters(scope, random), random, 0.25, [by]);
  const part = `100.0 * ${asked.sql} / sum(${asked.sql}) OVER ()`;
  return {
    template: 'shareByGroup',
    slots: { ...slotsOf(by), A: asked.phrase, F: text },
    kept,
    gold: grouped(scope, [by], [part], where),
    percent: true,
    unlike: text === '' ? [] : grouped(scope, [by], [part], [[]]),
    rows: [2, 30],
  };
};

const shareOfRows: Construct = (scope, random) => {
  const filter = new Filters(scope, random).any(
    random.pick(['value', 'flag', 'compare', 'null', 'among'] as const),
  );
  if (filter === undefined) return undefined;
  return {
    template: 'shareOfRows',
    slots: { N: scope.noun(), F: filter.text.trim().replace(/^(?=where |whose |that )/, 'ones ') },
    kept: filter.kept,
    gold: filter.where.map((where) => scope.select([`100.0 * count(*) FILTER (WHERE ${where}) / count(*)`])),
    percent: true,
    unlike: ['SELECT 0', 'SELECT 100'],
    rows: one,
  };
};

const ratio: Construct = (scope, random) => {
  const first = scope.figure(isTotal);
  const second = scope.figure((other) => isTotal(other) && other.sql !== first?.sql);
  if (first === undefined || second === undefined) return undefined;
  const by = random.chance(0.35) ? pickGroup(scope, random, false) : undefined;
  const sql = `1.0 * ${first.sql} / nullif(${second.sql}, 0)`;
  const slots = { A: first.phrase, B: second.phrase, F: '' };
  return by === undefined
    ? {
        template: 'ratio',
        slots,
        kept: [],
        gold: [scope.select([sql])],
        percent: true,
        unlike: [],
        rows: one,
      }
    : {
        template: 'ratioByGroup',
        slots: { ...slots, ...slotsOf(by) },
        kept: [],
        gold: grouped(scope, [by], [sql], [[]]),
        percent: true,
        unlike: [],
        rows: some,
      };
};

const compareValues: Construct = (scope, random) => {
  const asked = scope.figure();
  const by = pickGroup(scope, random, false, 3, 60);
  if (asked === undefined || by === undefined || by.source.column.type !== 'string') return undefined;
  const common = by.source.profile.values.slice(0, 8).map(({ value }) => value);
  const [first, second] = [random.pick(common), random.pick(common)];
  if (first === second || [first, second].some((value) => !/^[\p{L}\d]/u.test(value) || value.length > 40))
    return undefined;
  const named = scope.reached.some(
    ({ sql, profile }) =>
      sql !== by.sql && profile.values.some(({ value }) => value === first || value === second),
  );
  if (named) return undefined;
  const is = (value: string) => `${by.sql} = '${value.replaceAll("'", "''")}'`;
  const either = [`${is(first)} OR ${is(second)}`];
  return {
    template: 'compareValues',
    slots: { A: asked.phrase, V: first, W: second, F: '' },
    kept: [first, second],
    gold: [
      ...grouped(scope, [by], [asked.sql], [either]),
      `SELECT (${scope.select([asked.sql], { where: [is(first)] })}), (${scope.select([asked.sql], { where: [is(second)] })})`,
    ],
    unlike: [],
    rows: [1, 2],
  };
};

const comparePeriods: Construct = (scope, random) => {
  const time = new Filters(scope, random).time();
  const asked = scope.figure();
  if (time === undefined || asked === undefined) return undefined;
  const years = yearsOf(time);
  if (years.length < 2) return undefined;
  const first = random.pick(years.slice(0, -1));
  const second = random.pick(years.filter((year) => year > first));
  const during = (year: number) =>
    `${time.sql} >= DATE '${year}-01-01' AND ${time.sql} < DATE '${year + 1}-01-01'`;
  const step = `date_trunc('year', ${time.sql})`;
  const [before, after] = [first, second].map((year) => scope.select([asked.sql], { where: [during(year)] }));
  return {
    template: 'comparePeriods',
    slots: { A: asked.phrase, V: `${second}`, W: `${first}`, F: '' },
    kept: [],
    gold: [
      scope.select([step, asked.sql], { where: [`${during(first)} OR ${during(second)}`], group: [step] }),
      `SELECT (${before}), (${after})`,
    ],
    unlike: [`SELECT (${before}), (${before})`],
    rows: [1, 2],
  };
};

/** Steps of time without rows: whether they count as zero or not at all, nobody can say. */
function gaps(steps: string, grain: string): string {
  return `SELECT 1 FROM (${steps}) HAVING count(*) <= date_diff('${grain}', min(step), max(step))`;
}

/** A figure over time that depends on the steps before. */
function accumulated(template: 'running' | 'change' | 'growth'): Construct {
  return (scope, random) => {
    const asked = scope.figure(isTotal);
    const time = pickTime(scope, random);
    if (asked === undefined || time === undefined) return undefined;
    const inner = scope.select([`${time.step} AS step`, `${asked.sql} AS amount`], {
      where: time.where,
      group: [time.step],
    });
    const previous = 'lag(amount) OVER (ORDER BY step)';
    const value = {
      running: 'sum(amount) OVER (ORDER BY step)',
      change: `amount - ${previous}`,
      growth: `100.0 * (amount - ${previous}) / nullif(${previous}, 0)`,
    }[template];
    const statement = `SELECT step, ${value} AS value FROM (${inner}) ORDER BY step`;
    return {
      template,
      slots: { ...time.slots, A: asked.phrase, F: '' },
      kept: [],
      gold:
        template === 'running'
          ? [statement]
          : [statement, `SELECT step, value FROM (${statement}) WHERE value IS NOT NULL`],
      percent: template === 'growth',
      unlike: [`SELECT step, amount FROM (${inner})`],
      torn: gaps(inner, time.slots.T),
      rows: [3, 60],
    };
  };
}

const distinct: Construct = (scope, random) => {
  const candidates = scope.reached.filter(
    ({ column, profile }) =>
      column.type === 'string' &&
      column.key !== true &&
      column.hidden !== true &&
      profile.distinct > 2 &&
      column.label !== true &&
      profile.distinct < profile.rows,
  );
  if (candidates.length === 0) return undefined;
  const source = random.pick(candidates);
  const { text, kept, where } = perhaps(new Filters(scope, random), random, 0.6);
  const word = scope.say(source.column);
  const many =
    word === inSentence(source.column.title) ? (source.column.plural ?? plural(word)) : plural(word);
  const sql = `count(DISTINCT ${source.sql})`;
  return {
    template: 'distinct',
    slots: { Gs: many, N: scope.noun(), F: text },
    kept,
    gold: where.map((own) => scope.select([sql], { where: own })),
    unlike: ['SELECT 1', ...(text === '' ? [] : [scope.select([sql])])],
    rows: one,
  };
};

/** The tables that these rows belong to directly, with the column that says so. */
function owners(scope: Scope) {
  return Object.entries(scope.table.columns).flatMap(([column, { to }]) => {
    const owner = to === undefined ? undefined : scope.domain.tables[to];
    return owner === undefined ? [] : [{ sql: `t.${column}`, column, owner }];
  });
}

const distinctOwners: Construct = (scope, random) => {
  const found = owners(scope);
  if (found.length === 0) return undefined;
  const { sql, owner } = random.pick(found);
  const filter = new Filters(scope, random).any(
    random.pick(['value', 'flag', 'compare', 'among'] as const),
    ({ table }) => scope.domain.tables[table] !== owner,
  );
  if (filter === undefined) return undefined;
  return {
    template: 'distinctParents',
    slots: { Gs: owner.many, N: scope.noun(), F: filter.text },
    kept: filter.kept,
    gold: filter.where.map((where) => scope.select([`count(DISTINCT ${sql})`], { where: [where] })),
    unlike: [
      scope.select([`count(DISTINCT ${sql})`]),
      ...filter.where.map((where) => scope.select(['count(*)'], { where: [where] })),
    ],
    rows: one,
  };
};

const averagePer: Construct = (scope, random) => {
  const found = owners(scope);
  const asked = random.chance(0.5) ? scope.count() : scope.figure(({ kind }) => kind === 'sum');
  if (found.length === 0 || asked === undefined) return undefined;
  const { sql, owner } = random.pick(found);
  const { text, kept, where } = perhaps(new Filters(scope, random), random, 0.2);
  const counted = asked.kind === 'count';
  const per = `1.0 * ${asked.sql} / count(DISTINCT ${sql})`;
  const all = `SELECT 1.0 * (${scope.select([asked.sql])}) / (SELECT count(*) FROM ${tableName(scope, owner)})`;
  return {
    template: counted ? 'averagePer' : 'averageTotalPer',
    slots: {
      A: asked.phrase.replace(/^(total|overall|sum of) /, ''),
      N: scope.noun(),
      G: owner.one,
      F: text,
    },
    kept,
    gold: [
      ...where.map((own) => scope.select([per], { where: [`${sql} IS NOT NULL`, ...own] })),
      ...(text === '' ? [all] : []),
    ],
    unlike: [
      scope.select([asked.sql]),
      ...(counted || asked.column === undefined ? [] : [scope.select([`avg(t.${asked.column})`])]),
    ],
    rows: one,
  };
};

function tableName(scope: Scope, table: Scope['table']): string {
  return Object.entries(scope.domain.tables).find(([, other]) => other === table)?.[0] ?? '';
}

const averageOverTime: Construct = (scope, random) => {
  const asked = scope.figure(isTotal);
  const time = pickTime(scope, random);
  if (asked === undefined || time === undefined) return undefined;
  const inner = scope.select([`${time.step} AS step`, `${asked.sql} AS amount`], {
    where: time.where,
    group: [time.step],
  });
  return {
    template: 'averageOverTime',
    slots: { ...time.slots, A: asked.phrase.replace(/^(total|overall|sum of) /, ''), F: '' },
    kept: [],
    gold: [`SELECT avg(amount) FROM (${inner})`],
    unlike: [`SELECT sum(amount) FROM (${inner})`],
    torn: gaps(inner, time.slots.T),
    rows: one,
  };
};

/** What names a row, and attributes of it that somebody may want to see beside the name. */
function attributes(scope: Scope): {
  readonly label: Reached | undefined;
  readonly others: readonly Reached[];
} {
  const own = scope.reached.filter(({ table }) => table === scope.name);
  const label =
    own.find(({ column }) => column.label === true) ??
    own.find(({ column }) => column.key === true && column.hidden !== true);
  const others = scope.reached.filter(
    ({ column, table }) =>
      column.hidden !== true &&
      column.key !== true &&
      column.type !== 'boolean' &&
      (table === scope.name ? column.label !== true : true),
  );
  return { label, others };
}

const listing: Construct = (scope, random) => {
  const { label, others } = attributes(scope);
  const filters = new Filters(scope, random);
  const filter = filters.any(random.pick(['value', 'value', 'flag', 'compare', 'among', 'null'] as const));
  if (label === undefined || filter === undefined) return undefined;
  const second = random.chance(0.5)
    ? filters.any(random.pick(['value', 'flag', 'compare'] as const), ({ sql }) => sql !== filter.source.sql)
    : undefined;
  const open = others.filter(({ sql }) => sql !== filter.source.sql && sql !== second?.source.sql);
  const shown = random.chance(0.5) && open.length > 1 ? [random.pick(open), random.pick(open)] : [];
  if (shown.length === 2 && shown[0] === shown[1]) return undefined;
  const columns = [label, ...shown].map(({ sql }) => sql);
  const wheres = filter.where.flatMap((own) =>
    second === undefined ? [[own]] : second.where.map((other) => [own, other]),
  );
  const text = second === undefined ? filter.text : `${filter.text} and${second.text}`;
  return {
    template: shown.length === 0 ? 'list' : 'listWith',
    slots: { N: scope.noun(), F: text, C: shown.map(({ column }) => scope.say(column)).join(' and ') },
    kept: [...filter.kept, ...(second?.kept ?? [])],
    gold: wheres.flatMap((where) => [
      scope.select(columns, { where }),
      scope.select(columns, { where, distinct: true }),
    ]),
    unlike: second === undefined ? [] : filter.where.map((own) => scope.select(columns, { where: [own] })),
    rows: [1, 60],
  };
};

const lookup: Construct = (scope, random) => {
  const { label, others } = attributes(scope);
  if (label === undefined || label.column.label !== true || others.length === 0) return undefined;
  const { value } = random.pick(label.profile.values);
  const asked = random.pick(others);
  const where = [`${label.sql} = '${value.replaceAll("'", "''")}'`];
  return {
    template: 'lookup',
    slots: { C: scope.say(asked.column), V: value },
    kept: [value],
    gold: [scope.select([asked.sql], { where, distinct: true })],
    unlike: [],
    rows: one,
  };
};

const recordMost: Construct = (scope, random) => {
  const { label, others } = attributes(scope);
  const numbers = others.filter(
    ({ column, table }) => column.type === 'number' && column.measures !== undefined && table === scope.name,
  );
  if (label === undefined || numbers.length === 0) return undefined;
  const asked = random.pick(numbers);
  const { text, kept, where } = perhaps(new Filters(scope, random), random, 0.4);
  const count = random.chance(0.5) ? 1 : random.pick([3, 5, 10]);
  const least = count === 1 && random.chance(0.3);
  const direction = least ? 'ASC' : 'DESC';
  const rowsBy = (conditions: readonly string[]) =>
    scope.select([label.sql], {
      where: [`${asked.sql} IS NOT NULL`, ...conditions],
      tail: `ORDER BY ${asked.sql} ${direction} LIMIT ${count}`,
    });
  const first = scope.select([`${asked.sql} AS amount`], {
    where: [`${asked.sql} IS NOT NULL`, ...(where[0] ?? [])],
    tail: `ORDER BY ${asked.sql} ${direction} LIMIT ${count + 1}`,
  });
  return {
    template: count > 1 ? 'recordsTop' : least ? 'recordLeast' : 'recordMost',
    slots: { one: scope.table.one, N: scope.noun(), C: scope.say(asked.column), F: text, k: `${count}` },
    kept,
    gold: where.map(rowsBy),
    ordered: count > 1,
    unlike: text === '' ? [] : [rowsBy([])],
    torn: `SELECT amount FROM (${first}) GROUP BY amount HAVING count(*) > 1`,
    rows: [count, count],
  };
};

/** Every construct, by the name under which it is reported. */
export const constructs: Readonly<Record<string, Construct>> = {
  figure,
  figures,
  group,
  'group-two': groupTwo,
  time: timed,
  period,
  'filter-value': filtered('value'),
  'filter-flag': filtered('flag'),
  'filter-not': filtered('not'),
  'filter-null': filtered('null'),
  'filter-among': filtered('among'),
  'filter-between': filtered('between'),
  'filter-compare': filtered('compare'),
  'filter-two': filtered('value', 'compare'),
  having,
  'rank-top': ranked('DESC', (random) => random.pick([3, 4, 5, 10]), 'top'),
  'rank-most': ranked('DESC', () => 1, 'most'),
  'rank-bottom': ranked('ASC', (random) => random.pick([3, 5]), 'bottom'),
  'rank-nth': ranked('DESC', (random) => random.pick([2, 3]), 'nth'),
  'rank-within': rankWithin,
  share,
  'share-of-rows': shareOfRows,
  ratio,
  'compare-values': compareValues,
  'compare-periods': comparePeriods,
  running: accumulated('running'),
  change: accumulated('change'),
  growth: accumulated('growth'),
  distinct,
  'distinct-owners': distinctOwners,
  'average-per': averagePer,
  'average-over-time': averageOverTime,
  listing,
  lookup,
  'record-most': recordMost,
};
