/** Milliseconds, and digits that tell two questions of the same millisecond apart. */
export function newMessageId(): string {
  const digits = String(crypto.getRandomValues(new Uint32Array(1))[0])
    .padStart(7, '0')
    .slice(-7);
  return `${Date.now()}${digits}-message`;
}
