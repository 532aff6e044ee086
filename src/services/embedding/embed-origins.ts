import type { PrismaClient } from '../../db/generated/client.ts';
import { hashSecret } from '../secret.ts';
import type { WorkspaceAccount } from '../workspace/workspace-schema.ts';

/** The origins that each account's host pages come from: they may show the embedded pages and call the API. */
export interface EmbedOrigins {
  readonly hasOrigins: boolean;
  /**
   * Whether a page of this origin may read an answer: to a caller of this account, or, as long as nobody was identified,
   * to anybody.
   */
  allows(origin: string, accountName: string | undefined): boolean;
  /**
   * Who may show an embedded page, as sources of a content security policy: the hosts of the account whose session, used
   * or not, the address names, or of the account that it names itself; without either only this service.
   */
  frameAncestors(url: URL): Promise<readonly string[]>;
}

export function createEmbedOrigins(
  prisma: PrismaClient,
  accounts: readonly Pick<WorkspaceAccount, 'name' | 'embedOrigins'>[],
): EmbedOrigins {
  const byAccount = new Map(accounts.map(({ name, embedOrigins }) => [name, embedOrigins]));
  const all = new Set(accounts.flatMap(({ embedOrigins }) => embedOrigins));

  /** Nothing is exchanged here: the page still has to be shown to say that its link was used. */
  async function accountOfSession(sessionId: string): Promise<string | undefined> {
    const session = await prisma.session.findUnique({
      where: { hash: hashSecret(sessionId) },
      select: { account: { select: { name: true } } },
    });
    return session?.account.name;
  }

  return {
    hasOrigins: all.size > 0,
    allows: (origin, accountName) =>
      accountName === undefined ? all.has(origin) : (byAccount.get(accountName)?.includes(origin) ?? false),
    async frameAncestors({ searchParams }) {
      const sessionId = searchParams.get('session');
      const account = sessionId === null ? searchParams.get('account') : await accountOfSession(sessionId);
      return ["'self'", ...(byAccount.get(account ?? '') ?? [])];
    },
  };
}
