import { ActionIcon, Menu } from '@mantine/core';
import {
  IconChartBar,
  IconDots,
  IconDownload,
  IconListDetails,
  IconMaximize,
  IconMessageQuestion,
  IconTable,
} from '@tabler/icons-react';
import { words } from '../shared/words/words.ts';
import type { Tile } from './rows.ts';

interface TileMenuProps {
  readonly tile: Tile;
  readonly asTable: boolean;
  readonly onToggle: () => void;
  /** Undefined where nobody answers. */
  readonly onAsk: (() => void) | undefined;
  readonly onFullScreen: () => void;
  readonly onDownload: () => void;
  readonly onRows: () => void;
}

export function TileMenu({
  tile,
  asTable,
  onToggle,
  onAsk,
  onFullScreen,
  onDownload,
  onRows,
}: TileMenuProps) {
  const text = words().dashboard;
  return (
    <Menu position="bottom-end" withinPortal withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="md" aria-label={text.optionsOf(tile.title)}>
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
            {asTable ? text.showAsChart : text.showAsTable}
          </Menu.Item>
        ) : null}
        {onAsk === undefined ? null : (
          <Menu.Item leftSection={<IconMessageQuestion size={16} aria-hidden />} onClick={onAsk}>
            {text.ask}
          </Menu.Item>
        )}
        {tile.kind === 'FIGURE' ? (
          <Menu.Item leftSection={<IconListDetails size={16} aria-hidden />} onClick={onRows}>
            {words().card.rows}
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<IconMaximize size={16} aria-hidden />} onClick={onFullScreen}>
            {text.fullScreen}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconDownload size={16} aria-hidden />} onClick={onDownload}>
          {text.downloadCsv}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
