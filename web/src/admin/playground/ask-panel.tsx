import { Alert, Button, Paper, Stack } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { mount } from '../../embed/mount.ts';
import { basePath } from '../../shared/base-path.ts';

interface AskPanelProps {
  /** @returns the id of a new session. @throws Error with a message for the user */
  readonly mintSession: () => Promise<string>;
  /** Number of the agent; undefined for the deployment's first. */
  readonly agent: number | undefined;
}

/** The chat as on a host page: in a frame, with its own session and the user's threads. */
export function AskPanel({ mintSession, agent }: AskPanelProps) {
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
      kind: 'chat',
      title: 'Chat with the agent',
      baseUrl: `${window.location.origin}${basePath}`,
      ...(agent === undefined ? {} : { agent }),
      getSession: () => getSession(),
    });
    return () => frame.remove();
  }, [agent, problem]);

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
  return (
    <Paper
      withBorder
      style={{ height: 'max(480px, calc(100dvh - 300px))', overflow: 'hidden' }}
      ref={holder}
    />
  );
}
