'use client';
/** The entry of the package: all that it offers. */
export {
  type FrameProps,
  InlayChat,
  type InlayChatProps,
  InlayDashboard,
  type InlayDashboardProps,
} from './frames.tsx';
export { InlayProvider, type InlayProviderProps, useInlay } from './provider.tsx';
export { type Asked, type SqlResult, sqlResultOf, useAsk } from './use-ask.ts';
export { type UseTileOptions, useDashboard, useTile } from './use-dashboard.ts';
export { type QueryResult, type UseQueryOptions, useQuery } from './use-query.ts';
export { type Read, useRead } from './use-read.ts';
export { type ThreadView, type UseThreadOptions, useThread } from './use-thread.ts';
export { type Threads, type UseThreadsOptions, useThreads } from './use-threads.ts';
