/** A token bucket: it holds `quota` requests, and an empty one is full again after `windowSeconds`. */
export interface RateLimit {
  /** 1 or more. */
  readonly quota: number;
  readonly windowSeconds: number;
}

/** The state of a bucket after a request. */
export interface RateState {
  /** If false, the request came too early and was not counted. */
  readonly allowed: boolean;
  /** Number of requests that may follow immediately. */
  readonly remaining: number;
  /** Time until the bucket is full again. */
  readonly resetMs: number;
  /** Time until the next request is allowed, or 0 if this one was. */
  readonly retryAfterMs: number;
}

/** Counts requests against buckets. A bucket is created by its first request and dropped once it is full again. */
export interface RateLimiter extends AsyncDisposable {
  /** Counts one request; never rejects. */
  take(bucket: string, limit: RateLimit): RateState | Promise<RateState>;
}
