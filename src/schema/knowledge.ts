import {
  certifyAnswerInput,
  createAgentRuleInput,
  createCertifiedQueryInput,
  deleteAgentRuleInput,
  deleteCertifiedQueryInput,
  updateAgentRuleInput,
  updateCertifiedQueryInput,
} from '../contract/knowledge.ts';
import { agentRules, createAgentRule, updateAgentRule } from '../services/knowledge/agent-rules.ts';
import {
  certifiedQueries,
  certifyAnswer,
  createCertifiedQuery,
  updateCertifiedQuery,
} from '../services/knowledge/certified-queries.ts';
import { deleteKnowledge } from '../services/knowledge/knowledge.ts';
import { findRow } from '../services/lists/look-up.ts';
import { builder } from './builder.ts';
import { inputArg } from './input-of.ts';
import { nodeOf } from './node.ts';
import { changingRecord, readChatRecordId } from './record-id.ts';

const admin = { admin: true };

builder.node('AgentRule', {
  ...nodeOf(agentRules),
  description: 'An instruction that an agent gets with every question.',
  authScopes: admin,
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'Number of the rule.' }),
    text: t.exposeString('text', { description: 'The rule.' }),
    isManaged: t.exposeBoolean('managed', {
      description: 'Whether the rule is declared in the workspace. If so, change it there.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the rule was created.' }),
  }),
});

const agentRulePayload = (name: string) =>
  builder.objectRef<{ id: number }>(name).implement({
    description: 'The result of creating or changing a rule of an agent.',
    fields: (t) => ({
      agentRule: t.field({
        type: 'AgentRule',
        description: 'The rule.',
        resolve: ({ id }, _args, { services, caller }) => findRow(services, caller, agentRules, id),
      }),
    }),
  });

builder.mutationField('createAgentRule', (t) =>
  t.field({
    type: agentRulePayload('CreateAgentRulePayload'),
    description:
      'Adds a rule to an agent, from its next turn on. An agent has each once, and at most 100 beside those of the workspace.',
    authScopes: admin,
    args: inputArg(createAgentRuleInput),
    resolve: async (_root, { input }, { services, caller }) => ({
      id: await createAgentRule(services, caller, input),
    }),
  }),
);

builder.mutationField('updateAgentRule', (t) =>
  t.field({
    type: agentRulePayload('UpdateAgentRulePayload'),
    description: 'Changes a rule of an agent, unless it is declared in the workspace.',
    authScopes: admin,
    args: inputArg(updateAgentRuleInput),
    resolve: changingRecord('AgentRule', updateAgentRule),
  }),
);

const DeleteAgentRulePayload = builder.objectRef<{ id: number }>('DeleteAgentRulePayload').implement({
  description: 'The result of deleting a rule of an agent.',
  fields: (t) => ({
    deletedAgentRuleId: t.globalID({
      description: 'Global ID of the deleted rule.',
      resolve: ({ id }) => ({ type: 'AgentRule', id }),
    }),
  }),
});

builder.mutationField('deleteAgentRule', (t) =>
  t.field({
    type: DeleteAgentRulePayload,
    description: 'Deletes a rule of an agent, unless it is declared in the workspace.',
    authScopes: admin,
    args: inputArg(deleteAgentRuleInput),
    resolve: changingRecord('AgentRule', (services, caller, id) =>
      deleteKnowledge(services, caller, agentRules, id),
    ),
  }),
);

builder.node('CertifiedQuery', {
  ...nodeOf(certifiedQueries),
  description:
    'A question to an agent with a query that people have checked. Users see those questions whose queries they may run.',
  authScopes: admin,
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'Number of the certified query.' }),
    question: t.exposeString('question', { description: 'The question.' }),
    sql: t.exposeString('sql', { description: 'Semantic SQL that answers the question.' }),
    isManaged: t.exposeBoolean('managed', {
      description: 'Whether the query is declared in the workspace. If so, change it there.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the query was certified.' }),
  }),
});

const certifiedQueryPayload = (name: string) =>
  builder.objectRef<{ id: number }>(name).implement({
    description: 'The result of certifying or changing a query.',
    fields: (t) => ({
      certifiedQuery: t.field({
        type: 'CertifiedQuery',
        description: 'The certified query.',
        resolve: ({ id }, _args, { services, caller }) => findRow(services, caller, certifiedQueries, id),
      }),
    }),
  });

builder.mutationField('createCertifiedQuery', (t) =>
  t.field({
    type: certifiedQueryPayload('CreateCertifiedQueryPayload'),
    description:
      "Certifies a query for an agent, from its next turn on. The query must fit the deployment's data model. An agent has each once, and at most 100 beside those of the workspace.",
    authScopes: admin,
    args: inputArg(createCertifiedQueryInput),
    resolve: async (_root, { input }, { services, caller }) => ({
      id: await createCertifiedQuery(services, caller, input),
    }),
  }),
);

builder.mutationField('certifyAnswer', (t) =>
  t.field({
    type: certifiedQueryPayload('CertifyAnswerPayload'),
    description:
      'Certifies the query of an answer for the agent that gave it: the last one of the turn up to the message.',
    authScopes: admin,
    args: inputArg(certifyAnswerInput),
    resolve: async (_root, { input }, { services, caller }) => {
      const messageId = readChatRecordId('ChatMessage', input.messageId);
      return { id: await certifyAnswer(services, caller, { ...input, messageId }) };
    },
  }),
);

builder.mutationField('updateCertifiedQuery', (t) =>
  t.field({
    type: certifiedQueryPayload('UpdateCertifiedQueryPayload'),
    description: 'Changes a certified query, unless it is declared in the workspace.',
    authScopes: admin,
    args: inputArg(updateCertifiedQueryInput),
    resolve: changingRecord('CertifiedQuery', updateCertifiedQuery),
  }),
);

const DeleteCertifiedQueryPayload = builder
  .objectRef<{ id: number }>('DeleteCertifiedQueryPayload')
  .implement({
    description: 'The result of deleting a certified query.',
    fields: (t) => ({
      deletedCertifiedQueryId: t.globalID({
        description: 'Global ID of the deleted certified query.',
        resolve: ({ id }) => ({ type: 'CertifiedQuery', id }),
      }),
    }),
  });

builder.mutationField('deleteCertifiedQuery', (t) =>
  t.field({
    type: DeleteCertifiedQueryPayload,
    description: 'Deletes a certified query, unless it is declared in the workspace.',
    authScopes: admin,
    args: inputArg(deleteCertifiedQueryInput),
    resolve: changingRecord('CertifiedQuery', (services, caller, id) =>
      deleteKnowledge(services, caller, certifiedQueries, id),
    ),
  }),
);
