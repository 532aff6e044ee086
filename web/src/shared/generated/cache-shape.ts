/** Types whose objects have no id of their own: each belongs to the object that it was read from. */
export const unkeyedTypes: readonly string[] = [
  "AbortChatPayload",
  "AgentCertifiedQueriesConnection",
  "AgentCertifiedQueriesConnectionEdge",
  "AgentLimits",
  "AgentRulePayload",
  "AgentRulesConnection",
  "AgentRulesConnectionEdge",
  "CertifiedQueryPayload",
  "ChatDelta",
  "ChatEnded",
  "ChatFailed",
  "ChatMessageFinished",
  "ChatStarted",
  "ChatThreadMessagesConnection",
  "ChatThreadMessagesConnectionEdge",
  "ChatThreadPayload",
  "ChatToolCall",
  "ChatToolCallStarted",
  "ChatUsage",
  "CubeMetadata",
  "Dashboard",
  "DashboardColumn",
  "DashboardFilter",
  "DashboardFilterRange",
  "DashboardFilterValues",
  "DashboardPeriod",
  "DashboardTile",
  "DeletedAgentRulePayload",
  "DeletedCertifiedQueryPayload",
  "DeletedChatThreadPayload",
  "DeletedEmbedTenantPayload",
  "DeletedExternalUserPayload",
  "DeletedGroupPayload",
  "DeletedInternalUserPayload",
  "DeletedUserAttributePayload",
  "DeploymentAgentsConnection",
  "DeploymentAgentsConnectionEdge",
  "DescribedColumn",
  "DimensionMetadata",
  "EmbedTenantGroupsConnection",
  "EmbedTenantGroupsConnectionEdge",
  "EmbedTenantSessionsConnection",
  "EmbedTenantSessionsConnectionEdge",
  "EmbedTenantUserAttributesConnection",
  "EmbedTenantUserAttributesConnectionEdge",
  "EmbedTenantUsersConnection",
  "EmbedTenantUsersConnectionEdge",
  "ExchangeSessionPayload",
  "GenerateSessionPayload",
  "GroupPayload",
  "InternalUserPayload",
  "MeasureMetadata",
  "MetadataRange",
  "MetadataToolResult",
  "ModelUsage",
  "NewApiKeyPayload",
  "PageInfo",
  "QueryAgentsConnection",
  "QueryAgentsConnectionEdge",
  "QueryApiKeysConnection",
  "QueryApiKeysConnectionEdge",
  "QueryAuditEventsConnection",
  "QueryAuditEventsConnectionEdge",
  "QueryChatThreadsConnection",
  "QueryChatThreadsConnectionEdge",
  "QueryDeploymentsConnection",
  "QueryDeploymentsConnectionEdge",
  "QueryEmbedTenantsConnection",
  "QueryEmbedTenantsConnectionEdge",
  "QueryGroupsConnection",
  "QueryGroupsConnectionEdge",
  "QuerySessionsConnection",
  "QuerySessionsConnectionEdge",
  "QueryUserAttributesConnection",
  "QueryUserAttributesConnectionEdge",
  "QueryUsersConnection",
  "QueryUsersConnectionEdge",
  "RateChatMessagePayload",
  "RevokeApiKeyPayload",
  "RevokeListedSessionPayload",
  "RevokeSessionPayload",
  "SegmentMetadata",
  "SqlChunk",
  "SqlColumn",
  "SqlResult",
  "SqlToolResult",
  "ToolError",
  "Usage",
  "UserAttributeAssignment",
  "UserAttributePayload",
  "UserGroupsConnection",
  "UserGroupsConnectionEdge",
  "UserSessionsConnection",
  "UserSessionsConnectionEdge",
  "Viewer"
];

/** Fields that are Relay connections, by type. */
export const connectionFields: Readonly<Record<string, readonly string[]>> = {
  "Agent": [
    "certifiedQueries",
    "rules"
  ],
  "ChatThread": [
    "messages"
  ],
  "Deployment": [
    "agents"
  ],
  "EmbedTenant": [
    "groups",
    "sessions",
    "userAttributes",
    "users"
  ],
  "Query": [
    "agents",
    "apiKeys",
    "auditEvents",
    "chatThreads",
    "deployments",
    "embedTenants",
    "groups",
    "sessions",
    "userAttributes",
    "users"
  ],
  "User": [
    "groups",
    "sessions"
  ]
};

/** The object types of each interface and union. */
export const possibleTypes: Record<string, string[]> = {
  "ChatEvent": [
    "ChatDelta",
    "ChatEnded",
    "ChatFailed",
    "ChatMessageFinished",
    "ChatStarted",
    "ChatToolCallStarted"
  ],
  "MemberMetadata": [
    "DimensionMetadata",
    "MeasureMetadata",
    "SegmentMetadata"
  ],
  "Node": [
    "Account",
    "Agent",
    "AgentRule",
    "ApiKey",
    "AuditEvent",
    "CertifiedQuery",
    "ChatMessage",
    "ChatThread",
    "Deployment",
    "EmbedTenant",
    "Group",
    "Session",
    "User",
    "UserAttribute"
  ],
  "ThreadEvent": [
    "ChatDelta",
    "ChatEnded",
    "ChatFailed",
    "ChatMessageFinished",
    "ChatStarted",
    "ChatToolCallStarted"
  ],
  "ToolResult": [
    "MetadataToolResult",
    "SqlToolResult",
    "ToolError"
  ]
};
