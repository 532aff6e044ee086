import { decodeGlobalID } from '@pothos/plugin-relay';
import { isUuid } from '../contract/parse-input.ts';
import { AppError, notFound } from '../errors.ts';
import type { GraphQLContext } from './context.ts';

/** The largest number that a record can have. */
const maxNumber = 2_147_483_647;

/**
 * The number of a record, given its global id or, as in REST, the number itself.
 * @throws AppError `NOT_FOUND` for anything that cannot identify a record of this type
 */
export function readRecordId(typename: string, id: string | number): number {
  const text = String(id);
  const number = /^\d+$/.test(text) ? text : keyOf(typename, text);
  if (!isRecordNumber(number)) throw notFound(`${typename} ${text}`);
  return Number(number);
}

/** As {@link readRecordId}, for an optional id. @throws AppError `NOT_FOUND` */
export function readOptionalRecordId(
  typename: string,
  id: string | number | null | undefined,
): number | undefined {
  return id == null ? undefined : readRecordId(typename, id);
}

/** The arguments of a list whose filter may name a user by its ID, with the user's number. @throws AppError `NOT_FOUND` */
export function byUserNumber<Args extends FilteredByUser>({
  filter,
  ...args
}: Args): Omit<Args, 'filter'> & { readonly filter?: object } {
  if (filter == null) return args;
  const { userId, ...others } = filter;
  return { ...args, filter: userId == null ? others : { ...others, userId: readRecordId('User', userId) } };
}

interface FilteredByUser {
  readonly filter?: { readonly userId?: string | null | undefined } | null | undefined;
}

/** Makes the resolver of a mutation that changes one record and whose payload reads the record by its number. */
export function changingRecord<Input extends { readonly id: string }>(
  typename: string,
  change: (
    services: GraphQLContext['services'],
    caller: GraphQLContext['caller'],
    id: number,
    input: Input,
  ) => Promise<void>,
) {
  return async (_root: unknown, { input }: { input: Input }, { services, caller }: GraphQLContext) => {
    const id = readRecordId(typename, input.id);
    await change(services, caller, id, input);
    return { id };
  };
}

function keyOf(typename: string, globalId: string): string {
  const decoded = decodeAnyId(globalId);
  return decoded.typename === typename ? decoded.id : '';
}

/** The UUID of a record, given its global id. @throws AppError `NOT_FOUND` for anything that cannot identify one */
export function readRecordUuid(typename: string, globalId: string | number): string {
  const key = keyOf(typename, String(globalId));
  if (!isUuid(key)) throw notFound(`${typename} "${globalId}"`);
  return key;
}

/** As {@link readRecordUuid}, or the UUID itself, as in REST. */
export function readChatRecordId(typename: 'ChatThread' | 'ChatMessage', id: string): string {
  return isUuid(id) ? id : readRecordUuid(typename, id);
}

/** Decodes a global id. For text that is not one, the type name is empty. */
export function decodeAnyId(globalId: string): { typename: string; id: string } {
  try {
    return decodeGlobalID(globalId);
  } catch {
    return { typename: '', id: globalId };
  }
}

/** The number in a global id. @throws AppError as {@link malformedId} */
export function readNodeNumber(key: string): number {
  if (!isRecordNumber(key)) throw malformedId();
  return Number(key);
}

/** Whether a record or a deployment can have this number. */
export function isRecordNumber(text: string): boolean {
  return /^\d{1,10}$/.test(text) && Number(text) <= maxNumber;
}

/** The UUID in a global id. @throws AppError as {@link malformedId} */
export function readNodeUuid(key: string): string {
  if (!isUuid(key)) throw malformedId();
  return key;
}

/** The error for text that cannot be the global id of any object. */
export function malformedId(): AppError {
  return new AppError('VALIDATION_FAILED', 'This is not a valid global id.');
}
