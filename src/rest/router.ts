import { AppError } from '../errors.ts';
import type { Route } from './route.ts';

/** The routes at a path, one for each method, and its parameters, percent-decoded. */
export interface Match {
  readonly routes: readonly Route[];
  /** The value of the `Allow` header. */
  readonly allow: string;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Finds the routes of a path. Only paths with parameters are tried one by one.
 * @returns a function that returns null for an unknown path
 */
export function createRouter(routes: readonly Route[]): (pathname: string) => Match | null {
  const byPath = Map.groupBy(routes, (route) => route.path);
  const fixed = new Map<string, Match>();
  const patterns: { readonly pattern: RegExp; readonly match: Omit<Match, 'params'> }[] = [];
  for (const [path, at] of byPath) {
    const match = { routes: at, allow: allowed(at) };
    if (path.includes(':')) patterns.push({ pattern: patternOf(path), match });
    else fixed.set(path, { ...match, params: {} });
  }
  return (pathname) => {
    const found = fixed.get(pathname);
    if (found !== undefined) return found;
    for (const { pattern, match } of patterns) {
      const groups = pattern.exec(pathname)?.groups;
      if (groups !== undefined) return { ...match, params: decodeAll(groups) };
    }
    return null;
  };
}

/** Every GET route also supports HEAD (RFC 9110 §9.1). */
function allowed(routes: readonly Route[]): string {
  const methods = routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [...methods, 'OPTIONS'].join(', ');
}

/** `/a/:b` as in URLPattern: a parameter is one non-empty segment. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
}

function decodeAll(groups: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decode(value)]));
}

/** @throws AppError `NOT_FOUND` if the segment is not valid percent-encoding */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new AppError('NOT_FOUND', 'Nothing was found at this path.');
  }
}
