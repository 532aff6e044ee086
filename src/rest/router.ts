import { AppError } from '../errors.ts';
import type { Route } from './route.ts';

/** What stands at a path: one route for each method, and the path's parameters, percent-decoded. */
export interface Match {
  readonly routes: readonly Route[];
  /** The methods, as the header of that name lists them. */
  readonly allow: string;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Finds the routes of a path. A path without parameters is looked up; only the others are tried one by one.
 * @returns a function of a path that answers null where there is nothing
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

/** Whatever can be read with GET also takes HEAD (RFC 9110, 9.1). */
function allowed(routes: readonly Route[]): string {
  const methods = routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [...methods, 'OPTIONS'].join(', ');
}

/** `/a/:b` as in URLPattern: a parameter is one segment that is not empty. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
}

function decodeAll(groups: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decode(value)]));
}

/** A path segment that is not valid percent-encoding names nothing. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new AppError('NOT_FOUND', 'There is nothing at this path.');
  }
}
