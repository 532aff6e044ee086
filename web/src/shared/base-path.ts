/** The path that the service is reached below, as the server writes it into the page; empty for none. */
export const basePath = document.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? '';
