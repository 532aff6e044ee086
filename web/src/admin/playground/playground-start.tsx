import { Alert, Skeleton } from '@mantine/core';
import { useQuery } from 'urql';
import { Redirect } from 'wouter';
import { DeploymentsDocument } from '../generated/graphql.ts';
import { FailureAlert } from '../parts/failure-alert.tsx';
import { PageHeader } from '../parts/page-header.tsx';

/** Leads to the first deployment; the list of deployments leads to the others. */
export function PlaygroundStart() {
  const [{ data, error }, ask] = useQuery({ query: DeploymentsDocument, variables: { first: 1 } });
  const first = data?.deployments.edges[0]?.node;
  if (first !== undefined) return <Redirect to={`/playground/${first.deploymentId}`} replace />;
  if (data === undefined && error === undefined) {
    return <Skeleton height={160} role="status" aria-label="Loading the deployments" />;
  }
  return (
    <>
      <PageHeader title="Playground" />
      {error === undefined ? (
        <Alert color="blue">The workspace has no deployments.</Alert>
      ) : (
        <FailureAlert error={error} onRetry={() => ask({ requestPolicy: 'network-only' })} />
      )}
    </>
  );
}
