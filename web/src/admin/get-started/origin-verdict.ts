/** Whether pages of an origin may frame the embedded pages and call the API. */
export type OriginVerdict =
  | { readonly kind: 'own' | 'allowed'; readonly origin: string }
  /** `yaml` is what to add to inlay.yml. */
  | { readonly kind: 'refused'; readonly origin: string; readonly yaml: string }
  | { readonly kind: 'unreadable'; readonly message: string };

interface Account {
  readonly name: string;
  readonly embedOrigins: readonly string[];
}

/**
 * Judges the address of a host page.
 * @param address of any page of the host, such as `https://app.example.com/reports`
 * @param ownOrigin that of the service
 */
export function judgeOrigin(
  address: string,
  { name, embedOrigins }: Account,
  ownOrigin: string,
): OriginVerdict {
  const text = address.trim();
  const url = URL.parse(text.includes('://') ? text : `https://${text}`);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return { kind: 'unreadable', message: 'Enter an address such as https://app.example.com.' };
  }
  const { origin } = url;
  if (origin === ownOrigin) return { kind: 'own', origin };
  if (embedOrigins.includes(origin)) return { kind: 'allowed', origin };
  const origins = [...embedOrigins, origin].map((each) => JSON.stringify(each));
  const yaml = `accounts:\n  - name: ${name}\n    embedOrigins: [${origins.join(', ')}]\n`;
  return { kind: 'refused', origin, yaml };
}
