import { basePath } from '../../shared/base-path.ts';

/** Where this page found the service, without a trailing slash. */
export const serviceUrl = `${window.location.origin}${basePath}`;
