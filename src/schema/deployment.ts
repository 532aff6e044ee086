import {
  listAgentsOfDeployment,
  listDeployments,
  visibleDeployments,
} from '../services/deployments/list-deployments.ts';
import { Agent } from './agent.ts';
import { builder } from './builder.ts';
import { nodeQuery } from './node-query.ts';
import { readNodeNumber } from './record-id.ts';

export const Deployment = builder.prismaNode('Deployment', {
  id: { field: 'id' },
  description: 'A data model over a data source, declared in the workspace.',
  nullable: true,
  findUnique: (id, { caller }) => ({ id: readNodeNumber(id), ...visibleDeployments(caller) }),
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
    agents: t.connection({
      type: Agent,
      description: 'Agents that work with the deployment, oldest first.',
      resolve: (deployment, args, context, info) =>
        listAgentsOfDeployment(
          context.services,
          context.caller,
          deployment.id,
          args,
          nodeQuery(context, info, 'Agent'),
        ),
    }),
  }),
});

builder.queryField('deployments', (t) =>
  t.connection({
    type: Deployment,
    description:
      'Deployments of the account, oldest first. A key bound to deployments sees only those deployments.',
    authScopes: { admin: true },
    resolve: (_root, args, context, info) =>
      listDeployments(context.services, context.caller, args, nodeQuery(context, info, 'Deployment')),
  }),
);
