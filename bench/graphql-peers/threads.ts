/** What the peers read, as a good team would with Prisma: one `findMany` with what is nested in it. */
import { createHash } from 'node:crypto';
import type { Prisma, PrismaClient } from '../../src/db/generated/client.ts';

export interface PageArgs {
  readonly first?: number | null;
  readonly after?: string | null;
  readonly last?: number | null;
  readonly before?: string | null;
}

export interface Connection<Node> {
  readonly edges: { readonly cursor: string; readonly node: Node }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
}

export type Message = Prisma.ChatMessageGetPayload<object>;
export type Thread = Prisma.ChatThreadGetPayload<object> & { readonly messages?: Message[] };

/** The account of an admin's API key. @throws Error for any other credential */
export async function authenticate(prisma: PrismaClient, header: string | undefined): Promise<number> {
  const [, secret] = /^Api-Key (\S{1,4096})$/.exec(header ?? '') ?? [];
  if (secret === undefined) throw new Error('Malformed Authorization header.');
  const hash = createHash('sha256').update(secret).digest('hex');
  const key = await prisma.apiKey.findUnique({
    where: { hash },
    select: { role: true, accountId: true, expiresAt: true, revokedAt: true },
  });
  const expired = key?.expiresAt != null && key.expiresAt <= new Date();
  if (key === null || key.role !== 'admin' || key.revokedAt !== null || expired) {
    throw new Error('Unknown, expired or revoked credentials.');
  }
  return key.accountId;
}

/** An account's threads, newest first. @param messages the page of messages that each is to come with */
export async function listThreads(
  prisma: PrismaClient,
  accountId: number,
  args: PageArgs,
  messages: PageArgs | null,
): Promise<Connection<Thread>> {
  const size = sizeOf(args.first);
  const after = threadKeyOf(args.after);
  const threads = await prisma.chatThread.findMany({
    where: {
      accountId,
      ...(after === null
        ? {}
        : {
            // The first bound is what the index is searched by.
            createdAt: { lte: after.createdAt },
            OR: [{ createdAt: { lt: after.createdAt } }, { id: { lt: after.id } }],
          }),
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: size + 1,
    ...(messages === null ? {} : { include: { messages: lastMessages(messages) } }),
  });
  const nodes: Thread[] = threads.slice(0, size);
  return toConnection(nodes, ({ id, createdAt }) => `${id}:${createdAt.toISOString()}`, {
    next: threads.length > size,
    previous: after !== null,
  });
}

function threadKeyOf(cursor: string | null | undefined): { id: string; createdAt: Date } | null {
  const [, id, createdAt] = /^([\w-]{36}):(.+)$/.exec(keyOf(cursor) ?? '') ?? [];
  return id === undefined || createdAt === undefined ? null : { id, createdAt: new Date(createdAt) };
}

/** The last messages of a thread, oldest first. */
export async function listMessages(
  prisma: PrismaClient,
  accountId: number,
  thread: Thread,
  args: PageArgs,
): Promise<Connection<Message>> {
  const found =
    thread.messages ??
    (await prisma.chatMessage.findMany({
      ...lastMessages(args),
      where: { ...lastMessages(args).where, thread: { id: thread.id, accountId } },
    }));
  const size = sizeOf(args.last);
  return toConnection(found.slice(0, size).reverse(), ({ sort }) => String(sort), {
    next: args.before != null,
    previous: found.length > size,
  });
}

function lastMessages(args: PageArgs) {
  const before = keyOf(args.before);
  return {
    where: before === null ? {} : { sort: { lt: Number(before) } },
    orderBy: { sort: 'desc' },
    take: sizeOf(args.last) + 1,
  } satisfies Prisma.ChatMessageFindManyArgs;
}

function sizeOf(size: number | null | undefined): number {
  if (size == null) return 20;
  if (size < 1 || size > 100) throw new Error('A page has 1 to 100 entries.');
  return size;
}

function keyOf(cursor: string | null | undefined): string | null {
  if (cursor == null) return null;
  const [, key] = /^key:(.+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (key === undefined) throw new Error('Not a cursor of this list.');
  return key;
}

function toConnection<Node>(
  nodes: readonly Node[],
  keyOfNode: (node: Node) => string,
  has: { readonly next: boolean; readonly previous: boolean },
): Connection<Node> {
  const edges = nodes.map((node) => ({
    cursor: Buffer.from(`key:${keyOfNode(node)}`).toString('base64url'),
    node,
  }));
  return {
    edges,
    pageInfo: {
      hasNextPage: has.next,
      hasPreviousPage: has.previous,
      startCursor: edges.at(0)?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}
