-- AlterTable
ALTER TABLE "ChatRun" ADD COLUMN     "notes" TEXT;
