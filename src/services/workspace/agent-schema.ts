import { z } from 'zod';
import { reasoningEfforts } from '../../contract/agents.ts';
import { lineOfText } from '../../contract/fields.ts';
import { certifiedQuestion, certifiedSql, ruleText } from '../../contract/knowledge.ts';
import { mapping } from '../../yaml/mapping.ts';
import { plannerModel } from './model-schema.ts';
import { names, objectNumber } from './workspace-fields.ts';

/** A time limit of an agent. */
const seconds = z
  .int('Expected a whole number of seconds.')
  .min(1, 'Expected 1 or more.')
  .max(3_600, 'Expected 3,600 at most.')
  .optional();

/** Limits of one turn of an agent. Omitted ones keep their defaults. */
const agentLimits = mapping({
  steps: z
    .int('Expected a whole number.')
    .min(1, 'Expected 1 or more.')
    .max(100, 'Expected 100 at most.')
    .optional()
    .describe('Calls of a model; a model that takes over has as many of its own. Default: 12.'),
  /** Time. Default: 600. */
  seconds: seconds.describe('Time. Default: 600.'),
  tokens: z
    .int('Expected a whole number.')
    .min(1, 'Expected 1 or more.')
    .max(2_147_483_647, 'Expected 2,147,483,647 at most.')
    .optional()
    .describe('Tokens read and written, as the provider counts them. Default: 400,000.'),
  firstTokenSeconds: seconds.describe('Time until a model begins to answer. Default: 60.'),
  silenceSeconds: seconds.describe('Time without a sign from a model that has begun. Default: 60.'),
});

export const agentSchema = mapping({
  id: objectNumber.describe('Number of the agent, as paths name it.'),
  name: lineOfText().describe('Name for people.'),
  deploymentId: objectNumber.describe('Deployment whose data it answers from.'),
  model: lineOfText()
    .default(plannerModel)
    .describe(
      "The name of one of the account's models, `planner`, or `openai:…`, `anthropic:…`, `openai-compatible:…`.",
    ),
  fallback: z
    .array(lineOfText())
    .max(8, 'Expected 8 at most.')
    .default([])
    .describe('Models that take over, one after the other, when the one before cannot answer.'),
  reasoning: z
    .enum(reasoningEfforts, `Expected one of ${reasoningEfforts.join(', ')}.`)
    .optional()
    .describe('How much the model reasons, or the nearest that its provider has. Not sent by default.'),
  temperature: z
    .number('Expected a number.')
    .min(0, 'Expected 0 or more.')
    .max(2, 'Expected 2 at most.')
    .optional()
    .describe('Sent to the model, if given.'),
  limits: agentLimits.default({}).describe('Limits of one turn.'),
  devMode: z
    .boolean('Expected true or false.')
    .default(false)
    .describe('Whether streams also hold what the model thinks.'),
  accessibleViews: names.describe('Cubes and views that it may use. Default: all that its user may see.'),
  rules: z.array(ruleText).default([]).describe('Instructions in plain words, for every turn.'),
  certifiedQueries: z
    .array(
      mapping({
        question: certifiedQuestion.describe('As a user asks it.'),
        sql: certifiedSql.describe('Semantic SQL that answers it.'),
      }),
    )
    .default([])
    .describe('Questions with SQL that people have checked. The agent knows those that its user may run.'),
});

export type WorkspaceAgent = z.output<typeof agentSchema>;
