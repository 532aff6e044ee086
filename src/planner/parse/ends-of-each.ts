import { entityDimension } from '../link/entities.ts';
import type { Draft } from './draft.ts';
import type { Quantity } from './quantity.ts';
import type { Ranking } from './reading.ts';
import { isPlural, open } from './scene.ts';

/**
 * "Which choirs had their last concert before 2020": the time of the last row of each, which the dates bound rather than the rows;
 * undefined where nothing says that. What the rows are called splits nothing then.
 */
export function readEndOfEach(draft: Draft, ranking: Ranking | undefined): Quantity | undefined {
  const { groups, lexicon, question, quantities, items, timeDimension } = draft;
  const [end, ...more] = quantities;
  const isEnd =
    more.length === 0 &&
    end?.kind === 'aggregate' &&
    end.dimension.type === 'time' &&
    (end.aggregate === 'max' || end.aggregate === 'min');
  const entity = entityDimension(lexicon.cube);
  const asked = groups.filter(({ cue, dimension }) => cue === 'which' && dimension !== entity);
  const [group, ...others] = asked;
  const rows = groups.filter((it) => it !== group);
  const { expression } = question.dates;
  if (!isEnd || group === undefined || expression === undefined || expression.compare) return undefined;
  if (timeDimension !== undefined && timeDimension !== end.dimension) return undefined;
  const isOfEach =
    others.length === 0 &&
    group.dimension.type === 'string' &&
    isPlural(draft, group.at) &&
    rows.every(({ dimension }) => dimension === entity) &&
    (ranking === undefined || rows.length > 0) &&
    open(draft, 'rank', 'often').length === 0 &&
    !items.some(({ kind }) => kind === 'number');
  if (!isOfEach) return undefined;
  groups.splice(0, groups.length, group);
  draft.timeDimension = end.dimension;
  return end;
}
