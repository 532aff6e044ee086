import { basePath } from '../shared/base-path.ts';
import type { QueryResult } from '../shared/query-result.ts';
import { fileNameOf, saveFile } from '../shared/save-file.ts';

/**
 * Saves all rows of a result as CSV, as the data query API writes them for spreadsheets.
 * @returns false if not all of them arrived
 */
export async function downloadRows(
  deploymentId: number,
  authorization: string,
  { sqlQuery, title }: Pick<QueryResult, 'sqlQuery' | 'title'>,
): Promise<boolean> {
  try {
    const response = await fetch(`${basePath}/api/v1/deployments/${deploymentId}/sql`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ query: sqlQuery, format: 'csv', safe: true }),
    });
    if (!response.ok) return false;
    saveFile(await response.blob(), `${fileNameOf(title)}.csv`);
    return true;
  } catch {
    // A result that fails midway breaks the connection, so it is never taken as complete.
    return false;
  }
}
