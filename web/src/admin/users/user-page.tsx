import { Alert, Badge, Button, Code, Group, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from 'urql';
import { Link, useLocation } from 'wouter';
import { DeleteExternalUserDocument, DeleteUserDocument, UserDocument } from '../generated/graphql.ts';
import { ConfirmAction } from '../parts/confirm-action.tsx';
import { Card, Fact } from '../parts/facts.tsx';
import { FailureAlert } from '../parts/failure-alert.tsx';
import { HistoryLink } from '../parts/history-link.tsx';
import { ManagedMark } from '../parts/managed-mark.tsx';
import { formats, Moment } from '../parts/moment.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { useChange } from '../parts/use-change.ts';
import { EditUser } from './user-form.tsx';

const madeBy = { INTERNAL: 'an administrator', EXTERNAL: 'a session or a chat' } as const;
/** What else a deletion does. */
const consequences = {
  INTERNAL: '',
  EXTERNAL: ' A session or a chat that names it again makes a new user.',
} as const;
const parent = { title: 'Users', href: '/users' };

/** @param id global id */
export function UserPage({ id }: { readonly id: string }) {
  const [{ data, error, fetching }, ask] = useQuery({
    query: UserDocument,
    variables: { id },
    requestPolicy: 'cache-and-network',
  });
  const user = data?.node?.__typename === 'User' ? data.node : undefined;
  const remove = {
    INTERNAL: useChange(DeleteUserDocument),
    EXTERNAL: useChange(DeleteExternalUserDocument),
  };
  const [, navigate] = useLocation();
  if (user === undefined) {
    return fetching ? (
      <Skeleton height={240} role="status" aria-label="Loading the user" />
    ) : (
      <>
        <PageHeader title="User" parent={parent} />
        {error === undefined ? (
          <Alert color="red" role="alert">
            There is no such user; it may have been removed.
          </Alert>
        ) : (
          <FailureAlert error={error} onRetry={() => ask({ requestPolicy: 'network-only' })} />
        )}
      </>
    );
  }
  const groups = user.groups.edges.map(({ node }) => node);
  const deployment = data?.deployments.edges[0]?.node.deploymentId;
  const encodedId = encodeURIComponent(id);
  const managedGroups = user.managedGroups ?? [];
  const isManagedGroup = ({ name, embedTenant }: (typeof groups)[number]) =>
    embedTenant == null && managedGroups.includes(name);
  return (
    <>
      <PageHeader title={user.identifier} parent={parent}>
        <Button component={Link} href={`/threads?userId=${encodedId}`} variant="default">
          Threads
        </Button>
        <Button component={Link} href={`/sessions?userId=${encodedId}`} variant="default">
          Sessions
        </Button>
        <HistoryLink subject={`user:${user.databaseId}`} />
        {deployment !== undefined && (
          <Button
            component={Link}
            href={`/playground/${deployment}/chat?user=${encodedId}`}
            variant="default"
          >
            Ask as this user
          </Button>
        )}
        {user.kind === 'INTERNAL' && (
          <EditUser
            user={{
              id,
              identifier: user.identifier,
              email: user.email,
              groups: groups.filter(({ embedTenant }) => embedTenant == null).map(({ name }) => name),
              managedGroups,
              managedAttributes: user.userAttributes
                .filter(({ isManaged, isScoped }) => isManaged === true && !isScoped)
                .map(({ name }) => name),
              attributes: Object.fromEntries(
                user.userAttributes
                  .filter(({ isScoped }) => !isScoped)
                  .map(({ name, value }) => [name, value]),
              ),
            }}
          />
        )}
        {!user.isManaged && (
          <ConfirmAction
            label="Delete user"
            question={`Delete the user ${user.identifier}?`}
            consequence={`Its threads, sessions and attribute values go with it; where it is signed in, it is signed out, and what is being answered stops.${consequences[user.kind]} This cannot be undone.`}
            verb="Delete"
            act={async () => {
              await remove[user.kind]({ input: { id } });
              navigate('/users');
              return `Deleted the user ${user.identifier}.`;
            }}
          />
        )}
      </PageHeader>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Card title="Who it is">
          <Fact label="Kind">{user.kind.toLowerCase()}</Fact>
          <Fact label="Number">{user.databaseId}</Fact>
          <Fact label="Email">{user.email ?? '–'}</Fact>
          <Fact label="Embed tenant">{user.embedTenant?.name ?? '–'}</Fact>
          <Fact label="Created">
            <Moment at={user.createdAt} />
          </Fact>
          <Fact label="Kept until">
            {user.expiresAt == null ? 'for good' : <Moment at={user.expiresAt} />}
          </Fact>
          <Fact label="Made by">{user.isManaged ? <ManagedMark /> : madeBy[user.kind]}</Fact>
        </Card>
        <Card title="What it used">
          <Fact label="Turns">{formats.number(user.usage.turns)}</Fact>
          <Fact label="Model calls">{formats.number(user.usage.steps)}</Fact>
          <Fact label="Tokens read">{formats.number(user.usage.inputTokens)}</Fact>
          <Fact label="Tokens written">{formats.number(user.usage.outputTokens)}</Fact>
        </Card>
        <Card title="Groups">
          <Group gap="xs">
            {groups.map((group) => (
              <Badge
                key={group.id}
                variant="light"
                tt="none"
                leftSection={isManagedGroup(group) ? <IconLock size={10} aria-hidden /> : undefined}
                title={isManagedGroup(group) ? 'A member by the workspace' : undefined}
              >
                {group.name}
                {group.embedTenant != null && ` of ${group.embedTenant.name}`}
              </Badge>
            ))}
            {groups.length === 0 && <Text c="dimmed">In no group.</Text>}
          </Group>
        </Card>
        <Card title="User attributes">
          {user.userAttributes.map(({ name, value, isScoped, isManaged }) => (
            <Fact key={`${name} ${isScoped}`} label={name}>
              <Code>{JSON.stringify(value)}</Code>
              {isManaged ? <ManagedMark /> : null}
            </Fact>
          ))}
          {user.userAttributes.length === 0 && <Text c="dimmed">No values of its own.</Text>}
        </Card>
      </SimpleGrid>
    </>
  );
}
