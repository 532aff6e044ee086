import { type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './chat.module.css';

interface NearProps {
  /** As high as what is in it, or somewhat less: it has this height from the beginning. */
  readonly heightPx: number;
  readonly children: ReactNode;
}

/** Further away than this, nobody is about to see it. */
const nearPx = 300;

/** Draws what costs much once it comes near to what is in sight, and moves nothing around it: a long thread has many charts. */
export function Near({ heightPx, children }: NearProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (element === null || isNear) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { root: element.closest(`.${classes['transcript']}`), rootMargin: `${nearPx}px 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isNear]);
  return (
    <div ref={place} style={{ minHeight: heightPx }}>
      {isNear ? children : null}
    </div>
  );
}
