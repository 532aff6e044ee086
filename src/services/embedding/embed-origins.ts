import type { PrismaClient } from '../../db/generated/client.ts';
import { hashSecret } from '../secret.ts';
import type { WorkspaceAccount } from '../workspace/workspace-schema.ts';

type EmbeddingAccount = Pick<WorkspaceAccount, 'name' | 'embedOrigins' | 'theme' | 'locale'>;

/** How an embedded page is served. */
export interface PageEmbedding extends Pick<EmbeddingAccount, 'theme' | 'locale'> {
  /** The sources that may frame it, for a content security policy. */
  readonly frameAncestors: readonly string[];
  /** Whether the URL names a session that does not exist. */
  readonly isSessionUnknown: boolean;
}

/** The origins of each account's host pages, which may frame the embedded pages and call the API. */
interface EmbedOrigins {
  readonly hasOrigins: boolean;
  /**
   * Whether a page of this origin may read a response. It must be an origin of the caller's account, or of any account
   * if the caller is unknown.
   */
  allows(origin: string, accountName: string | undefined): boolean;
  /**
   * How the account wants its embedded pages. It is the one that the page's URL names, by a session, used or not, or directly.
   * Without either, only this service may frame the page.
   */
  embeddingOf(url: URL): Promise<PageEmbedding>;
}

export function createEmbedOrigins(
  prisma: PrismaClient,
  accounts: () => readonly EmbeddingAccount[],
): EmbedOrigins {
  const ofAccount = (name: string | null | undefined) => accounts().find((account) => account.name === name);

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
        : ofAccount(accountName)?.embedOrigins.includes(origin) === true,
    async embeddingOf({ searchParams }) {
      const sessionId = searchParams.get('session');
      const name = sessionId === null ? searchParams.get('account') : await accountOfSession(sessionId);
      const { embedOrigins = [], theme, locale } = ofAccount(name) ?? {};
      const isSessionUnknown = sessionId !== null && name === undefined;
      return { frameAncestors: ["'self'", ...embedOrigins], isSessionUnknown, theme, locale };
    },
  };
}
