import { type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './chat.module.css';

interface NearProps {
  /** The height of its content, or a little less: reserved from the start. */
  readonly heightPx: number;
  readonly children: ReactNode;
}

/** Distance from the viewport within which content is drawn. */
const nearPx = 300;

/** Draws expensive content shortly before it scrolls into view, without moving its surroundings: long threads have many charts. */
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
