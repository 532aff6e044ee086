import { ActionIcon, Menu } from '@mantine/core';
import { IconChartBar, IconDots, IconDownload, IconTable } from '@tabler/icons-react';
import type { Tile } from './rows.ts';

interface TileMenuProps {
  readonly tile: Tile;
  readonly asTable: boolean;
  readonly onToggle: () => void;
  readonly onDownload: () => void;
}

export function TileMenu({ tile, asTable, onToggle, onDownload }: TileMenuProps) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="md" aria-label={`Options of ${tile.title}`}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {tile.kind === 'CHART' ? (
          <Menu.Item
            leftSection={
              asTable ? <IconChartBar size={16} aria-hidden /> : <IconTable size={16} aria-hidden />
            }
            onClick={onToggle}
          >
            {asTable ? 'Show as chart' : 'Show as table'}
          </Menu.Item>
        ) : null}
        <Menu.Item leftSection={<IconDownload size={16} aria-hidden />} onClick={onDownload}>
          Download CSV
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
