import type { z } from 'zod';
import { accountPlan } from '../contract/accounts.ts';
import { AppError } from '../errors.ts';

/** The account that a caller acts in. Services restrict every statement to its `id`. */
export interface AccountRef {
  readonly id: number;
  readonly name: string;
  readonly plan: string;
  readonly useCreatorMode: boolean;
}

/** A server-side caller. `deployments` are the numbers of those that it is bound to; empty means all. */
export interface ApiKeyCaller {
  readonly kind: 'apiKey';
  readonly account: AccountRef;
  readonly keyId: number;
  readonly role: 'admin' | 'chat';
  readonly deployments: readonly number[];
  /** Whether the request may not change anything, as with GET. @default false */
  readonly readsOnly?: boolean;
}

/** An end user with a session token. */
export interface UserCaller {
  readonly kind: 'user';
  readonly account: AccountRef;
  readonly userId: number;
  readonly sessionId: string;
  readonly deployment: { readonly id: number; readonly number: number };
  readonly securityContext: Readonly<Record<string, unknown>>;
}

export type Caller = ApiKeyCaller | UserCaller;

/** The caller as audit events name it. */
export function actorOf(caller: Caller): string {
  return caller.kind === 'apiKey' ? `apiKey:${caller.keyId}` : `user:${caller.userId}`;
}

/** @throws AppError `UNAUTHENTICATED` without credentials */
export function requireCaller(caller: Caller | null): Caller {
  if (caller === null) throw missingCredentials();
  return caller;
}

export function missingCredentials(): AppError {
  return new AppError(
    'UNAUTHENTICATED',
    'Missing credentials: send the header "Authorization: Api-Key <API_KEY>" or "Authorization: Bearer <token>".',
  );
}

/** @throws AppError `UNAUTHENTICATED`; `FORBIDDEN` unless the caller is an admin key */
export function requireAdmin(caller: Caller | null): ApiKeyCaller {
  const known = requireCaller(caller);
  if (known.kind !== 'apiKey' || known.role !== 'admin') {
    throw new AppError('FORBIDDEN', 'This needs an API key with the role "admin".');
  }
  return known;
}

/**
 * Requires a caller who may read the data of users: an admin key, or an end user.
 * @throws AppError `UNAUTHENTICATED`, `FORBIDDEN`, `PLAN_REQUIRED`
 */
export function requireDataReader(caller: Caller | null): Caller {
  const known = requireCaller(caller);
  if (known.kind === 'apiKey') requireAdmin(known);
  requirePlan(known.account);
  return known;
}

/**
 * Call this before storing what a request says about a user.
 * @throws AppError `METHOD_NOT_ALLOWED` if the request may not change anything
 */
export function requireWriting(caller: ApiKeyCaller): void {
  if (caller.readsOnly !== true) return;
  throw new AppError(
    'METHOD_NOT_ALLOWED',
    'These sessionSettings would create or update a user, which GET does not allow. Use POST.',
  );
}

/** @throws AppError `FORBIDDEN` if the caller is bound to other deployments */
export function requireDeployment(caller: Caller, deploymentNumber: number): void {
  const allowed =
    caller.kind === 'user'
      ? caller.deployment.number === deploymentNumber
      : caller.deployments.length === 0 || caller.deployments.includes(deploymentNumber);
  if (!allowed) {
    throw new AppError('FORBIDDEN', `These credentials may not be used for deployment ${deploymentNumber}.`);
  }
}

/** The plan of an account, whose name the workspace may choose freely. */
export function planOf({ plan }: Pick<AccountRef, 'plan'>): z.output<typeof accountPlan> {
  return accountPlan.catch('other').parse(plan);
}

/** Plans that include embedding (spec: Authentication, 5). @throws AppError `PLAN_REQUIRED` */
export function requirePlan(account: AccountRef): void {
  if (planOf(account) === 'other') {
    throw new AppError('PLAN_REQUIRED', 'Embedding and chat need the plan "premium" or "enterprise".');
  }
}
