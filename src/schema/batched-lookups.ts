import type { PrismaClient } from '../db/generated/client.ts';

type Id = number | string;

interface Lookup {
  readonly where: { readonly id?: Id } & Readonly<Record<string, unknown>>;
  readonly select?: object | null;
}

/** What is read of a model for many ids at once. */
interface Rows {
  findMany(args: object): Promise<readonly { readonly id: Id }[]>;
}

interface Batch {
  readonly ids: Set<Id>;
  readonly found: Promise<ReadonlyMap<Id, object>>;
}

const clients = new WeakMap<PrismaClient, unknown>();

/**
 * A client whose `findUnique` by id costs one statement for all objects of a type that are looked up under the same
 * conditions in one turn of the event loop. Prisma does so itself where a condition is nothing but equalities; what a
 * caller may see often is more than that.
 */
export function batchLookups(prisma: PrismaClient): PrismaClient {
  const known = clients.get(prisma) ?? extend(prisma);
  clients.set(prisma, known);
  return known as PrismaClient;
}

function extend(prisma: PrismaClient): unknown {
  const batches = new Map<string, Batch>();
  return prisma.$extends({
    query: {
      $allModels: {
        async findUnique({ model, args, query }) {
          const { where, ...rest } = args as Lookup;
          const { id, ...conditions } = where;
          if (id === undefined) return query(args);
          const name = JSON.stringify([model, conditions, rest]);
          let batch = batches.get(name);
          if (batch === undefined) {
            const ids = new Set<Id>();
            const collected = new Promise<void>((resolve) => setImmediate(resolve));
            const found = collected.then(() => {
              batches.delete(name);
              const selected = rest.select ? { ...rest, select: { ...rest.select, id: true } } : rest;
              return findAll(rowsOf(prisma, model), {
                ...selected,
                where: { ...conditions, id: { in: [...ids] } },
              });
            });
            batch = { ids, found };
            batches.set(name, batch);
          }
          batch.ids.add(id);
          return (await batch.found).get(id) ?? null;
        },
      },
    },
  });
}

async function findAll(rows: Rows, args: object): Promise<ReadonlyMap<Id, object>> {
  return new Map((await rows.findMany(args)).map((row) => [row.id, row]));
}

function rowsOf(prisma: PrismaClient, model: string): Rows {
  const name = model.replace(/^./, (first) => first.toLowerCase());
  const rows = (prisma as unknown as Readonly<Record<string, Rows>>)[name];
  if (rows === undefined) throw new TypeError(`No model ${model}.`);
  return rows;
}
