import type { Cell, Table } from '../../shop/generator/parquet.ts';
import type { Random } from '../../shop/generator/random.ts';
import { firstDay, lastDay } from './calendar.ts';
import type { Site } from './plant.ts';

const people = [
  ['Aileen Ross', 'lead', false, 'Aberdeen'],
  ['Bryn Pugh', 'senior', false, 'Swansea'],
  ['Callum Reid', 'junior', false, 'Aberdeen'],
  ['Dervla Quinn', 'lead', false, 'Belfast'],
  ['Ewan Muir', 'senior', false, 'Inverness'],
  ['Fatima Khan', 'senior', false, 'Hull'],
  ['Gareth Rhys', 'junior', false, 'Swansea'],
  ['Hattie Booth', 'lead', false, 'Hull'],
  ['Imran Shah', 'junior', true, 'Hull'],
  ['Jonas Weber', 'senior', true, 'Inverness'],
  ['Kirsty Adair', 'senior', true, 'Belfast'],
  ['Lewis Grant', 'junior', true, 'Aberdeen'],
  ['Marek Nowak', 'senior', true, 'Hull'],
  ['Niamh Doyle', 'junior', true, 'Belfast'],
  ['Owen Tudor', 'senior', true, 'Swansea'],
  ['Priya Nair', 'lead', true, 'Inverness'],
] as const;

const components = {
  gearbox: 12,
  generator: 9,
  'pitch system': 22,
  'yaw drive': 13,
  blade: 16,
  transformer: 7,
  hydraulics: 14,
  'control cabinet': 11,
};

/** Parts in US dollars for one replacement; everything else costs a fraction of it. */
const partPrice: Readonly<Record<string, number>> = {
  gearbox: 180_000,
  generator: 95_000,
  'pitch system': 14_000,
  'yaw drive': 21_000,
  blade: 130_000,
  transformer: 60_000,
  hydraulics: 8_000,
  'control cabinet': 11_000,
};

const partShare: Readonly<Record<string, number>> = {
  inspection: 0,
  repair: 0.09,
  replacement: 1,
  upgrade: 0.3,
};

export function techniciansTable(): Table {
  return {
    name: 'technicians',
    columns: {
      technician_id: 'INTEGER',
      full_name: 'VARCHAR',
      grade: 'VARCHAR',
      is_contractor: 'BOOLEAN',
      home_base: 'VARCHAR',
    },
    rows: people.map((person, index) => [index + 1, ...person]),
  };
}

/** Jobs on the turbines; some of the last weeks are still open. */
export function workOrdersTable(sites: readonly Site[], random: Random): Table {
  const turbines = sites.flatMap((site) => site.turbines);
  const rows: Cell[][] = [];
  for (let day = firstDay; day <= lastDay; day += 1) {
    for (let job = random.int(0, 5); job > 0; job -= 1) {
      const turbine = random.pick(turbines);
      if (day < turbine.startDay) continue;
      const kind = random.weighted({ inspection: 46, repair: 38, replacement: 6, upgrade: 10 });
      const component = random.weighted(components);
      const priority = kind === 'repair' ? random.weighted({ low: 2, normal: 5, urgent: 3 }) : 'normal';
      const days = random.int(1, priority === 'urgent' ? 6 : 35);
      const hours = random.int(2, kind === 'inspection' ? 8 : 40);
      const price = (partPrice[component] ?? 0) * (partShare[kind] ?? 0) * (0.8 + random.next() * 0.4);
      rows.push([
        rows.length + 1,
        turbine.id,
        random.chance(0.04) ? null : random.int(1, people.length),
        kind,
        component,
        random.chance(0.07) ? null : priority,
        day,
        day + days > lastDay ? null : day + days,
        hours,
        Math.round(price) * 100,
        kind !== 'repair',
      ]);
    }
  }
  return {
    name: 'work_orders',
    columns: {
      work_order_id: 'INTEGER',
      turbine_id: 'INTEGER',
      technician_id: 'INTEGER',
      job_type: 'VARCHAR',
      component: 'VARCHAR',
      priority: 'VARCHAR',
      opened_on: 'DATE',
      closed_on: 'DATE',
      labour_hours: 'INTEGER',
      parts_cost: 'DECIMAL(12,2)',
      is_planned: 'BOOLEAN',
    },
    rows,
  };
}
