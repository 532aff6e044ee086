import { z } from 'zod';
import type { Issue } from '../../errors.ts';
import type { Caller } from '../caller.ts';
import { branchFields } from '../deployments/requested-layer.ts';
import { caps, textBlock, validationFailed } from '../input.ts';
import { parseRequest, sessionSettingsSchema, settingsIssues } from '../users/session-settings.ts';

/** A chat request (spec: Chat request body), the agent's number aside. */
export const chatInputSchema = z.object({
  input: textBlock(caps.inputChars)
    .refine((value) => value.trim() !== '', 'must not be empty; omit it to read the thread')
    .nullish(),
  chatId: z.string().max(200).nullish(),
  messageId: z
    .string()
    .regex(/^\d{13,20}-message$/, 'must look like "1700000000000-message": milliseconds in 13 digits or more')
    .nullish(),
  sessionSettings: sessionSettingsSchema.nullish(),
  ...branchFields,
});

export type ChatInput = z.output<typeof chatInputSchema>;

/**
 * Checks a chat request by the rules that need no state.
 * @throws AppError `VALIDATION_FAILED` with every issue by path
 */
export function parseChatInput(caller: Caller, input: unknown): ChatInput {
  const request = parseRequest(caller, chatInputSchema, input);
  const issues: Issue[] = [];
  if (request.input == null && request.chatId == null) {
    issues.push({ path: 'input', message: 'Either input or chatId is required' });
  }
  if (caller.kind === 'apiKey') issues.push(...settingsIssues(request.sessionSettings));
  if (issues.length > 0) throw validationFailed(issues);
  return request;
}
