import { ActionIcon, Group, Table, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconZoomIn } from '@tabler/icons-react';
import type { Place } from './chart-props.ts';
import type { ColumnFormat } from './column-format.ts';
import classes from './result-table.module.css';
import { nextOrder, type RowOrder } from './row-order.ts';
import { words } from './words/words.ts';

interface ResultTableProps {
  /** Of all rows of the result, so that they stay the same from page to page. */
  readonly formats: readonly ColumnFormat[];
  readonly rows: readonly (readonly unknown[])[];
  readonly label: string;
  readonly order?: RowOrder | undefined;
  /** Absent where there are more rows than can be put in order. */
  readonly onOrder?: ((order: RowOrder | undefined) => void) | undefined;
  /** Drills into a row, whose button is at this place of the viewport; undefined where that is not possible. */
  readonly onDrill?: ((row: readonly unknown[], place: Place) => void) | undefined;
}

/** A narrower column is hard to read: the table scrolls sideways instead. */
const columnPx = 96;

/** Rows of a result, in a box that scrolls by itself. */
export function ResultTable({ formats, rows, label, order, onOrder, onDrill }: ResultTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes['tableBox']} aria-label={label} tabIndex={0}>
      <Table stickyHeader miw={formats.length * columnPx} verticalSpacing={6} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            {formats.map(({ name, title, isNumber }, index) => {
              const own = order?.index === index ? order : undefined;
              const sorted = own?.isDescending === true ? 'descending' : 'ascending';
              const Icon = own?.isDescending === true ? IconArrowDown : IconArrowUp;
              return (
                <Table.Th
                  key={name}
                  scope="col"
                  ta={isNumber ? 'end' : 'start'}
                  {...(own === undefined ? {} : { 'aria-sort': sorted })}
                >
                  {onOrder === undefined ? (
                    title
                  ) : (
                    <UnstyledButton
                      fz="inherit"
                      fw="inherit"
                      onClick={() => onOrder(nextOrder(order, index, { isNumber }))}
                    >
                      <Group gap={4} wrap="nowrap" component="span" display="inline-flex">
                        {title}
                        {own === undefined ? null : <Icon size={14} aria-hidden />}
                      </Group>
                    </UnstyledButton>
                  )}
                </Table.Th>
              );
            })}
            {onDrill === undefined ? null : <DrillHead />}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, position) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a result have nothing else to be told apart by
            <Table.Tr key={position}>
              {formats.map(({ name, text, isNumber }, index) => (
                <Table.Td
                  key={name}
                  ta={isNumber ? 'end' : 'start'}
                  className={isNumber ? classes['number'] : undefined}
                >
                  {text(row[index])}
                </Table.Td>
              ))}
              {onDrill === undefined ? null : (
                <Table.Td py={0}>
                  <DrillButton label={rowText(formats, row)} onDrill={(place) => onDrill(row, place)} />
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

/** The head of the column of `DrillButton`. */
export function DrillHead() {
  return <Table.Th w={32} scope="col" aria-label={words().card.drillHead} />;
}

interface DrillButtonProps {
  /** What tells the row from others. */
  readonly label: string;
  readonly onDrill: (place: Place) => void;
}

/** Opens what can be done with a row, for those without a pointer too. */
export function DrillButton({ label, onDrill }: DrillButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="sm"
      aria-label={words().card.drill(label)}
      aria-haspopup="menu"
      onClick={({ currentTarget }) => {
        const { left, bottom } = currentTarget.getBoundingClientRect();
        onDrill({ x: left, y: bottom });
      }}
    >
      <IconZoomIn size={14} aria-hidden />
    </ActionIcon>
  );
}

/** What tells a row from others. */
function rowText(formats: readonly ColumnFormat[], row: readonly unknown[]): string {
  return formats.flatMap(({ isNumber, text }, index) => (isNumber ? [] : [text(row[index])])).join(', ');
}
