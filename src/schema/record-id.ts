import { decodeGlobalID } from '@pothos/plugin-relay';
import { AppError } from '../errors.ts';
import { isUuid } from '../services/input.ts';

/** The largest number of a record. */
const maxNumber = 2_147_483_647;

/** How inputs take the id of a record. */
export const recordIdDescription = 'Accepts the `id` of the object or its `databaseId`.';

/**
 * The number of a record that an input names by its global id or by the number itself, as REST does.
 * @throws AppError `NOT_FOUND` for anything that cannot be one of this type
 */
export function readRecordId(typename: string, id: string | number): number {
  const text = String(id);
  const number = /^\d+$/.test(text) ? text : keyOf(typename, text);
  if (!/^\d{1,10}$/.test(number) || Number(number) > maxNumber) {
    throw new AppError('NOT_FOUND', `${typename} ${text} not found.`);
  }
  return Number(number);
}

/** As {@link readRecordId}, of an input that may name none. @throws AppError `NOT_FOUND` */
export function readOptionalRecordId(
  typename: string,
  id: string | number | null | undefined,
): number | undefined {
  return id == null ? undefined : readRecordId(typename, id);
}

function keyOf(typename: string, globalId: string): string {
  const decoded = decodeAnyId(globalId);
  return decoded.typename === typename ? decoded.id : '';
}

/** The key of a record that an input names by its global id. @throws AppError `NOT_FOUND` for anything that cannot be one */
export function readRecordUuid(typename: string, globalId: string | number): string {
  const key = keyOf(typename, String(globalId));
  if (!isUuid(key)) throw new AppError('NOT_FOUND', `${typename} ${key} not found.`);
  return key;
}

/** What a global id says; of a text that is none, a type that does not exist. */
export function decodeAnyId(globalId: string): { typename: string; id: string } {
  try {
    return decodeGlobalID(globalId);
  } catch {
    return { typename: '', id: globalId };
  }
}

/** The number in a global id. @throws AppError as {@link malformedId} */
export function readNodeNumber(key: string): number {
  if (!/^\d{1,10}$/.test(key) || Number(key) > maxNumber) throw malformedId();
  return Number(key);
}

/** The UUID in a global id. @throws AppError as {@link malformedId} */
export function readNodeUuid(key: string): string {
  if (!isUuid(key)) throw malformedId();
  return key;
}

/** The failure of a text that no object can have as its global id: `VALIDATION_FAILED`. */
export function malformedId(): AppError {
  return new AppError('VALIDATION_FAILED', 'This is not the global id of an object.');
}
