/** A token bucket: it holds `quota` requests, and an empty one is full again after `windowSeconds`. */
export interface RateLimit {
  /** 1 or more. */
  readonly quota: number;
  readonly windowSeconds: number;
}

/** How a bucket stands after a request was counted. */
export interface RateState {
  /** False for a request that came too early: it was not counted. */
  readonly allowed: boolean;
  /** Requests that may follow at once. */
  readonly remaining: number;
  /** Time until the bucket is full again. */
  readonly resetMs: number;
  /** Time until the next request is allowed; 0 unless this one was refused. */
  readonly retryAfterMs: number;
}

/** Counts requests against buckets. A bucket is made by its first request and gone once it is full again. */
export interface RateLimiter extends AsyncDisposable {
  /** Counts one request; never rejects. */
  take(bucket: string, limit: RateLimit): RateState | Promise<RateState>;
}
