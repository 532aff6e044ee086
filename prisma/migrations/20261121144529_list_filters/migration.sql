-- DropIndex
DROP INDEX "AuditEvent_accountId_id_idx";

-- DropIndex
DROP INDEX "ChatThread_accountId_id_idx";

-- DropIndex
DROP INDEX "ChatThread_agentId_idx";

-- DropIndex
DROP INDEX "ChatThread_userId_id_idx";

-- CreateIndex
CREATE INDEX "AuditEvent_accountId_at_id_idx" ON "AuditEvent"("accountId", "at", "id");

-- CreateIndex
CREATE INDEX "AuditEvent_accountId_action_at_id_idx" ON "AuditEvent"("accountId", "action", "at", "id");

-- CreateIndex
CREATE INDEX "AuditEvent_accountId_actor_at_id_idx" ON "AuditEvent"("accountId", "actor", "at", "id");

-- CreateIndex
CREATE INDEX "AuditEvent_accountId_subject_at_id_idx" ON "AuditEvent"("accountId", "subject", "at", "id");

-- CreateIndex
CREATE INDEX "ChatThread_userId_createdAt_id_idx" ON "ChatThread"("userId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "ChatThread_accountId_createdAt_id_idx" ON "ChatThread"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "ChatThread_accountId_updatedAt_id_idx" ON "ChatThread"("accountId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "ChatThread_agentId_createdAt_id_idx" ON "ChatThread"("agentId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "User_accountId_kind_ephemeral_id_idx" ON "User"("accountId", "kind", "ephemeral", "id");

-- CreateIndex: by code points, as the list is sorted
CREATE INDEX "User_accountId_identifier_id_idx" ON "User"("accountId", "identifier" COLLATE "C", "id");

-- Sessions that can be exchanged, or were not in time; and the few that were revoked.
CREATE INDEX "Session_unused" ON "Session"("accountId", "id") WHERE "exchangedAt" IS NULL AND "revokedAt" IS NULL;
CREATE INDEX "Session_revoked" ON "Session"("accountId", "id") WHERE "revokedAt" IS NOT NULL;

-- The few turns that run or did not end well.
CREATE INDEX "ChatRun_not_completed" ON "ChatRun"("status", "threadId") WHERE "status" <> 'completed';
