/** Base path of the service, as written into the page by the server; empty for none. */
export const basePath =
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? '';
