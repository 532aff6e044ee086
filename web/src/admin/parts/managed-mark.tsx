import { Group, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';

/** Marks what the workspace declares: it is changed there, and so has no buttons here. */
export function ManagedMark() {
  return (
    <Group gap={4} wrap="nowrap" c="dimmed">
      <IconLock size={12} aria-hidden />
      <Text size="xs">from the workspace</Text>
    </Group>
  );
}
