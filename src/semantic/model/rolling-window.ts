import { suggest } from '../../yaml/suggestion.ts';
import { calendarUnits } from '../calendar-units.ts';
import type { RollingWindow } from '../data-model.ts';
import type { CubeDraft, RollingWindowDraft } from './drafts.ts';
import type { ProblemList } from './problem-list.ts';
import type { Properties, Shape } from './properties.ts';
import { readSpan } from './time-span.ts';

export const windowShape: Shape = {
  noun: 'a rolling window',
  used: ['type', 'trailing', 'leading', 'offset', 'granularity'],
};
export const windowTypes = ['fixed', 'to_date', 'year_to_date', 'quarter_to_date', 'month_to_date'] as const;

export function readRollingWindow(measure: Properties): RollingWindowDraft | undefined {
  const properties = measure.mapping('rolling_window', windowShape);
  if (properties === undefined) return undefined;
  const type = properties.oneOf('type', windowTypes) ?? 'fixed';
  const window = type === 'fixed' ? readFixed(properties) : readToDate(properties, type);
  return window && { window, place: properties.place };
}

function readFixed(properties: Properties): RollingWindow | undefined {
  if (properties.has('granularity')) properties.error('granularity needs type: to_date.');
  if (!properties.has('trailing') && !properties.has('leading')) {
    properties.error('needs trailing or leading, or type: to_date.');
    return undefined;
  }
  return {
    kind: 'fixed',
    trailing: readEdge(properties, 'trailing'),
    leading: readEdge(properties, 'leading'),
    offset: properties.oneOf('offset', ['start', 'end'] as const) ?? 'end',
  };
}

function readEdge(properties: Properties, key: 'trailing' | 'leading') {
  if (properties.get(key)?.text?.text.trim() === 'unbounded') return 'unbounded';
  const span = readSpan(properties, key);
  if (span === undefined || span.months === 0 || span.seconds === 0) return span;
  properties.get(key)?.error(`"${span.text}" mixes months with shorter units: use one unit.`);
  return undefined;
}

function readToDate(
  properties: Properties,
  type: Exclude<(typeof windowTypes)[number], 'fixed'>,
): RollingWindow | undefined {
  for (const key of ['trailing', 'leading', 'offset'])
    if (properties.has(key)) properties.get(key)?.error(`has no meaning in a window of type ${type}.`);
  if (type !== 'to_date') {
    properties.get('granularity')?.error(`is already said by type: ${type}.`);
    return { kind: 'to_date', granularity: type.replace('_to_date', '') };
  }
  const granularity = properties.text('granularity')?.text;
  if (granularity === undefined) {
    properties.error('granularity is missing.');
    return undefined;
  }
  return { kind: 'to_date', granularity };
}

/** Reports windows to date whose granularity is neither a unit nor one of a time dimension of the model. */
export function checkRollingWindows(cubes: ReadonlyMap<string, CubeDraft>, problems: ProblemList): void {
  const members = [...cubes.values()].flatMap((cube) => [...cube.members.values()]);
  const custom = members.flatMap((member) =>
    member.kind === 'dimension' ? member.granularities.map(({ name }) => name) : [],
  );
  const known = new Set([...calendarUnits, ...custom]);
  for (const member of members) {
    if (member.kind !== 'measure' || member.rollingWindow?.window.kind !== 'to_date') continue;
    const { place, window } = member.rollingWindow;
    if (known.has(window.granularity)) continue;
    const hint = suggest(window.granularity, known) || ` Use one of ${[...known].join(', ')}.`;
    problems.error(place, `There is no granularity "${window.granularity}".${hint}`);
  }
}
