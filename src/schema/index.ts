import './scalars.ts';
import './session.ts';
import './chat.ts';
import { builder } from './builder.ts';

/** The schema: one GraphQL API, which is the product. */
export const schema = builder.toSchema({ sortSchema: true });
