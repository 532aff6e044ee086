import { DeploymentsDocument } from '../generated/graphql.ts';
import { ConnectionTable } from '../parts/connection-table.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { TextLink } from '../parts/text-link.tsx';

export function DeploymentsPage() {
  return (
    <>
      <PageHeader
        title="Deployments"
        text="Data models over data sources, defined in the workspace. Open one for its dashboards, its agents and its playground."
      />
      <ConnectionTable
        label="Deployments"
        document={DeploymentsDocument}
        read={(data) => data.deployments}
        columns={[
          {
            title: 'Name',
            cell: ({ deploymentId, name }) => (
              <TextLink href={`/deployments/${deploymentId}`} fw={500}>
                {name}
              </TextLink>
            ),
          },
          { title: 'Number', cell: ({ deploymentId }) => deploymentId },
          { title: 'Time zone', cell: ({ timezone }) => timezone ?? 'UTC' },
          {
            title: 'Agents',
            cell: ({ agents }) => agents.edges.map(({ node }) => node.name).join(', ') || '–',
          },
        ]}
        empty="The workspace has no deployments."
      />
    </>
  );
}
