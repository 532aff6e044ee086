import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Closer to the end than this counts as being there. */
const nearPx = 80;

/**
 * Keeps the end of what scrolls in sight as it grows, unless the reader has scrolled away from it or does something in it.
 * @param turns how many there are: one more goes to the end in any case
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
    // Charts and suggestions grow after what they belong to was said.
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
