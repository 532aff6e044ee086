import { z } from 'zod';
import { lineOfText } from '../../contract/fields.ts';
import { mapping } from '../../yaml/mapping.ts';
import { usableTimezone } from '../usable-timezone.ts';
import { dataSourceSchema } from './data-source-schema.ts';
import { names, objectNumber, relativePathSchema } from './workspace-fields.ts';

/** Limits of one query of a deployment. Omitted ones keep their defaults. */
const limits = mapping({
  timeoutSeconds: z
    .int('Expected a whole number.')
    .min(1, 'Expected 1 or more.')
    .max(3_600, 'Expected 3,600 at most.')
    .optional()
    .describe('Time in the engine. Default: 60.'),
  maxRows: z
    .int('Expected a whole number.')
    .min(1, 'Expected 1 or more.')
    .optional()
    .describe('Rows of a result for an API key. Default: 10,000,000.'),
  maxBytes: z
    .int('Expected a whole number.')
    .min(1, 'Expected 1 or more.')
    .optional()
    .describe('Bytes of a result, as sent. Default: 4 GiB.'),
  userMaxRows: z
    .int('Expected a whole number.')
    .min(1, 'Expected 1 or more.')
    .optional()
    .describe('Rows of a result for a session token, at most `maxRows`. Default: 1,000,000.'),
  userMaxBytes: z
    .int('Expected a whole number.')
    .min(1, 'Expected 1 or more.')
    .optional()
    .describe('Bytes of a result for a session token, at most `maxBytes`. Default: 512 MiB.'),
  concurrentQueries: z
    .int('Expected a whole number.')
    .min(1, 'Expected 1 or more.')
    .max(100, 'Expected 100 at most.')
    .optional()
    .describe('Further queries wait. Default: 3 on DuckDB, 5 on PostgreSQL.'),
});

export const deploymentSchema = mapping({
  id: objectNumber.describe('Number of the deployment, as sessions name it.'),
  name: lineOfText().describe('Name for people.'),
  model: relativePathSchema.describe('Folder of the main branch.'),
  branches: z
    .record(lineOfText(), relativePathSchema)
    .default({})
    .describe('Development branches: name to folder.'),
  userBranches: names.describe('Development branches that a session token may name.'),
  dashboards: relativePathSchema.optional().describe('Folder of its dashboards, one file each.'),
  timezone: z
    .string()
    .refine(
      (name) => usableTimezone(name) !== undefined,
      'Expected an IANA time zone, such as Europe/Berlin.',
    )
    .optional()
    .describe('IANA time zone of queries that name none. Default: UTC.'),
  dataSource: dataSourceSchema.describe('Where its data is.'),
  limits: limits.default({}).describe('Limits of one query.'),
});

export type WorkspaceDeployment = z.output<typeof deploymentSchema>;
