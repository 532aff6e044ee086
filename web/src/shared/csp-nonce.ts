/** The nonce that the page's content security policy requires for style elements; empty without a policy. */
export function cspNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}

// The scroll lock of Mantine's dialogs adds a style element, and looks for the nonce under this name.
Object.assign(globalThis, { __webpack_nonce__: cspNonce() });
