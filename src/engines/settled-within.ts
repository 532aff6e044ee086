/** Resolves when the promise does, at the latest after the limit; with whether it was the promise. */
export async function settledWithin(limitMs: number, promise: Promise<void>): Promise<boolean> {
  const expired = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => expired.resolve(false), limitMs);
  const settled = await Promise.race([promise.then(() => true), expired.promise]);
  clearTimeout(timer);
  return settled;
}
