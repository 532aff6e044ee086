import { Paper, Progress, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useQuery } from 'urql';
import { AccountDocument, type UsageFiguresFragment } from '../generated/graphql.ts';
import { FailureAlert } from '../parts/failure-alert.tsx';
import { formats } from '../parts/moment.tsx';
import { PageHeader } from '../parts/page-header.tsx';

const recentMs = 30 * 24 * 60 * 60 * 1000;

export function AccountPage() {
  // Computed once: otherwise each rendering would request another period.
  const [from] = useState(() => new Date(Date.now() - recentMs).toISOString());
  const [{ data, error }, ask] = useQuery({
    query: AccountDocument,
    variables: { from },
    requestPolicy: 'cache-and-network',
  });
  const account = data?.account;
  return (
    <>
      <PageHeader title={account?.name ?? 'Account'} text="Limits and usage of this account." />
      {error !== undefined && (
        <FailureAlert error={error} onRetry={() => ask({ requestPolicy: 'network-only' })} />
      )}
      {account === undefined && error === undefined && (
        <Skeleton height={160} role="status" aria-label="Loading the account" />
      )}
      {account !== undefined && (
        <Stack gap="xl">
          <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }}>
            <Figure label="Plan" value={account.plan.charAt(0) + account.plan.slice(1).toLowerCase()} />
            <Figure label="Region" value={account.cloudRegion} />
            <Figure label="Creator mode" value={account.useCreatorMode ? 'On' : 'Off'} />
            <Figure
              label="External users"
              value={`${formats.number(account.externalUserCount)} of ${formats.number(account.maxExternalUsers)}`}
            >
              <Progress
                mt="xs"
                size="sm"
                value={(100 * account.externalUserCount) / Math.max(1, account.maxExternalUsers)}
                aria-label="External users allowed by the plan"
              />
            </Figure>
          </SimpleGrid>
          <Usage title="Chat in the last 30 days" usage={account.recent} />
          <Usage title="Chat in all" usage={account.allTime} />
        </Stack>
      )}
    </>
  );
}

function Usage({ title, usage }: { readonly title: string; readonly usage: UsageFiguresFragment }) {
  return (
    <section aria-label={title}>
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }}>
        <Figure label="Turns" value={formats.number(usage.turns)} />
        <Figure label="Model calls" value={formats.number(usage.steps)} />
        <Figure label="Tokens read" value={formats.number(usage.inputTokens)} />
        <Figure label="Tokens written" value={formats.number(usage.outputTokens)} />
      </SimpleGrid>
    </section>
  );
}

function Figure(props: { readonly label: string; readonly value: string; readonly children?: ReactNode }) {
  return (
    <Paper withBorder p="md">
      <Text size="xs" c="dimmed" fw={600}>
        {props.label}
      </Text>

      <Text size="xl" fw={600}>
        {props.value}
      </Text>

      {props.children}
    </Paper>
  );
}
