/**
 * The type on offer that a client prefers (RFC 9110 §12.5.1), or undefined if it accepts none. Among types of equal weight, the
 * one that the client names first wins, and among those that it does not name, the first offer.
 * @param header `Accept`; without it, a client accepts anything
 * @param offers types in lower case; a type with a parameter (`type;name=value`) matches only a header that has it too
 */
export function chooseType(header: string | null, offers: readonly string[]): string | undefined {
  const ranges = (header || '*/*').toLowerCase().split(',').map(readRange);
  let chosen: string | undefined;
  let best: Range | undefined;
  for (const offer of offers) {
    const range = rangeOf(offer, ranges);
    if (range === undefined || range.weight === 0) continue;
    if (
      best === undefined ||
      range.weight > best.weight ||
      (range.weight === best.weight && range.place < best.place)
    ) {
      best = range;
      chosen = offer;
    }
  }
  return chosen;
}

interface Range {
  readonly type: string;
  readonly parameters: readonly string[];
  readonly weight: number;
  readonly place: number;
}

/** An entry of `Accept` or `Accept-Encoding`, in lower case. @param place its index */
export function readRange(text: string, place: number): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return {
    type,
    parameters: parameters.map((parameter) => parameter.replaceAll('"', '')),
    weight: weight === undefined ? 1 : Number(weight) || 0,
    place,
  };
}

/** The most specific range that matches an offer. */
function rangeOf(offer: string, ranges: readonly Range[]): Range | undefined {
  const [type = '', parameter] = offer.split(';');
  if (parameter !== undefined) {
    const named = parameter.toLowerCase();
    return ranges.find((one) => one.type === type && one.parameters.includes(named));
  }
  const wider = [type, `${type.slice(0, type.indexOf('/'))}/*`, '*/*'];
  for (const each of wider) {
    const range = ranges.find((one) => one.type === each);
    if (range !== undefined) return range;
  }
  return undefined;
}
