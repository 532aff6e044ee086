import { writeParquet } from '../../shop/generator/parquet.ts';
import { createRandom } from '../../shop/generator/random.ts';
import { writeCsv } from './csv.ts';
import { techniciansTable, workOrdersTable } from './maintenance.ts';
import { createOperation } from './operation.ts';
import { createSites, sitesTable, turbinesTable } from './plant.ts';

const seed = 20_240_701;

/** Writes the operator's six tables into an existing folder, the same bytes each time. */
export async function generateWindpark(folder: string): Promise<void> {
  const random = createRandom(seed);
  const sites = createSites();
  const { production, outages } = createOperation(sites, random);
  await writeParquet(folder, [production]);
  await writeCsv(folder, [
    sitesTable(sites),
    turbinesTable(sites, random),
    techniciansTable(),
    workOrdersTable(sites, random),
    outages,
  ]);
}
