import { type ReactNode, useEffect, useRef } from 'react';
import type { Host } from '../shared/host.ts';
import classes from './dashboard.module.css';

/** The page around what it shows, whose height the host is told whenever it changes. */
export function PageFrame({ host, children }: { readonly host: Host; readonly children: ReactNode }) {
  const page = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = page.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => host.tell({ type: 'resize', height: element.offsetHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, [host]);
  return (
    <main ref={page} className={classes['page']}>
      {children}
    </main>
  );
}
