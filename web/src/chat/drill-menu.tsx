import type { QueryChange } from '@inlay/client';
import { Menu } from '@mantine/core';
import { IconFilter, IconListDetails, IconZoomIn } from '@tabler/icons-react';
import { words } from '../shared/words/words.ts';
import type { DrillPoint } from './drill.ts';

/** A point, and where on the screen it was pointed at. */
export interface Pointed {
  readonly point: DrillPoint;
  readonly x: number;
  readonly y: number;
}

interface DrillMenuProps {
  readonly pointed: Pointed;
  readonly onChange: (changes: readonly QueryChange[]) => void;
  readonly onClose: () => void;
}

/** What can be done with a point of an answer. */
export function DrillMenu({ pointed: { point, x, y }, onChange, onClose }: DrillMenuProps) {
  const text = words().card;
  return (
    <Menu opened onClose={onClose} position="bottom-start" withinPortal trapFocus returnFocus>
      <Menu.Target>
        <span style={{ position: 'fixed', left: x, top: y, width: 1, height: 1 }} />
      </Menu.Target>
      <Menu.Dropdown aria-label={text.drill(point.text)}>
        <Menu.Item leftSection={<IconFilter size={16} aria-hidden />} onClick={() => onChange(point.changes)}>
          {text.only(point.text)}
        </Menu.Item>
        {point.levels.map(({ title, change }) => (
          <Menu.Item
            key={JSON.stringify(change)}
            leftSection={<IconZoomIn size={16} aria-hidden />}
            onClick={() => onChange([...point.changes, change])}
          >
            {text.downTo(title)}
          </Menu.Item>
        ))}
        <Menu.Item
          leftSection={<IconListDetails size={16} aria-hidden />}
          onClick={() => onChange([...point.changes, { records: true }])}
        >
          {text.rows}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
