import { z } from 'zod';
import { chatRecordId } from './chat.ts';
import { caps, input, lineOfText, recordId, recordInput, textBlock } from './fields.ts';

/** What an agent is told beside its data model, from inlay.yml or through the API. */

/** Maximum number of rules, and of certified queries, that an agent has through the API. */
export const maxKnowledge = 100;

export const ruleText = textBlock(caps.textChars);
export const certifiedQuestion = lineOfText(caps.textChars);
export const certifiedSql = textBlock(caps.inputChars);

const agentId = z.int32().describe('Number of the agent within the account.');
const text = ruleText.refine((value) => value.trim() !== '', 'must not be empty');
const question = z
  .string()
  .trim()
  .pipe(certifiedQuestion)
  .describe('The question, in one line of at most 2,000 characters.');
const sql = certifiedSql
  .refine((value) => value.trim() !== '', 'must not be empty')
  .describe('Semantic SQL that answers the question, at most 20,000 characters.');

export const createAgentRuleInput = input('CreateAgentRuleInput', 'A new rule for an agent.', {
  agentId,
  text: text.describe('The rule, as an instruction to the agent. At most 2,000 characters.'),
});

export const updateAgentRuleInput = input('UpdateAgentRuleInput', 'A change to a rule of an agent.', {
  id: recordId,
  text: text.describe('The new text of the rule. At most 2,000 characters.'),
});

export const deleteAgentRuleInput = recordInput('DeleteAgentRuleInput', 'The rule to delete.');

export const createCertifiedQueryInput = input(
  'CreateCertifiedQueryInput',
  'A question with the query that answers it.',
  { agentId, question, sql },
);

export const updateCertifiedQueryInput = input(
  'UpdateCertifiedQueryInput',
  'Changes to a certified query. Omitted fields stay unchanged.',
  {
    id: recordId,
    question: question.nullish().describe('New question, in one line of at most 2,000 characters.'),
    sql: sql.nullish().describe('New semantic SQL, at most 20,000 characters.'),
  },
);

export const deleteCertifiedQueryInput = recordInput(
  'DeleteCertifiedQueryInput',
  'The certified query to delete.',
);

export const certifyAnswerInput = input('CertifyAnswerInput', 'An answer whose query to certify.', {
  messageId: chatRecordId.describe(
    'A message of the agent in that turn. Accepts the `id` of the object, or its ID in the REST API.',
  ),
  question: question
    .nullish()
    .describe(
      'The question, in one line of at most 2,000 characters. Default: what the user asked, which users of the agent can then see.',
    ),
});
