import { ActionIcon, Menu } from '@mantine/core';
import {
  IconChartArea,
  IconChartBar,
  IconChartDonut,
  IconChartLine,
  IconCheck,
  IconCode,
  IconDots,
  IconInfoCircle,
  IconPhoto,
  IconSparkles,
  IconStack2,
} from '@tabler/icons-react';
import { copyText } from '../shared/copy-text.ts';
import { words } from '../shared/words/words.ts';
import type { ChartType } from './chart-types.ts';

interface ResultMenuProps {
  readonly title: string;
  readonly sql: string;
  readonly types: readonly ChartType[];
  /** Undefined for the chart of the answer. */
  readonly type: ChartType | undefined;
  /** Whether the answer has a chart of its own. */
  readonly hasOwn: boolean;
  readonly isExplained: boolean;
  readonly onExplain: () => void;
  readonly onType: (type: ChartType | undefined) => void;
  /** Undefined while no chart is shown. */
  readonly onPng: (() => void) | undefined;
}

const icons: Readonly<Record<ChartType, typeof IconDots>> = {
  bar: IconChartBar,
  line: IconChartLine,
  area: IconChartArea,
  stacked: IconStack2,
  pie: IconChartDonut,
};

/** What else can be done with a result. */
export function ResultMenu({
  title,
  sql,
  types,
  type,
  hasOwn,
  isExplained,
  onExplain,
  onType,
  onPng,
}: ResultMenuProps) {
  const say = words().chat;
  const mark = (chosen: boolean) => (chosen ? <IconCheck size={14} aria-label={say.chosen} /> : null);
  return (
    <Menu position="bottom-end" withinPortal withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="default" aria-label={say.optionsOf(title)}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {types.length === 0 ? null : (
          // biome-ignore lint/a11y/useSemanticElements: a menu has groups, not sets of fields
          <div role="group" aria-label={say.chartType}>
            {hasOwn ? (
              <Menu.Item
                leftSection={<IconSparkles size={16} aria-hidden />}
                rightSection={mark(type === undefined)}
                onClick={() => onType(undefined)}
              >
                {say.asAnswered}
              </Menu.Item>
            ) : null}
            {types.map((each) => {
              const Icon = icons[each];
              return (
                <Menu.Item
                  key={each}
                  leftSection={<Icon size={16} aria-hidden />}
                  rightSection={mark(type === each)}
                  onClick={() => onType(each)}
                >
                  {say.chartTypes[each]}
                </Menu.Item>
              );
            })}
            <Menu.Divider />
          </div>
        )}
        {onPng === undefined ? null : (
          <Menu.Item leftSection={<IconPhoto size={16} aria-hidden />} onClick={onPng}>
            {say.downloadPng}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconInfoCircle size={16} aria-hidden />}
          rightSection={mark(isExplained)}
          onClick={onExplain}
        >
          {words().card.explain}
        </Menu.Item>
        <Menu.Item leftSection={<IconCode size={16} aria-hidden />} onClick={() => void copyText(sql)}>
          {say.copySql}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
