import { Alert, Button, Group, Paper, Tabs, Text } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import type { Credential } from '../../shared/credential.ts';
import type { PickedUserFragment } from '../generated/graphql.ts';
import { type FramedPage, PageFrame } from '../parts/page-frame.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { useAttempt } from '../parts/use-attempt.ts';
import { UserSelect, usePickedUser } from '../users/user-select.tsx';
import { AsUser } from './as-user.tsx';
import { ModelPanel } from './model-panel.tsx';
import { QueryPanel } from './query-panel.tsx';
import { useExchangeSession, useMintSession } from './use-mint-session.ts';

interface PlaygroundPageProps {
  readonly deploymentId: number;
  /** `query` or `chat`; anything else is `model`. */
  readonly tab: string | undefined;
}

/** A deployment as one of its users sees it: the data model, queries and the agent. */
export function PlaygroundPage({ deploymentId, tab }: PlaygroundPageProps) {
  const [, navigate] = useLocation();
  const [address, setAddress] = useSearchParams();
  const userId = address.get('user') ?? undefined;
  const agent = address.get('agent');
  const user = usePickedUser(userId);
  const mint = useMintSession();
  const page: FramedPage = useMemo(
    () => ({ kind: 'chat', ...(agent === null ? {} : { agent: Number(agent) }) }),
    [agent],
  );
  return (
    <>
      <PageHeader
        title="Playground"
        text={`Deployment ${deploymentId} as one of your users finds it, with the rows that this user may see.`}
      />
      <UserSelect
        label="User"
        placeholder="Search by identifier or email"
        maw={420}
        mb="lg"
        userId={userId}
        onPick={(id) =>
          setAddress({ ...(agent === null ? {} : { agent }), ...(id === null ? {} : { user: id }) })
        }
      />
      {user === undefined ? (
        <Text c="dimmed">Choose a user to see what they see.</Text>
      ) : (
        <Acting key={user.id} user={user} deploymentId={deploymentId}>
          <Tabs
            value={tab === 'query' || tab === 'chat' ? tab : 'model'}
            onChange={(next) => navigate(`/playground/${deploymentId}/${next}?${address}`)}
            keepMounted={false}
            activateTabWithKeyboard={false}
          >
            <Tabs.List mb="md">
              <Tabs.Tab value="model">Data model</Tabs.Tab>
              <Tabs.Tab value="query">Query</Tabs.Tab>
              <Tabs.Tab value="chat">Ask the agent</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="model">
              <ModelPanel deploymentId={deploymentId} />
            </Tabs.Panel>
            <Tabs.Panel value="query">
              <QueryPanel deploymentId={deploymentId} userId={user.id} />
            </Tabs.Panel>
            <Tabs.Panel value="chat">
              <PageFrame
                page={page}
                title="Chat with the agent"
                mintSession={() => mint(user, deploymentId)}
              />
            </Tabs.Panel>
          </Tabs>
        </Acting>
      )}
    </>
  );
}

interface ActingProps {
  readonly user: PickedUserFragment;
  readonly deploymentId: number;
  readonly children: ReactNode;
}

/** Mints a session on request, and shows what the user would see with it. */
function Acting({ user, deploymentId, children }: ActingProps) {
  const [credential, setCredential] = useState<Credential>();
  const attempt = useAttempt();
  const mint = useMintSession();
  const exchange = useExchangeSession();
  if (credential !== undefined) {
    return (
      <AsUser credential={credential} onExpired={() => setCredential(undefined)}>
        {children}
      </AsUser>
    );
  }
  return (
    <Paper withBorder p="lg">
      <Group justify="space-between">
        <Text size="sm" maw={560}>
          This mints a session for {user.identifier}, as your server would. It is listed among the sessions,
          as is the chat's own.
          {user.isEphemeral && ' The user is no longer removed in time: a session keeps its user.'}
        </Text>
        <Button
          loading={attempt.isRunning}
          onClick={() =>
            void attempt.run(async () => setCredential(await exchange(await mint(user, deploymentId))))
          }
        >
          Act as {user.identifier}
        </Button>
      </Group>
      {attempt.problem !== undefined && (
        <Alert color="red" role="alert" mt="md">
          {attempt.problem}
        </Alert>
      )}
    </Paper>
  );
}
