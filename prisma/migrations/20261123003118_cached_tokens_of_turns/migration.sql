-- AlterTable
ALTER TABLE "ChatRun" ADD COLUMN     "cachedInputTokens" INTEGER NOT NULL DEFAULT 0;
