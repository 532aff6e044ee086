import { type EmbedFrame, type EmbedOptions, mount as mountAt } from '@inlay/client/embed';

const script = document.currentScript;
const ownBase = script instanceof HTMLScriptElement ? new URL('.', script.src).href : undefined;

/** `Inlay.mount` of host pages. */
export function mount(element: Element, options: EmbedOptions): EmbedFrame {
  return mountAt(element, { baseUrl: ownBase, ...options });
}
