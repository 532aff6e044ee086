/** The entry `@inlay/client/embed`: the embedded pages in a frame of a host page. */
export * from './mount.ts';
export type * from './options.ts';
