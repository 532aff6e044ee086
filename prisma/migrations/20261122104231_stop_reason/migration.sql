-- CreateEnum
CREATE TYPE "ChatStopReason" AS ENUM ('stop', 'length', 'content_filter', 'refusal', 'step_limit', 'time_limit', 'token_limit', 'no_answer');

-- AlterTable
ALTER TABLE "ChatRun" ADD COLUMN     "stopReason" "ChatStopReason";
