import { existsSync } from 'node:fs';
import { copyFile, readFile } from 'node:fs/promises';
import { type Change, ChangeType, CriticalityLevel, DiffRule, diff } from '@graphql-inspector/core';
import { buildSchema } from 'graphql';

/**
 * Compares schema.graphql with the schema of the last release, and fails for a change that breaks operations of clients
 * (docs/COMPATIBILITY.md). With `--release`, it keeps schema.graphql as that of a release.
 */
const current = 'schema.graphql';
const released = 'schema.released.graphql';

const remedy = `Keep what is there, mark it @deprecated with a reason that says what to use instead, and add the new beside it. What was deprecated for two
minor releases and six months may go (docs/COMPATIBILITY.md).`;

export interface SchemaChanges {
  /** What would break operations that are valid today. */
  readonly breaking: readonly string[];
  /** What the last release deprecated, and is gone. */
  readonly removed: readonly string[];
}

export async function schemaChanges(before: string, after: string): Promise<SchemaChanges> {
  const rules = [DiffRule.suppressRemovalOfDeprecatedField];
  const changes = await diff(buildSchema(before), buildSchema(after), rules);
  const messages = (isWanted: (change: Change) => boolean) =>
    changes.filter(isWanted).map(({ message }) => message);
  return {
    breaking: messages(
      (change) => change.criticality.level === CriticalityLevel.Breaking || isWeaker(change),
    ),
    removed: messages(
      ({ type, criticality }) => criticality.level === CriticalityLevel.Dangerous && removals.has(type),
    ),
  };
}

/** What the rule for deprecations lets go. */
const removals = new Set<Change['type']>([
  ChangeType.FieldRemoved,
  ChangeType.EnumValueRemoved,
  ChangeType.InputFieldRemoved,
  ChangeType.TypeRemoved,
]);

/** `@semanticNonNull` is a promise to clients that throw errors: their types say that the field is never null. */
function isWeaker({ type, meta }: Change): boolean {
  return (
    type === ChangeType.DirectiveUsageFieldDefinitionRemoved &&
    'removedDirectiveName' in meta &&
    meta.removedDirectiveName === 'semanticNonNull'
  );
}

if (import.meta.main) {
  if (process.argv.includes('--release')) await copyFile(current, released);
  else if (!existsSync(released)) console.log('No schema is released yet.');
  else {
    const { breaking, removed } = await schemaChanges(
      await readFile(released, 'utf8'),
      await readFile(current, 'utf8'),
    );
    for (const message of removed) console.log(`Was deprecated in the last release: ${message}`);
    for (const message of breaking) console.error(`Breaks clients of the last release: ${message}`);
    if (breaking.length > 0) {
      console.error(remedy);
      process.exitCode = 1;
    } else console.log(`${current} keeps what ${released} promises`);
  }
}
