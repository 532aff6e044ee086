import type { SvcMetaResult, SvcSqlApiResult } from '../contract/tools.ts';
import { maxMatches } from '../semantic/search/metadata-index.ts';
import { askedWords } from '../semantic/search/words.ts';
import { describeMatches } from './describe-relations.ts';

/** How much of a tool's result a model sees. */
export interface ResultCaps {
  readonly maxRows: number;
  readonly maxBytes: number;
}

/** What a model is told beside the rows of a result. */
export interface RowNotes {
  /** Why the model's own chart was not drawn. */
  readonly instead?: string | undefined;
  /** What may have left no rows. */
  readonly hint?: string | undefined;
}

/** Rows of one `svcSqlApi` result: whole rows are dropped until it fits, and the model is told how many it sees. */
export function capRows(
  result: Pick<SvcSqlApiResult, 'data' | 'totalRows' | 'vegaSpec'>,
  caps: ResultCaps,
  { instead, hint }: RowNotes = {},
): string {
  // The specification is for the page; the model only needs to know whether there is one.
  const { vegaSpec, ...rest } = result;
  const replaced = instead === undefined ? 'drawn' : `A different chart was drawn instead. ${instead}`;
  const drawn = vegaSpec === undefined ? instead : replaced;
  const chart = { ...(drawn === undefined ? {} : { chart: drawn }), ...(hint === undefined ? {} : { hint }) };
  let shown = Math.min(result.data.length, caps.maxRows);
  for (;;) {
    const note =
      shown < result.data.length || result.totalRows > shown
        ? { note: `The first ${shown} of ${result.totalRows} rows.` }
        : {};
    const text = JSON.stringify({ ...rest, data: result.data.slice(0, shown), ...chart, ...note });
    if (text.length <= caps.maxBytes) return text;
    if (shown === 0) return text.slice(0, caps.maxBytes);
    shown = Math.floor(shown / 2);
  }
}

/**
 * One `svcMeta` result as a language model sees it, with what was left out and how to ask for it.
 * @param question words whose values and members come first
 */
export function capMetadata(
  { cubes, searchQuery }: SvcMetaResult,
  question: string,
  { maxBytes }: ResultCaps,
): string {
  const { relations, note } = describeMatches(cubes, `${searchQuery} ${question}`, maxBytes);
  const found =
    cubes.length === 0
      ? `Nothing in the data model matches "${searchQuery}". Search with other words, or with an empty searchQuery to list every relation.`
      : cubes.length === maxMatches && askedWords(searchQuery).length > 0
        ? `These are the ${maxMatches} best matches. There may be more: search with more specific words.`
        : undefined;
  const notes = [found, note].filter((text) => text !== undefined);
  return JSON.stringify({
    cubes: relations,
    searchQuery,
    ...(notes.length === 0 ? {} : { note: notes.join(' ') }),
  });
}
