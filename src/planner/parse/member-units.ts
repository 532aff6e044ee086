import { timeUnitOf } from '../../contract/time-units.ts';
import type { CubeMetadata } from '../../contract/tools.ts';
import { unitNames } from '../language/grammar.ts';
import { forms, type Token, tokenize } from '../language/text.ts';
import { type UnitSize, unitSize } from '../language/unit-sizes.ts';
import { memberLemmas } from '../link/entities.ts';
import { shortName } from '../link/names.ts';

/** A member that may be counted in units. */
type Counted = Parameters<typeof timeUnitOf>[0];

/** The unit that the figures of a member are counted in; undefined where the model does not say it. */
export function unitOf(cube: CubeMetadata, member: Counted): UnitSize | undefined {
  const { name, title, description = '', format, unit } = member;
  if (format !== undefined && format !== 'number') return undefined;
  const time = timeUnitOf(member) ?? (unit === undefined ? abbreviatedTime(cube, name) : undefined);
  if (time !== undefined) return unitSize(time);
  if (unit !== undefined) return unitSize(forms(unit).lemma);
  return (
    [
      ...[title, description].flatMap((text) => [...text.matchAll(/\((?:in )?(\p{L}+)\)/giu)]),
      ...[title, description].flatMap((text) => [...text.matchAll(/\bin (\p{L}+)/giu)]),
      ...[/^(\p{L}+) (?:of|from|per)\b/iu.exec(description) ?? [], /_(\p{L}+)$/u.exec(shortName(name)) ?? []],
    ]
      .map(([, word = '']) => unitSize(forms(word).lemma))
      // Units of time are said in ways of their own: the hour of a check-in counts none.
      .find((unit) => unit !== undefined && unit.kind !== 'time' && unit.kind !== 'calendar')
  );
}

/** What stands before minutes: others than those of time have a least one. */
const spanned = /(?:time|duration|length|delay|wait|stay|dauer|zeit)_min$/;

/** The unit of time that a name ends with in short: `duration_min`, `response_sec`. */
function abbreviatedTime(cube: CubeMetadata, name: string): string | undefined {
  const unit = /_(sec|min|hr)s?$/.exec(name)?.[1];
  const most = name.replace(/min$/, 'max');
  const isLeast = unit === 'min' && (!spanned.test(name) || memberNamed(cube, most));
  return isLeast ? undefined : unit;
}

function memberNamed({ dimensions, measures }: CubeMetadata, name: string): boolean {
  return [...dimensions, ...measures].some((it) => it.name === name);
}

/** What is counted in years unless the model says otherwise. */
const inYears: ReadonlySet<string> = new Set(['age', 'experience', 'seniority']);

/**
 * What a number in a unit is multiplied by to compare it with the figures of a member; undefined where their unit is not known
 * or of another kind.
 * @param unit a lemma
 */
export function factorTo(cube: CubeMetadata, member: Counted, unit: string | undefined): number | undefined {
  const said = unitSize(unit);
  if (unit === undefined) return 1;
  if (said === undefined) {
    const isOther = member.unit !== undefined && isMeasured(unit) && forms(member.unit).lemma !== unit;
    return isOther ? undefined : 1;
  }
  const own = unitOf(cube, member);
  if (own !== undefined) return own.kind === said.kind ? said.size / own.size : undefined;
  const { name, title } = member;
  const isInYears = unit === 'year' && memberLemmas({ name, title }).some((lemma) => inYears.has(lemma));
  return isInYears || mentions(member, unit) ? 1 : undefined;
}

/** Whether a unit is one that nothing is counted in: kilograms, unlike pieces. */
export function isMeasured(unit: string | undefined): boolean {
  return unit !== undefined && !/^(?:percent|piece|point|star|unit|old)$/.test(unit);
}

/** How many words from a place on are the unit that the model gives to a member: one of "in kWh", none of "in MWh". */
export function wordsOfUnit({ unit }: Counted, tokens: readonly Token[], at: number): number {
  const words = unit === undefined ? [] : tokenize(unit);
  return words.every(({ lemma }, index) => tokens[at + index]?.lemma === lemma) ? words.length : 0;
}

/** Whether the names or the description of a member speak of a unit, and not of what one of them costs or weighs. */
export function mentions({ name, title, description = '' }: Counted, unit: string): boolean {
  const words = `${shortName(name)} ${title} ${description}`.toLowerCase().split(/[^a-z/]+|(?<=\/)|(?=\/)/);
  return words.some(
    (word, at) =>
      (forms(word).lemma === unit || word.startsWith(unitNames[unit] ?? ' ')) &&
      !ofEach.has(words[at - 1] ?? ''),
  );
}

const ofEach: ReadonlySet<string> = new Set(['per', 'one', 'each', 'every', 'a', 'an', '/']);
