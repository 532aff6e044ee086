-- AlterTable
ALTER TABLE "ChatRun" ADD COLUMN     "trace" TEXT;
