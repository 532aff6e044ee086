import { z } from 'zod';

/** One line of a chat stream (spec: Chat stream message), as far as the demo reads it. */
export const chatLine = z.object({
  id: z.string(),
  role: z.string().optional(),
  content: z.string().optional(),
  graphPath: z.array(z.string()).optional(),
  isDelta: z.boolean().optional(),
  toolCall: z.object({ name: z.string(), input: z.string(), result: z.string().optional() }).optional(),
  state: z.object({ chatId: z.string().optional(), status: z.string().optional() }).optional(),
  error: z.string().optional(),
});
export type ChatLine = z.infer<typeof chatLine>;

const member = z.object({
  name: z.string(),
  title: z.string(),
  format: z.string().optional(),
  currency: z.string().optional(),
});

/** Input and result of the tool `svcMeta`, each a string that holds JSON. */
export const metaInput = jsonText(z.object({ searchQuery: z.string() }));
export const metaResult = jsonText(
  z.object({
    cubes: z.array(
      z.object({
        name: z.string(),
        title: z.string(),
        measures: z.array(member),
        dimensions: z.array(member),
      }),
    ),
  }),
);

/** Input and result of the tool `svcSqlApi`. */
export const sqlInput = jsonText(z.object({ sqlQuery: z.string(), queryTitle: z.string().default('') }));
export const sqlResult = jsonText(
  z.object({
    sqlQuery: z.string(),
    schema: z.array(z.object({ name: z.string(), column_type: z.string() })),
    data: z.array(z.array(z.json())),
    totalRows: z.number(),
    vegaSpec: z.string().optional(),
  }),
);
export type SqlResult = z.infer<typeof sqlResult>;
export type ResultColumn = SqlResult['schema'][number];
export type Cell = SqlResult['data'][number][number];

/** What a failed tool gives instead. */
export const toolError = jsonText(z.object({ error: z.string() }));

function jsonText<T extends z.ZodType>(schema: T) {
  return z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: 'custom', message: 'not JSON' });
        return z.NEVER;
      }
    })
    .pipe(schema);
}
