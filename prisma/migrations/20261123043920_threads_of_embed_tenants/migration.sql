-- DropIndex
DROP INDEX "GroupMembership_groupId_idx";

-- AlterTable
ALTER TABLE "ChatThread" ADD COLUMN     "embedTenantId" INTEGER;

-- CreateIndex
CREATE INDEX "ChatThread_embedTenantId_createdAt_id_idx" ON "ChatThread"("embedTenantId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "GroupMembership_groupId_userId_idx" ON "GroupMembership"("groupId", "userId");

UPDATE "ChatThread" t SET "embedTenantId" = u."embedTenantId" FROM "User" u WHERE u.id = t."userId";
