import { AppError } from '../errors.ts';

/** Releases a slot; calling it again does nothing. */
export type ReleaseSlot = () => void;

interface SlotRequest {
  /** Owners share the slots fairly. */
  readonly owner: string;
  readonly signal?: AbortSignal | undefined;
  /** Maximum time to wait. */
  readonly timeoutMs: number;
}

/** Limits how much runs and waits at once, fairly between owners. */
export interface FairSlots {
  /**
   * Resolves with a slot, immediately or when the owner's turn comes. Owners take turns, however many requests one of them
   * has waiting, and one owner holds at most three quarters of the slots.
   * @throws AppError `OVERLOADED` if too many are waiting or the time is up, `UNAVAILABLE` once closed; the signal's
   *   reason when aborted
   */
  acquire(request: SlotRequest): Promise<ReleaseSlot>;
  readonly active: number;
  readonly waiting: number;
  /** Refuses waiting and later requests. */
  close(): void;
}

export interface FairSlotsOptions {
  readonly maxActive: number;
  readonly maxWaiting: number;
  /** Error messages. */
  readonly overloaded: string;
  readonly closed: string;
}

interface Waiter {
  readonly grant: (release: ReleaseSlot) => void;
  readonly refuse: (reason: unknown) => void;
}

interface Owner {
  active: number;
  readonly waiting: Set<Waiter>;
}

export function createFairSlots(options: FairSlotsOptions): FairSlots {
  const { maxActive, maxWaiting } = options;
  const maxPerOwner = Math.max(1, Math.floor(maxActive * 0.75));
  /** In the order of their turns: an owner that is granted a slot moves to the end. */
  const owners = new Map<string, Owner>();
  let active = 0;
  let waiting = 0;
  let closed = false;

  function ownerOf(name: string): Owner {
    const owner = owners.get(name) ?? { active: 0, waiting: new Set<Waiter>() };
    owners.set(name, owner);
    return owner;
  }

  function take(name: string, owner: Owner): ReleaseSlot {
    owners.delete(name);
    owners.set(name, owner);
    active += 1;
    owner.active += 1;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      active -= 1;
      owner.active -= 1;
      grantNext();
      forgetIfIdle(name, owner);
    };
  }

  function grantNext(): void {
    for (const [name, owner] of owners) {
      const [next] = owner.waiting;
      if (next === undefined || owner.active >= maxPerOwner) continue;
      next.grant(take(name, owner));
      return;
    }
  }

  function forgetIfIdle(name: string, owner: Owner): void {
    if (owner.active === 0 && owner.waiting.size === 0) owners.delete(name);
  }

  /** Makes room in a full queue for an owner with fewer entries: the owner with the most loses its latest. */
  function makeRoom(owner: Owner): void {
    let longest = owner;
    for (const other of owners.values()) if (other.waiting.size > longest.waiting.size) longest = other;
    if (longest.waiting.size <= owner.waiting.size + 1) throw overloaded();
    [...longest.waiting].at(-1)?.refuse(overloaded());
  }

  function overloaded(): AppError {
    return new AppError('OVERLOADED', options.overloaded, { retryAfterSeconds: 1 });
  }

  function wait({ owner: name, signal, timeoutMs }: SlotRequest, owner: Owner): Promise<ReleaseSlot> {
    return new Promise<ReleaseSlot>((resolve, reject) => {
      const settle = (): void => {
        waiting -= 1;
        owner.waiting.delete(waiter);
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      };
      const waiter: Waiter = {
        grant(release) {
          settle();
          resolve(release);
        },
        refuse(reason) {
          settle();
          forgetIfIdle(name, owner);
          reject(reason instanceof Error ? reason : new Error('The wait was aborted.', { cause: reason }));
        },
      };
      const abort = (): void => waiter.refuse(signal?.reason);
      const timer = setTimeout(() => waiter.refuse(overloaded()), timeoutMs);
      waiting += 1;
      owner.waiting.add(waiter);
      signal?.addEventListener('abort', abort, { once: true });
    });
  }

  return {
    get active() {
      return active;
    },
    get waiting() {
      return waiting;
    },
    async acquire(request) {
      request.signal?.throwIfAborted();
      if (closed) throw new AppError('UNAVAILABLE', options.closed);
      const owner = ownerOf(request.owner);
      if (active < maxActive && owner.active < maxPerOwner) return take(request.owner, owner);
      try {
        if (waiting >= maxWaiting) makeRoom(owner);
      } catch (error) {
        forgetIfIdle(request.owner, owner);
        throw error;
      }
      return wait(request, owner);
    },
    close() {
      closed = true;
      for (const owner of owners.values()) {
        for (const waiter of owner.waiting) waiter.refuse(new AppError('UNAVAILABLE', options.closed));
      }
    },
  };
}
