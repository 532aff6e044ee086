-- CreateIndex
CREATE INDEX "ChatRun_agentId_startedAt_idx" ON "ChatRun"("agentId", "startedAt");
