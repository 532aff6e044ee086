-- AlterTable
ALTER TABLE "Agent" DROP COLUMN "certifiedQueries",
DROP COLUMN "rules";

-- CreateTable
CREATE TABLE "AgentRule" (
    "id" SERIAL NOT NULL,
    "agentId" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "managed" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AgentRule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CertifiedQuery" (
    "id" SERIAL NOT NULL,
    "agentId" INTEGER NOT NULL,
    "question" TEXT NOT NULL,
    "sql" TEXT NOT NULL,
    "managed" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "CertifiedQuery_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "AgentRule_agentId_id_idx" ON "AgentRule"("agentId", "id");

-- CreateIndex
CREATE INDEX "CertifiedQuery_agentId_id_idx" ON "CertifiedQuery"("agentId", "id");

-- AddForeignKey
ALTER TABLE "AgentRule" ADD CONSTRAINT "AgentRule_agentId_fkey" FOREIGN KEY ("agentId") REFERENCES "Agent"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CertifiedQuery" ADD CONSTRAINT "CertifiedQuery_agentId_fkey" FOREIGN KEY ("agentId") REFERENCES "Agent"("id") ON DELETE CASCADE ON UPDATE CASCADE;
