/** Codings that built files are kept in, the smallest first. */
const codings = ['br', 'gzip'] as const;
export type ContentCoding = (typeof codings)[number];

/**
 * The best coding that a client takes (RFC 9110 §12.5.3); `identity` when it takes none of those on offer.
 * @param header `Accept-Encoding`
 */
export function chooseCoding(
  header: string | null,
  offers: (coding: ContentCoding) => boolean,
): ContentCoding | 'identity' {
  const weights = new Map((header ?? '').toLowerCase().split(',').map(readWeight));
  const accepts = (coding: string) => (weights.get(coding) ?? weights.get('*') ?? 0) > 0;
  return codings.find((coding) => offers(coding) && accepts(coding)) ?? 'identity';
}

function readWeight(entry: string): [coding: string, weight: number] {
  const [coding = '', ...parameters] = entry.split(';').map((part) => part.trim());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return [coding, weight === undefined ? 1 : Number(weight) || 0];
}
