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
  description: 'A data model over a data source, from the workspace.',
  nullable: true,
  findUnique: (id, { caller }) => ({ id: readNodeNumber(id), ...visibleDeployments(caller) }),
  authScopes: { admin: true },
  fields: (t) => ({
    deploymentId: t.exposeInt('number', { description: 'Its number in the account, as in REST.' }),
    name: t.exposeString('name', { description: 'How people read it.' }),
    timezone: t.exposeString('timezone', {
      nullable: true,
      description: 'IANA name of the time zone that its data is read in, unless a user has their own.',
    }),
    agents: t.connection({
      type: Agent,
      description: 'The agents that work with it, oldest first.',
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
    description: "The account's deployments, oldest first; of a bound key, those it is bound to.",
    authScopes: { admin: true },
    resolve: (_root, args, context, info) =>
      listDeployments(context.services, context.caller, args, nodeQuery(context, info, 'Deployment')),
  }),
);
