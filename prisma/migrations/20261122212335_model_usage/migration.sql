-- CreateTable
CREATE TABLE "ModelUsage" (
    "id" BIGSERIAL NOT NULL,
    "accountId" INTEGER NOT NULL,
    "agentId" INTEGER NOT NULL,
    "userId" INTEGER,
    "embedTenantId" INTEGER,
    "provider" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "calls" INTEGER NOT NULL,
    "failures" INTEGER NOT NULL,
    "inputTokens" BIGINT NOT NULL,
    "cachedInputTokens" BIGINT NOT NULL,
    "outputTokens" BIGINT NOT NULL,
    "reasoningTokens" BIGINT NOT NULL,

    CONSTRAINT "ModelUsage_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "ModelUsage_accountId_day_idx" ON "ModelUsage"("accountId", "day");

-- CreateIndex
CREATE INDEX "ModelUsage_embedTenantId_idx" ON "ModelUsage"("embedTenantId");

-- CreateIndex
CREATE UNIQUE INDEX "ModelUsage_userId_day_agentId_provider_model_key" ON "ModelUsage"("userId", "day", "agentId", "provider", "model");

-- AddForeignKey
ALTER TABLE "ModelUsage" ADD CONSTRAINT "ModelUsage_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ModelUsage" ADD CONSTRAINT "ModelUsage_agentId_fkey" FOREIGN KEY ("agentId") REFERENCES "Agent"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ModelUsage" ADD CONSTRAINT "ModelUsage_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ModelUsage" ADD CONSTRAINT "ModelUsage_embedTenantId_fkey" FOREIGN KEY ("embedTenantId") REFERENCES "EmbedTenant"("id") ON DELETE SET NULL ON UPDATE CASCADE;
