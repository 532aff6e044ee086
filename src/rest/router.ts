import { AppError } from '../errors.ts';
import type { Route } from './route.ts';

/** What stands at a path: one route for each method, and the path's parameters, percent-decoded. */
export interface Match {
  readonly routes: readonly Route[];
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Finds the routes of a path. A path without parameters is looked up; only the others are tried one by one.
 * @returns a function of a path that answers null where there is nothing
 */
export function createRouter(routes: readonly Route[]): (pathname: string) => Match | null {
  const byPath = Map.groupBy(routes, (route) => route.path);
  const fixed = new Map<string, Match>();
  const patterns: { readonly pattern: RegExp; readonly routes: readonly Route[] }[] = [];
  for (const [path, at] of byPath) {
    if (path.includes(':')) patterns.push({ pattern: patternOf(path), routes: at });
    else fixed.set(path, { routes: at, params: {} });
  }
  return (pathname) => {
    const found = fixed.get(pathname);
    if (found !== undefined) return found;
    for (const { pattern, routes: at } of patterns) {
      const groups = pattern.exec(pathname)?.groups;
      if (groups !== undefined) return { routes: at, params: decodeAll(groups) };
    }
    return null;
  };
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
