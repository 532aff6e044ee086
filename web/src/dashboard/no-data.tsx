import { Button, Group, Text } from '@mantine/core';

/** Instead of what a tile would show. @param onClear undefined where there are no filters to take away */
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
