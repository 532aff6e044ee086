import { z } from 'zod';

/** The schemas that the OpenAPI document lists by name. Others are inlined. */
export const namedSchemas = z.registry<{ readonly id: string }>();

/** The values of a schema, readonly at any depth. */
export type Shape<Schema extends z.ZodType> = Frozen<z.infer<Schema>>;

type Frozen<T> = T extends object ? { readonly [Key in keyof T]: Frozen<T[Key]> } : T;
