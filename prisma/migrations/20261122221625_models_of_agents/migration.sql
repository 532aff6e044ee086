-- AlterTable
ALTER TABLE "Agent" ADD COLUMN     "fallback" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "limits" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "reasoning" TEXT,
ADD COLUMN     "temperature" DOUBLE PRECISION;

-- AlterTable
ALTER TABLE "ChatRun" ADD COLUMN     "agentState" TEXT,
ADD COLUMN     "model" TEXT;
