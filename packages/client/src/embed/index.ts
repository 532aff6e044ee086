/** The entry `@inlay/client/embed`: the embedded pages in a frame of a host page. */
/** @internal for the pages themselves */
export { type HostMessage, type PageMessage, readHostMessage, sealed } from './host-messages.ts';
export * from './mount.ts';
export type * from './options.ts';
