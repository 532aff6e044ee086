import { z } from 'zod';
import { caps, lineOfText, textBlock } from '../../contract/fields.ts';
import { mapping } from '../../yaml/mapping.ts';
import { defaultAccountLimits } from '../limits/limits.ts';
import { agentSchema } from './agent-schema.ts';
import { deploymentSchema } from './deployment-schema.ts';
import { modelSchema } from './model-schema.ts';
import { names, objectNumber } from './workspace-fields.ts';

const group = mapping({
  name: lineOfText().describe('As policies and sessions name it.'),
  description: textBlock(caps.textChars).optional().describe('For administrators.'),
});

const userAttribute = mapping({
  name: lineOfText().describe('As policies and sessions name it.'),
  type: z
    .enum(
      ['string', 'number', 'string_array', 'number_array'],
      'Expected string, number, string_array or number_array.',
    )
    .describe('Of its values.'),
  displayName: lineOfText().optional().describe('For administrators.'),
  defaultValue: textBlock(caps.valueChars)
    .optional()
    .describe('Of users without a value, as text: a number for `number`, a JSON list for the array types.'),
  description: textBlock(caps.textChars).optional().describe('For administrators.'),
});

const attributeValue = z.union(
  [z.string(), z.number(), z.array(z.string()), z.array(z.number()), z.null()],
  'Expected a string, a number, or a list of either.',
);

const user = mapping({
  username: lineOfText().describe('Identifies the user in the account.'),
  email: lineOfText(320).optional().describe('E-mail address.'),
  groups: names.describe('Names of groups.'),
  userAttributes: z
    .record(z.string(), attributeValue)
    .default({})
    .describe('Values by name of the attribute.'),
});

const apiKey = mapping({
  name: lineOfText().describe('Name for people. A key that the file no longer names is revoked.'),
  // Printable, and without spaces, which are not allowed in the Authorization header.
  key: z
    .string()
    .regex(/^[\x21-\x7e]{24,200}$/, 'Expected 24 to 200 printable characters without spaces.')
    .describe('The key itself, 24 to 200 printable characters. Read it from the environment: `${NAME}`.'),
  role: z
    .enum(['admin', 'chat'], 'Expected admin or chat.')
    .describe(
      '`admin` may do everything in the account; `chat` may only chat, with one agent after the other.',
    ),
  deployments: z
    .array(objectNumber)
    .default([])
    .describe('Numbers of the deployments that it is bound to; empty means all.'),
});

/** The origin of a host page, as browsers send it. */
const origin = z
  .string()
  .refine(
    (text) => /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text,
    'Expected an origin such as https://app.example.com: no path, no default port, in lower case.',
  );

const accountLimit = z
  .int('Expected a whole number; 0 means no limit.')
  .min(0, 'Expected 0 or more; 0 means no limit.')
  .max(1_000_000, 'Expected 1,000,000 at most; 0 means no limit.');

const tokenLimit = z
  .int('Expected a whole number; 0 means no limit.')
  .min(0, 'Expected 0 or more; 0 means no limit.');

/** Limits of an account. Omitted ones keep their defaults, and 0 means no limit. */
const accountLimits = mapping({
  keyRequestsPerSecond: accountLimit
    .default(defaultAccountLimits.keyRequestsPerSecond)
    .describe('Of one API key.'),
  userRequestsPerSecond: accountLimit
    .default(defaultAccountLimits.userRequestsPerSecond)
    .describe('Of one end user.'),
  userTurnsPerMinute: accountLimit.default(defaultAccountLimits.userTurnsPerMinute).describe('Of one user.'),
  concurrentTurns: accountLimit
    .default(defaultAccountLimits.concurrentTurns)
    .describe('Of the account, in all processes.'),
  userConcurrentTurns: accountLimit
    .default(defaultAccountLimits.userConcurrentTurns)
    .describe('Of one user, in all processes.'),
  tokensPerDay: tokenLimit
    .default(defaultAccountLimits.tokensPerDay)
    .describe('Input and output tokens of the account on one day in UTC.'),
  userTokensPerDay: tokenLimit.default(defaultAccountLimits.userTokensPerDay).describe('Of one user.'),
});

/** `365d`, as days. */
function days(from: number) {
  const message = `Expected a number of days such as 365d, ${from}d or more.`;
  return z
    .string(message)
    .regex(/^[1-9]\d{0,4}d$/, message)
    .transform((text) => Number(text.slice(0, -1)))
    .refine((count) => count >= from, message)
    .optional();
}

/** When what an account has stored is deleted. What is omitted is kept. */
const retention = mapping({
  threads: days(1).describe(
    'Since the last turn of a thread, such as `365d`; its messages and results go with it.',
  ),
  sessions: days(2).describe('Since a session was minted, such as `30d`. Its token lives for a day.'),
  auditEvents: days(1).describe('Of the audit log.'),
  usage: days(1).describe('Of the tokens that were used.'),
  dashboards: days(1).describe(
    'Since a dashboard that a user made last changed. If omitted, it is kept as long as its user.',
  ),
});

const colour = z.string().regex(/^#[\da-f]{6}$/i, 'Expected a colour such as "#1f6feb".');

/** The pages read the same from hosts, field by field (web/src/shared/look.ts). */
const theme = mapping({
  scheme: z
    .enum(['light', 'dark'], 'Expected light or dark.')
    .optional()
    .describe("`light` or `dark`. Default: that of the reader's system."),
  primaryColor: colour.optional().describe('Colour of buttons, links and what is chosen, as `#rrggbb`.'),
  backgroundColor: colour.optional().describe('Background of the pages, as `#rrggbb`.'),
  textColor: colour.optional().describe('Colour of text, as `#rrggbb`.'),
  fontFamily: z
    .string()
    .regex(/^[\p{L}\d ,'"_-]{1,200}$/u, 'Expected names of fonts, separated by commas.')
    .optional()
    .describe("A font of the reader's system, or several in order. None is loaded."),
  radius: z
    .number('Expected a number.')
    .min(0)
    .max(32)
    .optional()
    .describe('Radius of corners in pixels, up to 32.'),
  palette: z
    .array(colour)
    .min(1)
    .max(24)
    .optional()
    .describe('Colours of series in charts, 1 to 24, as `#rrggbb`.'),
  density: z
    .enum(['comfortable', 'compact'], 'Expected comfortable or compact.')
    .optional()
    .describe('`comfortable` or `compact`.'),
});

const account = mapping({
  name: z
    .string()
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/,
      'Expected up to 63 letters, digits, "-" and "_": it is used in URLs.',
    )
    .describe('Identifies the account, also in URLs.'),
  plan: lineOfText()
    .default('enterprise')
    .describe('`premium` or `enterprise`. Any other plan has no embedding.'),
  cloudRegion: lineOfText()
    .default('local')
    .describe('A name for where the service runs, which the API reports.'),
  useCreatorMode: z
    .boolean('Expected true or false.')
    .default(false)
    .describe('Whether sessions may be minted in creator mode.'),
  maxExternalUsers: z
    .int('Expected a whole number.')
    .min(0, 'Expected 0 or more.')
    .max(2_147_483_647, 'Expected 2,147,483,647 at most.')
    .default(10_000)
    .describe('Maximum number of external users that are not ephemeral.'),
  embedOrigins: z
    .array(origin)
    .default([])
    .describe('Their pages may frame the embedded pages and call the API from browsers.'),
  theme: theme
    .optional()
    .describe('Look of the embedded pages. What a host page gives with `Inlay.mount` takes precedence.'),
  locale: z
    .string()
    .refine(isLocale, 'Expected a language tag such as de-AT.')
    .optional()
    .describe(
      "Language tag (BCP 47) of words, numbers and dates in the embedded pages. Default: the browser's. What a host page gives takes precedence.",
    ),
  limits: accountLimits.prefault({}).describe('Limits of the account; `0` means no limit.'),
  retention: retention
    .prefault({})
    .describe('When what the account has stored is deleted. What is omitted is kept.'),
  groups: z.array(group).default([]).describe('Groups of the whole account.'),
  userAttributes: z.array(userAttribute).default([]).describe('User attributes of the whole account.'),
  users: z.array(user).default([]).describe('Internal users.'),
  deployments: z.array(deploymentSchema).default([]).describe('Data models over data sources.'),
  agents: z.array(agentSchema).default([]).describe('Agents that answer questions.'),
  models: z
    .array(modelSchema)
    .default([])
    .describe('Connections to language models, by the names that agents use.'),
  apiKeys: z.array(apiKey).default([]).describe('Keys of the API.'),
});

/** `inlay.yml`. */
export const workspaceSchema = mapping({
  accounts: z
    .array(account, 'Expected a list of accounts.')
    .min(1, 'Expected at least one account.')
    .describe('Accounts of the workspace. The first one has the key in `ADMIN_API_KEY`.'),
});

export type WorkspaceAccount = z.output<typeof account>;
export type WorkspaceUser = z.output<typeof user>;
export type WorkspaceApiKey = z.output<typeof apiKey>;

function isLocale(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}
