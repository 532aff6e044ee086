/** Types whose objects have no id of their own: each belongs to the object that it was read from. */
export const unkeyedTypes: readonly string[] = [
  "AbortChatPayload",
  "AgentConnection",
  "AgentEdge",
  "AgentLimits",
  "AgentRuleConnection",
  "AgentRuleEdge",
  "ApiKeyConnection",
  "ApiKeyEdge",
  "AuditEventConnection",
  "AuditEventEdge",
  "CertifiedQueryConnection",
  "CertifiedQueryEdge",
  "CertifyAnswerPayload",
  "ChatDelta",
  "ChatEnded",
  "ChatFailed",
  "ChatMessageConnection",
  "ChatMessageEdge",
  "ChatMessageFinished",
  "ChatStarted",
  "ChatThreadConnection",
  "ChatThreadEdge",
  "ChatToolCall",
  "ChatToolCallStarted",
  "ChatUsage",
  "CreateAgentRulePayload",
  "CreateApiKeyPayload",
  "CreateCertifiedQueryPayload",
  "CreateGroupPayload",
  "CreateInternalUserPayload",
  "CreateUserAttributePayload",
  "CubeMetadata",
  "DashboardColumn",
  "DashboardFilterRange",
  "DashboardFilterValues",
  "DashboardPeriod",
  "DeleteAgentRulePayload",
  "DeleteCertifiedQueryPayload",
  "DeleteChatThreadPayload",
  "DeleteEmbedTenantGroupPayload",
  "DeleteEmbedTenantPayload",
  "DeleteEmbedTenantUserAttributePayload",
  "DeleteExternalUserPayload",
  "DeleteGroupPayload",
  "DeleteInternalUserPayload",
  "DeleteUserAttributePayload",
  "DeploymentConnection",
  "DeploymentEdge",
  "DescribedColumn",
  "DimensionMetadata",
  "EmbedTenantConnection",
  "EmbedTenantEdge",
  "ExchangeSessionPayload",
  "GenerateSessionPayload",
  "GranularityMetadata",
  "GroupConnection",
  "GroupEdge",
  "HierarchyMetadata",
  "MeasureMetadata",
  "MetadataRange",
  "MetadataToolResult",
  "ModelUsage",
  "PageInfo",
  "RateChatMessagePayload",
  "RenameChatThreadPayload",
  "RevokeApiKeyPayload",
  "RevokeListedSessionPayload",
  "RevokeSessionPayload",
  "RollingWindowMetadata",
  "RotateApiKeyPayload",
  "SegmentMetadata",
  "SessionConnection",
  "SessionEdge",
  "SqlChunk",
  "SqlColumn",
  "SqlResult",
  "SqlToolResult",
  "ThreadChange",
  "ToolError",
  "UpdateAgentRulePayload",
  "UpdateCertifiedQueryPayload",
  "UpdateGroupPayload",
  "UpdateInternalUserPayload",
  "UpdateUserAttributePayload",
  "Usage",
  "UserAttributeAssignment",
  "UserAttributeConnection",
  "UserAttributeEdge",
  "UserConnection",
  "UserEdge"
];

/** Fields that are Relay connections, by type. */
export const connectionFields: Readonly<Record<string, readonly string[]>> = {
  "Agent": [
    "certifiedQueries",
    "chatThreads",
    "rules"
  ],
  "ChatThread": [
    "messages"
  ],
  "Deployment": [
    "agents"
  ],
  "EmbedTenant": [
    "chatThreads",
    "groups",
    "sessions",
    "userAttributes",
    "users"
  ],
  "Group": [
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
    "chatThreads",
    "groups",
    "sessions"
  ]
};

/** The object types of each interface and union. */
export const possibleTypes: Record<string, string[]> = {
  "AuditActor": [
    "ApiKey",
    "User"
  ],
  "AuditSubject": [
    "AgentRule",
    "ApiKey",
    "CertifiedQuery",
    "ChatThread",
    "EmbedTenant",
    "Group",
    "Session",
    "User",
    "UserAttribute"
  ],
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
    "Dashboard",
    "DashboardFilter",
    "DashboardTile",
    "Deployment",
    "EmbedTenant",
    "Group",
    "Session",
    "User",
    "UserAttribute",
    "Viewer"
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
