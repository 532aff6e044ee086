import { agentFilter } from '../contract/agents.ts';
import { filterArgs } from '../contract/lists.ts';
import { agents, deployments } from '../services/deployments/list-deployments.ts';
import { readChildren, readList } from '../services/lists/read-list.ts';
import { builder } from './builder.ts';
import { connectionOf } from './connection.ts';
import { argsOf } from './input-of.ts';
import { nodeOf } from './node.ts';

builder.node('Deployment', {
  ...nodeOf(deployments),
  description: 'A data model over a data source, declared in the workspace.',
  authScopes: { admin: true },
  fields: (t) => ({
    deploymentId: t.exposeInt('number', {
      description: 'Number of the deployment within the account, as used in the REST API.',
    }),
    name: t.exposeString('name', { description: 'Display name of the deployment.' }),
    timezone: t.exposeString('timezone', {
      nullable: true,
      description:
        "IANA name of the time zone in which the deployment's data is read, unless a user has their own.",
    }),
    agents: t.connection(
      {
        type: 'Agent',
        description: 'Agents that work with the deployment, oldest first.',
        args: argsOf(filterArgs(agentFilter)),
        resolve: ({ id }, args, { services, caller }) =>
          readChildren(services, caller, agents, { id, column: 'deploymentId' }, args),
      },
      connectionOf('Agent'),
    ),
  }),
});

builder.queryField('deployments', (t) =>
  t.connection(
    {
      type: 'Deployment',
      description:
        'Deployments of the account, oldest first. A key bound to deployments sees only those deployments.',
      authScopes: { admin: true },
      resolve: (_root, args, { services, caller }) => readList(services, caller, deployments, args),
    },
    connectionOf('Deployment'),
  ),
);
