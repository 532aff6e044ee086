import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { AgentsDocument } from '../generated/graphql.ts';
import { ConnectionTable } from '../parts/connection-table.tsx';
import { CopyText } from '../parts/copy-text.tsx';
import { textFilter } from '../parts/filter-field.ts';
import { PageHeader } from '../parts/page-header.tsx';
import { TextLink } from '../parts/text-link.tsx';

export function AgentsPage() {
  return (
    <>
      <PageHeader
        title="Agents"
        text="Agents are defined in the workspace. Your server chats with an agent at its Chat API URL."
      />
      <ConnectionTable
        label="Agents"
        document={AgentsDocument}
        read={(data) => data.agents}
        filters={{ text: textFilter('Search') }}
        columns={[
          {
            title: 'Agent',
            cell: ({ name, agentId }) => (
              <Stack gap={0}>
                <Text inherit fw={500}>
                  {name}
                </Text>
                <Text size="xs" c="dimmed">
                  Number {agentId}
                </Text>
              </Stack>
            ),
          },
          {
            title: 'Model',
            cell: ({ model, devMode }) => (
              <Group gap={4}>
                <Badge variant="default" tt="none">
                  {model}
                </Badge>
                {devMode && (
                  <Badge variant="light" tt="none">
                    shows reasoning
                  </Badge>
                )}
              </Group>
            ),
          },
          {
            title: 'Deployment',
            cell: ({ deployment }) => (
              <TextLink href={`/playground/${deployment.deploymentId}`}>{deployment.name}</TextLink>
            ),
          },
          {
            title: 'Chat API URL',
            cell: ({ chatApiUrl, name }) => (
              <CopyText text={chatApiUrl} label={`Copy the Chat API URL of ${name}`} />
            ),
          },
        ]}
        actions={({ agentId, name, deployment }) => (
          <>
            <Button
              component={Link}
              href={`/threads?agentId=${agentId}`}
              variant="subtle"
              size="compact-sm"
              aria-label={`Threads of ${name}`}
            >
              Threads
            </Button>
            <Button
              component={Link}
              href={`/playground/${deployment.deploymentId}/chat?agent=${agentId}`}
              variant="light"
              size="compact-sm"
              aria-label={`Ask ${name}`}
            >
              Ask
            </Button>
          </>
        )}
        empty="The workspace has no agents."
      />
    </>
  );
}
