import { ActionIcon, Menu } from '@mantine/core';
import {
  IconChartArea,
  IconChartBar,
  IconChartDonut,
  IconChartLine,
  IconCheck,
  IconCode,
  IconDots,
  IconPhoto,
  IconSparkles,
  IconStack2,
} from '@tabler/icons-react';
import { copyText } from '../shared/copy-text.ts';
import type { ChartType } from './chart-types.ts';

interface ResultMenuProps {
  readonly title: string;
  readonly sql: string;
  readonly types: readonly ChartType[];
  /** Undefined for the chart of the answer. */
  readonly type: ChartType | undefined;
  /** Whether the answer has a chart of its own. */
  readonly hasOwn: boolean;
  readonly onType: (type: ChartType | undefined) => void;
  /** Undefined while no chart is shown. */
  readonly onPng: (() => void) | undefined;
}

const looks: Readonly<Record<ChartType, { readonly label: string; readonly Icon: typeof IconDots }>> = {
  bar: { label: 'Bars', Icon: IconChartBar },
  line: { label: 'Lines', Icon: IconChartLine },
  area: { label: 'Areas', Icon: IconChartArea },
  stacked: { label: 'Stacked bars', Icon: IconStack2 },
  pie: { label: 'Pie', Icon: IconChartDonut },
};

/** What else can be done with a result. */
export function ResultMenu({ title, sql, types, type, hasOwn, onType, onPng }: ResultMenuProps) {
  const mark = (chosen: boolean) => (chosen ? <IconCheck size={14} aria-label="chosen" /> : null);
  return (
    <Menu position="bottom-end" withinPortal withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="default" aria-label={`Options of ${title}`}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {types.length === 0 ? null : (
          // biome-ignore lint/a11y/useSemanticElements: a menu has groups, not sets of fields
          <div role="group" aria-label="Chart type">
            {hasOwn ? (
              <Menu.Item
                leftSection={<IconSparkles size={16} aria-hidden />}
                rightSection={mark(type === undefined)}
                onClick={() => onType(undefined)}
              >
                As answered
              </Menu.Item>
            ) : null}
            {types.map((each) => {
              const { label, Icon } = looks[each];
              return (
                <Menu.Item
                  key={each}
                  leftSection={<Icon size={16} aria-hidden />}
                  rightSection={mark(type === each)}
                  onClick={() => onType(each)}
                >
                  {label}
                </Menu.Item>
              );
            })}
            <Menu.Divider />
          </div>
        )}
        {onPng === undefined ? null : (
          <Menu.Item leftSection={<IconPhoto size={16} aria-hidden />} onClick={onPng}>
            Download PNG
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconCode size={16} aria-hidden />} onClick={() => void copyText(sql)}>
          Copy SQL
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
