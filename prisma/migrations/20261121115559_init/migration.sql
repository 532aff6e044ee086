-- CreateEnum
CREATE TYPE "ApiKeyRole" AS ENUM ('admin', 'chat');

-- CreateEnum
CREATE TYPE "UserKind" AS ENUM ('internal', 'external');

-- CreateEnum
CREATE TYPE "UserAttributeType" AS ENUM ('string', 'number', 'string_array', 'number_array');

-- CreateEnum
CREATE TYPE "ChatRunStatus" AS ENUM ('running', 'completed', 'aborted', 'failed', 'interrupted');

-- CreateEnum
CREATE TYPE "ChatRole" AS ENUM ('user', 'assistant');

-- CreateTable
CREATE TABLE "Account" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "plan" TEXT NOT NULL,
    "cloudRegion" TEXT NOT NULL,
    "useCreatorMode" BOOLEAN NOT NULL DEFAULT false,
    "maxExternalUsers" INTEGER NOT NULL DEFAULT 10000,
    "externalUserCount" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Deployment" (
    "id" SERIAL NOT NULL,
    "accountId" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "timezone" TEXT,
    "retiredAt" TIMESTAMPTZ(3),

    CONSTRAINT "Deployment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Agent" (
    "id" SERIAL NOT NULL,
    "accountId" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "deploymentId" INTEGER NOT NULL,
    "model" TEXT NOT NULL,
    "devMode" BOOLEAN NOT NULL DEFAULT false,
    "accessibleViews" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "rules" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "certifiedQueries" JSONB NOT NULL DEFAULT '[]',
    "retiredAt" TIMESTAMPTZ(3),

    CONSTRAINT "Agent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ApiKey" (
    "id" SERIAL NOT NULL,
    "accountId" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "hint" TEXT NOT NULL,
    "role" "ApiKeyRole" NOT NULL,
    "deployments" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "managed" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "ApiKey_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SigningKey" (
    "id" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "retiredAt" TIMESTAMPTZ(3),

    CONSTRAINT "SigningKey_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "EmbedTenant" (
    "id" SERIAL NOT NULL,
    "accountId" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "EmbedTenant_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "User" (
    "id" SERIAL NOT NULL,
    "accountId" INTEGER NOT NULL,
    "embedTenantId" INTEGER,
    "kind" "UserKind" NOT NULL,
    "identifier" TEXT NOT NULL,
    "email" TEXT,
    "ephemeral" BOOLEAN NOT NULL DEFAULT false,
    "expiresAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "User_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Group" (
    "id" SERIAL NOT NULL,
    "accountId" INTEGER NOT NULL,
    "embedTenantId" INTEGER,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Group_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "GroupMembership" (
    "userId" INTEGER NOT NULL,
    "groupId" INTEGER NOT NULL,

    CONSTRAINT "GroupMembership_pkey" PRIMARY KEY ("userId","groupId")
);

-- CreateTable
CREATE TABLE "UserAttributeDefinition" (
    "id" SERIAL NOT NULL,
    "accountId" INTEGER NOT NULL,
    "embedTenantId" INTEGER,
    "name" TEXT NOT NULL,
    "type" "UserAttributeType" NOT NULL,
    "displayName" TEXT,
    "defaultValue" TEXT,
    "description" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "UserAttributeDefinition_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "UserAttributeValue" (
    "userId" INTEGER NOT NULL,
    "definitionId" INTEGER NOT NULL,
    "value" JSONB NOT NULL,

    CONSTRAINT "UserAttributeValue_pkey" PRIMARY KEY ("userId","definitionId")
);

-- CreateTable
CREATE TABLE "Session" (
    "id" UUID NOT NULL,
    "accountId" INTEGER NOT NULL,
    "deploymentId" INTEGER NOT NULL,
    "userId" INTEGER NOT NULL,
    "embedTenantId" INTEGER,
    "hash" TEXT NOT NULL,
    "creatorMode" BOOLEAN NOT NULL DEFAULT false,
    "securityContext" JSONB NOT NULL DEFAULT '{}',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "exchangedAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ChatThread" (
    "id" UUID NOT NULL,
    "accountId" INTEGER NOT NULL,
    "userId" INTEGER NOT NULL,
    "agentId" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "lastSort" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ChatThread_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ChatRun" (
    "id" UUID NOT NULL,
    "threadId" UUID NOT NULL,
    "userId" INTEGER NOT NULL,
    "agentId" INTEGER NOT NULL,
    "messageId" TEXT,
    "startsThread" BOOLEAN NOT NULL DEFAULT false,
    "status" "ChatRunStatus" NOT NULL DEFAULT 'running',
    "startSort" INTEGER NOT NULL,
    "leaseOwner" TEXT NOT NULL,
    "leaseExpiresAt" TIMESTAMPTZ(3) NOT NULL,
    "errorCode" TEXT,
    "errorMessage" TEXT,
    "inputTokens" INTEGER NOT NULL DEFAULT 0,
    "outputTokens" INTEGER NOT NULL DEFAULT 0,
    "steps" INTEGER NOT NULL DEFAULT 0,
    "startedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "ChatRun_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ChatMessage" (
    "id" UUID NOT NULL,
    "threadId" UUID NOT NULL,
    "runId" UUID NOT NULL,
    "sort" INTEGER NOT NULL,
    "role" "ChatRole" NOT NULL,
    "content" TEXT NOT NULL,
    "thinking" TEXT,
    "toolName" TEXT,
    "toolInput" TEXT,
    "toolResult" TEXT,
    "graphPath" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "rating" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ChatMessage_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "QueryResult" (
    "id" UUID NOT NULL,
    "accountId" INTEGER NOT NULL,
    "userId" INTEGER NOT NULL,
    "threadId" UUID NOT NULL,
    "deploymentId" INTEGER NOT NULL,
    "sqlQuery" TEXT NOT NULL,
    "queryTitle" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "QueryResult_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AuditEvent" (
    "id" UUID NOT NULL,
    "accountId" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "details" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "AuditEvent_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Account_name_key" ON "Account"("name");

-- CreateIndex
CREATE UNIQUE INDEX "Deployment_accountId_number_key" ON "Deployment"("accountId", "number");

-- CreateIndex
CREATE INDEX "Agent_deploymentId_idx" ON "Agent"("deploymentId");

-- CreateIndex
CREATE UNIQUE INDEX "Agent_accountId_number_key" ON "Agent"("accountId", "number");

-- CreateIndex
CREATE UNIQUE INDEX "ApiKey_hash_key" ON "ApiKey"("hash");

-- CreateIndex
CREATE INDEX "ApiKey_accountId_id_idx" ON "ApiKey"("accountId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "EmbedTenant_accountId_name_key" ON "EmbedTenant"("accountId", "name");

-- CreateIndex
CREATE INDEX "User_accountId_id_idx" ON "User"("accountId", "id");

-- CreateIndex
CREATE INDEX "User_embedTenantId_id_idx" ON "User"("embedTenantId", "id");

-- CreateIndex
CREATE INDEX "User_expiresAt_idx" ON "User"("expiresAt");

-- CreateIndex: a tenant-wide name (no embed tenant) is unique, too
CREATE UNIQUE INDEX "User_accountId_embedTenantId_kind_identifier_key" ON "User"("accountId", "embedTenantId", "kind", "identifier") NULLS NOT DISTINCT;

-- CreateIndex
CREATE INDEX "Group_accountId_embedTenantId_id_idx" ON "Group"("accountId", "embedTenantId", "id");

-- CreateIndex: a tenant-wide name (no embed tenant) is unique, too
CREATE UNIQUE INDEX "Group_accountId_embedTenantId_name_key" ON "Group"("accountId", "embedTenantId", "name") NULLS NOT DISTINCT;

-- CreateIndex
CREATE INDEX "GroupMembership_groupId_idx" ON "GroupMembership"("groupId");

-- CreateIndex
CREATE INDEX "UserAttributeDefinition_accountId_embedTenantId_id_idx" ON "UserAttributeDefinition"("accountId", "embedTenantId", "id");

-- CreateIndex: a tenant-wide name (no embed tenant) is unique, too
CREATE UNIQUE INDEX "UserAttributeDefinition_accountId_embedTenantId_name_key" ON "UserAttributeDefinition"("accountId", "embedTenantId", "name") NULLS NOT DISTINCT;

-- CreateIndex
CREATE INDEX "UserAttributeValue_definitionId_idx" ON "UserAttributeValue"("definitionId");

-- CreateIndex
CREATE UNIQUE INDEX "Session_hash_key" ON "Session"("hash");

-- CreateIndex
CREATE INDEX "Session_accountId_id_idx" ON "Session"("accountId", "id");

-- CreateIndex
CREATE INDEX "Session_userId_id_idx" ON "Session"("userId", "id");

-- CreateIndex
CREATE INDEX "Session_embedTenantId_id_idx" ON "Session"("embedTenantId", "id");

-- CreateIndex
CREATE INDEX "Session_deploymentId_idx" ON "Session"("deploymentId");

-- CreateIndex
CREATE INDEX "ChatThread_userId_id_idx" ON "ChatThread"("userId", "id");

-- CreateIndex
CREATE INDEX "ChatThread_accountId_id_idx" ON "ChatThread"("accountId", "id");

-- CreateIndex
CREATE INDEX "ChatThread_agentId_idx" ON "ChatThread"("agentId");

-- CreateIndex
CREATE INDEX "ChatRun_threadId_startSort_idx" ON "ChatRun"("threadId", "startSort");

-- CreateIndex
CREATE INDEX "ChatRun_userId_agentId_messageId_idx" ON "ChatRun"("userId", "agentId", "messageId");

-- CreateIndex
CREATE UNIQUE INDEX "ChatRun_threadId_messageId_key" ON "ChatRun"("threadId", "messageId");

-- CreateIndex
CREATE INDEX "ChatMessage_runId_idx" ON "ChatMessage"("runId");

-- CreateIndex
CREATE UNIQUE INDEX "ChatMessage_threadId_sort_key" ON "ChatMessage"("threadId", "sort");

-- CreateIndex
CREATE INDEX "QueryResult_userId_idx" ON "QueryResult"("userId");

-- CreateIndex
CREATE INDEX "QueryResult_threadId_idx" ON "QueryResult"("threadId");

-- CreateIndex
CREATE INDEX "AuditEvent_accountId_id_idx" ON "AuditEvent"("accountId", "id");

-- AddForeignKey
ALTER TABLE "Deployment" ADD CONSTRAINT "Deployment_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Agent" ADD CONSTRAINT "Agent_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Agent" ADD CONSTRAINT "Agent_deploymentId_fkey" FOREIGN KEY ("deploymentId") REFERENCES "Deployment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ApiKey" ADD CONSTRAINT "ApiKey_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "EmbedTenant" ADD CONSTRAINT "EmbedTenant_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "User" ADD CONSTRAINT "User_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "User" ADD CONSTRAINT "User_embedTenantId_fkey" FOREIGN KEY ("embedTenantId") REFERENCES "EmbedTenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Group" ADD CONSTRAINT "Group_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Group" ADD CONSTRAINT "Group_embedTenantId_fkey" FOREIGN KEY ("embedTenantId") REFERENCES "EmbedTenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GroupMembership" ADD CONSTRAINT "GroupMembership_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GroupMembership" ADD CONSTRAINT "GroupMembership_groupId_fkey" FOREIGN KEY ("groupId") REFERENCES "Group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "UserAttributeDefinition" ADD CONSTRAINT "UserAttributeDefinition_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "UserAttributeDefinition" ADD CONSTRAINT "UserAttributeDefinition_embedTenantId_fkey" FOREIGN KEY ("embedTenantId") REFERENCES "EmbedTenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "UserAttributeValue" ADD CONSTRAINT "UserAttributeValue_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "UserAttributeValue" ADD CONSTRAINT "UserAttributeValue_definitionId_fkey" FOREIGN KEY ("definitionId") REFERENCES "UserAttributeDefinition"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_deploymentId_fkey" FOREIGN KEY ("deploymentId") REFERENCES "Deployment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_embedTenantId_fkey" FOREIGN KEY ("embedTenantId") REFERENCES "EmbedTenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ChatThread" ADD CONSTRAINT "ChatThread_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ChatThread" ADD CONSTRAINT "ChatThread_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ChatThread" ADD CONSTRAINT "ChatThread_agentId_fkey" FOREIGN KEY ("agentId") REFERENCES "Agent"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ChatRun" ADD CONSTRAINT "ChatRun_threadId_fkey" FOREIGN KEY ("threadId") REFERENCES "ChatThread"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ChatMessage" ADD CONSTRAINT "ChatMessage_threadId_fkey" FOREIGN KEY ("threadId") REFERENCES "ChatThread"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ChatMessage" ADD CONSTRAINT "ChatMessage_runId_fkey" FOREIGN KEY ("runId") REFERENCES "ChatRun"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "QueryResult" ADD CONSTRAINT "QueryResult_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "QueryResult" ADD CONSTRAINT "QueryResult_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "QueryResult" ADD CONSTRAINT "QueryResult_threadId_fkey" FOREIGN KEY ("threadId") REFERENCES "ChatThread"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "QueryResult" ADD CONSTRAINT "QueryResult_deploymentId_fkey" FOREIGN KEY ("deploymentId") REFERENCES "Deployment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AuditEvent" ADD CONSTRAINT "AuditEvent_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A thread runs once at a time.
CREATE UNIQUE INDEX "ChatRun_one_running" ON "ChatRun"("threadId") WHERE "status" = 'running';

-- A first message, sent again with the same idempotency key, starts one thread.
CREATE UNIQUE INDEX "ChatRun_start_messageId" ON "ChatRun"("userId", "agentId", "messageId") WHERE "startsThread";
