import { Button } from '@mantine/core';
import { Notice } from './notice.tsx';
import { words } from './words/words.ts';

/** Shown instead of a page that failed to render. */
export function Broken() {
  return (
    <Notice {...words().broken}>
      <Button onClick={() => window.location.reload()}>{words().broken.reload}</Button>
    </Notice>
  );
}
