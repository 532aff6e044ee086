import type { DimensionMetadata } from '../../contract/tools.ts';
import type { NumberComparison } from '../language/comparisons.ts';
import { isIdentifier, isNumberedYear, memberLemmas } from '../link/entities.ts';
import { isOfRows } from '../link/entries.ts';
import { nameLemmas } from '../link/names.ts';
import { siblingsOf } from '../link/siblings.ts';
import { boundFor, boundForFigure } from './bound-values.ts';
import { charge } from './charges.ts';
import { amountOf } from './compared-amount.ts';
import {
  boundsCounted,
  comparesRows,
  countsRowsBehind,
  countsUnnamed,
  countsWork,
  isCalledSo,
  isNoAmount,
  isOfAnother,
} from './comparison-evidence.ts';
import { statedAggregate } from './cues.ts';
import { type Draft, statedFigure } from './draft.ts';
import { entityOf, figureOfMeasure, figureOfNumber } from './figures.ts';
import { listCounted } from './listed-counts.ts';
import { isMeasured, unitOf } from './member-units.ts';
import { type Compared, saysTimes, scaled } from './number-conditions.ts';
import { boundOf } from './opposites.ts';
import { numberAt, readPartOf } from './part-of-number.ts';
import { arePeople, saysAge } from './people.ts';
import { isCountOf, membersOf, type Quantity } from './quantity.ts';
import { takesAny } from './records.ts';
import { leadOf, linkAt, open, operatorOfItem, use } from './scene.ts';
import { spentInAll } from './spent-in-all.ts';
import { isPassive } from './value-evidence.ts';
import { isYesOrNo } from './verified.ts';

/**
 * Makes a comparison with a number a condition on rows, or on groups where it compares a figure. Where nothing is named to
 * compare, the only figure or the only amount that fits is meant.
 */
export function readCompared(scene: Draft, compared: Compared): void {
  const { target, at, whole } = compared;
  const comparison = boundOf(scene, compared);
  const { operator, values, percent = false } = comparison;
  if (whole !== undefined && typeof target === 'number') {
    readPartOf(scene, comparison, [target, whole], comparesRows(scene, numberAt(scene, target)));
    return;
  }
  if (typeof target === 'number' && readVerdict(scene, target)) return;
  const part = percent && scene.groups.length > 0 ? sharedPart(scene, target) : undefined;
  if (part !== undefined) {
    const shares = values.map((value) => value / 100);
    scene.having.push({ quantity: part, operator, values: shares, percent: true });
    return;
  }
  // "Held by at least 100 people".
  if (operatorOfItem(scene.items[at - 1], 'by') !== undefined && isPassive(scene, at - 1)) use(scene, at - 1);
  const passes = (quantity: Quantity): void => {
    // A count is no percentage.
    if (percent && quantity.kind === 'measure' && quantity.measure.format !== 'percent')
      charge(scene, 'notPercent');
    const [counted] = isCountOf(quantity) && isMeasured(comparison.unit) ? membersOf(quantity) : [];
    if (counted !== undefined && !memberLemmas(counted).includes(comparison.unit ?? ''))
      charge(scene, 'otherUnit');
    const bound = isCountOf(quantity) ? values : scaledValues(scene, quantity, comparison);
    scene.having.push({
      quantity: someBefore(scene, at, quantity) ?? quantity,
      operator,
      values: bound,
      percent,
      ...(boundsCounted(scene, at) ? { ofCounted: true as const } : {}),
    });
  };
  if (typeof target === 'object') {
    if (isNoYear(target, comparison)) charge(scene, 'comparesNothing');
    scene.conditions.push({
      at,
      filter: {
        kind: 'number',
        dimension: target,
        operator,
        values: scaledValues(scene, target, comparison),
      },
    });
    return;
  }
  const link = typeof target === 'number' ? linkAt(scene, target) : undefined;
  if (target === 'rows' && scene.lexicon.rowCount !== undefined && scene.groups.length > 0) {
    passes({ kind: 'measure', measure: scene.lexicon.rowCount });
    return;
  }
  if (target === undefined && countsRowsBehind(scene, at) && scene.groups.length > 0) {
    const { rowCount } = scene.lexicon;
    if (rowCount !== undefined) {
      passes({ kind: 'measure', measure: rowCount });
      return;
    }
  }
  if (target === 'rows' && saysTimes(scene, at)) charge(scene, 'comparesNothing');
  if (link === undefined || typeof target !== 'number') {
    const spent = spentInAll(scene, at, comparison);
    if (spent !== undefined) {
      passes(spent);
      return;
    }
    if (isCalledSo(scene, at, comparison)) charge(scene, 'comparesNothing');
    const [only, ...more] = scene.figures;
    const counts = only !== undefined && isCountOf(only.quantity) && isMeasured(comparison.unit);
    if (only !== undefined && more.length === 0 && scene.groups.length > 0 && !counts) {
      passes(only.quantity);
      return;
    }
    const areAges = countsUnnamed(scene, at) && arePeople(scene.lexicon) && saysAge(scene, at, comparison);
    const amount = areAges ? scaled(scene, 'old') : amountOf(scene.lexicon, comparison);
    charge(
      scene,
      amount === undefined ||
        countsRowsBehind(scene, at) ||
        isOfAnother(scene, at, comparison) ||
        isNoAmount(comparison)
        ? 'comparesNothing'
        : 'impliedAmount',
    );
    // "Groups with an average of over 300 kcal".
    const [mean] = open(scene, 'aggregate').filter((it) => it.operator.aggregate !== 'count');
    if (amount !== undefined && mean !== undefined && scene.groups.length > 0) {
      use(scene, mean.at);
      passes(figureOfNumber(scene.lexicon, amount, mean.operator.aggregate).quantity);
    } else if (amount !== undefined)
      scene.conditions.push({
        at,
        filter: {
          kind: 'number',
          dimension: amount,
          operator,
          values: scaledValues(scene, amount, comparison),
        },
      });
    return;
  }
  const lead = leadOf(scene, target);
  listCounted(scene);
  const { aggregate, places } = statedAggregate(scene, lead);
  use(scene, ...places);
  if (lead.cue !== undefined && ['with', 'of', 'in', 'and', 'where'].includes(lead.cue.kind))
    use(scene, lead.cue.at);
  if (link.entry.kind === 'relation') {
    if (scene.lexicon.rowCount === undefined) charge(scene, 'comparesNothing');
    else passes({ kind: 'measure', measure: scene.lexicon.rowCount });
    return;
  }
  if (link.entry.kind === 'measure') {
    const { measure } = link.entry;
    const number = siblingsOf(scene.lexicon, measure).dimension;
    // "orders over 500 in sales": rows are compared by their own number unless groups are.
    if (number !== undefined && !link.saysAggregate && aggregate === undefined && comparesRows(scene)) {
      scene.conditions.push({
        at: target,
        filter: {
          kind: 'number',
          dimension: number,
          operator,
          values: scaledValues(scene, number, comparison),
        },
      });
      return;
    }
    const figure = figureOfMeasure(scene.lexicon, measure, aggregate);
    if (figure.price !== undefined) charge(scene, figure.price);
    // What all of them earn together is no wage of somebody.
    if (takesAny(scene) && scene.groups.length > 0 && !isCountOf(figure.quantity))
      charge(scene, 'comparesNothing');
    passes(figure.quantity);
    return;
  }
  if (link.entry.kind !== 'dimension') return;
  const { dimension } = link.entry;
  if (dimension.type === 'string') {
    const { cube } = scene.lexicon;
    const counting = cube.measures.find((measure) => entityOf(scene.lexicon, measure) === dimension);
    passes(
      counting === undefined
        ? { kind: 'aggregate', aggregate: 'distinct', dimension }
        : { kind: 'measure', measure: counting },
    );
    return;
  }
  if (isIdentifier(dimension) || isNoYear(dimension, comparison)) charge(scene, 'comparesNothing');
  if (aggregate !== undefined || !comparesRows(scene, dimension)) {
    const figure = figureOfNumber(scene.lexicon, dimension, aggregate);
    if (figure.price !== undefined) charge(scene, figure.price);
    passes(figure.quantity);
    return;
  }
  scene.conditions.push({
    at: target,
    filter: { kind: 'number', dimension, operator, values: scaledValues(scene, dimension, comparison) },
  });
}

/** Nobody older than 50 was born after the year 50. */
function isNoYear(dimension: DimensionMetadata, { values, adjective }: NumberComparison): boolean {
  const isYear =
    isNumberedYear(dimension) || (adjective !== undefined && memberLemmas(dimension).includes('year'));
  return isYear && values.some((it) => it < 1_000);
}

/** "Missed at least three bookings": of bookings, the figure before them counts those that were missed, and they are bounded. */
function someBefore(scene: Draft, at: number, quantity: Quantity): Quantity | undefined {
  const link = linkAt(scene, at - 1);
  if (quantity.kind !== 'measure' || link?.entry.kind !== 'measure') return undefined;
  const { measure } = link.entry;
  const rows = nameLemmas(quantity.measure.title);
  const isOfThem =
    measure !== quantity.measure &&
    [measure, quantity.measure].every(({ type }) => type === 'count') &&
    rows.every((lemma) => nameLemmas(measure.title).includes(lemma)) &&
    !link.tokens.some((it) => rows.includes(scene.question.tokens[it]?.lemma ?? ''));
  return isOfThem ? { kind: 'measure', measure } : undefined;
}

/** "States where more than 15% of the stations have toilets": the share of those that have some. */
function sharedPart(scene: Draft, target: Compared['target']): Quantity | undefined {
  const { rowCount } = scene.lexicon;
  const entry = typeof target === 'number' ? linkAt(scene, target)?.entry : undefined;
  const counts = isOfRows(entry, scene.lexicon);
  const condition = scene.conditions.find(({ at }) => typeof target === 'number' && at > target);
  if (!counts || rowCount === undefined || condition === undefined) return undefined;
  scene.conditions.splice(scene.conditions.indexOf(condition), 1);
  use(scene, typeof target === 'number' ? leadOf(scene, target).cue?.at : undefined);
  const whole: Quantity = { kind: 'measure', measure: rowCount };
  return { kind: 'ratio', part: { kind: 'filtered', of: whole, where: condition.filter }, whole };
}

/** "Are people under 30 paid less than 110k on average?": the average says so. @returns whether it is one of these */
function readVerdict(scene: Draft, target: number): boolean {
  const [mean] = open(scene, 'aggregate').filter(({ operator }) => operator.aggregate !== 'count');
  const entry = linkAt(scene, target)?.entry;
  const isAsked = scene.figures.length + scene.groups.length === 0 && isYesOrNo(scene);
  if (!isAsked || mean === undefined || entry === undefined) return false;
  const { aggregate } = mean.operator;
  const figure =
    entry.kind === 'measure'
      ? figureOfMeasure(scene.lexicon, entry.measure, aggregate)
      : entry.kind === 'dimension'
        ? figureOfNumber(scene.lexicon, entry.dimension, aggregate)
        : undefined;
  if (figure === undefined || figure.open !== undefined) return false;
  use(scene, mean.at);
  scene.figures.push(statedFigure(figure.quantity, target));
  scene.verifies = true;
  return true;
}

/** The numbers of a comparison in the unit of what they are compared with; charges where that is not known. */
function scaledValues(
  scene: Draft,
  compared: DimensionMetadata | Quantity,
  comparison: NumberComparison,
): readonly number[] {
  const values =
    'kind' in compared
      ? boundForFigure(scene.lexicon, compared, comparison)
      : boundFor(scene.lexicon, compared, comparison);
  // Minutes are no part of what is counted in days.
  const areParts =
    !('kind' in compared) &&
    comparison.unit !== undefined &&
    values?.every((it) => Math.abs(it) < leastPart) === true;
  if (values === undefined || areParts) charge(scene, 'otherUnit');
  if (!('kind' in compared) && isPartOfOther(scene, compared, comparison)) charge(scene, 'notPercent');
  if (!('kind' in compared) && countsWork(scene, compared, comparison)) charge(scene, 'comparesNothing');
  return values ?? comparison.values;
}

/** "20% over the quote", "more than 10% of the budget": parts of an amount are held against another one, and so is money. */
function isPartOfOther(
  { question, lexicon }: Draft,
  dimension: DimensionMetadata,
  { percent = false, tokens }: NumberComparison,
): boolean {
  if (!percent) return false;
  const next = question.tokens[Math.max(...tokens) + 1];
  const isOf = !next?.afterBreak && /^(?:over|above|beyond|under|below|of)$/.test(next?.word ?? '');
  const isMoney = dimension.format === 'currency';
  return isOf || isMoney || unitOf(lexicon.cube, dimension) !== undefined;
}

/** Of a unit: less of it is said in a smaller one, which data in whole ones does not know. */
const leastPart = 0.02;
