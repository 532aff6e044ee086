import type { styleText } from 'node:util';
import { readToolInput, readToolResult } from '../../src/contract/read-tool-call.ts';
import type { SvcMetaResult, SvcSqlApiResult } from '../../src/contract/tools.ts';
import { drawChart } from './draw-chart.ts';
import { drawTable } from './draw-table.ts';
import { createFieldFormats, printable } from './field-formats.ts';
import { layOutSql } from './lay-out-sql.ts';

/** Colours a text, or gives it back as it is. */
export type Paint = (format: Parameters<typeof styleText>[0], text: string) => string;

/** Tool calls of one stream as lines for a person. Titles and formats that `svcMeta` found serve the results after it. */
export interface ToolRenderer {
  callLines(name: string, input: string): readonly string[];
  resultLines(result: string): readonly string[];
  /** Results of `svcSqlApi` so far. */
  readonly results: readonly SvcSqlApiResult[];
}

export function createToolRenderer(paint: Paint): ToolRenderer {
  const formats = createFieldFormats();
  const results: SvcSqlApiResult[] = [];

  function foundLine({ cubes }: SvcMetaResult): string {
    formats.learn(cubes);
    const names = cubes.map((cube) => printable(cube.name));
    const more = names.length > 3 ? ` and ${names.length - 3} more` : '';
    return paint(
      'dim',
      names.length === 0 ? 'found nothing' : `found ${names.slice(0, 3).join(', ')}${more}`,
    );
  }

  function chartLines(result: SvcSqlApiResult): readonly string[] {
    if (result.vegaSpec === undefined) return [];
    const chart = drawChart(result, formats);
    if (chart !== null) return ['', ...chart];
    return ['', paint('dim', `Chart: ${markOf(result.vegaSpec)}, as a Vega-Lite specification`)];
  }

  return {
    results,
    callLines(name, input) {
      if (name === 'svcMeta') {
        const { searchQuery = '' } = readToolInput(input);
        return [
          '',
          `${paint('cyan', '◆')} Search the data model ${paint('dim', `“${printable(searchQuery)}”`)}`,
        ];
      }
      const { sqlQuery = input, queryTitle = name } = readToolInput(input);
      return [
        '',
        `${paint('cyan', '◆')} Run SQL ${paint('dim', printable(queryTitle))}`,
        ...layOutSql(sqlQuery).map((line) => `    ${paint('blue', printable(line))}`),
      ];
    },
    resultLines(text) {
      const { failure, search, query: result } = readToolResult(text);
      if (search !== undefined) return [`  ${foundLine(search)}`];
      if (result === undefined) return [`  ${paint('red', `failed: ${printable(failure?.error ?? text)}`)}`];
      results.push(result);
      if (result.data.length === 0) return [`  ${paint('dim', 'no rows')}`];
      const [heading = '', ...rows] = drawTable(result, formats);
      return ['', paint('bold', heading), ...rows, ...chartLines(result)].map((line) => `    ${line}`);
    },
  };
}

function markOf(vegaSpec: string): string {
  return /"mark":\s*(?:\{"type":\s*)?"(\w+)"/.exec(vegaSpec)?.[1] ?? 'chart';
}
