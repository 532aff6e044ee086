import { SegmentedControl, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useQuery } from 'urql';
import { useSearchParams } from 'wouter';
import { ActivityDocument, type ActivityQuery } from '../generated/graphql.ts';
import { DayChart } from '../parts/day-chart.tsx';
import { FailureAlert } from '../parts/failure-alert.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { ActivityTable } from './activity-table.tsx';
import { dayRows, lastDays } from './day-rows.ts';
import { Health } from './health.tsx';

const periods = ['7', '30', '90', '365'];

/** How much agents are asked, by whom, and how well it goes. */
export function UsagePage() {
  const [address, setAddress] = useSearchParams();
  const named = address.get('days') ?? '';
  const period = periods.includes(named) ? named : '30';
  return (
    <>
      <PageHeader
        title="Usage"
        text="Questions to agents and how they were answered, by day in UTC. Deleted threads and users are not included."
      >
        <SegmentedControl
          size="xs"
          aria-label="Period"
          data={periods.map((days) => ({ value: days, label: `${days} days` }))}
          value={period}
          onChange={(days) => setAddress({ days }, { replace: true })}
        />
      </PageHeader>
      <Stack gap="xl">
        <Activity key={period} days={Number(period)} />
        <Health />
      </Stack>
    </>
  );
}

function Activity({ days: count }: { readonly days: number }) {
  // Computed once: otherwise each rendering would request another period.
  const [days] = useState(() => lastDays(count, new Date()));
  const [{ data, error }, ask] = useQuery({
    query: ActivityDocument,
    variables: { from: `${days[0] ?? ''}T00:00:00.000Z` },
    requestPolicy: 'cache-and-network',
  });
  if (error !== undefined) {
    return <FailureAlert error={error} onRetry={() => ask({ requestPolicy: 'network-only' })} />;
  }
  if (data === undefined) return <Skeleton height={480} role="status" aria-label="Loading the usage" />;
  return (
    <>
      <Charts days={days} entries={data.days ?? []} />
      <ActivityTable
        title="By agent"
        heading="Agent"
        rows={data.agents ?? []}
        nameOf={({ agentName }) => agentName ?? '–'}
      />
      <ActivityTable
        title="By embed tenant"
        heading="Embed tenant"
        rows={data.tenants ?? []}
        nameOf={({ embedTenantName }) => embedTenantName ?? 'None'}
      />
    </>
  );
}

type Entry = NonNullable<ActivityQuery['days']>[number];

/** As they are taken: well, with caution, badly. */
const outcomes = { Answered: '#20c997', Refused: '#fab005', Failed: '#ff6b6b' };

function Charts({ days, entries }: { readonly days: readonly string[]; readonly entries: readonly Entry[] }) {
  const rows = useMemo(
    () => ({
      questions: dayRows(days, entries, {
        Answered: (entry) => (entry === undefined ? 0 : entry.questions - entry.refused - entry.failed),
        Refused: (entry) => entry?.refused ?? 0,
        Failed: (entry) => entry?.failed ?? 0,
      }),
      users: dayRows(days, entries, { Users: (entry) => entry?.activeUsers ?? 0 }),
      seconds: dayRows(days, entries, {
        Median: (entry) => entry?.medianSeconds ?? null,
        '95 %': (entry) => entry?.p95Seconds ?? null,
      }),
      tokens: dayRows(days, entries, {
        Read: (entry) => entry?.inputTokens ?? 0,
        Written: (entry) => entry?.outputTokens ?? 0,
      }),
    }),
    [days, entries],
  );
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      <DayChart
        title="Questions"
        text="By how they ended; those that still run count as answered."
        rows={rows.questions}
        unit="Questions"
        mark="bar"
        colours={outcomes}
      />
      <DayChart
        title="Active users"
        text="Who asked at least one question."
        rows={rows.users}
        unit="Users"
        mark="bar"
      />
      <DayChart
        title="Time to answer"
        text="In seconds from the question to the end of the turn."
        rows={rows.seconds}
        unit="Seconds"
        mark="line"
      />
      <DayChart
        title="Tokens"
        text="Of language models. The embedded planner uses none."
        rows={rows.tokens}
        unit="Tokens"
        mark="bar"
      />
    </SimpleGrid>
  );
}
