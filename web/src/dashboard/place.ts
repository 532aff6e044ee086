import { useEffect, useState } from 'react';
import { decodePathPart } from '../shared/path-part.ts';

/** Which dashboard the page shows. */
export interface Place {
  /** Undefined for the list of all. */
  readonly name: string | undefined;
  /** Whether the list leads here, so that it can be gone back to. A host that mounts one dashboard shows no others. */
  readonly hasList: boolean;
}

const path = /\/embed\/dashboard(?:\/([^/]*))?$/;
const listed = 'list';
/** What of the address is not about the dashboard that was shown: the session's place and the look. */
const lasting = ['account', 'view', 'host', 'theme', 'look', 'locale'];

export function readPlace({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Place {
  const part = path.exec(pathname)?.[1] ?? '';
  const name = part === '' ? undefined : decodePathPart(part);
  return { name, hasList: name === undefined || new URLSearchParams(search).has(listed) };
}

/** The address of a dashboard, or of the list, opened from the list. */
export function addressOf(
  name: string | undefined,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
) {
  const given = new URLSearchParams(search);
  const kept = lasting.flatMap((key) => given.getAll(key).map((value) => [key, value]));
  const parameters = new URLSearchParams([...kept, ...(name === undefined ? [] : [[listed, '1']])]);
  const root = pathname.replace(path, '/embed/dashboard');
  const of = name === undefined ? root : `${root}/${encodeURIComponent(name)}`;
  return parameters.size === 0 ? of : `${of}?${parameters}`;
}

/** The place in the address, which the browser's own buttons change too. */
export function usePlace(): Place & { readonly open: (name: string | undefined) => void } {
  const [place, setPlace] = useState(() => readPlace(window.location));
  useEffect(() => {
    const follow = () => setPlace(readPlace(window.location));
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, []);
  return {
    ...place,
    open(name) {
      window.history.pushState(null, '', addressOf(name, window.location));
      setPlace(readPlace(window.location));
      window.scrollTo(0, 0);
    },
  };
}
