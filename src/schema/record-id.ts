import { decodeGlobalID } from '@pothos/plugin-relay';
import { AppError } from '../errors.ts';
import { isUuid } from '../services/chat/threads.ts';

/** How inputs take the id of a record. */
export const recordIdDescription = 'The `id` of the object, or its `databaseId`.';

/**
 * The number of a record that an input names by its global id or by the number itself, as REST does.
 * @throws AppError `NOT_FOUND` for anything that cannot be one of this type
 */
export function readRecordId(typename: string, id: string | number): number {
  const text = String(id);
  const number = /^\d+$/.test(text) ? text : keyOf(typename, text);
  if (!/^\d{1,10}$/.test(number) || Number(number) > 2_147_483_647) {
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
  try {
    const decoded = decodeGlobalID(globalId);
    return decoded.typename === typename ? decoded.id : '';
  } catch {
    return '';
  }
}

/** The key of a record that an input names by its global id. @throws AppError `NOT_FOUND` as {@link readUuid} */
export function readRecordUuid(typename: string, globalId: string | number): string {
  return readUuid(typename, keyOf(typename, String(globalId)));
}

/** The key of a record that a global id names. @throws AppError `NOT_FOUND` for anything that cannot be one */
export function readUuid(typename: string, id: string): string {
  if (!isUuid(id)) throw new AppError('NOT_FOUND', `${typename} ${id} not found.`);
  return id;
}
