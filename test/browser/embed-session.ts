import type { RunningService } from '../../examples/demo/start-service.ts';

/** Mints a session of the example shop's deployment. @param user whom it is for, who sees the rows of these regions @returns its id */
export async function mintSession(
  service: RunningService,
  user: {
    readonly region: readonly string[];
    /** @default one for the regions */
    readonly externalId?: string;
    /** @default nobody's */
    readonly embedTenantName?: string;
  },
): Promise<string> {
  const { region, externalId = `user-of-${region.join('-').toLowerCase()}`, embedTenantName } = user;
  const response = await fetch(`${service.url}/api/v1/embed/generate-session`, {
    method: 'POST',
    headers: { authorization: `Api-Key ${service.adminKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      deploymentId: 1,
      externalId,
      userAttributes: [{ name: 'region', value: region }],
      ...(embedTenantName !== undefined && { embedTenantName }),
    }),
  });
  if (!response.ok) throw new Error(`No session: ${await response.text()}`);
  const { sessionId } = (await response.json()) as { sessionId: string };
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
