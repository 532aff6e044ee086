import { Center, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A full-page notice, shown instead of content. */
export function Notice(props: {
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}) {
  return (
    <Center mih={240} p="lg" component="main">
      <Stack align="center" gap="xs" maw={420} role="alert">
        <Title order={1} size="h3" ta="center">
          {props.title}
        </Title>
        <Text ta="center" c="dimmed">
          {props.text}
        </Text>
        {props.children}
      </Stack>
    </Center>
  );
}
