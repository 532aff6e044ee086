import { Button, Group, Paper, Skeleton, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useContext, useRef } from 'react';
import { type TypedDocumentNode, useQuery } from 'urql';
import { ColumnHead } from './column-head.tsx';
import { ExportList } from './export-list.tsx';
import { FailureAlert } from './failure-alert.tsx';
import { FilterBar } from './filter-bar.tsx';
import type { FilterFields } from './filter-field.ts';
import { type Order, type PageVariables, readFilter, useListAddress } from './list-address.ts';
import { ListFocus } from './list-focus.ts';
import { formats } from './moment.tsx';
import { type PageBounds, Pager } from './pager.tsx';
import { readAll, UncachedClient } from './read-all.ts';
import './connection-table.css';

/** A Relay connection, as far as a table needs it. */
interface Connection<Node> {
  readonly edges: readonly { readonly node: Node }[];
  readonly pageInfo: PageBounds;
  /** Of the whole list, as filtered, up to {@link maxCounted}. */
  readonly totalCount?: number;
}

/** As far as the API counts. */
const maxCounted = 10_000;

export interface Column<Node, OrderField extends string = string> {
  readonly title: string;
  readonly cell: (node: Node) => ReactNode;
  /** Sort field of a click on its head. */
  readonly orderBy?: OrderField;
  readonly isNumber?: boolean;
}

interface ConnectionTableProps<Data, Node, Filter, OrderField extends string, Scope> {
  /** Label of the list, for screen readers. */
  readonly label: string;
  readonly document: TypedDocumentNode<
    Data,
    PageVariables & Scope & { readonly filter?: Filter | null; readonly orderBy?: Order<OrderField> | null }
  >;
  /** Variables that are the same on all pages. */
  readonly scope?: Scope;
  readonly read: (data: Data) => Connection<Node>;
  readonly columns: readonly Column<Node, OrderField>[];
  /** Used unless the address has another. */
  readonly order?: Order<OrderField>;
  readonly filters?: FilterFields<Filter>;
  /** What filters that are not set mean. @default no condition */
  readonly unfiltered?: Filter;
  /** Actions for an entry. */
  readonly actions?: (node: Node) => ReactNode;
  /** Shown if there are no rows. */
  readonly empty: string;
}

/** One page of a connection, with filters, order and links to adjacent pages. */
export function ConnectionTable<
  Data,
  Node extends { readonly id: string },
  Filter = object,
  OrderField extends string = never,
  Scope extends object = object,
>(props: ConnectionTableProps<Data, Node, Filter, OrderField, Scope>) {
  const { label, document, scope, read, columns, filters, actions, empty } = props;
  const address = useListAddress(Object.keys(filters ?? {}));
  const sorted = columns.find(({ orderBy }) => orderBy !== undefined && orderBy === address.order?.field);
  const order =
    sorted?.orderBy === undefined
      ? props.order
      : { field: sorted.orderBy, direction: address.order?.direction ?? 'ASC' };
  const whole = {
    ...(scope as Scope),
    ...(filters === undefined
      ? {}
      : { filter: { ...props.unfiltered, ...readFilter(filters, address) } as Filter }),
    ...(order === undefined ? {} : { orderBy: order }),
  };
  const uncached = useContext(UncachedClient);
  const [{ data, error, fetching }, ask] = useQuery({
    query: document,
    variables: { ...whole, ...address.page },
    // Other people change the lists as well.
    requestPolicy: 'cache-and-network',
  });
  const connection = data === undefined ? undefined : read(data);
  const section = useRef<HTMLElement>(null);

  return (
    <section ref={section} tabIndex={-1} aria-label={label} aria-busy={fetching}>
      {filters !== undefined && <FilterBar fields={filters} address={address} />}
      {error !== undefined ? (
        <FailureAlert
          title="This list could not be loaded"
          error={error}
          onRetry={() => ask({ requestPolicy: 'network-only' })}
        >
          {!address.isFirstPage && (
            <Button size="xs" variant="default" onClick={() => address.showPage({})}>
              First page
            </Button>
          )}
        </FailureAlert>
      ) : connection === undefined ? (
        <Paper withBorder p="md" aria-label={`Loading ${label}`} role="status">
          <Stack gap="sm">
            {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
              <Skeleton key={row} height={24} />
            ))}
          </Stack>
        </Paper>
      ) : connection.edges.length === 0 ? (
        <Paper withBorder p="xl" role="status">
          <Text ta="center" c="dimmed">
            {address.hasFilters ? 'Nothing matches these filters.' : empty}
          </Text>
        </Paper>
      ) : (
        <Stack gap="xs">
          <Group justify="space-between" gap="xs">
            <Text size="sm" c="dimmed">
              {connection.totalCount === undefined ? null : totalText(connection.totalCount)}
            </Text>
            {uncached !== null && (
              <ExportList label={label} pages={() => readAll(uncached, document, whole, read)} />
            )}
          </Group>
          <Paper withBorder className="connection-table">
            <Table verticalSpacing="sm" horizontalSpacing="md" role="table">
              <Table.Thead role="rowgroup">
                <Table.Tr role="row">
                  {columns.map((column) => (
                    <ColumnHead
                      key={column.title}
                      title={column.title}
                      isNumber={column.isNumber ?? false}
                      field={column.orderBy}
                      order={order}
                      setOrder={address.setOrder}
                    />
                  ))}
                  {actions !== undefined && (
                    <Table.Th role="columnheader">
                      <VisuallyHidden>Actions</VisuallyHidden>
                    </Table.Th>
                  )}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody role="rowgroup">
                {connection.edges.map(({ node }) => (
                  <Table.Tr key={node.id} role="row">
                    {columns.map(({ title, cell, isNumber }) => (
                      <Table.Td key={title} role="cell" data-label={title} data-number={isNumber}>
                        {cell(node)}
                      </Table.Td>
                    ))}
                    {actions !== undefined && (
                      <Table.Td role="cell">
                        <Group gap={4} justify="flex-end" wrap="nowrap">
                          <ListFocus value={() => section.current?.focus({ preventScroll: true })}>
                            {actions(node)}
                          </ListFocus>
                        </Group>
                      </Table.Td>
                    )}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Paper>
        </Stack>
      )}
      {connection !== undefined && <Pager label={label} bounds={connection.pageInfo} address={address} />}
    </section>
  );
}

function totalText(count: number): string {
  return count < maxCounted
    ? `${formats.number(count)} in all`
    : `${formats.number(maxCounted)} or more in all`;
}
