import { type RefObject, useEffect, useRef, useState } from 'react';
import classes from './chat.module.css';

/** Distance from the viewport within which content is drawn. */
const nearPx = 300;

/** Whether an element has come near to what is in view: long threads have many charts. */
export function useNear(): readonly [RefObject<HTMLDivElement | null>, boolean] {
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
  return [place, isNear];
}
