import { Alert, Button, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { Link } from 'wouter';
import { DeploymentDocument } from '../generated/graphql.ts';
import { FailureAlert } from '../parts/failure-alert.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { TextLink } from '../parts/text-link.tsx';
import { DeploymentHealth } from './deployment-health.tsx';

const parent = { title: 'Deployments', href: '/deployments' };

/** The dashboards and agents of a deployment, and how it does. */
export function DeploymentPage({ deploymentId }: { readonly deploymentId: number }) {
  const isNumber = Number.isSafeInteger(deploymentId);
  const [{ data, error }, ask] = useQuery({
    query: DeploymentDocument,
    variables: { deploymentId },
    pause: !isNumber,
    requestPolicy: 'cache-and-network',
  });
  const deployment = data?.deployments.edges.find(({ node }) => node.deploymentId === deploymentId)?.node;
  if (deployment === undefined) {
    return (
      <>
        <PageHeader title="Deployment" parent={parent} />
        {error !== undefined ? (
          <FailureAlert error={error} onRetry={() => ask({ requestPolicy: 'network-only' })} />
        ) : data === undefined && isNumber ? (
          <Skeleton height={240} role="status" aria-label="Loading the deployment" />
        ) : (
          <Alert color="red" role="alert">
            There is no such deployment.
          </Alert>
        )}
      </>
    );
  }
  const dashboards = data?.dashboards ?? [];
  const agents = (data?.agents.edges ?? [])
    .map(({ node }) => node)
    .filter((agent) => agent.deployment.deploymentId === deploymentId);
  return (
    <>
      <PageHeader
        title={deployment.name}
        text={`Deployment ${deploymentId}, declared in the workspace. Times are in ${deployment.timezone ?? 'UTC'}.`}
        parent={parent}
      >
        <Button component={Link} href={`/get-started?deployment=${deploymentId}`} variant="default">
          Preview as a user
        </Button>
        <Button component={Link} href={`/playground/${deploymentId}`}>
          Open the playground
        </Button>
      </PageHeader>
      <Stack gap="xl">
        <Section title="Dashboards" empty="The workspace declares no dashboards for it.">
          {dashboards.map(({ id, name, title, description, tiles, filters }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <TextLink
                  href={`/get-started?deployment=${deploymentId}&dashboard=${encodeURIComponent(name)}`}
                  fw={500}
                >
                  {title}
                </TextLink>
                {description != null && (
                  <Text size="xs" c="dimmed">
                    {description}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>{name}</Table.Td>
              <Table.Td>{tiles.length === 1 ? '1 tile' : `${tiles.length} tiles`}</Table.Td>
              <Table.Td>{filters.length === 1 ? '1 filter' : `${filters.length} filters`}</Table.Td>
            </Table.Tr>
          ))}
        </Section>
        <Section title="Agents" empty="No agent works with it.">
          {agents.map(({ id, agentId, name, model }) => (
            <Table.Tr key={id}>
              <Table.Td fw={500}>{name}</Table.Td>
              <Table.Td>Number {agentId}</Table.Td>
              <Table.Td>{model}</Table.Td>
              <Table.Td>
                <TextLink href={`/threads?agentId=${agentId}`}>Threads</TextLink>
              </Table.Td>
            </Table.Tr>
          ))}
        </Section>
        <section aria-label="Health">
          <DeploymentHealth title="Health" health={deployment.health} />
        </section>
      </Stack>
    </>
  );
}

interface SectionProps {
  readonly title: string;
  readonly empty: string;
  readonly children: readonly ReactNode[];
}

function Section({ title, empty, children }: SectionProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <section aria-label={title} tabIndex={0} style={{ overflowX: 'auto' }}>
      <Title order={2} size="h5" mb="xs">
        {title}
      </Title>
      {children.length === 0 ? (
        <Text c="dimmed">{empty}</Text>
      ) : (
        <Table withTableBorder miw={480}>
          <Table.Tbody>{children}</Table.Tbody>
        </Table>
      )}
    </section>
  );
}
