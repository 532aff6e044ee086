import { agentFilter } from '../contract/agents.ts';
import { filterArgs } from '../contract/lists.ts';
import { agents, deployments } from '../services/deployments/list-deployments.ts';
import { type DeploymentHealth, readDeploymentHealth } from '../services/deployments/read-health.ts';
import { readChildren, readList } from '../services/lists/read-list.ts';
import { builder } from './builder.ts';
import { connectionOf } from './connection.ts';
import { argsOf } from './input-of.ts';
import { nodeOf } from './node.ts';

const DeploymentHealthType = builder.objectRef<DeploymentHealth>('DeploymentHealth').implement({
  description: 'How a deployment does now, in the process that answers.',
  fields: (t) => ({
    isReachable: t.exposeBoolean('isReachable', { description: 'Whether the data source responds.' }),
    runningQueries: t.exposeInt('runningQueries', { description: 'Number of queries that run.' }),
    waitingQueries: t.exposeInt('waitingQueries', { description: 'Number of queries that wait for others.' }),
    reusedResults: t.expose('reusedResults', {
      type: 'SafeInt',
      nullable: true,
      description:
        'Number of queries since the process began that were answered from kept results. Null if results are not kept.',
    }),
    freshResults: t.expose('freshResults', {
      type: 'SafeInt',
      nullable: true,
      description: 'The same that the data source answered.',
    }),
    mistakes: t.exposeStringList('mistakes', {
      description: 'Why some queries fail: mistakes of the data model, each with its file and line.',
    }),
    warnings: t.exposeStringList('warnings', {
      description: 'What else does not fit between the data model and the data, each with its file and line.',
    }),
  }),
});

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
    health: t.field({
      type: DeploymentHealthType,
      description: 'How the deployment does now.',
      complexity: 50,
      resolve: ({ number }, _args, { services, caller }) => readDeploymentHealth(services, caller, number),
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
