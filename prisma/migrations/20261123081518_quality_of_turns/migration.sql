-- AlterTable
ALTER TABLE "ChatRun" ADD COLUMN     "handledAt" TIMESTAMPTZ(3),
ADD COLUMN     "questionKey" TEXT,
ADD COLUMN     "ratedBad" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "repeated" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "ChatRun_agentId_questionKey_startedAt_idx" ON "ChatRun"("agentId", "questionKey", "startedAt");

-- The turns to look at, in the order in which they are listed.
CREATE INDEX "ChatRun_with_problem" ON "ChatRun"("agentId", "startedAt", "id")
  WHERE "status" IN ('failed', 'interrupted')
    OR "stopReason" IN ('refusal', 'no_answer', 'content_filter', 'length', 'step_limit', 'time_limit', 'token_limit')
    OR "ratedBad" OR "repeated";

-- What was rated before.
UPDATE "ChatRun" SET "ratedBad" = true WHERE "id" IN (SELECT "runId" FROM "ChatMessage" WHERE "rating" < 0);
