import type { QueryChange } from '@inlay/client';
import { Menu, Portal } from '@mantine/core';
import { IconFilter, IconListDetails, IconZoomIn } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Place } from './chart-props.ts';
import type { DrillPoint } from './drill.ts';
import { words } from './words/words.ts';

/** A point, and where on the screen it was pointed at. */
export interface Pointed extends Place {
  readonly point: DrillPoint;
}

interface DrillMenuProps {
  readonly pointed: Pointed;
  readonly onChange: (changes: readonly QueryChange[]) => void;
  readonly onClose: () => void;
}

/** What can be done with a point of an answer. */
export function DrillMenu({ pointed: { point, x, y }, onChange, onClose }: DrillMenuProps) {
  return (
    <PlacedMenu place={{ x, y }} label={words().card.drill(point.text)} onClose={onClose}>
      <OnlyItem text={point.text} onChoose={() => onChange(point.changes)} />
      <DrillItems point={point} onChange={onChange} />
    </PlacedMenu>
  );
}

interface PlacedMenuProps {
  readonly place: Place;
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A menu at a point of the viewport. */
export function PlacedMenu({ place: { x, y }, label, onClose, children }: PlacedMenuProps) {
  return (
    // Inside of a dialog, which is moved into its place, a viewport's point would be another one.
    <Portal>
      <Menu
        opened
        onClose={onClose}
        position="bottom-start"
        withinPortal
        withInitialFocusPlaceholder={false}
        trapFocus
        returnFocus
      >
        <Menu.Target>
          <button
            type="button"
            tabIndex={-1}
            aria-label={label}
            style={{
              position: 'fixed',
              left: x,
              top: y,
              width: 1,
              height: 1,
              padding: 0,
              opacity: 0,
              border: 0,
            }}
          />
        </Menu.Target>
        <Menu.Dropdown>{children}</Menu.Dropdown>
      </Menu>
    </Portal>
  );
}

export function OnlyItem({ text, onChoose }: { readonly text: string; readonly onChoose: () => void }) {
  return (
    <Menu.Item leftSection={<IconFilter size={16} aria-hidden />} onClick={onChoose}>
      {words().card.only(text)}
    </Menu.Item>
  );
}

/** The levels below a point, and the rows behind it. */
export function DrillItems({ point, onChange }: Pick<DrillMenuProps, 'onChange'> & Pick<Pointed, 'point'>) {
  const text = words().card;
  return (
    <>
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
    </>
  );
}
