import './scalars.ts';
import './session.ts';
import './group.ts';
import './user-attribute.ts';
import './user.ts';
import './embed-tenant.ts';
import './agent.ts';
import './knowledge.ts';
import './deployment.ts';
import './api-key.ts';
import './audit-event.ts';
import './account.ts';
import './viewer.ts';
import './chat-activity.ts';
import './chat-thread.ts';
import './chat-turn.ts';
import './chat.ts';
import './thread-change.ts';
import './data.ts';
import './refined-query.ts';
import './dashboard.ts';
import './dashboard-change.ts';
import './metadata.ts';
import { specifiedDirectives } from 'graphql';
import { builder } from './builder.ts';
import { semanticNonNullDirective } from './partial-answers.ts';

/** The GraphQL schema. */
export const schema = builder.toSchema({
  sortSchema: true,
  directives: [...specifiedDirectives, semanticNonNullDirective],
});
