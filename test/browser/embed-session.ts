import type { RunningService } from '../../examples/demo/start-service.ts';

/** A session of a user of the example shop, who sees the rows of this region. @param embedTenantName whose user it is @default nobody's */
export async function mintSession(
  service: RunningService,
  region: string,
  embedTenantName?: string,
): Promise<string> {
  const answer = await fetch(`${service.url}/api/v1/embed/generate-session`, {
    method: 'POST',
    headers: { authorization: `Api-Key ${service.adminKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      deploymentId: 1,
      externalId: `user-of-${region.toLowerCase()}`,
      userAttributes: [{ name: 'region', value: [region] }],
      ...(embedTenantName !== undefined && { embedTenantName }),
    }),
  });
  const { sessionId } = (await answer.json()) as { sessionId: string };
  return sessionId;
}

/** Ends a session and its token. */
export async function revokeSession(service: RunningService, sessionId: string): Promise<void> {
  await fetch(`${service.url}/api/v1/embed/session/revoke`, {
    method: 'POST',
    headers: { authorization: `Api-Key ${service.adminKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ sessionId }),
  });
}
