import { Alert, Skeleton } from '@mantine/core';
import { useQuery } from 'urql';
import { Redirect } from 'wouter';
import { DeploymentsDocument } from '../generated/graphql.ts';
import { failureText } from '../parts/failure.ts';
import { PageHeader } from '../parts/page-header.tsx';

/** Leads to the first deployment; the list of deployments leads to the others. */
export function PlaygroundStart() {
  const [{ data, error }] = useQuery({ query: DeploymentsDocument, variables: { first: 1 } });
  const first = data?.deployments.edges[0]?.node;
  if (first !== undefined) return <Redirect to={`/playground/${first.deploymentId}`} replace />;
  if (data === undefined && error === undefined) {
    return <Skeleton height={160} aria-label="Loading the deployments" />;
  }
  return (
    <>
      <PageHeader title="Playground" />
      <Alert color={error === undefined ? 'blue' : 'red'} role="alert">
        {error === undefined ? 'The workspace has no deployments.' : failureText(error)}
      </Alert>
    </>
  );
}
