import { z } from 'zod';

/** The schemas that the OpenAPI document has under a name; others stand where they are used. */
export const namedSchemas = z.registry<{ readonly id: string }>();
