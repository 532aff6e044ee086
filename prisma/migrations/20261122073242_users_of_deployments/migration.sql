-- AlterTable
ALTER TABLE "AuditEvent" ADD COLUMN     "deployments" INTEGER[] NOT NULL DEFAULT ARRAY[]::INTEGER[];

-- AlterTable
ALTER TABLE "EmbedTenant" ADD COLUMN     "deployments" INTEGER[] NOT NULL DEFAULT ARRAY[]::INTEGER[];

-- AlterTable
ALTER TABLE "User" ADD COLUMN     "deployments" INTEGER[] NOT NULL DEFAULT ARRAY[]::INTEGER[];

-- Where users and embed tenants have been so far. Queries left no trace, and events are of the whole account.
UPDATE "User" u SET deployments = been.numbers FROM (
  SELECT "userId", array_agg(DISTINCT number) AS numbers FROM (
    SELECT s."userId", d.number FROM "Session" s JOIN "Deployment" d ON d.id = s."deploymentId"
    UNION
    SELECT t."userId", d.number FROM "ChatThread" t
      JOIN "Agent" a ON a.id = t."agentId" JOIN "Deployment" d ON d.id = a."deploymentId"
  ) visits GROUP BY "userId"
) been WHERE been."userId" = u.id;

UPDATE "EmbedTenant" t SET deployments = been.numbers FROM (
  SELECT "embedTenantId", array_agg(DISTINCT number) AS numbers FROM (
    SELECT s."embedTenantId", d.number FROM "Session" s JOIN "Deployment" d ON d.id = s."deploymentId"
    WHERE s."embedTenantId" IS NOT NULL
    UNION
    SELECT "embedTenantId", unnest(deployments) FROM "User" WHERE "embedTenantId" IS NOT NULL
  ) visits GROUP BY "embedTenantId"
) been WHERE been."embedTenantId" = t.id;
