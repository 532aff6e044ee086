import type { ErrorCode } from '../errors.ts';
import { enumType } from './input-of.ts';

export const ErrorCodeType = enumType<ErrorCode>(
  'ErrorCode',
  'Why an operation failed: the `extensions.code` of each error. The list is closed.',
  {
    BAD_REQUEST: 'The request cannot be read.',
    VALIDATION_FAILED: 'The operation or its input is not valid. `extensions.issues` lists what to correct.',
    BRANCH_NOT_FOUND: 'The branch does not exist, or the session token may not name it.',
    SQL_INVALID: 'The query is not valid, or names something that the user may not see.',
    SQL_NOT_ALLOWED: 'The query uses SQL that is not allowed.',
    SQL_FAILED: 'The query failed on the data, such as on a text that is no number.',
    QUERY_LIMIT: 'The query, or its result, is too large.',
    UNAUTHENTICATED: 'The credentials are missing, unknown, expired or revoked.',
    FORBIDDEN: 'The credentials may not do this.',
    PLAN_REQUIRED: "The account's plan does not include this.",
    CREATOR_MODE_DISABLED: 'The account does not allow creator mode.',
    EXTERNAL_USER_LIMIT: 'The account has reached its maximum number of external users.',
    NOT_FOUND: 'There is no such object that the caller may see.',
    METHOD_NOT_ALLOWED: 'The HTTP method does not fit the operation.',
    NOT_ACCEPTABLE: 'The client accepts none of the types that the response could have.',
    CONFLICT: 'The operation does not fit the present state, such as a name that is taken.',
    WORKSPACE_MANAGED: 'The object is declared in the workspace. Change it there.',
    THREAD_BUSY: 'A turn of the thread is running.',
    PAYLOAD_TOO_LARGE: 'The request is too large.',
    UNSUPPORTED_MEDIA_TYPE: 'The request has a type that is not supported.',
    TOO_MANY_REQUESTS: 'There are too many requests. `extensions.retryAfterSeconds` says when to repeat it.',
    TOKEN_BUDGET_SPENT:
      'The tokens of the day are spent. `extensions.retryAfterSeconds` says when there are more.',
    DATA_MODEL_INVALID: 'The data model does not fit its data source.',
    INTERNAL: 'The service failed. `extensions.requestId` finds the reason in its log.',
    OVERLOADED: 'The service is busy. `extensions.retryAfterSeconds` says when to repeat the request.',
    DATA_SOURCE_UNAVAILABLE: 'The data source cannot be reached.',
    UNAVAILABLE: 'The service, or something that it needs, is not available at the moment.',
    QUERY_TIMEOUT: 'The query took too long.',
  },
);
