import { Button, Group, Text } from '@mantine/core';

/** Shown in a tile without rows. @param onClear undefined if there are no filters to clear */
export function NoData({ onClear }: { readonly onClear: (() => void) | undefined }) {
  return (
    <Group gap="xs">
      <Text c="dimmed">No data</Text>
      {onClear === undefined ? null : (
        <Button size="compact-sm" variant="subtle" onClick={onClear}>
          Clear filters
        </Button>
      )}
    </Group>
  );
}
