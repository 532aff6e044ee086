/** Of all that the pages keep in a tab. */
export const keyPrefix = 'inlay.';

/** What this tab keeps across reloads; undefined where the browser denies a frame its storage. */
export function tabStorage(): Storage | undefined {
  try {
    return window.sessionStorage;
  } catch {
    return undefined;
  }
}
