import { Alert, Button, Paper, Stack } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { mount } from '../../embed/mount.ts';
import { serviceUrl } from './service-url.ts';

/** An embedded page: the chat, or a dashboard by its name. */
export type FramedPage =
  | {
      readonly kind: 'chat';
      /** Number of the agent. @default the deployment's first */
      readonly agent?: number | undefined;
    }
  | { readonly kind: 'dashboard'; readonly dashboard: string };

interface PageFrameProps {
  /** The same object until another page is to be shown. */
  readonly page: FramedPage;
  readonly title: string;
  /** @returns the id of a new session. @throws Error with a message for the user */
  readonly mintSession: () => Promise<string>;
}

/** An embedded page as on a host page: in a frame, with a session of its own. */
export function PageFrame({ page, title, mintSession }: PageFrameProps) {
  const holder = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState<string>();
  const getSession = useEffectEvent(async () => {
    try {
      return await mintSession();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      throw error;
    }
  });

  useEffect(() => {
    if (holder.current === null || problem !== undefined) return;
    const frame = mount(holder.current, {
      ...page,
      title,
      baseUrl: serviceUrl,
      getSession: () => getSession(),
    });
    return () => frame.remove();
  }, [page, title, problem]);

  if (problem !== undefined) {
    return (
      <Alert color="red" role="alert">
        <Stack align="flex-start" gap="sm">
          {problem}
          <Button size="xs" variant="default" onClick={() => setProblem(undefined)}>
            Try again
          </Button>
        </Stack>
      </Alert>
    );
  }
  // A dashboard's frame takes its whole height; the chat fills its place.
  const height = page.kind === 'chat' ? 'max(480px, calc(100dvh - 300px))' : undefined;
  return <Paper withBorder style={{ height, overflow: 'hidden' }} ref={holder} />;
}
