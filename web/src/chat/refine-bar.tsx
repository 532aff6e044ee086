import type { QueryChange, Refinement } from '@inlay/client';
import { ActionIcon, Button, Group, Menu, Popover } from '@mantine/core';
import { IconArrowBackUp, IconPlus, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { words } from '../shared/words/words.ts';
import classes from './chat.module.css';
import { useChat } from './chat-context.ts';
import { breakdownText } from './explanation.tsx';
import { FilterEditor } from './filter-editor.tsx';
import { filterText } from './filter-text.ts';
import type { Refining } from './use-refinement.ts';

type Dimension = Refinement['dimensions'][number];
type Breakdown = Refinement['breakdowns'][number];
type Filter = Refinement['filters'][number];

/** Units of time that are offered for every time dimension. */
const units = ['day', 'week', 'month', 'quarter', 'year'];

interface RefineBarProps extends Pick<Refining, 'change' | 'back' | 'isBusy'> {
  readonly refinement: Refinement;
}

/** What an answer is broken down and filtered by, each of which a reader can change or remove. */
export function RefineBar({ refinement, change, back, isBusy }: RefineBarProps) {
  const { breakdowns, filters, dimensions, isGrouped, figures, sql } = refinement;
  const text = words().card;
  const canBreakDown = isGrouped || figures.length > 0;
  const free = dimensions.filter(({ member }) => !breakdowns.some((each) => each.member === member));
  const apply = (next: QueryChange): void => change([next]);
  return (
    <Group gap={6} mb="sm" role="group" aria-label={text.changes} data-busy={isBusy || undefined}>
      {back === undefined ? null : (
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconArrowBackUp size={14} aria-hidden />}
          onClick={back}
        >
          {text.back}
        </Button>
      )}
      {breakdowns.map((each) => (
        <BreakdownChip
          key={each.column}
          breakdown={each}
          free={free}
          dimensions={dimensions}
          onChange={apply}
        />
      ))}
      {filters.map((each) => (
        <FilterChip key={each.sql} filter={each} sql={sql} dimensions={dimensions} onChange={apply} />
      ))}
      <AddMenu dimensions={dimensions} free={canBreakDown ? free : []} sql={sql} onChange={apply} />
    </Group>
  );
}

interface ChipProps {
  readonly label: string;
  /** Undefined for what cannot be removed. */
  readonly onRemove: (() => void) | undefined;
  /** The button, which opens what changes it. */
  readonly children: ReactNode;
}

function Chip({ label, onRemove, children }: ChipProps) {
  return (
    <Button.Group>
      {children}
      {onRemove === undefined ? null : (
        <ActionIcon variant="default" size={26} onClick={onRemove} aria-label={words().card.remove(label)}>
          <IconX size={12} aria-hidden />
        </ActionIcon>
      )}
    </Button.Group>
  );
}

const chipButton = {
  size: 'compact-sm',
  variant: 'default',
  fw: 500,
  h: 26,
  className: classes['chip'] ?? '',
} as const;

interface BreakdownChipProps {
  readonly breakdown: Breakdown;
  readonly free: readonly Dimension[];
  readonly dimensions: readonly Dimension[];
  readonly onChange: (change: QueryChange) => void;
}

function BreakdownChip({ breakdown, free, dimensions, onChange }: BreakdownChipProps) {
  const { column, member, isRequired, granularity } = breakdown;
  const text = words().card;
  const label = breakdownText(breakdown);
  const own = dimensions.find((each) => each.member === member);
  const grains = own?.type === 'TIME' ? [...units, ...own.granularities] : [];
  return (
    <Chip label={label} onRemove={isRequired ? undefined : () => onChange({ breakdown: { column } })}>
      <Menu position="bottom-start" withinPortal>
        <Menu.Target>
          <Button {...chipButton}>
            <span className={classes['chipText']}>{text.by(label)}</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={classes['chipMenu'] ?? ''}>
          {grains.map((grain) => (
            <Menu.Item
              key={grain}
              disabled={grain === granularity}
              onClick={() => onChange({ breakdown: { column, member, granularity: grain } })}
            >
              {text.granularities[grain] ?? grain}
            </Menu.Item>
          ))}
          <Menu.Label>{text.insteadOf(label)}</Menu.Label>
          <DimensionItems
            dimensions={isRequired ? free.filter(({ type }) => type === 'TIME') : free}
            onChoose={(next) => onChange({ breakdown: { column, ...next } })}
          />
        </Menu.Dropdown>
      </Menu>
    </Chip>
  );
}

/** Times are broken down by months first, which is then a matter of one more choice. */
function DimensionItems({
  dimensions,
  onChoose,
}: {
  readonly dimensions: readonly Dimension[];
  readonly onChoose: (chosen: { member: string; granularity?: string }) => void;
}) {
  return dimensions.map(({ member, title, type }) => (
    <Menu.Item
      key={member}
      onClick={() => onChoose(type === 'TIME' ? { member, granularity: 'month' } : { member })}
    >
      {title}
    </Menu.Item>
  ));
}

interface FilterChipProps {
  readonly filter: Filter;
  readonly sql: string;
  readonly dimensions: readonly Dimension[];
  readonly onChange: (change: QueryChange) => void;
}

function FilterChip({ filter, sql, dimensions, onChange }: FilterChipProps) {
  const { formats } = useChat();
  const [isOpen, setOpen] = useState(false);
  const dimension = dimensions.find(({ member }) => member === filter.member);
  const selection = filterText(filter, formats);
  const label = filter.title === null ? selection : `${filter.title}: ${selection}`;
  const onRemove = () => onChange({ without: filter.sql });
  if (dimension === undefined) {
    return (
      <Chip label={label} onRemove={onRemove}>
        <Button {...chipButton} component="span" data-static>
          <span className={classes['chipText']}>{label}</span>
        </Button>
      </Chip>
    );
  }
  return (
    <Chip label={label} onRemove={onRemove}>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-start" withinPortal trapFocus returnFocus>
        <Popover.Target>
          <Button {...chipButton} onClick={() => setOpen(!isOpen)}>
            <span className={classes['chipText']}>{label}</span>
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={words().card.selection(dimension.title)}>
          <FilterEditor
            dimension={dimension}
            filter={filter}
            sql={sql}
            onApply={(change) => {
              setOpen(false);
              onChange({ filter: change });
            }}
          />
        </Popover.Dropdown>
      </Popover>
    </Chip>
  );
}

interface AddMenuProps {
  readonly dimensions: readonly Dimension[];
  /** Those that it can be broken down by. */
  readonly free: readonly Dimension[];
  readonly sql: string;
  readonly onChange: (change: QueryChange) => void;
}

function AddMenu({ dimensions, free, sql, onChange }: AddMenuProps) {
  const text = words().card;
  const [added, setAdded] = useState<Dimension>();
  return (
    <Popover
      opened={added !== undefined}
      onChange={(isOpen) => isOpen || setAdded(undefined)}
      // The menu's button is what opens it.
      withRoles={false}
      position="bottom-start"
      withinPortal
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <span>
          <Menu position="bottom-start" withinPortal>
            <Menu.Target>
              <Button
                size="compact-sm"
                h={26}
                variant="subtle"
                fw={500}
                leftSection={<IconPlus size={14} aria-hidden />}
              >
                {text.add}
              </Button>
            </Menu.Target>
            <Menu.Dropdown className={classes['chipMenu'] ?? ''}>
              {free.length === 0 ? null : <Menu.Label>{text.addBreakdown}</Menu.Label>}
              <DimensionItems dimensions={free} onChoose={(breakdown) => onChange({ breakdown })} />
              <Menu.Label>{text.addFilter}</Menu.Label>
              {dimensions.map((dimension) => (
                <Menu.Item
                  key={dimension.member}
                  onClick={() => setAdded(dimension)}
                  aria-label={`${text.addFilter} ${dimension.title}`}
                >
                  {dimension.title}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        </span>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={added && text.selection(added.title)}>
        {added === undefined ? null : (
          <FilterEditor
            key={added.member}
            dimension={added}
            filter={undefined}
            sql={sql}
            onApply={(filter) => {
              setAdded(undefined);
              onChange({ filter });
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
