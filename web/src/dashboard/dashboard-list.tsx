import { Alert, Badge, Button, Group, Skeleton, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { type CombinedError, useQuery } from 'urql';
import { failureText } from '../shared/failure.ts';
import { createFormats } from '../shared/format.ts';
import type { Host } from '../shared/host.ts';
import { words } from '../shared/words/words.ts';
import classes from './dashboard.module.css';
import { DeclaredDashboardsDocument, UserDashboardsDocument } from './generated/graphql.ts';
import { NewDashboard } from './new-dashboard.tsx';

interface DashboardListProps {
  readonly host: Host;
  readonly onOpen: (name: string) => void;
}

const formats = createFormats();

/** The dashboards that the reader can open: the workspace's, their own, and those that others share. */
export function DashboardList({ host, onOpen }: DashboardListProps) {
  const text = words().keeping;
  const [declared] = useQuery({ query: DeclaredDashboardsDocument });
  const [isNew, setNew] = useState(false);
  const isReady = declared.data !== undefined;
  useEffect(() => {
    document.title = text.dashboards;
    if (isReady) host.tell({ type: 'ready' });
  }, [host, isReady, text]);
  return (
    <Stack gap="xl" maw={820} mx="auto">
      <Group justify="space-between">
        <Title order={1} size="h3">
          {text.dashboards}
        </Title>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setNew(true)}
        >
          {text.newDashboard}
        </Button>
      </Group>
      <Section title={text.declared} error={declared.error} isLoading={declared.fetching}>
        {declared.data?.dashboards.length === 0 ? <Nothing text={text.noneDeclared} /> : null}
        {declared.data?.dashboards.map(({ name, title, description }) => (
          <Entry key={name} title={title} text={description} onOpen={() => onOpen(name)} />
        ))}
      </Section>
      <OfUsers isOwn title={text.own} none={text.noneOwn} onOpen={onOpen} />
      <OfUsers isOwn={false} title={text.shared} none={text.noneShared} onOpen={onOpen} />
      {isNew ? <NewDashboard onMade={onOpen} onClose={() => setNew(false)} /> : null}
    </Stack>
  );
}

interface OfUsersProps extends Pick<DashboardListProps, 'onOpen'> {
  readonly isOwn: boolean;
  readonly title: string;
  readonly none: string;
}

function OfUsers({ title, ...props }: OfUsersProps) {
  return (
    <section aria-label={title}>
      <Heading title={title} />
      <Slice {...props} after={null} />
    </section>
  );
}

/** Part of a list, and the rest when it is asked for. */
function Slice({
  isOwn,
  none,
  onOpen,
  after,
}: Omit<OfUsersProps, 'title'> & { readonly after: string | null }) {
  const text = words().keeping;
  const [{ data, error, fetching }] = useQuery({
    query: UserDashboardsDocument,
    variables: { isOwn, after },
  });
  const [wantsMore, wantMore] = useState(false);
  if (data === undefined) return <Waiting error={error} isLoading={fetching} />;
  const { edges, pageInfo } = data.userDashboards;
  return (
    <Stack gap="xs">
      {edges.length === 0 && after === null ? <Nothing text={none} /> : null}
      {edges.map(({ node: { name, title, isShared, updatedAt } }) => (
        <Entry
          key={name}
          title={title}
          text={updatedAt === null ? null : text.changed(formats.date(updatedAt))}
          isShared={isOwn && isShared}
          onOpen={() => onOpen(name)}
        />
      ))}
      {!pageInfo.hasNextPage ? null : wantsMore ? (
        <Slice isOwn={isOwn} none={none} onOpen={onOpen} after={pageInfo.endCursor} />
      ) : (
        <Button variant="subtle" size="compact-sm" onClick={() => wantMore(true)}>
          {text.showMore}
        </Button>
      )}
    </Stack>
  );
}

interface SectionProps {
  readonly title: string;
  readonly error: CombinedError | undefined;
  readonly isLoading: boolean;
  readonly children: ReactNode;
}

function Section({ title, error, isLoading, children }: SectionProps) {
  return (
    <section aria-label={title}>
      <Heading title={title} />
      <Stack gap="xs">
        {error === undefined && !isLoading ? children : <Waiting error={error} isLoading={isLoading} />}
      </Stack>
    </section>
  );
}

function Heading({ title }: { readonly title: string }) {
  return (
    <Title order={2} size="sm" mb="xs">
      {title}
    </Title>
  );
}

function Waiting({ error, isLoading }: Pick<SectionProps, 'error' | 'isLoading'>) {
  return isLoading || error === undefined ? (
    <Skeleton height={56} role="status" aria-label={words().loading} />
  ) : (
    <Alert color="red" role="alert" title={words().keeping.listNotLoaded}>
      {failureText(error)}
    </Alert>
  );
}

function Nothing({ text }: { readonly text: string }) {
  return (
    <Text size="sm" c="dimmed">
      {text}
    </Text>
  );
}

interface EntryProps {
  readonly title: string;
  readonly text: string | null;
  readonly isShared?: boolean;
  readonly onOpen: () => void;
}

function Entry({ title, text, isShared = false, onOpen }: EntryProps) {
  return (
    <UnstyledButton className={classes['entry']} onClick={onOpen}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text fw={600} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Text>
        {isShared ? (
          <Badge size="sm" variant="light">
            {words().keeping.isShared}
          </Badge>
        ) : null}
      </Group>
      {text === null ? null : (
        <Text size="xs" c="dimmed">
          {text}
        </Text>
      )}
    </UnstyledButton>
  );
}
