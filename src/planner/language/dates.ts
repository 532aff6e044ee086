import { addDays, type Period } from './calendar.ts';
import { countedFrom, countedOf, isComparedWith, withParts } from './counted-dates.ts';
import { findAtoms, maxLeadCharacters } from './date-atoms.ts';
import type { Atom, Clock, DateExpression } from './date-meanings.ts';
import { resolveTogether, together } from './joined-dates.ts';

export interface DatesFound {
  readonly expression: DateExpression | undefined;
  /** Dates that could not be brought together with the expression. */
  readonly leftover: readonly (readonly [from: number, to: number])[];
  /** The first day named that does not exist; nothing else is read then. */
  readonly noDay?: string;
}

/** Reads the dates of a question: absolute, relative, ranges and comparisons. */
export function findDates(text: string): DatesFound {
  const atoms = withParts([...findAtoms(text)], text);
  if (atoms.length === 0) return { expression: undefined, leftover: [] };
  const none = atoms.find(({ isNone }) => isNone);
  if (none !== undefined)
    return {
      expression: undefined,
      leftover: atoms.map(({ from, to }) => [from, to]),
      noDay: text.slice(none.from, none.to),
    };
  const expressions = withBounds(combine(atoms, text), text).map((it) => ({ ...it, text }));
  const [first, ...others] = expressions;
  if (first === undefined || others.length === 0) return { expression: first, leftover: [] };
  // "Parcels sent more than 3 weeks ago" holds nothing against anything.
  if (
    /\b(compar\w*|versus|vs|than|differ\w*|change\w*|growth|grew|grow)\b/i.test(around(expressions, text))
  ) {
    return { expression: { ...together(expressions, true), text }, leftover: [] };
  }
  return { expression: first, leftover: others.flatMap((other) => other.spans) };
}

/** What a text says apart from its dates. */
function around(expressions: readonly DateExpression[], text: string): string {
  const spans = expressions.flatMap((it) => it.spans).toSorted(([a], [b]) => b - a);
  return spans.reduce((rest, [from, to]) => `${rest.slice(0, from)} ${rest.slice(to)}`, text);
}

const rangeLink = /^\s*(?:to|-|–|—|through|thru|until|till|up to)\s*(?:the end of |end of )?$/i;
const betweenLink = /^\s*and\s*(?:the end of |end of )?$/i;
const listLink =
  /^\s*(?:,|,?\s*(?:and|or|vs\.?|versus|with|to|against|over|compared? (?:to|with)|than))\s*(?:in |for |the |that of |during )*$/i;
/** "In 2016 and in 2017": what is said of each is asked of each. */
const repeated = /\band\s+(?:in|for|during|on|that of)\b/i;
const contrast = /\b(compar\w*|versus|vs|against|than|differ\w*|growth|grew|grow|change\w*)\b/i;

/** Joins dates that belong together, and reads the words before them (since, before, until). */
function combine(atoms: readonly Atom[], text: string): DateExpression[] {
  const expressions: DateExpression[] = [];
  for (let index = 0; index < atoms.length; index++) {
    const atom = atoms[index];
    if (atom === undefined) break;
    const next = atoms[index + 1];
    const start = Math.max(0, atom.from - maxLeadCharacters);
    const before = text.slice(start, atom.from);
    const link = next === undefined ? '' : text.slice(atom.to, next.from);
    const fromTo = next !== undefined && rangeLink.test(link) && !isCompared(atoms, index, text);
    const lead = betweenLink.test(link) ? /\bbetween\s*$/i.exec(before)?.[0] : undefined;
    if (next !== undefined && (fromTo || lead !== undefined)) {
      // Where a further date is named, it is that which the range is held against.
      const [first, last] = sharedYear({ ...atom, from: atom.from - (lead?.length ?? 0) }, next);
      expressions.push(range(first, last, contrast.test(text) && atoms.length === 2));
      index += 1;
      continue;
    }
    const last = expressions.at(-1);
    if (atom.back !== undefined && last !== undefined) {
      const counted = countedFrom(last, atom);
      const isLinked = listLink.test(text.slice(last.spans.at(-1)?.[1], atom.from));
      expressions.splice(
        isLinked ? -1 : expressions.length,
        1,
        isLinked ? together([countedOf(last, atom), counted], true) : counted,
      );
      continue;
    }
    if (atom.back !== undefined && isComparedWith(text, atom)) continue;
    const list = [atom];
    while (true) {
      const following = atoms[index + 1];
      const last = list.at(-1);
      if (
        following === undefined ||
        following.back !== undefined ||
        last === undefined ||
        (last.isOpen === true) !== (following.isOpen === true) ||
        !listLink.test(text.slice(last.to, following.from)) ||
        isRangeHeldAgainst(atoms, index + 1, text)
      )
        break;
      list.push(following);
      index += 1;
    }
    expressions.push(
      list.length > 1
        ? listOf(list, text)
        : bounded(atom, before, text.slice(atom.to), text.slice(atom.from, atom.to)),
    );
  }
  return expressions;
}

/** "compare 2024 to 2025" is no range, unlike "compare May to July 2024 with 2023" and what that is held against. */
function isCompared(atoms: readonly Atom[], index: number, text: string): boolean {
  const at = atoms[index]?.from ?? 0;
  const sentence = text.slice(text.lastIndexOf('.', at - 1) + 1, at);
  if (!/\bcompar/i.test(sentence) || isRangeHeldAgainst(atoms, index, text)) return false;
  const behind = linkBehind(atoms, index + 1, text);
  const isHeldAgainst = heldAgainst.test(behind);
  return !isHeldAgainst && !(listLink.test(behind) && rangeLink.test(linkBehind(atoms, index + 2, text)));
}

const heldAgainst = /^\s*(?:,?\s*(?:vs\.?|versus|with|against|compared? (?:to|with)|than))\s/i;

/** "2024 vs May to July 2023": what follows what is held against something is as whole as that. */
function isRangeHeldAgainst(atoms: readonly Atom[], index: number, text: string): boolean {
  const before = linkBehind(atoms, index - 1, text);
  const isSecond = heldAgainst.test(before) || (index > 1 && listLink.test(before) && !isListed.test(before));
  return isSecond && rangeLink.test(linkBehind(atoms, index, text));
}

const isListed = /,|\bor\b/i;

/** The words between a date and the next one; a blank where there is none. */
function linkBehind(atoms: readonly Atom[], index: number, text: string): string {
  const [atom, next] = [atoms[index], atoms[index + 1]];
  return atom === undefined || next === undefined ? ' ' : text.slice(atom.to, next.from);
}

function sharedYear(a: Atom, b: Atom): [Atom, Atom] {
  if (a.inYear !== undefined && b.year !== undefined) return [inYear(a, a.inYear, b.year), b];
  if (b.inYear !== undefined && a.year !== undefined) return [a, inYear(b, b.inYear, a.year)];
  return [a, b];
}

function inYear(atom: Atom, at: (year: number) => Period, fixed: number): Atom {
  return { ...atom, year: fixed, resolve: () => ({ period: at(fixed), fromDataEnd: false }) };
}

function range(a: Atom, b: Atom, compare: boolean): DateExpression {
  const sameUnit = a.unit === b.unit;
  return {
    spans: [[a.from, b.to]],
    compare: compare && sameUnit,
    unit: a.unit,
    resolve: (clock) => {
      const { periods, fromDataEnd } = resolveTogether(
        [a, b].map((atom) => (at: Clock) => {
          const { period, fromDataEnd: counted } = atom.resolve(at);
          return { periods: [period], fromDataEnd: counted };
        }),
        clock,
        [a, b].some((atom) => atom.ongoing === true),
      );
      if (compare && sameUnit) return { periods, fromDataEnd };
      return { periods: [{ start: periods[0]?.start, end: periods.at(-1)?.end }], fromDataEnd };
    },
  };
}

function listOf(atoms: readonly Atom[], text: string): DateExpression {
  const isDated = ({ year }: Atom): boolean => year !== undefined;
  const said = ({ from, to }: Atom): string => text.slice(from, to).toLowerCase();
  const shared = atoms.map((atom, at) => {
    const dated = atoms.slice(at).find(isDated) ?? atoms.findLast(isDated);
    return atom.inYear !== undefined &&
      dated?.year !== undefined &&
      // "October compared with October 2025" are two.
      !said(dated).startsWith(said(atom))
      ? inYear(atom, atom.inYear, dated.year)
      : atom;
  });
  // Nobody lists three years to have them added up.
  const between = text.slice(atoms[0]?.to, atoms.at(-1)?.from);
  const isEach =
    atoms.length > 2 || repeated.test(between) || (areSuccessive(atoms, between) && !addedUp.test(text));
  return {
    ...together(
      shared.map((atom) => bounded(atom, '', '')),
      isEach || contrast.test(text),
    ),
    unit: shared[0]?.unit ?? 'day',
  };
}

const addedUp = /\b(?:together|combined|altogether|overall|in total|in all|both|sum)\b/i;

/** "This year and last year": whoever names both does not want them added up. */
function areSuccessive(atoms: readonly Atom[], between: string): boolean {
  const current = atoms.find(({ ongoing }) => ongoing === true);
  return (
    current !== undefined &&
    /\band\b|&/i.test(between) &&
    atoms.some(({ previous }) => previous === current.unit)
  );
}

/** "Until today this year", "in 2024 and over 90 days ago": the part of a period that lies within a bound beside it. */
function withBounds(expressions: readonly DateExpression[], text: string): readonly DateExpression[] {
  const [one, other, ...more] = expressions;
  if (one === undefined || other === undefined || more.length > 0) return expressions;
  const between = text.slice(one.spans.at(-1)?.[1], other.spans[0]?.[0]);
  const isWithin =
    (one.isOpen === true) !== (other.isOpen === true) &&
    /^\s*,?\s*(?:and\s+)?(?:(?:in|of|during|from)\s+)?$/i.test(between);
  if (!isWithin || one.compare || other.compare) return expressions;
  const joined = together([one, other], false);
  return [
    {
      ...joined,
      resolve: (clock, bucket) => {
        const { periods, fromDataEnd } = joined.resolve(clock, bucket);
        const start = periods
          .flatMap((it) => it.start ?? [])
          .toSorted()
          .at(-1);
        const [end] = periods.flatMap((it) => it.end ?? []).toSorted();
        // "In 2019 and since 2023" are apart.
        const isApart = start !== undefined && end !== undefined && start >= end;
        return { periods: isApart ? periods : [{ start, end }], fromDataEnd };
      },
    },
  ];
}

const limits: readonly (readonly [RegExp, (period: Period) => Period])[] = [
  [
    // "Contracts starting in March" begin in it.
    /\b(?:since|starting(?: from| with)?|beginning(?: with)?)\s*(?:the )?(?:start of |beginning of )?$/i,
    ({ start }) => ({ start, end: undefined }),
  ],
  [
    /\b(?:after|later than|newer than|younger than)\s*(?:the end of )?$/i,
    ({ end }) => ({ start: end, end: undefined }),
  ],
  [/\b(?:before|prior to|by)\s*(?:the )?end of $/i, ({ end }) => ({ start: undefined, end })],
  [
    /\b(?:before|prior to|earlier than|older than)\s*(?:the start of )?$/i,
    ({ start }) => ({ start: undefined, end: start }),
  ],
  [/\b(?:until|till|up to|through)\s*(?:the end of )?$/i, ({ end }) => ({ start: undefined, end })],
];

/** "Starting next week", "starting today" is no time since then. */
const startsOnly = /\b(?:starting|beginning)\s*$/i;

const trailingLimits: typeof limits = [
  [
    /^\s*(?:onwards?|on(?=\s*(?:[?.!,;]|$))|(?:and|or) (?:later|after|newer|beyond)|and (?:up|since)|to (?:now|today|date))\b/i,
    ({ start }) => ({ start, end: undefined }),
  ],
  [/^\s*(?:and|or) (?:earlier|before|older)\b/i, ({ end }) => ({ start: undefined, end })],
];

function bounded(atom: Atom, before: string, after: string, own = ''): DateExpression {
  const soFar = /^\s*,?\s*(?:so far|(?:until|till|up to) now)\b/i.exec(after)?.[0].length ?? 0;
  const trailing = trailingLimits
    .map(([words, shape]) => ({ said: words.exec(after)?.[0].length ?? 0, shape }))
    .find(({ said }) => said > 0);
  const limit = limits.find(
    ([words]) =>
      words.test(before) && !(/^(?:next|coming|today|tomorrow|this)\b/i.test(own) && startsOnly.test(before)),
  );
  const lead = limit?.[0].exec(before)?.[0].length ?? 0;
  const shape = trailing?.shape ?? limit?.[1];
  return {
    spans: [[atom.from - lead, atom.to + (trailing?.said ?? soFar)]],
    compare: false,
    unit: atom.unit,
    ongoing: atom.ongoing,
    from: atom.back && ((dates) => countedFrom(dates, atom)),
    previous: shape === undefined ? atom.previous : undefined,
    isOpen: shape !== undefined || atom.isOpen === true,
    resolve: (clock, bucket) => {
      const { period, fromDataEnd } = atom.resolve(clock, bucket);
      const shaped = shape === undefined ? period : shape(period);
      // "In Q4 so far": data may have what is planned for the rest of it.
      const { start, end } = shaped;
      const tomorrow = addDays(clock.today, 1);
      const isCut =
        soFar > 0 && (start === undefined || start < tomorrow) && (end === undefined || end > tomorrow);
      return { periods: [isCut ? { start, end: tomorrow } : shaped], fromDataEnd };
    },
  };
}
