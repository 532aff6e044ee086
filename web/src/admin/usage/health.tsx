import { SimpleGrid, Skeleton, Title } from '@mantine/core';
import { useQuery } from 'urql';
import { DeploymentHealth } from '../deployments/deployment-health.tsx';
import { HealthDocument } from '../generated/graphql.ts';
import { Card, Fact } from '../parts/facts.tsx';
import { FailureAlert } from '../parts/failure-alert.tsx';
import { formats } from '../parts/moment.tsx';

/** Slots, data sources and kept results, as they are now. */
export function Health() {
  const [{ data, error }, ask] = useQuery({ query: HealthDocument, requestPolicy: 'network-only' });
  const turns = data?.account?.turnSlots;
  return (
    <section aria-label="Health">
      <Title order={2} size="h4" mb="sm">
        Health
      </Title>
      {error !== undefined && (
        <FailureAlert error={error} onRetry={() => ask({ requestPolicy: 'network-only' })} />
      )}
      {data === undefined && error === undefined && (
        <Skeleton height={120} role="status" aria-label="Loading the health" />
      )}
      {data !== undefined && (
        <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }}>
          {turns != null && (
            <Card title="Turns">
              <Fact label="Running">
                {formats.number(turns.running)}
                {turns.maximum == null ? '' : ` of ${formats.number(turns.maximum)}`}
              </Fact>
            </Card>
          )}
          {data.deployments.edges.map(({ node }) => (
            <DeploymentHealth key={node.id} title={node.name} health={node.health} />
          ))}
        </SimpleGrid>
      )}
    </section>
  );
}
