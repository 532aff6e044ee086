import { calendarUnits } from '../calendar-units.ts';
import type { Granularity, TimeSpan } from '../data-model.ts';
import { readName } from './names.ts';
import { humanise } from './presentation.ts';
import type { Properties, Shape } from './properties.ts';
import { readSpan } from './time-span.ts';

export const granularityShape: Shape = {
  noun: 'a granularity',
  used: ['name', 'title', 'interval', 'offset', 'origin', 'sql'],
  required: ['name'],
};

/** A Monday, and the start of a year and a decade: where intervals start that have no origin. */
const weekOrigin = Date.UTC(2001, 0, 1);
const calendarOrigin = Date.UTC(2000, 0, 1);

/** @param type as it is written; undefined for one that is unknown, which is then the mistake */
export function readGranularities(dimension: Properties, type: string | undefined): readonly Granularity[] {
  if (!dimension.has('granularities')) return [];
  if (type !== undefined && type !== 'time') {
    dimension
      .get('granularities')
      ?.error(`only a dimension of type time has granularities, not one of type ${type}.`);
    return [];
  }
  const found = new Map<string, Granularity>();
  for (const properties of dimension.mappings('granularities', granularityShape)) {
    const granularity = readGranularity(properties);
    if (granularity === undefined) continue;
    const key = granularity.name.toLowerCase();
    if (found.has(key)) properties.error(`there is already a granularity "${granularity.name}".`);
    else found.set(key, granularity);
  }
  return [...found.values()];
}

function readGranularity(properties: Properties): Granularity | undefined {
  const name = readName(properties, 'name')?.text;
  const title = properties.text('title')?.text;
  if (properties.has('sql')) {
    properties.owner.warn('sql is known to Cube but not used by Inlay: this granularity is left out.');
    return undefined;
  }
  if (!properties.has('interval')) properties.error('interval is missing.');
  const interval = readSpan(properties, 'interval');
  const offset = readSpan(properties, 'offset');
  if (name === undefined || interval === undefined) return undefined;
  if (calendarUnits.includes(name.toLowerCase()))
    properties.get('name')?.error(`"${name}" is a unit of the calendar: choose another name.`);
  if (properties.has('origin') && properties.has('offset'))
    properties.error('has both origin and offset: give one of them.');
  const reason = unusable(interval, properties.has('origin'));
  if (reason !== undefined) properties.get('interval')?.error(`"${interval.text}" ${reason}.`);
  const origin = properties.has('origin') ? readOrigin(properties) : shifted(defaultOrigin(interval), offset);
  return origin === undefined || reason !== undefined
    ? undefined
    : { name, title: title ?? humanise(name), interval, origin };
}

function unusable({ months, seconds, text }: TimeSpan, hasOrigin: boolean): string | undefined {
  if (text.includes('-') || months + seconds <= 0) return 'is not positive';
  if (months > 0 && seconds > 0)
    return 'mixes months with shorter units, which have no fixed relation: use only months, quarters and years, or none of them';
  if (hasOrigin) return undefined;
  const isAligned =
    months > 0 ? months % 12 === 0 || 12 % months === 0 : seconds === 7 * day || day % seconds === 0;
  return isAligned ? undefined : 'does not divide a year or a day evenly: give it an origin';
}

const day = 86_400;

function defaultOrigin({ seconds }: TimeSpan): number {
  return seconds === 7 * day ? weekOrigin : calendarOrigin;
}

function shifted(origin: number, offset: TimeSpan | undefined): number {
  if (offset === undefined) return origin;
  const date = new Date(origin);
  date.setUTCMonth(date.getUTCMonth() + offset.months);
  return date.getTime() + offset.seconds * 1_000;
}

function readOrigin(properties: Properties): number | undefined {
  const text = properties.text('origin')?.text ?? '';
  const match = /^(\d{4}(?:-\d\d(?:-\d\d)?)?)(?:[T ](\d\d:\d\d(?::\d\d(?:\.0+)?)?))?$/.exec(text);
  const origin =
    match === null ? Number.NaN : Date.parse(`${match[1]}${match[2] === undefined ? '' : `T${match[2]}Z`}`);
  if (!Number.isNaN(origin)) return origin;
  const hint =
    "a date or a time in the query's time zone, such as '2024-04-01' or '2024-04-01T06:00:00', without Z or an offset";
  properties.get('origin')?.error(`"${text}" is no origin: write ${hint}.`);
  return undefined;
}
