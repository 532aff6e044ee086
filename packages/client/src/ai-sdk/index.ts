/** The entry `@inlay/client/ai-sdk`: threads for `useChat` of the AI SDK. */
export { type InlayData, type InlayMetadata, type InlayUIMessage, uiMessagesOf } from './messages.ts';
export { type InlayTransport, type InlayTransportOptions, inlayTransport } from './transport.ts';
