import type { PrismaClient } from '../../db/generated/client.ts';
import { hashSecret } from '../secret.ts';
import type { WorkspaceAccount } from '../workspace/workspace-schema.ts';

/** The origins of each account's host pages, which may frame the embedded pages and call the API. */
interface EmbedOrigins {
  readonly hasOrigins: boolean;
  /**
   * Whether a page of this origin may read a response. It must be an origin of the caller's account, or of any account
   * if the caller is unknown.
   */
  allows(origin: string, accountName: string | undefined): boolean;
  /**
   * The sources that may frame an embedded page, for a content security policy: the origins of the account that the
   * page's URL names, by a session, used or not, or directly. Without either, only this service.
   */
  frameAncestors(url: URL): Promise<readonly string[]>;
}

export function createEmbedOrigins(
  prisma: PrismaClient,
  accounts: () => readonly Pick<WorkspaceAccount, 'name' | 'embedOrigins'>[],
): EmbedOrigins {
  const ofAccount = (name: string | undefined) =>
    accounts().find((account) => account.name === name)?.embedOrigins ?? [];

  /** Also of a used session, since the page has to be shown to say that its link was used. */
  async function accountOfSession(sessionId: string): Promise<string | undefined> {
    const session = await prisma.session.findUnique({
      where: { hash: hashSecret(sessionId) },
      select: { account: { select: { name: true } } },
    });
    return session?.account.name;
  }

  return {
    get hasOrigins() {
      return accounts().some(({ embedOrigins }) => embedOrigins.length > 0);
    },
    allows: (origin, accountName) =>
      accountName === undefined
        ? accounts().some(({ embedOrigins }) => embedOrigins.includes(origin))
        : ofAccount(accountName).includes(origin),
    async frameAncestors({ searchParams }) {
      const sessionId = searchParams.get('session');
      const account = sessionId === null ? searchParams.get('account') : await accountOfSession(sessionId);
      return ["'self'", ...ofAccount(account ?? undefined)];
    },
  };
}
