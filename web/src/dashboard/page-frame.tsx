import { Anchor } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { conversationAddress } from '../shared/dashboard-address.ts';
import type { Host } from '../shared/host.ts';
import { words } from '../shared/words/words.ts';
import classes from './dashboard.module.css';

/** The page around what it shows, whose height the host is told whenever it changes. */
export function PageFrame({ host, children }: { readonly host: Host; readonly children: ReactNode }) {
  const page = useRef<HTMLElement>(null);
  const toChat = conversationAddress(window.location);
  useEffect(() => {
    const element = page.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => host.tell({ type: 'resize', height: element.offsetHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, [host]);
  return (
    <main ref={page} className={classes['page']}>
      {toChat === undefined ? null : (
        <Anchor size="sm" href={toChat} mb="xs" display="inline-block" className={classes['onScreen'] ?? ''}>
          {words().keeping.backToChat}
        </Anchor>
      )}
      {children}
    </main>
  );
}
