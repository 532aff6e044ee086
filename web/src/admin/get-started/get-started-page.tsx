import { Alert, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useQuery } from 'urql';
import { useSearchParams } from 'wouter';
import {
  DeploymentsDocument,
  type DeploymentsQuery,
  type GenerateSessionInput,
} from '../generated/graphql.ts';
import { FailureAlert } from '../parts/failure-alert.tsx';
import type { FramedPage } from '../parts/page-frame.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { serviceUrl } from '../parts/service-url.ts';
import { OriginCheck } from './origin-check.tsx';
import { Preview } from './preview.tsx';
import { SessionForm } from './session-form.tsx';
import { SnippetTabs } from './snippet-tabs.tsx';
import { curlSnippet, pageSnippet, reactSnippet, serverSnippet } from './snippets.ts';

/** From a session that is tried here to one that a product mints. */
export function GetStartedPage() {
  const [{ data, error }, ask] = useQuery({ query: DeploymentsDocument, variables: { first: 100 } });
  const deployments = data?.deployments.edges.map(({ node }) => node);
  return (
    <>
      <PageHeader
        title="Get started"
        text="Try what one of your users will see, then put the same into your product."
      />
      {error !== undefined ? (
        <FailureAlert error={error} onRetry={() => ask({ requestPolicy: 'network-only' })} />
      ) : deployments === undefined ? (
        <Skeleton height={320} role="status" aria-label="Loading the deployments" />
      ) : deployments[0] === undefined ? (
        <Alert color="blue">The workspace has no deployments. Declare one in inlay.yml first.</Alert>
      ) : (
        <Steps deployments={deployments} first={deployments[0].deploymentId} />
      )}
    </>
  );
}

interface StepsProps {
  readonly deployments: readonly DeploymentsQuery['deployments']['edges'][number]['node'][];
  readonly first: number;
}

function Steps({ deployments, first }: StepsProps) {
  const [address] = useSearchParams();
  const named = Number(address.get('deployment'));
  const [session, setSession] = useState<GenerateSessionInput>({
    deploymentId: deployments.some(({ deploymentId }) => deploymentId === named) ? named : first,
    externalId: 'jane',
  });
  const dashboard = address.get('dashboard');
  const [page, setPage] = useState<FramedPage>(
    dashboard === null ? { kind: 'chat' } : { kind: 'dashboard', dashboard },
  );
  const [previews, setPreviews] = useState(0);
  const setup = {
    url: serviceUrl,
    session,
    page,
    title: page.kind === 'chat' ? 'Ask the analyst' : 'Dashboard',
  };
  return (
    <Stack gap="xl">
      <Step number={1} title="Try a session" text="A session says who the user is and what they may see.">
        <Stack>
          <SessionForm
            deployments={deployments}
            session={session}
            onChange={(next) => {
              setSession(next);
              // Another deployment has other dashboards.
              if (next.deploymentId !== session.deploymentId) setPage({ kind: 'chat' });
              setPreviews(previews + 1);
            }}
          />
          <Preview key={previews} session={session} page={page} setPage={setPage} isShown={previews > 0} />
        </Stack>
      </Step>
      <Step
        number={2}
        title="Mint it on your server"
        text="Only your server has the API key, as INLAY_API_KEY in its environment. Answer GET /session of your signed-in users with the id."
      >
        <SnippetTabs
          label="Server"
          snippets={{ '@inlay/client': serverSnippet(setup), curl: curlSnippet(setup) }}
        />
      </Step>
      <Step number={3} title="Show it on your page" text="The page above, as your product shows it.">
        <SnippetTabs label="Page" snippets={{ HTML: pageSnippet(setup), React: reactSnippet(setup) }} />
      </Step>
      <Step
        number={4}
        title="Allow your page"
        text="Browsers show the embedded pages on the origins of embedOrigins only."
      >
        <OriginCheck />
      </Step>
    </Stack>
  );
}

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

function Step({ number, title, text, children }: StepProps) {
  return (
    <Paper withBorder p="lg" component="section" aria-label={title}>
      <Title order={2} size="h4">
        {number}. {title}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {text}
      </Text>
      {children}
    </Paper>
  );
}
