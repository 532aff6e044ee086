import { Button } from '@mantine/core';
import { Notice } from './notice.tsx';

/** Shown instead of a page that failed to render. */
export function Broken() {
  return (
    <Notice
      title="This page failed"
      text="That is a fault of the page, not yours. Nothing that was saved is lost."
    >
      <Button onClick={() => window.location.reload()}>Load it again</Button>
    </Notice>
  );
}
