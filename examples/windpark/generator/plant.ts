import type { Table } from '../../shop/generator/parquet.ts';
import type { Random } from '../../shop/generator/random.ts';
import { dayNumber } from './calendar.ts';

export interface Site {
  readonly id: number;
  readonly code: string;
  readonly offshore: boolean;
  /** Against an average site. */
  readonly wind: number;
  readonly coldWinters: boolean;
  readonly curtailed: boolean;
  /** US dollars for one MWh. */
  readonly tariff: number;
  readonly turbines: readonly Turbine[];
}

export interface Turbine {
  readonly id: number;
  readonly ratedKw: number;
  readonly manufacturer: string;
  readonly startDay: number;
}

interface Model {
  readonly name: string;
  readonly manufacturer: string;
  readonly ratedKw: number;
  readonly hubHeight: number;
}

const models = {
  a30: { name: 'AX-3000', manufacturer: 'Aerion', ratedKw: 3000, hubHeight: 91 },
  a42: { name: 'AX-4200', manufacturer: 'Aerion', ratedKw: 4200, hubHeight: 117 },
  k23: { name: 'K82/2300', manufacturer: 'Kestrel Power', ratedKw: 2300, hubHeight: 80 },
  n66: { name: 'Nordan 6.6', manufacturer: 'Nordan', ratedKw: 6600, hubHeight: 145 },
  n84: { name: 'Nordan 8.4 Sea', manufacturer: 'Nordan', ratedKw: 8400, hubHeight: 124 },
} as const satisfies Record<string, Model>;

const plans = [
  ['Harrow Ridge', 'HAR', 'Scotland', false, 'CaledoGrid', '2011-05-01', 1.08, true, true, 71, 'k23', 9],
  ['Fen Drove', 'FEN', 'England', false, 'EastWire', '2014-09-15', 0.86, false, false, 74, 'a30', 6],
  ['Dogger Spur', 'DOG', 'England', true, 'EastWire', '2021-06-20', 1.36, false, false, 96, 'n84', 14],
  ['Cwm Glas', 'CWM', 'Wales', false, 'CambrianNet', '2016-03-10', 0.97, false, false, 72, 'a30', 7],
  ['Moray Deep', 'MOR', 'Scotland', true, 'CaledoGrid', '2019-10-01', 1.42, false, true, 92, 'n66', 12],
  [
    'Slieve Bán',
    'SLB',
    'Northern Ireland',
    false,
    'UlsterLines',
    '2013-11-30',
    1.02,
    false,
    false,
    70,
    'k23',
    5,
  ],
  ['Lammer Law', 'LAM', 'Scotland', false, 'CaledoGrid', '2018-04-22', 1.11, true, true, 69, 'a42', 8],
  ['Pendle Moor', 'PEN', 'England', false, 'NorthPower', '2024-04-01', 0.93, false, false, 78, 'a42', 6],
] as const;

/** The sites with their turbines, in the order in which both are numbered. */
export function createSites(): readonly Site[] {
  let turbineId = 0;
  return plans.map(
    ([, code, , offshore, , start, wind, coldWinters, curtailed, tariff, model, count], index) => ({
      id: index + 1,
      code,
      offshore,
      wind,
      coldWinters,
      curtailed,
      tariff,
      turbines: Array.from({ length: count }, () => {
        turbineId += 1;
        const { ratedKw, manufacturer } = models[model];
        return { id: turbineId, ratedKw, manufacturer, startDay: dayNumber(start) };
      }),
    }),
  );
}

export function sitesTable(sites: readonly Site[]): Table {
  const columns = {
    site_id: 'INTEGER',
    site_name: 'VARCHAR',
    nation: 'VARCHAR',
    is_offshore: 'BOOLEAN',
    grid_operator: 'VARCHAR',
    commissioned_on: 'DATE',
    tariff_usd_per_mwh: 'INTEGER',
  } as const;
  const rows = sites.map(({ id, offshore, tariff }, index) => {
    const [name, , nation, , operator, start] = plans[index] ?? plans[0];
    return [id, name, nation, offshore, operator, dayNumber(start), tariff];
  });
  return { name: 'sites', columns, rows };
}

export function turbinesTable(sites: readonly Site[], random: Random): Table {
  const columns = {
    turbine_id: 'INTEGER',
    turbine_code: 'VARCHAR',
    site_id: 'INTEGER',
    manufacturer: 'VARCHAR',
    model: 'VARCHAR',
    rated_kw: 'INTEGER',
    hub_height_m: 'INTEGER',
    under_warranty: 'BOOLEAN',
  } as const;
  const rows = sites.flatMap((site, index) => {
    const model = models[(plans[index] ?? plans[0])[10]];
    return site.turbines.map(({ id }, position) => {
      const code = `${site.code}-${String(position + 1).padStart(2, '0')}`;
      const warranty = (plans[index] ?? plans[0])[5] >= '2019' && random.chance(0.85);
      return [id, code, site.id, model.manufacturer, model.name, model.ratedKw, model.hubHeight, warranty];
    });
  });
  return { name: 'turbines', columns, rows };
}
