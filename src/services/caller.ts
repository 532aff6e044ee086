import { AppError } from '../errors.ts';

/** The account that a caller acts in. Every query of a service is bounded by `id`. */
export interface AccountRef {
  readonly id: number;
  readonly name: string;
  readonly plan: string;
  readonly useCreatorMode: boolean;
}

/** A server-side caller. `deployments` holds the numbers it is bound to; empty means all. */
export interface ApiKeyCaller {
  readonly kind: 'apiKey';
  readonly account: AccountRef;
  readonly keyId: number;
  readonly role: 'admin' | 'chat';
  readonly deployments: readonly number[];
  /** The account's other deployments; empty when it is bound to none. */
  readonly otherDeployments: readonly number[];
  /** True of a request that may change nothing, as one over GET. @default false */
  readonly readsOnly?: boolean;
}

/** An end user, by the token that its session was exchanged for. */
export interface UserCaller {
  readonly kind: 'user';
  readonly account: AccountRef;
  readonly userId: number;
  readonly sessionId: string;
  readonly deployment: { readonly id: number; readonly number: number };
  readonly securityContext: Readonly<Record<string, unknown>>;
}

export type Caller = ApiKeyCaller | UserCaller;

/** Who did something, as audit events name it. */
export function actorOf(caller: Caller): string {
  return caller.kind === 'apiKey' ? `apiKey:${caller.keyId}` : `user:${caller.userId}`;
}

/** @throws AppError `UNAUTHENTICATED` when nobody is calling */
export function requireCaller(caller: Caller | null): Caller {
  if (caller === null) {
    throw new AppError(
      'UNAUTHENTICATED',
      'Missing credentials: send the header "Authorization: Api-Key <API_KEY>" or "Authorization: Bearer <token>".',
    );
  }
  return caller;
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
 * To be called before a request writes what it says of a user.
 * @throws AppError `METHOD_NOT_ALLOWED` for a request that may change nothing
 */
export function requireWriting(caller: ApiKeyCaller): void {
  if (caller.readsOnly !== true) return;
  throw new AppError(
    'METHOD_NOT_ALLOWED',
    'A query over GET changes nothing, but these sessionSettings would make or change a user. Send it with POST.',
  );
}

/** @throws AppError `FORBIDDEN` when the caller is bound to other deployments than this one */
export function requireDeployment(caller: Caller, deploymentNumber: number): void {
  const allowed =
    caller.kind === 'user'
      ? caller.deployment.number === deploymentNumber
      : caller.deployments.length === 0 || caller.deployments.includes(deploymentNumber);
  if (!allowed) {
    throw new AppError('FORBIDDEN', `These credentials may not be used for deployment ${deploymentNumber}.`);
  }
}

/** Plans that include embedding (spec: Authentication, 5). @throws AppError `PLAN_REQUIRED` */
export function requirePlan(account: AccountRef): void {
  if (account.plan !== 'premium' && account.plan !== 'enterprise') {
    throw new AppError('PLAN_REQUIRED', 'Embedding and chat need the plan "premium" or "enterprise".');
  }
}
