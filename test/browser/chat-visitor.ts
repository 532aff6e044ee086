import type { FrameLocator, Page } from 'playwright-core';
import type { RunningService } from '../../examples/demo/start-service.ts';
import type { Visit, VisitOptions } from './browser-test.ts';
import { mintSession } from './embed-session.ts';

let users = 0;

/** Opens the chat as a user whom nobody else is, who sees the rows of these regions, and waits until it can be used. */
export async function openChat(
  visit: Visit,
  service: RunningService,
  options: VisitOptions & { readonly region?: readonly string[] } = {},
): Promise<Page> {
  const { region = ['EU'], ...rest } = options;
  users += 1;
  const session = await mintSession(service, { externalId: `visitor-${process.pid}-${users}`, region });
  const page = await visit(`/embed/chat?session=${session}`, rest);
  await questionOf(page).waitFor();
  return page;
}

export function questionOf(page: Page | FrameLocator) {
  return page.getByRole('textbox', { name: /^(?:Your question|Ihre Frage)$/ });
}

export async function ask(page: Page | FrameLocator, question: string): Promise<void> {
  await questionOf(page).fill(question);
  await questionOf(page).press('Enter');
}

/** The question and all that came of it; the last one when it was asked twice. */
export function turnOf(page: Page | FrameLocator, question: string) {
  return page.getByRole('article', { name: question }).last();
}

/** Waits until a question is answered. */
export async function answered(page: Page | FrameLocator, question: string): Promise<void> {
  await turnOf(page, question)
    .getByRole('group', { name: /^(?:About this answer|Zu dieser Antwort)$/ })
    .waitFor();
}
