import { useEffect, useState } from 'react';
import { dashboardAddress } from '../shared/dashboard-address.ts';
import { decodePathPart } from '../shared/path-part.ts';

/** Which dashboard the page shows. */
export interface Place {
  /** Undefined for the list of all. */
  readonly name: string | undefined;
  /** Whether the list leads here, so that it can be gone back to. A host that mounts one dashboard shows no others. */
  readonly hasList: boolean;
}

const path = /\/embed\/dashboard(?:\/([^/]*))?$/;

export function readPlace({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Place {
  const part = path.exec(pathname)?.[1] ?? '';
  const name = part === '' ? undefined : decodePathPart(part);
  return { name, hasList: name === undefined || new URLSearchParams(search).has('list') };
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
      window.history.pushState(null, '', dashboardAddress(name, window.location));
      setPlace(readPlace(window.location));
      window.scrollTo(0, 0);
    },
  };
}
