/** The path that the service is reached below, as the server writes it into the page; empty for none, or no page. */
export const basePath =
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? '';
