import type { CubeMetadata } from '../../contract/tools.ts';
import { asidesAmong, partsOf } from '../language/parts.ts';
import { forms, tokenize } from '../language/text.ts';
import { isForeign } from '../language/word-kind.ts';
import type { FoundValues } from '../link/lexicon.ts';
import { lookupSql, meantValues, proposeLookup } from '../query/value-lookup.ts';
import type { Speech } from '../speech/english.ts';
import type { SqlAnswer } from './conversation.ts';
import { type Move, query } from './move.ts';

/** Looks for unknown words of a message among the values of the data: the move that does, or what it found. */
export function lookupOf(
  message: string,
  unknown: readonly string[],
  cubes: readonly CubeMetadata[],
  nearest: string | undefined,
  answers: readonly SqlAnswer[],
  speech: Speech,
): { readonly move?: Move; readonly found?: readonly FoundValues[] } | undefined {
  const lookup = proposeLookup(message, askedOf(unknown, message), cubes, nearest);
  if (lookup === undefined) return undefined;
  const sqlQuery = lookupSql(lookup);
  const answer = answers.find((it) => it.sqlQuery === sqlQuery);
  const sought = lookup.texts.map(({ text }) => speech.quoted(text)).join(', ');
  if (answer === undefined) {
    const { spelled, like } = speech.query;
    return {
      move: query(`Looking for ${sought} in the data.`, [
        { sqlQuery, queryTitle: like(sought), description: spelled(sought), userRequest: message },
      ]),
    };
  }
  const found = meantValues(lookup, answer.rows);
  return found.length === 0 ? undefined : { found };
}

/**
 * Of unknown words, those that do not stand only in what a message says beside its question: "… I need it for the board". A word
 * that no dictionary has may be a name there, too.
 */
function askedOf(unknown: readonly string[], message: string): readonly string[] {
  const parts = partsOf(message);
  if (parts === undefined) return unknown;
  const asides = asidesAmong(parts);
  const asked = new Set(
    parts.filter((it) => !asides.includes(it)).flatMap((it) => tokenize(it).map(({ raw }) => raw)),
  );
  return unknown.filter((it) => asked.has(it) || isForeign(forms(it)));
}
