import type { Cell, Table } from '../../shop/generator/parquet.ts';
import type { Random } from '../../shop/generator/random.ts';
import { firstDay, lastDay, monthOf } from './calendar.ts';
import type { Site } from './plant.ts';

/** How windy a month is against the year's mean. */
const season = [1.28, 1.22, 1.14, 0.97, 0.88, 0.78, 0.74, 0.79, 0.92, 1.07, 1.18, 1.26];
const winter = new Set([0, 1, 11]);

/** What the turbines did day by day, and why they stood still. */
export function createOperation(
  sites: readonly Site[],
  random: Random,
): { production: Table; outages: Table } {
  const days: Cell[][] = [];
  const outages: Cell[][] = [];
  for (const site of sites) {
    for (let day = firstDay; day <= lastDay; day += 1) {
      const gust = 0.35 + random.next() * 0.75 + random.next() * 0.55;
      const wind = 7.6 * site.wind * (season[monthOf(day)] ?? 1) * gust;
      for (const { id, ratedKw, manufacturer, startDay } of site.turbines) {
        if (day < startDay) continue;
        const ownWind = wind * (0.95 + random.next() * 0.1);
        const load = Math.min(1, Math.max(0, (ownWind - 3) / 9.5));
        const possible = Math.round(ratedKw * 24 * load * load * (1.35 - 0.35 * load));
        const cause = outageCause(site, manufacturer, day, ownWind, random);
        const hours = cause === null ? 0 : outageHours(cause, random);
        const lost = Math.round((possible * hours) / 24);
        if (cause !== null) outages.push([outages.length + 1, id, day, cause, hours, lost]);
        days.push([id, day, possible - lost, possible, Math.round(ownWind * 10) / 10, hours]);
      }
    }
  }
  return {
    production: {
      name: 'daily_production',
      columns: {
        turbine_id: 'INTEGER',
        production_date: 'DATE',
        energy_kwh: 'INTEGER',
        possible_kwh: 'INTEGER',
        wind_speed_ms: 'DOUBLE',
        downtime_hours: 'INTEGER',
      },
      rows: days,
    },
    outages: {
      name: 'outages',
      columns: {
        outage_id: 'INTEGER',
        turbine_id: 'INTEGER',
        outage_date: 'DATE',
        cause: 'VARCHAR',
        duration_h: 'INTEGER',
        lost_kwh: 'INTEGER',
      },
      rows: outages,
    },
  };
}

function outageCause(
  site: Site,
  manufacturer: string,
  day: number,
  wind: number,
  random: Random,
): string | null {
  if (site.coldWinters && winter.has(monthOf(day)) && random.chance(0.05)) return 'icing';
  if (wind > 17 && random.chance(0.3)) return 'storm shutdown';
  if (site.curtailed && wind > 10 && random.chance(0.07)) return 'grid curtailment';
  if (!site.offshore && monthOf(day) >= 5 && monthOf(day) <= 8 && random.chance(0.012))
    return 'bat protection';
  if (random.chance(manufacturer === 'Kestrel Power' ? 0.03 : 0.013)) return 'component failure';
  return random.chance(0.006) ? 'scheduled maintenance' : null;
}

function outageHours(cause: string, random: Random): number {
  if (cause === 'component failure') return random.int(4, 24);
  return cause === 'bat protection' ? random.int(3, 8) : random.int(2, 14);
}
