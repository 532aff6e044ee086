import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Closer to the end than this counts as being there. */
const nearPx = 80;

/**
 * Keeps the end of a growing scroll area in view, unless the reader has scrolled away or is interacting with it.
 * @param turns their number: a new one always scrolls to the end
 */
export function useStickToEnd(content: unknown, turns: number): RefObject<HTMLElement | null> {
  const holder = useRef<HTMLElement>(null);
  const isAtEnd = useRef(true);

  useEffect(() => {
    const element = holder.current;
    if (element === null) return undefined;
    const note = () => {
      isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < nearPx;
    };
    // Charts and suggestions grow after their text has arrived.
    const follow = new ResizeObserver(() => {
      if (isAtEnd.current) element.scrollTop = element.scrollHeight;
    });
    if (element.firstElementChild !== null) follow.observe(element.firstElementChild);
    const stay = () => {
      isAtEnd.current = false;
    };
    element.addEventListener('scroll', note, { passive: true });
    element.addEventListener('pointerdown', stay);
    element.addEventListener('keydown', stay);
    return () => {
      follow.disconnect();
      element.removeEventListener('pointerdown', stay);
      element.removeEventListener('keydown', stay);
      element.removeEventListener('scroll', note);
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn is the reason to go there
  useLayoutEffect(() => {
    isAtEnd.current = true;
  }, [turns]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: new content is the reason to scroll
  useLayoutEffect(() => {
    const element = holder.current;
    if (element !== null && isAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [content]);
  return holder;
}
