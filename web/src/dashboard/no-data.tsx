import { Button, Stack, Text } from '@mantine/core';
import { words } from '../shared/words/words.ts';

/** Shown in a tile without rows. @param onClear undefined if there are no filters to clear */
export function NoData({ onClear }: { readonly onClear: (() => void) | undefined }) {
  return (
    <Stack gap={4} h="100%" align="center" justify="center">
      <Text c="dimmed">{words().dashboard.noData}</Text>
      {onClear === undefined ? null : (
        <Button size="compact-sm" variant="subtle" onClick={onClear}>
          {words().dashboard.clearFilters}
        </Button>
      )}
    </Stack>
  );
}
