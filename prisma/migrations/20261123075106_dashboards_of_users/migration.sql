-- CreateTable
CREATE TABLE "UserDashboard" (
    "id" UUID NOT NULL,
    "accountId" INTEGER NOT NULL,
    "userId" INTEGER NOT NULL,
    "deploymentId" INTEGER NOT NULL,
    "embedTenantId" INTEGER,
    "title" TEXT NOT NULL,
    "isShared" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "UserDashboard_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "UserDashboardTile" (
    "id" UUID NOT NULL,
    "dashboardId" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT,
    "sql" TEXT NOT NULL,
    "columns" JSONB NOT NULL,
    "view" JSONB NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "UserDashboardTile_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "UserDashboard_userId_updatedAt_id_idx" ON "UserDashboard"("userId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "UserDashboard_accountId_updatedAt_id_idx" ON "UserDashboard"("accountId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "UserDashboard_embedTenantId_updatedAt_id_idx" ON "UserDashboard"("embedTenantId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "UserDashboardTile_dashboardId_position_idx" ON "UserDashboardTile"("dashboardId", "position");

-- AddForeignKey
ALTER TABLE "UserDashboard" ADD CONSTRAINT "UserDashboard_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "UserDashboard" ADD CONSTRAINT "UserDashboard_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "UserDashboard" ADD CONSTRAINT "UserDashboard_deploymentId_fkey" FOREIGN KEY ("deploymentId") REFERENCES "Deployment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "UserDashboardTile" ADD CONSTRAINT "UserDashboardTile_dashboardId_fkey" FOREIGN KEY ("dashboardId") REFERENCES "UserDashboard"("id") ON DELETE CASCADE ON UPDATE CASCADE;
