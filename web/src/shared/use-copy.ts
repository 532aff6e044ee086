import { useEffect, useState } from 'react';
import { copyText } from './copy-text.ts';

const toldMs = 2_000;

interface Copy {
  /** How the last copy went, for two seconds. */
  readonly outcome: 'copied' | 'failed' | undefined;
  readonly copy: () => void;
}

/** Copies a text on request, and reports the outcome. */
export function useCopy(text: string): Copy {
  const [told, tell] = useState<{ readonly outcome: 'copied' | 'failed' }>();
  useEffect(() => {
    if (told === undefined) return;
    const timer = setTimeout(() => tell(undefined), toldMs);
    return () => clearTimeout(timer);
  }, [told]);
  return {
    outcome: told?.outcome,
    copy: () => void copyText(text).then((isCopied) => tell({ outcome: isCopied ? 'copied' : 'failed' })),
  };
}
