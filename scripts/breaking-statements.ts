import { isContraction } from '../src/db/migrate.ts';
import type { Migration } from '../src/db/migrations.ts';

/** What a version that does not know of a migration could not live with, by what is wrong with it. */
const breaking: readonly (readonly [RegExp, string])[] = [
  [/\bDROP\s+(TABLE|COLUMN|TYPE|VIEW|FUNCTION|SCHEMA)\b/i, 'takes away what the version before uses'],
  [/\bRENAME\b/i, 'renames what the version before uses'],
  [/\bALTER\s+COLUMN\s+\S+\s+(SET\s+DATA\s+)?TYPE\b/i, 'changes the type of a column'],
  [/\bSET\s+NOT\s+NULL\b/i, 'requires what the version before may not write'],
  [
    /\bADD\s+COLUMN\s+(?:(?!\bDEFAULT\b)[^,;])*\bNOT\s+NULL\b(?![^,;]*\bDEFAULT\b)/i,
    'requires what the version before does not write',
  ],
  [/\bDROP\s+DEFAULT\b/i, 'requires what the version before may leave out'],
  [/\bTRUNCATE\b|\bDELETE\s+FROM\b/i, 'deletes rows'],
];

/** What in a migration the version before could not live with. A migration named `contract_…` may do so. */
export function breakingStatements({ name, sql }: Migration): string[] {
  if (isContraction(name)) return [];
  return sql
    .replace(/--.*$/gm, '')
    .split(';')
    .flatMap((statement) =>
      breaking.flatMap(([pattern, why]) =>
        pattern.test(statement) ? [`${statement.trim().split('\n')[0] ?? ''}: ${why}`] : [],
      ),
    );
}
